/** The guild that a step names. */
import type { Path } from "@backlot/domain/error/Fault"
import { Effect, Result } from "effect"
import { type Playing, unplayable } from "./Playing.ts"
import type { Turn } from "./Turn.ts"

/** The id of the guild with this name or id; undefined without a name. */
export const guildNamed = ({ names }: Playing, text: string | undefined, path: Path) =>
  text === undefined
    ? Effect.succeed(undefined)
    : names.find((known) => Result.map(known.guild(text), ({ id }) => id), path)

/** Without a name the guild of the channel. */
export const guildOf = Effect.fnUntraced(function* (turn: Turn, text: string | undefined, path: Path) {
  const named = yield* guildNamed(turn.playing, text, path)
  if (named !== undefined) return named
  const { channel } = yield* turn.scene
  return channel.guild_id ?? (yield* unplayable(path, "this channel is in no guild: name one"))
})
