/**
 * Where a user stands: the channel, what surrounds it, and which applications are installed there. Loaded once in a
 * transaction and handed to pure decisions as plain data. Source: wire-interactions.md §5.1, §5.2.
 */

import { compare, type Snowflake } from "@backlot/domain/base/Snowflake"
import { UnknownChannel, UnknownMember, UnknownUser } from "@backlot/domain/error/ServiceError"
import type { ApplicationCommand, Scope } from "@backlot/domain/record/ApplicationCommand"
import {
  type Application,
  type DirectChannel,
  type Guild,
  type GuildChannel,
  type GuildCommandPermissions,
  type GuildInstall,
  isDirect,
  isThread,
  type Member,
  type Role,
  type User,
  type UserInstall
} from "@backlot/domain/record/World"
import { Effect } from "effect"
import * as Collection from "../store/Collection.ts"
import * as Collections from "../store/Collections.ts"

export interface GuildScene {
  readonly kind: "guild"
  readonly user: User
  readonly member: Member
  readonly guild: Guild
  readonly roles: ReadonlyArray<Role>
  readonly channel: GuildChannel
  /** Of a thread: the channel whose overwrites rule it. */
  readonly parent: GuildChannel | undefined
  readonly guildInstalls: ReadonlyArray<GuildInstall>
  readonly userInstalls: ReadonlyArray<UserInstall>
  /** Of every command and every application that has overwrites in the guild. */
  readonly commandPermissions: ReadonlyArray<GuildCommandPermissions>
}

export interface DirectScene {
  readonly kind: "direct"
  readonly user: User
  readonly channel: DirectChannel
  readonly userInstalls: ReadonlyArray<UserInstall>
}

export type Scene = GuildScene | DirectScene

/** The scene of a user in a channel. Fails when one of them is unknown or the user is not there. */
export const load = Effect.fnUntraced(function* (userId: Snowflake, channelId: Snowflake) {
  const user = yield* Collections.users.get(Collection.id(userId))
  if (user === undefined) return yield* new UnknownUser()
  const channel = yield* Collections.channels.get(Collection.id(channelId))
  if (channel === undefined) return yield* new UnknownChannel()
  const userInstalls = yield* Collections.userInstalls.list([Collection.id(userId)])
  if (!isDirect(channel)) return yield* guildScene(user, channel, userInstalls)
  if (!channel.recipients.includes(userId)) return yield* new UnknownChannel()
  return { kind: "direct", user, channel, userInstalls } satisfies DirectScene
})

const guildScene = Effect.fnUntraced(function* (
  user: User,
  channel: GuildChannel,
  userInstalls: ReadonlyArray<UserInstall>
) {
  const guildKey = Collection.id(channel.guild_id)
  const guild = yield* Collections.guilds.get(guildKey)
  const member = yield* Collections.members.get(guildKey, Collection.id(user.id))
  if (guild === undefined) return yield* new UnknownChannel()
  if (member === undefined) return yield* new UnknownMember()
  const parent =
    isThread(channel) && channel.parent_id !== null
      ? yield* Collections.channels.get(Collection.id(channel.parent_id))
      : undefined
  return {
    kind: "guild",
    user,
    member,
    guild,
    roles: yield* Collections.roles.list([guildKey]),
    channel,
    parent: parent === undefined || isDirect(parent) ? undefined : parent,
    guildInstalls: yield* Collections.guildInstalls.list([guildKey]),
    userInstalls,
    commandPermissions: yield* Collections.commandPermissions.firstBy("guild", [guildKey])
  } satisfies GuildScene
})

/** A command that could be offered, with its application. */
export interface Candidate {
  readonly command: ApplicationCommand
  readonly application: Application
}

/** Every command that could be offered here: global ones of installed applications and the guild's own. */
export const candidates = Effect.fnUntraced(function* (scene: Scene) {
  const scopes: ReadonlyArray<Scope> = scene.kind === "guild" ? ["global", scene.guild.id] : ["global"]
  const found: Array<Candidate> = []
  for (const application of yield* installed(scene)) {
    for (const scope of scopes) {
      const commands = yield* Collections.commands.list(Collections.commandScope(application.id, scope))
      found.push(...commands.map((command) => ({ command, application })))
    }
  }
  return found
})

/** Applications that could offer a command here, by ascending id. Inside a transaction. */
export const installed = Effect.fnUntraced(function* (scene: Scene) {
  const ids = yield* applicationsOf(scene)
  const found = yield* Collections.applications.getMany(ids.map((id) => [Collection.id(id)]))
  return found.filter((application) => application !== undefined)
})

/** By ascending id. In a direct channel its bot is one of them. */
const applicationsOf = Effect.fnUntraced(function* (scene: Scene) {
  const installed = scene.userInstalls.map((install) => install.application_id)
  const here =
    scene.kind === "guild"
      ? scene.guildInstalls.map((install) => install.application_id)
      : yield* applicationsOfBots(scene.channel.recipients)
  return [...new Set([...here, ...installed])].sort(compare)
})

const applicationsOfBots = Effect.fnUntraced(function* (userIds: ReadonlyArray<Snowflake>) {
  const found: Array<Snowflake> = []
  for (const id of userIds) {
    for (const application of yield* Collections.applications.by("bot", Collection.id(id))) found.push(application.id)
  }
  return found
})
