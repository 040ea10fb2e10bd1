/** Watches the calls of the file system that the sources make, and fails them on demand. SQLite makes its own. */
import fs, { copyFileSync, mkdirSync, readdirSync } from "node:fs"
import { syncBuiltinESMExports } from "node:module"
import { dirname, join } from "node:path"
import { Effect, type Scope } from "effect"

const NAMES = ["openSync", "writeSync", "fdatasync", "fdatasyncSync", "fsyncSync", "ftruncateSync", "rmSync"] as const

export interface Call {
  readonly name: (typeof NAMES)[number]
  readonly path: string
}

/** Until the scope ends, `before` sees each call; what it throws is what the call throws. */
export const watched = (before: (call: Call) => void): Effect.Effect<void, never, Scope.Scope> =>
  Effect.asVoid(
    Effect.acquireRelease(
      Effect.sync(() => {
        const originals = NAMES.map((name) => [name, fs[name]] as const)
        const paths = new Map<unknown, string>()
        for (const [name, original] of originals) {
          const call = (...args: ReadonlyArray<unknown>) => {
            const [target] = args
            before({ name, path: paths.get(target) ?? String(target) })
            const result = Reflect.apply(original, fs, args)
            if (name === "openSync") paths.set(result, String(target))
            return result
          }
          Object.assign(fs, { [name]: call })
        }
        syncBuiltinESMExports()
        return originals
      }),
      (originals) =>
        Effect.sync(() => {
          for (const [name, original] of originals) Object.assign(fs, { [name]: original })
          syncBuiltinESMExports()
        })
    )
  )

/** Copies the data file and all beside it, as a kill at this moment would leave them; returns the copy's path. */
export const copyOf = (file: string, folder: string, leave: (name: string) => boolean = () => false): string => {
  mkdirSync(folder)
  for (const name of readdirSync(dirname(file))) {
    if (name.startsWith("backlot.db") && !leave(name)) copyFileSync(join(dirname(file), name), join(folder, name))
  }
  return join(folder, "backlot.db")
}

export const noRoom = (): never => {
  throw Object.assign(new Error("no space left on device"), { code: "ENOSPC" })
}
