/** The emojis and stickers of a guild, without their pictures. Inside a transaction. */
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import type { Expressions } from "@backlot/domain/guild/GuildObject"
import * as Collections from "./Collections.ts"

export const expressionsOf = function* (guildId: Snowflake) {
  return {
    emojis: yield* Collections.emojis.list([guildId]),
    stickers: yield* Collections.stickers.list([guildId])
  } satisfies Expressions
}
