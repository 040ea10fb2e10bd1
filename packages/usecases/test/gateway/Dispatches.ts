/** Edits, and the dispatches that the bots of Harbour are told of. */
import type { Dispatch } from "@backlot/domain/gateway/Dispatch"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import type * as UserPresences from "../../src/gateway/UserPresences.ts"
import type { Deadlines } from "../../src/store/Deadlines.ts"
import type * as WorldEdits from "../../src/world/WorldEdits.ts"
import * as Play from "../fixture/Harbour.ts"
import { describeOnEachStore } from "../fixture/Stores.ts"
import { headOf, told } from "./Telling.ts"

type Edits = typeof WorldEdits.put | typeof WorldEdits.patch | typeof UserPresences.set

export type Row = readonly [
  sentence: string,
  edit: Effect.Effect<unknown, unknown, Effect.Services<ReturnType<Edits>> | Deadlines>,
  lines: ReadonlyArray<string>
]

export const both = (t: string, intents: number) => [`Pet Shop ${t} ${intents}`, `Weather ${t} ${intents}`]

/** Each line of what is told: `<application> <event> <intents>`. */
const linesOf = (dispatches: ReadonlyArray<Dispatch>) => dispatches.map((d) => `${headOf(d)} ${d.intents}`)

export const describeDispatches = (name: string, rows: ReadonlyArray<Row>) =>
  describeOnEachStore(name, (test) => {
    for (const [sentence, edit, lines] of rows) {
      test(
        sentence,
        Effect.gen(function* () {
          yield* Play.settle()
          assert.deepStrictEqual(linesOf(yield* told(edit)), lines)
        })
      )
    }
  })
