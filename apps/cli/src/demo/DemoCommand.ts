/** `backlot demo`: the demo app alone, as an app under test. Source: product.md "First minute". */
import { Effect } from "effect"
import { Command } from "effect/cli"
import type { Variables } from "../given/Given.ts"
import { Unusable } from "../process/Ended.ts"
import { program } from "./DemoApp.ts"

export const demoCommand = (variables: Variables) =>
  Command.make(
    "demo",
    {},
    Effect.fnUntraced(function* () {
      const missing = NEEDED.filter((name) => (variables[name] ?? "") === "")
      if (missing.length > 0) return yield* new Unusable({ message: `${missing.join(" and ")} ${HOW}` })
      // It runs as soon as it is loaded, and ends the process.
      yield* Effect.promise(() => import(program))
      return yield* Effect.never
    })
  ).pipe(
    Command.withDescription(
      "Run the demo app against the server that BACKLOT_APP_REST_URL names. In a scenario file: app: { command: backlot demo }"
    ),
    Command.withExamples([
      { command: "backlot exec -- backlot demo", description: "The demo app and a server of its own, until Ctrl-C" }
    ])
  )

const NEEDED = ["BACKLOT_APP_REST_URL", "BACKLOT_APP_ID", "BACKLOT_APP_TOKEN", "BACKLOT_APP_PUBLIC_KEY"]

const HOW =
  "must be set: `backlot exec -- backlot demo` and scenarios with `app: { command: backlot demo }` do so; `backlot start` runs the demo app itself"
