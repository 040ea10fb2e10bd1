/** Loads the stored elements that go with a removed element or prevent its removal. Inside a transaction. */

import type { Snowflake } from "@backlot/domain/base/Snowflake"
import type { WorldTarget } from "@backlot/domain/element/WorldTarget"
import { type GuildChannel, isDirect, type World } from "@backlot/domain/record/World"
import type { Secrets } from "@backlot/ports/Secrets"
import type { Transaction } from "@backlot/ports/Storage"
import { Effect } from "effect"
import * as LobbyStore from "../lobby/LobbyStore.ts"
import { id } from "../store/Collection.ts"
import * as Collections from "../store/Collections.ts"
import { channelsOf, forEdit, found } from "./WorldParts.ts"

/** The messages of channels are not loaded: `WorldChanges` deletes them with their channel. */
export const forRemoval = Effect.fnUntraced(function* (target: WorldTarget) {
  const near = yield* forEdit({ target })
  return { ...near, ...(yield* dependentsOf(target, near)) } satisfies World
})

const dependentsOf = (
  target: WorldTarget,
  near: World
): Effect.Effect<Partial<World>, never, Transaction | Secrets> => {
  switch (target.kind) {
    case "application":
      return ofApplication(target.application_id)
    case "user":
      return ofUser(target.user_id)
    case "guild":
      return Effect.map(guildCommands(target.guild_id), (commands) => ({ commands }))
    case "role":
    case "channel":
    case "member":
    case "guild_install":
      return inGuild(target, near)
    case "user_install":
    case "direct_channel":
      return Effect.succeed({})
  }
}

const inGuild = Effect.fnUntraced(function* (
  { kind, guild_id }: Extract<WorldTarget, { readonly guild_id: Snowflake }>,
  { members, applications: [bot] }: World
) {
  const guild = id(guild_id)
  return {
    channels: yield* channelsOf(guild_id),
    command_permissions: kind === "member" ? [] : yield* Collections.commandPermissions.firstBy("guild", [guild]),
    members: kind === "role" ? yield* Collections.members.list([guild]) : members,
    guild_installs: bot === undefined ? [] : yield* found(Collections.guildInstalls, guild, id(bot.id))
  }
})

const guildCommands = Effect.fnUntraced(function* (guildId: Snowflake) {
  const commands: Array<World["commands"][number]> = []
  for (const application of yield* Collections.applications.list([])) {
    commands.push(...(yield* Collections.commands.list(Collections.commandScope(application.id, guildId))))
  }
  return commands
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

const ofUser = Effect.fnUntraced(function* (userId: Snowflake) {
  const credentials = yield* Collections.credentials.firstBy("user", [id(userId)])
  return {
    ...(yield* aroundAccount(userId)),
    lobbies: yield* Effect.forEach(yield* LobbyStore.ofUser(userId), LobbyStore.withMembers),
    tokens: credentials.flatMap(Collections.tokensOf)
  }
})

const ofApplication = Effect.fnUntraced(function* (applicationId: Snowflake) {
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
