/** What a user can name in a channel, as payloads show it. In a transaction. Source: wire-interactions.md §1.7, §8. */

import type { Snowflake } from "@backlot/domain/base/Snowflake"
import { allRoles } from "@backlot/domain/guild/GuildObject"
import { botObject, userObject } from "@backlot/domain/guild/UserWire"
import type { KnownChannel, UserSnapshot } from "@backlot/domain/interaction/ResolvedData"
import { BITS, has } from "@backlot/domain/permission/Permission"
import { permissionsIn } from "@backlot/domain/permission/Place"
import { hasManagedRole, managedBits } from "@backlot/domain/record/ManagedRole"
import { type Application, type GuildChannel, isDirect, isThread, type Role } from "@backlot/domain/record/World"
import { idsInOptions, idsInText } from "@backlot/domain/typing/NamedIds"
import type { UseInput } from "@backlot/domain/typing/UseReading"
import * as Body from "@backlot/ports/Body"
import * as Collections from "../store/Collections.ts"
import { applicationsOfBots, withApplications } from "./Accounts.ts"
import { guildChannels } from "./ChannelObjects.ts"
import type { UserInChannel, UserPlace } from "./UserPlace.ts"

export interface Surroundings {
  readonly users: ReadonlyArray<UserSnapshot>
  /** Guild channels that the user can view and name; in direct messages the channel itself. */
  readonly channels: ReadonlyArray<KnownChannel>
  readonly roles: ReadonlyArray<Role>
}

/** For a use that names nobody and nothing. */
export const NONE: Surroundings = { users: [], channels: [], roles: [] }

/** What to load: people with these ids and, with `everyone`, all who are here; channels with these ids, or all. */
export interface Named {
  readonly ids: ReadonlyArray<Snowflake>
  readonly everyone: boolean
  readonly channels: ReadonlyArray<Snowflake> | "all"
}

/** A text can name people by id and by name, options by id alone. */
export const namedIn = (input: UseInput["input"]): Named =>
  "text" in input ? { ids: idsInText(input.text), everyone: true, channels: "all" } : ofIds(idsInOptions(input.options))

const ofIds = (ids: ReadonlyArray<Snowflake>): Named => ({ ids, everyone: false, channels: ids })

export const load = function* (place: UserPlace, named: Named, nowMs: number) {
  const here = named.everyone ? yield* present(place) : []
  const surroundings: Surroundings = {
    users: yield* people(place, [...new Set([...here, ...named.ids])]),
    channels: place.kind === "guild" ? yield* viewable(place, named, nowMs) : [{ channel: place.channel }],
    roles: allRoles(place.roles, yield* withApplications(place.guildInstalls.filter(hasManagedRole)))
  }
  return surroundings
}

/** A user or a bot by id. In a guild it has its membership; so has the bot of an installed app. */
export const person = (place: UserPlace, id: Snowflake) => Body.map(people(place, [id]), ([found]) => found)

/** The users and bots among the ids, in their order. */
const people = function* (place: UserPlace, ids: ReadonlyArray<Snowflake>) {
  const users = yield* Collections.users.getMany(ids.map((id) => [id]))
  const members =
    place.kind === "guild" ? yield* Collections.members.getMany(ids.map((id) => [place.guild.id, id])) : []
  const bots = yield* botsOf(
    place,
    ids.filter((_, i) => users[i] === undefined)
  )
  return ids.flatMap((id, i): ReadonlyArray<UserSnapshot> => {
    const user = users[i]
    const bot = bots.get(id)
    const object = user !== undefined ? userObject(user) : bot !== undefined ? botObject(bot) : undefined
    if (object === undefined) return []
    if (place.kind === "direct") return [{ user: object }]
    return [{ user: object, member: members[i], managed: managedOf(place, bot) }]
  })
}

/** Applications by the ids of their bots. One read loads those installed here; each other one takes a read. */
const botsOf = function* (place: UserPlace, ids: ReadonlyArray<Snowflake>) {
  if (ids.length === 0) return new Map<Snowflake, Application>()
  const found = yield* Collections.applications.existing(place.guildInstalls.map((i) => [i.application_id]))
  const bots = new Map(found.map((application) => [application.bot.id, application]))
  for (const bot of yield* applicationsOfBots(ids.filter((id) => !bots.has(id)))) bots.set(bot.bot.id, bot)
  return bots
}

const managedOf = (place: UserInChannel, bot: Application | undefined) =>
  managedBits(bot && place.guildInstalls.find((i) => i.application_id === bot.id))

const present = function* (place: UserPlace) {
  if (place.kind === "direct") return place.channel.recipients
  const members = yield* Collections.members.list([place.guild.id])
  return members.map((member) => member.user_id)
}

const channelsAmong = ({ guild }: UserInChannel, ids: ReadonlyArray<Snowflake>) =>
  Body.map(Collections.channels.existing([...new Set(ids)].map((one) => [one])), (found) =>
    found.filter((channel): channel is GuildChannel => !isDirect(channel) && channel.guild_id === guild.id)
  )

const viewable = function* (place: UserInChannel, { channels }: Named, nowMs: number) {
  const all = channels === "all" ? yield* guildChannels(place.guild.id) : yield* channelsAmong(place, channels)
  const parents =
    channels === "all"
      ? all
      : yield* channelsAmong(
          place,
          all.flatMap(({ parent_id }) => parent_id ?? [])
        )
  const byId = new Map(parents.map((channel) => [channel.id, channel]))
  const snapshots = all.map((channel) => ({
    channel,
    ...(isThread(channel) && channel.parent_id !== null ? { parent: byId.get(channel.parent_id) } : {})
  }))
  return snapshots.filter((where) =>
    has(permissionsIn(place, { member: place.member }, where, nowMs), BITS.VIEW_CHANNEL)
  )
}
