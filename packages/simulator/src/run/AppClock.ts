/**
 * Lets a program's own clock follow the service clock: docs/time.md. Node gets a preload, which asks the server for the
 * clock.
 */
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { Effect } from "effect"
import { PROGRAM } from "./AppClockProgram.generated.ts"
import type { Environment } from "./AppEnvironment.ts"

/** More variables for the program. The scope removes the file that they name. */
export const clockVariables = Effect.fnUntraced(function* ({ NODE_OPTIONS = "" }: Environment) {
  const folder = yield* Effect.acquireRelease(
    Effect.promise(() => mkdtemp(join(tmpdir(), "backlot-app-clock-"))),
    (path) => Effect.promise(() => rm(path, { recursive: true, force: true }))
  )
  const file = join(folder, "app-clock.mjs")
  yield* Effect.promise(() => writeFile(file, PROGRAM))
  return { NODE_OPTIONS: `${NODE_OPTIONS} --import ${pathToFileURL(file)}`.trim(), BACKLOT_APP_CLOCK: "service" }
})
