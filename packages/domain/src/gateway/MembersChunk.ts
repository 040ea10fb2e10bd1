/**
 * Which members a request by opcode 8 finds, and the answers to it. Sources: wire-interactions.md §3.3, §3.4; the
 * platform's documentation of `Request Guild Members` and `Guild Members Chunk`.
 */

import * as Limits from "../base/Limits.ts"
import type { Snowflake } from "../base/Snowflake.ts"
import type { UserObject } from "../guild/GuildWire.ts"
import type { Member } from "../record/World.ts"
import type { MemberRequest } from "./GatewayCommand.ts"
import { hasIntent } from "./GatewayIntent.ts"

export interface Person {
  readonly member: Member
  readonly user: UserObject
}

/**
 * Whose members have to be looked at: undefined is everyone's. Ours: who asks for everyone without the GUILD_MEMBERS
 * intent, which that needs, is told of the bot alone, as GUILD_CREATE does.
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
 * Those whose name begins with the query, a hundred at most; all up to the limit when it is empty. Ours: a nickname and
 * a global name count as well as the username, in any case of letters.
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

/** The data of each GUILD_MEMBERS_CHUNK: one at least, so that who waits for an answer has it. */
export const chunksOf = (
  members: ReadonlyArray<object>,
  notFound: ReadonlyArray<Snowflake>,
  { guild_id, presences, nonce }: MemberRequest,
  intents: number
) => {
  const size = Limits.gateway.chunk
  const chunk_count = Math.max(1, Math.ceil(members.length / size))
  return Array.from({ length: chunk_count }, (_, chunk_index) => ({
    guild_id,
    members: members.slice(chunk_index * size, (chunk_index + 1) * size),
    chunk_index,
    chunk_count,
    ...(notFound.length > 0 && chunk_index === 0 ? { not_found: notFound } : {}),
    ...(presences === true && hasIntent(intents, "GUILD_PRESENCES") ? { presences: [] } : {}),
    ...(nonce === undefined ? {} : { nonce })
  }))
}
