/** Writes the world to a file, atomically. Source: product.md "First minute" (`--export-on-exit`, `world export`). */
import { dirname } from "node:path"
import { exportWorld } from "@backlot/domain/world/WorldExport"
import * as Worlds from "@backlot/usecases/world/Worlds"
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import { Effect } from "effect"
import * as AtomicFile from "../boot/AtomicFile.ts"
import { WorldUnusable } from "./GivenWorld.ts"
import { formatOf, pretty, type WorldFormat } from "./WorldText.ts"

/** Returns the path for `write`; fails if no file can be written there. */
export const prepare = (path: string) =>
  AtomicFile.prepare(path).pipe(
    Effect.mapError((error) => unwritable(path, error)),
    Effect.provide(NodeFileSystem.layer)
  )

/** The file has mode 0600, because a world holds credentials, and survives a power loss. */
export const write = (path: string, text: string) =>
  AtomicFile.write(path, text, { durable: true }).pipe(
    Effect.mapError((error) => unwritable(path, error)),
    Effect.provide(NodeFileSystem.layer)
  )

/** The whole world as text, by default in the format that the file name implies. */
export const textFor = (path: string, format: WorldFormat = formatOf(path)) =>
  Effect.map(Worlds.read, (world) => pretty(exportWorld(world), format))

const unwritable = (path: string, error: AtomicFile.Unwritable) =>
  new WorldUnusable({ message: `Export file ${path} cannot be written: ${reasonOf(path, error)}` })

const reasonOf = (path: string, error: AtomicFile.Unwritable): string => {
  if (error === "irregular") return "it is not a regular file"
  if (error === "database") return "it is a database, which the export would replace; name another file"
  if (error === "no-folder") return `its folder ${dirname(path)} is not there; make it first`
  return AtomicFile.whyNot(error)
}
