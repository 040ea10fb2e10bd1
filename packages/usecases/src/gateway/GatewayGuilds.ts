/** Loads guilds for the gateway. All effects run inside a transaction. Source: wire-interactions.md §3.6. */

import type { Snowflake } from "@backlot/domain/base/Snowflake"
import type { GuildWhole, Viewer } from "@backlot/domain/gateway/GatewayGuild"
import type { InstalledBot } from "@backlot/domain/guild/GuildObject"
import { unknownUser } from "@backlot/domain/guild/UserWire"
import { type Guild, type GuildChannel, isDirect, type Member } from "@backlot/domain/record/World"
import { Effect } from "effect"
import { accounts } from "../access/Accounts.ts"
import { botsOf } from "../access/GuildBots.ts"
import * as Collections from "../store/Collections.ts"

/** The guild with everything in it. */
export const wholeOf = Effect.fnUntraced(function* (guild: Guild) {
  const key = guild.id
  const channels = yield* Collections.channels.by("guild", key)
  return {
    guild,
    roles: yield* Collections.roles.list([key]),
    channels: channels.filter((channel): channel is GuildChannel => !isDirect(channel)),
    bots: yield* botsOf(guild.id),
    members: yield* Collections.members.list([key])
  } satisfies GuildWhole
})

/** The application's bot in the guild; undefined where it is no member. */
export const viewerOf = ({ bots, members }: GuildWhole, applicationId: Snowflake): Viewer | undefined => {
  const bot = bots.find(({ application }) => application.id === applicationId)
  const member = members.find(({ user_id }) => user_id === bot?.application.bot.id)
  return bot === undefined || member === undefined ? undefined : { ...bot, member }
}

/** The user of each member, in their order. A deleted user is only an id. */
export const memberUsers = Effect.fnUntraced(function* (
  members: ReadonlyArray<Pick<Member, "user_id">>,
  bots: ReadonlyArray<InstalledBot> = []
) {
  const ids = members.map(({ user_id }) => user_id)
  const known = yield* accounts(ids, bots)
  return ids.map((id) => known.get(id) ?? unknownUser(id))
})
