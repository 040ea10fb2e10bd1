/**
 * The members that a request by opcode 8 finds, and the answers to it. Sources: wire-interactions.md §3.3, §3.4; the
 * platform's documentation of `Request Guild Members` and `Guild Members Chunk`.
 */
import * as Limits from "../base/Limits.ts"
import type { Snowflake } from "../base/Snowflake.ts"
import type { UserObject } from "../guild/GuildWire.ts"
import type { Member } from "../record/World.ts"
import type { MemberRequest } from "./GatewayCommand.ts"
import { hasIntent } from "./GatewayIntent.ts"
import type { PresenceData } from "./Presence.ts"

export interface Person {
  readonly member: Member
  readonly user: UserObject
}

/**
 * The ids of the members to load; undefined means all members. A request for all members without the required intent
 * GUILD_MEMBERS returns only the bot, as GUILD_CREATE does. Our choice: docs/choices.md "Gateway".
 */
export const idsAskedFor = (
  { user_ids, query = "" }: MemberRequest,
  intents: number,
  botId: Snowflake
): ReadonlyArray<Snowflake> | undefined => {
  if (user_ids !== undefined) return [...new Set(user_ids)]
  return query === "" && !hasIntent(intents, "GUILD_MEMBERS") ? [botId] : undefined
}

/**
 * Members whose name begins with the query, at most a hundred; for an empty query all members up to the limit.
 * Nickname, global name and username all count, in upper or lower case. Our choice: docs/choices.md "Gateway".
 */
export const peopleFound = (people: ReadonlyArray<Person>, asked: MemberRequest): ReadonlyArray<Person> => {
  const { query = "", limit, user_ids } = asked
  if (user_ids !== undefined) return people
  const start = query.toLowerCase()
  const found = people.filter(({ member, user }) =>
    [user.username, user.global_name, member.nick].some((name) => name?.toLowerCase().startsWith(start))
  )
  const most = query === "" ? found.length : Limits.gateway.requestedUsers
  return found.slice(0, limit === 0 ? most : Math.min(limit, most))
}

/** The data of each GUILD_MEMBERS_CHUNK. There is at least one, so that every request has an answer. */
export const chunksOf = (
  members: ReadonlyArray<object>,
  notFound: ReadonlyArray<Snowflake>,
  { guild_id, presences, nonce }: MemberRequest,
  intents: number,
  /** Of each member; undefined for those who are offline. */
  presencesOf: ReadonlyArray<PresenceData | undefined> = []
) => {
  const size = Limits.gateway.chunk
  const pageOf = <A>(all: ReadonlyArray<A>, n: number) => all.slice(n * size, (n + 1) * size)
  const chunk_count = Math.max(1, Math.ceil(members.length / size))
  return Array.from({ length: chunk_count }, (_, chunk_index) => ({
    guild_id,
    members: pageOf(members, chunk_index),
    chunk_index,
    chunk_count,
    ...(notFound.length > 0 && chunk_index === 0 ? { not_found: notFound } : {}),
    ...(presences === true && hasIntent(intents, "GUILD_PRESENCES")
      ? { presences: pageOf(presencesOf, chunk_index).filter((one) => one !== undefined) }
      : {}),
    ...(nonce === undefined ? {} : { nonce })
  }))
}
