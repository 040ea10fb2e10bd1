/** The models of the page, one after the other, as the page asks them. */
import { Result } from "effect"
import { judgeDefinitions } from "../src/model/Definitions.ts"
import { hereIn } from "../src/model/Here.ts"
import type { Shared } from "../src/model/Shared.ts"
import { readTyped } from "../src/model/Typed.ts"
import { decode, readWorld, traitsIn } from "../src/model/WorldText.ts"

export const NOW = Date.parse("2026-01-01T00:00:00Z")

export const judge = ({ definitions, world, typed, user, channel, scope }: Shared) => {
  const read = Result.getOrThrow(readWorld(world))
  const judged = judgeDefinitions(definitions, { scope, application: traitsIn(read.value) })
  const decoded = decode(read, judged.sound, { scope, now: NOW })
  const here = decoded.world === undefined ? undefined : hereIn(decoded.world, user, channel, NOW)
  return { definitions: judged, ...decoded, here, typed: here && readTyped(typed, here, here.place.user.locale) }
}
