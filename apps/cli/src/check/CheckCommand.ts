/**
 * `backlot check`: validates command definitions without a server. Source: product.md "First minute" (other commands).
 */
import { Effect } from "effect"
import { Command } from "effect/cli"
import type { Variables } from "../given/Given.ts"
import { checkFlags } from "./CheckFlags.ts"

export const checkCommand = (variables: Variables) =>
  Command.make("check", checkFlags(variables), (flags) =>
    // Loaded on demand, so that `serve` starts without it.
    Effect.flatMap(
      Effect.promise(() => import("./CheckRun.ts")),
      ({ runCheck }) => runCheck(flags, variables)
    )
  ).pipe(
    Command.withDescription(
      "Validate command definitions in JSON, YAML, JavaScript or TypeScript files by the service's own rules, without a server. With --against, show how they differ from the registered commands"
    ),
    Command.withExamples([
      { command: "backlot check commands.json", description: "One command, a list, or { commands: [...] }" },
      {
        command: "backlot check src/commands/*.ts --guild 200000000000000001",
        description: "As commands of one guild"
      },
      {
        command: "backlot check commands.js --against http://127.0.0.1:6780 --application 'Pet Shop' --exit-code",
        description: "Fail if the server has other commands"
      }
    ])
  )
