/**
 * A program for the crash tests. Opens the named file and adds numbers to its ledger for ever, several at once in a
 * burst; prints each number once it is acknowledged, or why the file cannot be used. After a failed write it prints the
 * state of the store, removes the ballast if there is some, and writes once more.
 */

import { existsSync, rmSync, writeSync } from "node:fs"
import { store } from "@backlot/ports/Body"
import { Storage, StorageError } from "@backlot/ports/Storage"
import { Effect } from "effect"
import { layer } from "../src/Storage.ts"
import { add, lastOf } from "./Ledger.ts"

const [, , file = "", longest = "100", ballast = "", burst = "1"] = process.argv

const say = (line: string) => Effect.sync(() => void writeSync(1, `${line}\n`))

/** The number whose write failed, until it succeeds. */
const recover = Effect.fnUntraced(function* (number: number, error: unknown) {
  const storage = yield* Storage
  yield* say(`failed ${number}: ${error instanceof StorageError ? error.message : error}`)
  yield* say(`kept ${yield* storage.transaction(() => lastOf)}`)
  const torn = yield* storage.transaction(() => store.list({ prefix: `left/${number}` }, { limit: 1 }))
  yield* say(`torn ${torn.length}`)
  if (!existsSync(ballast)) return
  rmSync(ballast)
  yield* storage.transaction(() => add(number, Number(longest)))
  yield* say(`written ${number}`)
})

const program = Effect.gen(function* () {
  const storage = yield* Storage
  const write = Effect.fnUntraced(function* (number: number) {
    yield* storage.transaction(() => add(number, Number(longest)))
    yield* say(`${number}`)
  })
  for (let number = 1 + (yield* storage.transaction(() => lastOf)); ; number += Number(burst)) {
    const numbers = Array.from({ length: Number(burst) }, (_, i) => number + i)
    const written = yield* Effect.result(Effect.forEach(numbers, write, { concurrency: "unbounded" }))
    if (written._tag === "Failure") return yield* recover(number, written.failure)
  }
}).pipe(
  Effect.provide(layer({ file, durable: false })),
  Effect.catchTag("StorageUnusable", ({ reason, message }) => say(`unusable ${reason}: ${message}`)),
  Effect.catchTag("StorageError", (error) => say(`error ${error.message}`))
)

await Effect.runPromise(Effect.andThen(say("opening"), program))
