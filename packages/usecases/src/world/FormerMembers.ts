/**
 * Who has left a guild comes back with the flag DID_REJOIN. Inside a transaction. Source: the platform's documentation of
 * members.
 */
import { profile } from "@backlot/domain/base/ProfileLimits"
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import { MemberFlag } from "@backlot/domain/record/MemberFlag"
import type { Member, World } from "@backlot/domain/record/World"
import { type Changes, removed } from "@backlot/domain/world/WorldChange"
import * as Collections from "../store/Collections.ts"

/** Remembers who leaves a guild that stays; beyond the bound the oldest is forgotten. */
export const remember = function* ({ members, guilds, users, applications }: Changes) {
  if (members.every(({ after }) => after !== undefined) && guilds.length === 0) return
  const accounts = new Set([...removed(users).map(({ id }) => id), ...removed(applications).map(({ bot }) => bot.id)])
  const gone = new Set(removed(guilds).map(({ id }) => id))
  for (const { guild_id, user_id } of removed(members)) {
    if (!gone.has(guild_id) && !accounts.has(user_id)) yield* append(guild_id, user_id)
  }
  for (const guildId of gone) {
    for (const former of yield* Collections.formerMembers.list([guildId]))
      yield* Collections.formerMembers.remove(former)
  }
}

const append = function* (guild_id: Snowflake, user_id: Snowflake) {
  const [last] = yield* Collections.formerMembers.last([guild_id], 1)
  const number = (last?.number ?? 0) + 1
  yield* Collections.formerMembers.put({ guild_id, user_id, number }, null)
  const [first] = yield* Collections.formerMembers.list([guild_id], 1)
  if (first !== undefined && first.number <= number - profile.former) yield* Collections.formerMembers.remove(first)
}

/** The world with the flag on the members who come back by an edit. */
export const marked = function* (before: World, after: World) {
  const keyOf = ({ guild_id, user_id }: Member) => `${guild_id} ${user_id}`
  const known = new Set(before.members.map(keyOf))
  const back = new Set<string>()
  for (const member of after.members) {
    if (known.has(keyOf(member))) continue
    for (const former of yield* Collections.formerMembers.by("user", member.guild_id, member.user_id)) {
      back.add(keyOf(member))
      yield* Collections.formerMembers.remove(former)
    }
  }
  if (back.size === 0) return after
  const members = after.members.map((member) =>
    back.has(keyOf(member)) ? { ...member, flags: (member.flags ?? 0) | MemberFlag.DID_REJOIN } : member
  )
  return { ...after, members }
}
