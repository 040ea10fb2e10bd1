/** The world as a file, written atomically. Source: product.md "First minute" (`--export-on-exit`, `world export`). */

import { dirname } from "node:path"
import { exportWorld } from "@backlot/domain/world/WorldExport"
import * as Worlds from "@backlot/usecases/world/Worlds"
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import { Effect } from "effect"
import * as AtomicFile from "../boot/AtomicFile.ts"
import { whyNot } from "../boot/FileFailure.ts"
import { WorldUnusable } from "./GivenWorld.ts"
import { formatOf, pretty, type WorldFormat } from "./WorldText.ts"

/** The path that `write` takes; fails where no file can be written. */
export const prepare = (path: string) =>
  AtomicFile.prepare(path).pipe(
    Effect.mapError((error) => unwritable(path, error)),
    Effect.provide(NodeFileSystem.layer)
  )

/** Mode 0600, because a world holds credentials; kept through a power loss. */
export const write = (path: string, text: string) =>
  AtomicFile.write(path, text, { durable: true }).pipe(
    Effect.mapError((error) => unwritable(path, error)),
    Effect.provide(NodeFileSystem.layer)
  )

/** The whole state as text; the name of the file says in which format, unless it is given. */
export const textFor = (path: string, format: WorldFormat = formatOf(path)) =>
  Effect.map(Worlds.read, (world) => pretty(exportWorld(world), format))

const unwritable = (path: string, error: AtomicFile.Unwritable) =>
  new WorldUnusable({ message: `Export file ${path} cannot be written: ${reasonOf(path, error)}` })

const reasonOf = (path: string, error: AtomicFile.Unwritable): string => {
  if (error === "irregular") return "something that is no file stands there"
  if (error === "database") return "a database stands there, which it would replace; name another file"
  if (error === "no-folder") return `its folder ${dirname(path)} is not there; make it first`
  return whyNot(error)
}
