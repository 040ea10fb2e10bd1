/** The command `backlot simulate`: scenarios, random users, load. Source: product.md "Scenario files". */
import { Effect } from "effect"
import { Command } from "effect/cli"
import type { Variables } from "../given/Given.ts"
import { simulateFlags } from "./SimulateFlags.ts"

export const simulateCommand = (variables: Variables) =>
  Command.make("simulate", simulateFlags(variables), (flags) =>
    // Loaded on demand, so that `serve` starts without it.
    Effect.flatMap(
      Effect.promise(() => import("./Simulate.ts")),
      ({ simulate }) => simulate(flags, variables)
    )
  ).pipe(
    Command.withDescription(
      "Play scenario files: users act, your app answers, expectations decide. Exit codes: 0 all expectations hold, 1 one fails or a load misses a threshold, 2 a file or flag is wrong, 3 a server, world or program could not start, 130 interrupted"
    ),
    Command.withExamples([
      { command: "backlot simulate scenarios/", description: "Every *.scenario.yaml, .json, .ts … in this folder" },
      {
        command: "backlot simulate scenarios/ --parallel 4 --report junit=report.xml --report html=report.html",
        description: "In CI; the text report goes to stdout"
      },
      {
        command: "backlot simulate adopt.scenario.yaml --watch --grep 'adopt a pet'",
        description: "While you work on it"
      },
      {
        command: "backlot simulate adopt.scenario.yaml --seed 7 --transcript out.txt",
        description: "The same transcript each time, byte for byte"
      },
      {
        command: "backlot simulate adopt.scenario.yaml --users 50 --duration 30s --threshold 'p95: < 50ms'",
        description: "As load"
      },
      { command: "backlot simulate --random --seed 1", description: "Random users against a second model" },
      { command: "backlot simulate --schema > scenario.schema.json", description: "For your editor" }
    ])
  )
