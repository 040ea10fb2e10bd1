/** A temporary folder per test, which the scope removes. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect, Layer, type Scope } from "effect"
import { layer } from "../src/Storage.ts"

export const folder: Effect.Effect<string, never, Scope.Scope> = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "backlot-file-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
)

/** The path of a data file that does not exist yet. */
export const newFile: Effect.Effect<string, never, Scope.Scope> = Effect.map(folder, (path) => join(path, "backlot.db"))

export const layerNew = (durable: boolean) => Layer.unwrap(Effect.map(newFile, (file) => layer({ file, durable })))

export const openAt = (file: string) => layer({ file, durable: false })
