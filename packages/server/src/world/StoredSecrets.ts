/** Whether the store has secrets that are published with the demo world. Our choice: docs/choices.md "World file". */
import { publishedSecrets } from "@backlot/domain/world/PublishedSecrets"
import { Secrets } from "@backlot/ports/Secrets"
import * as Worlds from "@backlot/usecases/world/Worlds"
import { Effect } from "effect"

/** In the world as it is, or in the one that a reset restores. */
export const arePublished = Effect.gen(function* () {
  const { sha256 } = yield* Secrets
  const worlds = [yield* Worlds.read, yield* Worlds.readSeed]
  return worlds.some((world) => publishedSecrets(world, sha256).length > 0)
})
