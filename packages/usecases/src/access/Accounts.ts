/** Users and bots by id, and as members of a guild. Loaded inside a transaction. */

import type { Snowflake } from "@backlot/domain/base/Snowflake"
import { type InstalledBot, memberDetails } from "@backlot/domain/guild/GuildObject"
import type { UserObject } from "@backlot/domain/guild/GuildWire"
import { botObject, userObject } from "@backlot/domain/guild/UserWire"
import type { Member } from "@backlot/domain/record/World"
import { Effect } from "effect"
import * as Collections from "../store/Collections.ts"

/** The user objects of the ids that exist. `bots` are loaded already. */
export const accounts = Effect.fnUntraced(function* (
  ids: ReadonlyArray<Snowflake>,
  bots: ReadonlyArray<InstalledBot> = []
) {
  const found = new Map<Snowflake, UserObject>(bots.map(({ application: a }) => [a.bot.id, botObject(a)]))
  const users = yield* Collections.users.getMany(ids.map((id) => [id]))
  for (const user of users) if (user !== undefined) found.set(user.id, userObject(user))
  for (const id of ids) {
    const [application] = found.has(id) ? [] : yield* Collections.applications.by("bot", id)
    if (application !== undefined) found.set(id, botObject(application))
  }
  return found
})

/** The user objects of the ids that exist, in the order of the ids. */
export const usersOf = (ids: ReadonlyArray<Snowflake>) =>
  Effect.map(accounts(ids), (found) => ids.flatMap((id) => found.get(id) ?? []))

/** Member objects, as REST answers carry them. */
export const memberObjects = Effect.fnUntraced(function* (
  members: ReadonlyArray<Member>,
  bots: ReadonlyArray<InstalledBot>,
  nowMs: number
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
})
