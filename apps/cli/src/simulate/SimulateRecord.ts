/**
 * Records what people do on a running server as a scenario file. Source: product.md "Scenario files" (`simulate
 * --record`).
 */
import { resolve } from "node:path"
import { record } from "@backlot/simulator/record/RecordRun"
import { Console, Effect } from "effect"
import { ask, Unanswered } from "../control/ControlAsk.ts"
import { shownPath } from "../given/ShownPath.ts"
import { Unusable } from "../process/Ended.ts"
import { DEFAULT_SERVER } from "../world/WorldPlace.ts"
import type { SimulateFlags } from "./SimulateFlags.ts"

/** Runs until SIGINT, or until somebody stops the recording. */
export const playRecord = Effect.fnUntraced(function* ({ server, controlToken, out }: SimulateFlags) {
  const url = server?.value ?? DEFAULT_SERVER
  yield* answering(url)
  yield* Console.error(`Recording on ${url}; press Ctrl-C to stop`)
  yield* record(
    {
      url,
      control_token: controlToken?.value,
      out: out?.value ?? resolve("recorded.scenario.yaml"),
      report: Console.error,
      lost: (message) => Effect.die(new Unusable({ message }))
    },
    ({ files, steps, full }) =>
      Console.log(
        `${steps} step${steps === 1 ? "" : "s"} in ${files.map(shownPath).join(" and ")}${full ? "; not all that was done had room" : ""}`
      )
  ).pipe(Effect.mapError(({ message }) => new Unusable({ message })))
})

/** Checks that a server answers, before we say that we record. */
const answering = (url: string) =>
  Effect.mapError(ask(url, { redirect: "manual" }), (error) => {
    const absent = `No server answers at ${url}; start one by "backlot serve" and your app beside it, or name another by --server`
    return new Unusable({ message: error instanceof Unanswered ? error.message : absent })
  })
