/** Users and bots by id, and as members of a guild. Loaded inside a transaction. */

import { isSnowflake, type Snowflake } from "@backlot/domain/base/Snowflake"
import { allRoles, type InstalledBot, memberDetails } from "@backlot/domain/guild/GuildObject"
import type { UserObject } from "@backlot/domain/guild/GuildWire"
import { botObject, userObject } from "@backlot/domain/guild/UserWire"
import type { GuildInstall, Member } from "@backlot/domain/record/World"
import * as Body from "@backlot/ports/Body"
import { text } from "../store/Collection.ts"
import * as Collections from "../store/Collections.ts"
import { clockTime } from "../store/Transact.ts"

/** The bots that are installed in a guild, by the ids of their applications. */
export const botsOf = (guildId: Snowflake) => Body.flatMap(botInstalls(guildId), withApplications)

/** The installations that bring a bot into the guild. */
export const botInstalls = (guildId: Snowflake) =>
  Body.map(Collections.guildInstalls.list([guildId]), (installs) => installs.filter(bringsBot))

/** Every role of a guild, the managed roles of its bots last. */
export const rolesOf = function* (guildId: Snowflake) {
  return allRoles(yield* Collections.roles.list([guildId]), yield* botsOf(guildId))
}

export const bringsBot = ({ scopes }: GuildInstall): boolean => scopes.includes("bot")

/** Installations with their applications. */
export const withApplications = function* (installs: ReadonlyArray<GuildInstall>) {
  const applications = yield* Collections.applications.getMany(installs.map(({ application_id }) => [application_id]))
  return installs.flatMap((install, i): ReadonlyArray<InstalledBot> => {
    const application = applications[i]
    return application === undefined ? [] : [{ application, install }]
  })
}

/** The applications of the bots among the ids, in the order of the ids. */
export const applicationsOfBots = (ids: ReadonlyArray<Snowflake>) =>
  Body.map(
    Body.forEach([...new Set(ids)], (id) => Collections.applications.by("bot", id)),
    (found) => found.flat()
  )

/** The user objects of the ids that exist. `bots` are loaded already. */
export const accounts = function* (ids: ReadonlyArray<Snowflake>, bots: ReadonlyArray<InstalledBot> = []) {
  const found = new Map<Snowflake, UserObject>(bots.map(({ application: a }) => [a.bot.id, botObject(a)]))
  const users = yield* Collections.users.existing(ids.map((id) => [id]))
  for (const user of users) found.set(user.id, userObject(user))
  const others = yield* applicationsOfBots(ids.filter((id) => !found.has(id)))
  for (const application of others) found.set(application.bot.id, botObject(application))
  return found
}

/** The id of the user or bot with this id or username; undefined when there is none. */
export const accountNamed = function* (named: string) {
  const isId: boolean = isSnowflake(named)
  if (isId) return (yield* accounts([named])).has(named) ? named : undefined
  const users = yield* Collections.users.by("username", text(named.toLowerCase()))
  return users.find(({ username }) => username === named)?.id
}

/** The user objects of the ids that exist, in the order of the ids. */
export const usersOf = (ids: ReadonlyArray<Snowflake>) =>
  Body.map(accounts(ids), (found) => ids.flatMap((id) => found.get(id) ?? []))

/** Member objects, as REST answers carry them. */
export const memberObjects = function* (members: ReadonlyArray<Member>, bots: ReadonlyArray<InstalledBot>) {
  return yield* memberObjectsAt(yield* clockTime, members, bots)
}

/** As they are at this time of the service clock. */
export const memberObjectsAt = function* (
  nowMs: number,
  members: ReadonlyArray<Member>,
  bots: ReadonlyArray<InstalledBot>
) {
  const users = yield* accounts(
    members.map(({ user_id }) => user_id),
    bots
  )
  return members.flatMap((member) => {
    const user = users.get(member.user_id)
    const bot = bots.find(({ application }) => application.bot.id === member.user_id)
    return user === undefined ? [] : [memberDetails(member, user, nowMs, bot)]
  })
}
