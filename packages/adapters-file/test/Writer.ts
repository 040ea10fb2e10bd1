/**
 * A program for the crash tests: opens the file named first and writes pairs of keys for ever, telling each number
 * on a line of its own once the pair was acknowledged; or tells why the file can not be used.
 */

import { layer } from "@backlot/adapters-file/Storage"
import { Storage, Transaction } from "@backlot/ports/Storage"
import { Effect } from "effect"

const [, , file = "", first = "0", valueLength = "100"] = process.argv

const say = (line: string) =>
  Effect.callback<void>((resume) => void process.stdout.write(`${line}\n`, () => resume(Effect.void)))

const pair = (number: number) =>
  Effect.gen(function* () {
    const transaction = yield* Transaction
    const value = `${number}`.padEnd(Number(valueLength), ".")
    yield* transaction.put(`left/${number}`, value)
    yield* transaction.put(`right/${number}`, value)
  })

const program = Effect.gen(function* () {
  const storage = yield* Storage
  for (let number = Number(first); ; number++) {
    const written = yield* Effect.exit(storage.transaction(pair(number)))
    if (written._tag === "Success") {
      yield* say(`${number}`)
      continue
    }
    yield* say(`failed ${number}`)
    // The store is still usable: what was kept can be read and removed.
    const kept = yield* storage.transaction(Effect.flatMap(Transaction, (tx) => tx.list({ prefix: "" }, { limit: 1 })))
    yield* say(`reads ${kept.length}`)
    return yield* storage.transaction(Effect.flatMap(Transaction, (tx) => tx.list({ prefix: `left/${number}` })))
  }
}).pipe(
  Effect.flatMap((torn) => say(`torn ${torn.length}`)),
  Effect.provide(layer({ file, durable: false })),
  Effect.catchTag("StorageUnusable", (error) => say(`unusable ${error.reason}`)),
  Effect.catchTag("StorageError", (error) => say(`error ${error.message}`))
)

await Effect.runPromise(program)
