/** The answers to a request for members of a guild (opcode 8). Source: wire-interactions.md §3.3, §3.4. */

import * as Limits from "@backlot/domain/base/Limits"
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import type { MemberRequest } from "@backlot/domain/gateway/GatewayCommand"
import { botOf } from "@backlot/domain/gateway/GatewayGuild"
import { chunksOf, idsAskedFor, peopleFound } from "@backlot/domain/gateway/MembersChunk"
import { isOnline, presenceData } from "@backlot/domain/gateway/Presence"
import { memberDetails } from "@backlot/domain/guild/GuildObject"
import * as Body from "@backlot/ports/Body"
import { Effect } from "effect"
import { botsOf } from "../access/Accounts.ts"
import { membersNamed } from "../access/NamedMembers.ts"
import * as Collections from "../store/Collections.ts"
import { operation } from "../store/Operation.ts"
import { transact } from "../store/Transact.ts"
import { memberUsers } from "./GatewayAudience.ts"
import { UserPresences } from "./UserPresences.ts"

/** The data of each GUILD_MEMBERS_CHUNK; empty for a guild that the bot is not in. */
export const chunks = operation(
  "GatewayMembers.chunks",
  Effect.fnUntraced(function* (applicationId: Snowflake, intents: number, asked: MemberRequest) {
    return yield* transact(function* (now) {
      const bots = yield* botsOf(asked.guild_id)
      const own = bots.find(({ application }) => application.id === applicationId)
      if (own === undefined) return []
      const ids = idsAskedFor(asked, intents, own.application.bot.id)
      const { query = "" } = asked
      const members =
        ids !== undefined
          ? yield* Collections.members.existing(ids.map((id) => [asked.guild_id, id]))
          : query === ""
            ? yield* Collections.members.list([asked.guild_id])
            : yield* membersNamed(asked.guild_id, query, Limits.gateway.requestedUsers, bots)
      const users = yield* memberUsers(members, bots)
      const people = peopleFound(
        members.flatMap((member, i) => {
          const user = users[i]
          return user === undefined ? [] : [{ member, user }]
        }),
        asked
      )
      const presences = yield* Body.use(UserPresences)
      const there = new Set(members.map(({ user_id }) => user_id))
      return chunksOf(
        people.map(({ member, user }) => memberDetails(member, user, now, botOf(bots, member.user_id))),
        asked.user_ids?.filter((id) => !there.has(id)) ?? [],
        asked,
        intents,
        people.map(({ user: { id } }) => {
          const presence = presences.of(id)
          return isOnline(presence) ? presenceData(id, asked.guild_id, presence) : undefined
        })
      )
    })
  })
)
