/** Who may make and change the emojis and stickers of a guild. Source: the platform's documentation of permissions. */
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import { BITS, has } from "@backlot/domain/permission/Permission"
import { accounts } from "../access/Accounts.ts"
import { type BotInGuild, type BotOfGuild, guildPermissions, requireInGuild } from "../access/BotEntry.ts"

export const CREATE = "CREATE_GUILD_EXPRESSIONS"
export const MANAGE = "MANAGE_GUILD_EXPRESSIONS"

const mayEither = (there: BotInGuild): boolean => {
  const own = guildPermissions(there)
  return has(own, BITS[CREATE]) || has(own, BITS[MANAGE])
}

interface Made {
  /** Who made it. */
  readonly user_id: Snowflake | null
}

/** The bot may change its own with either right, those of others with the greater one. */
export const requireChange = function* (bot: BotOfGuild, there: BotInGuild, { user_id }: Made) {
  if (user_id === bot.application.bot.id && mayEither(there)) return
  yield* requireInGuild(there, MANAGE)
}

/** Who made them, by id: only those who may make some themselves see that. */
export const makersOf = function* (there: BotInGuild, all: ReadonlyArray<Made>) {
  const makers = mayEither(there) ? all.flatMap(({ user_id }) => user_id ?? []) : []
  return yield* accounts([...new Set(makers)])
}
