/**
 * The storage port on one SQLite file, used by one process at a time. An acknowledged write survives the end of the
 * process, and with `durable` also a power loss. Source: architecture.md "Storage".
 */
import { make } from "@backlot/ports/SerialStorage"
import { Storage, StorageError, type StorageUnusable } from "@backlot/ports/Storage"
import { Effect, Layer } from "effect"
import { damageOf } from "./Checksum.ts"
import { open } from "./DataFile.ts"
import { fullness } from "./Refusal.ts"

export { isAbsent } from "./DataFile.ts"

export interface Options {
  /** Path of the data file. The file and its folder are created if absent. */
  readonly file: string
  /** Waits for the disk at every commit; concurrent transactions share one wait. */
  readonly durable: boolean
}

/** Open until the scope ends. Then it merges everything into the file. */
export const layer = (options: Options): Layer.Layer<Storage, StorageUnusable> =>
  Layer.effect(
    Storage,
    Effect.gen(function* () {
      const { storage } = yield* Effect.acquireRelease(
        Effect.map(open(options), ({ engine, close }) => ({
          close,
          storage: make(engine, toError(options.file))
        })),
        ({ close, storage }) =>
          Effect.suspend(() => {
            storage.flush()
            return warnOfLogs(options.file, close())
          })
      )
      return storage
    })
  )

/** A copy of the file alone would lack the contents of the logs. */
const warnOfLogs = (file: string, logs: ReadonlyArray<string>) =>
  logs.length === 0
    ? Effect.void
    : Effect.logWarning(
        `${file} could not take in ${logs.join(", ")}, for example because the disk is full. Nothing is lost if all files stay together. Make room; the next start takes in what is left`
      )

const toError = (file: string) => (cause: unknown) => {
  const damage = damageOf(cause)
  const text = damage === undefined ? (fullness(cause) ?? textOf(cause)) : `the file is damaged: ${damage}`
  return new StorageError({ message: `${file}: ${text}`, cause })
}

const textOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause))
