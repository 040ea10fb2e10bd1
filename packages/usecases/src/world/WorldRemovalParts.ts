/** Loads the stored elements that go with a removed element or prevent its removal. Inside a transaction. */

import type { Snowflake } from "@backlot/domain/base/Snowflake"
import type { Target, WorldTarget } from "@backlot/domain/element/WorldTarget"
import { type GuildChannel, isDirect, type World } from "@backlot/domain/record/World"
import type { Transaction } from "@backlot/ports/Storage"
import { Effect } from "effect"
import * as LobbyStore from "../lobby/LobbyStore.ts"
import { id } from "../store/Collection.ts"
import * as Collections from "../store/Collections.ts"
import { accountsOf, channelsOf, found, NOTHING } from "./WorldParts.ts"

/** The messages of channels are not loaded: `WorldChanges` deletes them with their channel. */
export const forRemoval = (target: WorldTarget): Effect.Effect<World, never, Transaction> =>
  Effect.map(partOf(target), (part): World => ({ ...NOTHING, ...part }))

const partOf = (target: WorldTarget): Effect.Effect<Partial<World>, never, Transaction> => {
  switch (target.kind) {
    case "application":
      return withApplication(target.application_id)
    case "user":
      return withUser(target.user_id)
    case "user_install":
      return withUserInstall(target)
    case "guild":
      return withGuild(target.guild_id)
    case "role":
      return withRole(target)
    case "channel":
      return withChannel(target.guild_id)
    case "member":
      return withMember(target)
    case "guild_install":
      return withGuildInstall(target)
    case "direct_channel":
      return withDirectChannel(target.channel_id)
  }
}

const permissionsOf = (guildId: Snowflake) => Collections.commandPermissions.firstBy("guild", [id(guildId)])

const withRole = Effect.fnUntraced(function* ({ guild_id, role_id }: Target<"role">) {
  return {
    guilds: yield* found(Collections.guilds, id(guild_id)),
    roles: yield* found(Collections.roles, id(guild_id), id(role_id)),
    channels: yield* channelsOf(guild_id),
    members: yield* Collections.members.list([id(guild_id)]),
    command_permissions: yield* permissionsOf(guild_id)
  }
})

const withChannel = Effect.fnUntraced(function* (guildId: Snowflake) {
  return {
    guilds: yield* found(Collections.guilds, id(guildId)),
    channels: yield* channelsOf(guildId),
    command_permissions: yield* permissionsOf(guildId)
  }
})

const withMember = Effect.fnUntraced(function* ({ guild_id, user_id }: Target<"member">) {
  const { users, applications } = yield* accountsOf([user_id])
  const [bot] = applications
  return {
    guilds: yield* found(Collections.guilds, id(guild_id)),
    channels: yield* channelsOf(guild_id),
    members: yield* found(Collections.members, id(guild_id), id(user_id)),
    guild_installs: bot === undefined ? [] : yield* found(Collections.guildInstalls, id(guild_id), id(bot.id)),
    users,
    applications
  }
})

const withGuildInstall = Effect.fnUntraced(function* ({ guild_id, application_id }: Target<"guild_install">) {
  const applications = yield* found(Collections.applications, id(application_id))
  const [bot] = applications.map((a) => a.bot.id)
  return {
    guilds: yield* found(Collections.guilds, id(guild_id)),
    channels: yield* channelsOf(guild_id),
    members: bot === undefined ? [] : yield* found(Collections.members, id(guild_id), id(bot)),
    guild_installs: yield* found(Collections.guildInstalls, id(guild_id), id(application_id)),
    command_permissions: yield* permissionsOf(guild_id),
    applications
  }
})

const withGuild = Effect.fnUntraced(function* (guildId: Snowflake) {
  const key = id(guildId)
  const commands: Array<World["commands"][number]> = []
  for (const application of yield* Collections.applications.list([])) {
    commands.push(...(yield* Collections.commands.list(Collections.commandScope(application.id, guildId))))
  }
  return {
    guilds: yield* found(Collections.guilds, key),
    roles: yield* Collections.roles.list([key]),
    channels: yield* channelsOf(guildId),
    members: yield* Collections.members.list([key]),
    guild_installs: yield* Collections.guildInstalls.list([key]),
    command_permissions: yield* permissionsOf(guildId),
    commands
  }
})

const withUserInstall = Effect.fnUntraced(function* ({ user_id, application_id }: Target<"user_install">) {
  return {
    users: yield* found(Collections.users, id(user_id)),
    applications: yield* found(Collections.applications, id(application_id)),
    user_installs: yield* found(Collections.userInstalls, id(user_id), id(application_id))
  }
})

const withDirectChannel = Effect.fnUntraced(function* (channelId: Snowflake) {
  const channels = yield* found(Collections.channels, id(channelId))
  return { direct_channels: channels.filter(isDirect) }
})

/** The guilds, channels and applications that a user or a bot can belong to. */
const aroundAccount = Effect.fnUntraced(function* (accountId: Snowflake) {
  const channels = yield* Collections.channels.list([])
  return {
    guilds: yield* Collections.guilds.list([]),
    applications: yield* Collections.applications.list([]),
    channels: channels.filter((c): c is GuildChannel => !isDirect(c)),
    direct_channels: channels.filter(isDirect),
    members: yield* Collections.members.by("user", id(accountId))
  }
})

const withUser = Effect.fnUntraced(function* (userId: Snowflake) {
  const credentials = yield* Collections.credentials.firstBy("user", [id(userId)])
  return {
    ...(yield* aroundAccount(userId)),
    users: yield* found(Collections.users, id(userId)),
    user_installs: yield* Collections.userInstalls.list([id(userId)]),
    lobbies: yield* Effect.forEach(yield* LobbyStore.ofUser(userId), LobbyStore.withMembers),
    tokens: credentials.flatMap(Collections.tokensOf)
  }
})

const withApplication = Effect.fnUntraced(function* (applicationId: Snowflake) {
  const key = id(applicationId)
  const application = yield* Collections.applications.get(key)
  const credentials = yield* Collections.credentials.by("application", key)
  return {
    ...(yield* aroundAccount(application?.bot.id ?? applicationId)),
    user_installs: yield* Collections.userInstalls.by("application", key),
    guild_installs: yield* Collections.guildInstalls.by("application", key),
    lobbies: yield* Effect.forEach(yield* Collections.lobbies.by("application", key), LobbyStore.withMembers),
    tokens: credentials.flatMap(Collections.tokensOf),
    rate_limits: yield* found(Collections.rateLimits, key),
    commands: yield* Collections.commands.list([key]),
    command_permissions: yield* Collections.commandPermissions.list([key])
  }
})
