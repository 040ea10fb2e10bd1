/** A user in a channel, with the applications there, as plain data. Source: wire-interactions.md §5.1, §5.2. */
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import { UnknownChannel, UnknownGuild, UnknownMember, UnknownUser } from "@backlot/domain/error/ServiceError"
import { applicationsHere, type Candidate, scopesHere, type UserHere } from "@backlot/domain/permission/CommandsHere"
import type { DirectPlace, GuildPlace } from "@backlot/domain/permission/Place"
import { standingInGuild } from "@backlot/domain/permission/Standing"
import * as World from "@backlot/domain/record/World"
import * as Collections from "../store/Collections.ts"
import { clockTime, existing } from "../store/Transact.ts"
import { applicationsOfBots } from "./Accounts.ts"
import { parentOf } from "./ChannelObjects.ts"

/** A direct channel has no installations, permissions and roles of a guild. */
interface OfUser extends UserHere {
  readonly roles: ReadonlyArray<World.Role>
}

export type UserInChannel = GuildPlace & OfUser

type UserInDirect = DirectPlace & OfUser

const NO_GUILD = { guildInstalls: [], commandPermissions: [], roles: [] }

export type UserPlace = UserInChannel | UserInDirect

/** A channel, as a user names it over the control plane. */
export interface UserAddress {
  readonly user_id: Snowflake
  readonly channel_id: Snowflake
}

export interface UserMessageAddress extends UserAddress {
  readonly message_id: Snowflake
}

/** The place of a user in a channel. Fails when the user or channel is unknown, or the user is no member. */
export const load = function* (userId: Snowflake, channelId: Snowflake) {
  const user = yield* existing(Collections.users.get(userId), UnknownUser)
  const channel = yield* existing(Collections.channels.get(channelId), UnknownChannel)
  const userInstalls = yield* Collections.userInstalls.list([userId])
  if (!World.isDirect(channel)) return yield* inGuild(user, channel, userInstalls)
  if (!channel.recipients.includes(userId)) return yield* new UnknownChannel()
  return { kind: "direct", user, channel, userInstalls, ...NO_GUILD } satisfies UserInDirect
}

/** A member in the guild as a whole. Fails when the user or guild is unknown, or the user is no member. */
export const member = function* (user_id: Snowflake, guild_id: Snowflake) {
  const user = yield* existing(Collections.users.get(user_id), UnknownUser)
  const guild = yield* existing(Collections.guilds.get(guild_id), UnknownGuild)
  const member = yield* existing(Collections.members.get(guild_id, user_id), UnknownMember)
  const roles = yield* Collections.roles.list([guild_id])
  return standingInGuild({ user, guild, roles, member, now_ms: yield* clockTime })
}

const inGuild = function* (
  user: World.User,
  channel: World.GuildChannel,
  userInstalls: ReadonlyArray<World.UserInstall>
) {
  const guild = yield* Collections.guilds.get(channel.guild_id)
  const member = yield* Collections.members.get(channel.guild_id, user.id)
  if (guild === undefined) return yield* new UnknownChannel()
  if (member === undefined) return yield* new UnknownMember()
  return {
    kind: "guild",
    user,
    member,
    guild,
    roles: yield* Collections.roles.list([channel.guild_id]),
    channel,
    parent: yield* parentOf(channel),
    guildInstalls: yield* Collections.guildInstalls.list([channel.guild_id]),
    userInstalls,
    commandPermissions: yield* Collections.commandPermissions.firstBy("guild", [channel.guild_id])
  } satisfies UserInChannel
}

/** Every command that could be offered here: global ones of installed applications and the guild's own. */
export const candidates = function* (place: UserPlace) {
  const scopes = scopesHere(place)
  const found: Array<Candidate> = []
  for (const application of yield* installed(place)) {
    for (const scope of scopes) {
      const commands = yield* Collections.commands.list(Collections.commandScope(application.id, scope))
      found.push(...commands.map((command) => ({ command, application })))
    }
  }
  return found
}

/** Applications that could offer a command here, by ascending id. Inside a transaction. */
export const installed = function* (place: UserPlace) {
  const ofBots = place.kind === "direct" ? yield* applicationsOfBots(place.channel.recipients) : []
  const ids = applicationsHere(
    place,
    ofBots.map(({ id }) => id)
  )
  return yield* Collections.applications.existing(ids.map((id) => [id]))
}
