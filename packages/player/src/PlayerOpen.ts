/** Opens what a player needs, on Node. */
import { resolve } from "node:path"
import { BOUNDS } from "@backlot/scenario/Bounds"
import { readBounded } from "@backlot/scenario/file/BoundedFile"
import { Effect, type Scope } from "effect"
import { openOn, type PlayerOptions } from "./PlayerEdges.ts"
import * as NodeHttp from "./stage/NodeHttp.ts"
import type { Edges, Playing } from "./turn/Playing.ts"

export type { PlayerOptions } from "./PlayerEdges.ts"

export const openPlaying = (options: PlayerOptions): Effect.Effect<Playing, never, Scope.Scope> =>
  Effect.flatMap(NodeHttp.make, (http) => openOn({ http, readFile }, options))

export const readFile: Edges["readFile"] = async (folder, path) =>
  new Uint8Array(await readBounded(resolve(folder, path), BOUNDS.attachment))
