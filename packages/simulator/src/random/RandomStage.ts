/** Opens the server of a random world. */
import { Stages } from "@backlot/player/stage/Stage"
import { Effect } from "effect"
import type { RandomWorld } from "../model/RandomWorld.ts"

/** A world file, and how to serve it. */
export type StagedWorld = Pick<RandomWorld, "limits" | "storage"> & { readonly file: unknown }

export const openStage = Effect.fnUntraced(function* (world: StagedWorld, seed: number) {
  const stages = yield* Stages
  return yield* stages.open({
    world: world.file,
    clock: "frozen",
    storage: world.storage,
    limits: world.limits,
    seed,
    ids: "clock"
  })
})
