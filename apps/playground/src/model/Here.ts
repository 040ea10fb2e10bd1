/** One person in one channel of a world: who and what is there, and which commands they see. */
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import { allRoles } from "@backlot/domain/guild/GuildObject"
import { botObject, userObject } from "@backlot/domain/guild/UserWire"
import type { Entities, UserSnapshot } from "@backlot/domain/interaction/ResolvedData"
import {
  applicationsHere,
  type Candidate,
  type Judged,
  judging,
  scopesHere,
  type UserHere
} from "@backlot/domain/permission/CommandsHere"
import { BITS, has } from "@backlot/domain/permission/Permission"
import { type GuildPlace, type Place, permissionsIn } from "@backlot/domain/permission/Place"
import { managedBits } from "@backlot/domain/record/ManagedRole"
import { type GuildChannel, isThread, type User, type World } from "@backlot/domain/record/World"
import { ChannelType } from "@backlot/domain/record/WorldVocabulary"

export interface Here {
  readonly world: World
  readonly place: Place & UserHere
  readonly now: number
  /** Every command that could be offered here, each with the steps of its decision. */
  readonly judged: ReadonlyArray<Judged>
  /** What the user can name. */
  readonly entities: Entities
}

export interface Room {
  readonly id: Snowflake
  readonly name: string
}

/** The channels that a user could be in: of their guilds, and their direct ones. */
export const roomsOf = (world: World, userId: Snowflake): ReadonlyArray<Room> => {
  const guilds = new Map(
    world.guilds
      .filter(({ id }) => world.members.some((m) => m.guild_id === id && m.user_id === userId))
      .map(({ id, name }) => [id, name])
  )
  const many = guilds.size > 1
  return [
    ...world.channels.flatMap(({ id, name, guild_id, type }) => {
      const guild = guilds.get(guild_id)
      // A category is no place to be in.
      if (guild === undefined || type === ChannelType.GUILD_CATEGORY) return []
      return [{ id, name: many ? `#${name} of ${guild}` : `#${name}` }]
    }),
    ...world.direct_channels
      .filter(({ recipients }) => recipients.includes(userId))
      .map(({ id, recipients }) => ({
        id,
        name: `direct: ${recipients.flatMap((one) => (one === userId ? [] : (nameOf(world, one) ?? one))).join(", ")}`
      }))
  ]
}

const nameOf = (world: World, id: Snowflake): string | undefined =>
  world.users.find((one) => one.id === id)?.username ?? world.applications.find(({ bot }) => bot.id === id)?.name

/** Undefined when the world has no such user or channel, or the user is not there. */
export const hereIn = (world: World, userId: Snowflake, channelId: Snowflake, now: number): Here | undefined => {
  const user = world.users.find(({ id }) => id === userId)
  const place = user === undefined ? undefined : placeOf(world, user, channelId)
  if (place === undefined) return undefined
  const judge = judging(place, now)
  const judged = candidates(world, place).map(judge)
  return { world, place, now, judged, entities: entitiesOf(world, place, now) }
}

const placeOf = (world: World, user: User, channelId: Snowflake): (Place & UserHere) | undefined => {
  const userInstalls = world.user_installs.filter(({ user_id }) => user_id === user.id)
  const direct = world.direct_channels.find(({ id, recipients }) => id === channelId && recipients.includes(user.id))
  if (direct !== undefined)
    return { kind: "direct", channel: direct, user, userInstalls, guildInstalls: [], commandPermissions: [] }
  const channel = world.channels.find(({ id }) => id === channelId)
  const guild = world.guilds.find(({ id }) => id === channel?.guild_id)
  const member = world.members.find((one) => one.guild_id === guild?.id && one.user_id === user.id)
  if (channel === undefined || guild === undefined || member === undefined) return undefined
  const ofGuild = <A extends { readonly guild_id: Snowflake }>(list: ReadonlyArray<A>) =>
    list.filter(({ guild_id }) => guild_id === guild.id)
  return {
    kind: "guild",
    guild,
    member,
    roles: ofGuild(world.roles),
    ...snapshot(world, channel),
    user,
    userInstalls,
    guildInstalls: ofGuild(world.guild_installs),
    commandPermissions: ofGuild(world.command_permissions)
  }
}

const snapshot = (world: World, channel: GuildChannel) => {
  const parent = isThread(channel) ? world.channels.find(({ id }) => id === channel.parent_id) : undefined
  return parent === undefined ? { channel } : { channel, parent }
}

/** The commands of the applications here: the global ones of each, then the guild's own. */
const candidates = (world: World, place: Place & UserHere): ReadonlyArray<Candidate> => {
  const isHere = (botId: Snowflake) => place.kind === "direct" && place.channel.recipients.includes(botId)
  const ofBots = world.applications.filter(({ bot }) => isHere(bot.id)).map(({ id }) => id)
  return applicationsHere(place, ofBots).flatMap((id) => {
    const application = world.applications.find((one) => one.id === id)
    if (application === undefined) return []
    const own = world.commands.filter(({ application_id }) => application_id === id)
    return scopesHere(place)
      .flatMap((scope) => own.filter(({ guild_id = "global" }) => guild_id === scope))
      .map((command) => ({ command, application }))
  })
}

const entitiesOf = (world: World, place: Place & UserHere, now: number): Entities => {
  const none = { attachments: [], messages: [] }
  if (place.kind === "direct") {
    const users = place.channel.recipients.flatMap((id) => personOf(world, id) ?? [])
    return { users, channels: [{ channel: place.channel }], roles: [], ...none }
  }
  const channels = world.channels
    .filter(({ guild_id }) => guild_id === place.guild.id)
    .map((channel) => snapshot(world, channel))
    .filter((where) => has(permissionsIn(place, { member: place.member }, where, now), BITS.VIEW_CHANNEL))
  const installs = place.guildInstalls.flatMap((install) => {
    const application = world.applications.find(({ id }) => id === install.application_id)
    return application === undefined ? [] : [{ application, install }]
  })
  return { users: membersOf(world, place), channels, roles: allRoles(place.roles, installs), ...none }
}

const membersOf = (world: World, place: GuildPlace & UserHere): ReadonlyArray<UserSnapshot> =>
  world.members
    .filter(({ guild_id }) => guild_id === place.guild.id)
    .flatMap((member) => {
      const person = personOf(world, member.user_id)
      const application = world.applications.find(({ bot }) => bot.id === member.user_id)
      const install = place.guildInstalls.find((one) => one.application_id === application?.id)
      return person === undefined ? [] : [{ ...person, member, managed: managedBits(install) }]
    })

const personOf = (world: World, id: Snowflake): UserSnapshot | undefined => {
  const user = world.users.find((one) => one.id === id)
  if (user !== undefined) return { user: userObject(user) }
  const application = world.applications.find(({ bot }) => bot.id === id)
  return application === undefined ? undefined : { user: botObject(application) }
}
