/** The part of the world that goes when an element goes, or stands against it. Loaded inside a transaction. */

import type { Snowflake } from "@backlot/domain/base/Snowflake"
import type { WorldTarget } from "@backlot/domain/element/WorldTarget"
import { type GuildChannel, isDirect, type World } from "@backlot/domain/record/World"
import type { Transaction } from "@backlot/ports/Storage"
import { Effect } from "effect"
import * as LobbyStore from "../lobby/LobbyStore.ts"
import { id } from "../store/Collection.ts"
import * as Collections from "../store/Collections.ts"
import * as WorldGuildParts from "./WorldGuildParts.ts"
import { NOTHING } from "./WorldParts.ts"

/** What `WorldRemoval.remove` looks at and changes; the messages of channels are left to who writes the changes. */
export const forRemoval = (target: WorldTarget): Effect.Effect<World, never, Transaction> => {
  switch (target.kind) {
    case "application":
      return withApplication(target.application_id)
    case "user":
      return withUser(target.user_id)
    case "user_install":
      return withUserInstalls(target.user_id)
    case "direct_channel":
      return withChannel(target.channel_id)
    default:
      return withGuild(target)
  }
}

const withUserInstalls = Effect.fnUntraced(function* (userId: Snowflake) {
  const user = yield* Collections.users.get(id(userId))
  const applications = yield* Collections.applications.list([])
  const user_installs = yield* Collections.userInstalls.list([id(userId)])
  return { ...NOTHING, users: user === undefined ? [] : [user], applications, user_installs } satisfies World
})

const withChannel = Effect.fnUntraced(function* (channelId: Snowflake) {
  const channel = yield* Collections.channels.get(id(channelId))
  return { ...NOTHING, direct_channels: channel !== undefined && isDirect(channel) ? [channel] : [] } satisfies World
})

const withGuild = Effect.fnUntraced(function* (target: WorldGuildParts.GuildTarget) {
  const { kind, guild_id } = target
  const applications = yield* Collections.applications.list([])
  const parts = yield* WorldGuildParts.load(target, undefined, applications, kind === "guild" || kind === "role")
  const [user] = kind === "member" ? yield* Collections.users.getMany([[id(target.user_id)]]) : []
  const commands: Array<World["commands"][number]> = []
  for (const application of kind === "guild" ? applications : []) {
    commands.push(...(yield* Collections.commands.list(Collections.commandScope(application.id, guild_id))))
  }
  return { ...NOTHING, ...parts, applications, users: user === undefined ? [] : [user], commands } satisfies World
})

/** Whatever a user or a bot can stand in. */
const aroundAccount = Effect.fnUntraced(function* (accountId: Snowflake) {
  const channels = yield* Collections.channels.list([])
  return {
    ...NOTHING,
    guilds: yield* Collections.guilds.list([]),
    applications: yield* Collections.applications.list([]),
    channels: channels.filter((c): c is GuildChannel => !isDirect(c)),
    direct_channels: channels.filter(isDirect),
    members: yield* Collections.members.by("user", id(accountId))
  } satisfies World
})

const withUser = Effect.fnUntraced(function* (userId: Snowflake) {
  const user = yield* Collections.users.get(id(userId))
  const credentials = yield* Collections.credentials.firstBy("user", [id(userId)])
  return {
    ...(yield* aroundAccount(userId)),
    users: user === undefined ? [] : [user],
    user_installs: yield* Collections.userInstalls.list([id(userId)]),
    lobbies: yield* Effect.forEach(yield* LobbyStore.ofUser(userId), LobbyStore.withMembers),
    tokens: credentials.flatMap(Collections.tokensOf)
  } satisfies World
})

const withApplication = Effect.fnUntraced(function* (applicationId: Snowflake) {
  const key = id(applicationId)
  const application = yield* Collections.applications.get(key)
  const credentials = yield* Collections.credentials.by("application", key)
  const limit = yield* Collections.rateLimits.get(key)
  return {
    ...(yield* aroundAccount(application?.bot.id ?? applicationId)),
    user_installs: yield* Collections.userInstalls.by("application", key),
    guild_installs: yield* Collections.guildInstalls.by("application", key),
    lobbies: yield* Effect.forEach(yield* Collections.lobbies.by("application", key), LobbyStore.withMembers),
    tokens: credentials.flatMap(Collections.tokensOf),
    rate_limits: limit === undefined ? [] : [limit],
    commands: yield* Collections.commands.list([key]),
    command_permissions: yield* Collections.commandPermissions.list([key])
  } satisfies World
})
