/** Opens the server of a random world. */
import { Stages } from "@backlot/player/stage/Stage"
import { Effect } from "effect"
import type { RandomWorld } from "../model/RandomWorld.ts"

export const openStage = Effect.fnUntraced(function* (
  { file: world, storage, limits }: Pick<RandomWorld, "limits" | "storage"> & { readonly file: unknown },
  seed: number
) {
  const stages = yield* Stages
  return yield* stages.open({ world, clock: "frozen", storage, limits, seed, ids: "clock" })
})
