/** Members of a guild by the beginning of a name, at the cost of those found. Inside a transaction. */
import { pad, type Snowflake } from "@backlot/domain/base/Snowflake"
import type { InstalledBot } from "@backlot/domain/guild/GuildObject"
import type { Member } from "@backlot/domain/record/World"
import * as Collections from "../store/Collections.ts"

/**
 * Members whose nickname, display name or username begins with `start`, in upper or lower case, by id, at most `limit`;
 * `bots` are those of the guild. More people can have the name than are members, so more are read until enough are found.
 */
export const membersNamed = function* (
  guildId: Snowflake,
  start: string,
  limit: number,
  bots: ReadonlyArray<InstalledBot>
) {
  const wanted = start.toLowerCase()
  if (wanted === "") return yield* Collections.members.list([guildId], limit)
  const named = bots.map(({ application }) => application.bot).filter(({ username }) => begins(username, wanted))
  let found: ReadonlyArray<Member> = []
  for (let most = limit, isAll = false; !isAll; most *= 4) {
    const people = [
      yield* Collections.members.startingWith("nick", [guildId], wanted, most),
      yield* Collections.users.startingWith("username", [], wanted, most),
      yield* Collections.users.startingWith("display", [], wanted, most)
    ] as const
    const [nicks, ...users] = people
    const ids = new Set([...nicks.map((m) => m.user_id), ...users.flat().map((u) => u.id), ...named.map((b) => b.id)])
    found = yield* Collections.members.existing([...ids].sort(byId).map((one) => [guildId, one]))
    isAll = found.length >= limit || people.every(({ length }) => length < most)
  }
  return found.slice(0, limit)
}

const begins = (name: string, start: string): boolean => name.toLowerCase().startsWith(start)

const byId = (a: Snowflake, b: Snowflake) => (pad(a) < pad(b) ? -1 : 1)
