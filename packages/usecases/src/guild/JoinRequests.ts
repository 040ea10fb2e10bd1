/**
 * People ask to join a guild that lets them in one by one, and bots approve or reject. Source: official OpenAPI document,
 * join requests. Our choice: docs/choices.md "Join requests".
 */
import { formatTime } from "@backlot/domain/base/IsoTime"
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import {
  MissingAccess,
  UnknownGuild,
  UnknownJoinRequest,
  UnknownUser,
  UserBanned
} from "@backlot/domain/error/ServiceError"
import { joinRequestObject, reviewBody } from "@backlot/domain/guild/ScreenBody"
import * as Standing from "@backlot/domain/permission/Standing"
import { ASKED, type JoinRequest, limits } from "@backlot/domain/record/JoinRequest"
import type { Guild } from "@backlot/domain/record/World"
import type { Page } from "@backlot/domain/validation/PageQuery"
import * as Body from "@backlot/ports/Body"
import { Ids } from "@backlot/ports/Ids"
import { Effect } from "effect"
import { accounts } from "../access/Accounts.ts"
import { type BotOfGuild, inGuild } from "../access/BotEntry.ts"
import * as UserPlace from "../access/UserPlace.ts"
import { changedBy } from "../audit/AuditLog.ts"
import * as Collections from "../store/Collections.ts"
import { operation } from "../store/Operation.ts"
import { clockTime, existing, transacting } from "../store/Transact.ts"
import * as Joins from "../world/Joins.ts"
import * as WorldEdits from "../world/WorldEdits.ts"

/** Oldest first; those before `before` are the last of them. `total` counts all of the status. */
export const list = operation(
  "JoinRequests.list",
  transacting(function* (
    bot: BotOfGuild,
    status: JoinRequest["application_status"] | undefined,
    { limit, before, after }: Page
  ) {
    const { guild } = yield* inGuild(bot, "KICK_MEMBERS")
    const all = (guild.join_requests ?? [])
      .filter(({ application_status }) => status === undefined || application_status === status)
      .toSorted((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1))
    const within = all
      .filter(({ id }) => before === undefined || BigInt(id) < BigInt(before))
      .filter(({ id }) => after === undefined || BigInt(id) > BigInt(after))
    const page = before !== undefined && after === undefined ? within.slice(-limit) : within.slice(0, limit)
    return { total: all.length, guild_join_requests: yield* shown(bot.guild_id, page) }
  })
)

/** Approves a request, which makes its user a member, or rejects it. */
export const review = operation("JoinRequests.review", (bot: BotOfGuild, requestId: string, sent: unknown) =>
  reviewing(
    bot,
    bot.application.bot.id,
    ({ id }) => id === requestId,
    sent,
    () => inGuild(bot, "KICK_MEMBERS")
  )
)

/** The same by a member, for the request of this user. */
export const reviewOfUser = operation(
  "JoinRequests.reviewOfUser",
  (user_id: Snowflake, guild_id: Snowflake, applicantId: Snowflake, sent: unknown) =>
    changedBy({ user_id })(
      reviewing(
        { guild_id },
        user_id,
        (one) => one.user_id === applicantId,
        sent,
        function* () {
          const standing = yield* UserPlace.member(user_id, guild_id)
          yield* Standing.require(standing, "KICK_MEMBERS")
          return { guild: standing.guild, now_ms: yield* clockTime }
        }
      )
    )
)

const reviewing = Effect.fnUntraced(function* <Y extends Body.Step>(
  { guild_id }: Pick<BotOfGuild, "guild_id">,
  reviewer_id: Snowflake,
  is: (request: JoinRequest) => boolean,
  sent: unknown,
  enter: () => Iterable<Y, { readonly guild: Guild; readonly now_ms: number }, unknown>
) {
  const ids = yield* Joins.drawOne
  const wishes = function* () {
    const { guild, now_ms } = yield* enter()
    const all = guild.join_requests ?? []
    const asked = all.find(is)
    if (asked === undefined) return yield* new UnknownJoinRequest()
    const { faults, ...review } = reviewBody(sent, asked)
    const reviewed = { ...asked, ...review, reviewed_at: formatTime(now_ms), reviewer_id }
    const wish = { ...edit(guild_id, all.with(all.indexOf(asked), reviewed)), faults }
    if (faults.length > 0 || review.application_status === "REJECTED") return [wish]
    if (asked.application_status === "APPROVED") return []
    const { user_id } = asked
    if ((yield* Collections.bans.get(guild_id, user_id)) !== undefined) return yield* new UserBanned()
    if ((yield* Collections.members.get(guild_id, user_id)) !== undefined) return [wish]
    return [wish, { ...joining(guild_id, user_id), body: { joined_at: formatTime(now_ms) } }]
  }
  const answer = function* () {
    const [found] = yield* shown(guild_id, yield* of(guild_id, is))
    return found ?? (yield* new UnknownJoinRequest())
  }
  return yield* WorldEdits.carryOut(wishes, answer, ids)
})

const joining = (guild_id: Snowflake, user_id: Snowflake) => ({
  method: "put" as const,
  target: { kind: "member" as const, guild_id, user_id },
  act: true as const
})

/** The user asks to join; gives the request. Nothing happens while they wait. */
export const ask = operation(
  "JoinRequests.ask",
  Effect.fnUntraced(function* (user_id: Snowflake, guild_id: Snowflake) {
    const [id = ""] = yield* (yield* Ids).many(1)
    const wish = function* () {
      const user = yield* existing(Collections.users.get(user_id), UnknownUser)
      const guild = yield* existing(Collections.guilds.get(guild_id), UnknownGuild)
      const refused = (because: string) => new MissingAccess({ because })
      if (!guild.features.some((one) => ASKED.includes(one)))
        return yield* refused(`${guild.name} has none of the features ${ASKED.join(", ")}`)
      if ((yield* Collections.members.get(guild_id, user_id)) !== undefined)
        return yield* refused(`${user.username} is a member of ${guild.name} already`)
      if ((yield* Collections.bans.get(guild_id, user_id)) !== undefined) return yield* new UserBanned()
      const all = guild.join_requests ?? []
      if (all.some((one) => one.user_id === user_id && one.application_status === "SUBMITTED")) return []
      const created_at = formatTime(yield* clockTime)
      return [edit(guild_id, [...withRoom(all.filter((one) => one.user_id !== user_id)), { id, user_id, created_at }])]
    }
    const answer = function* () {
      const [found] = yield* shown(guild_id, yield* of(guild_id, (one) => one.user_id === user_id))
      return found ?? (yield* new UnknownJoinRequest())
    }
    return yield* WorldEdits.carryOut(wish, answer)
  })
)

/** Where no more are kept, the oldest that is decided goes. */
const withRoom = (all: ReadonlyArray<JoinRequest>) => {
  const [decided] = all.filter(({ application_status: status }) => status === "APPROVED" || status === "REJECTED")
  return all.length < limits.held ? all : all.filter((one) => one !== decided)
}

/** The user does not want to join any more. Who was let in has no request to withdraw. */
export const withdraw = operation("JoinRequests.withdraw", (user_id: Snowflake, guild_id: Snowflake) => {
  const wish = function* () {
    yield* existing(Collections.users.get(user_id), UnknownUser)
    const { join_requests: all = [] } = yield* existing(Collections.guilds.get(guild_id), UnknownGuild)
    const own = all.find((one) => one.user_id === user_id && one.application_status !== "APPROVED")
    if (own === undefined) return yield* new UnknownJoinRequest()
    return [
      edit(
        guild_id,
        all.filter((one) => one !== own)
      )
    ]
  }
  return WorldEdits.carryOut(wish, () => Body.void)
})

const edit = (guild_id: Snowflake, join_requests: ReadonlyArray<object>) => ({
  method: "patch" as const,
  target: { kind: "guild" as const, guild_id },
  body: { join_requests }
})

const of = function* (guild_id: Snowflake, is: (request: JoinRequest) => boolean) {
  const { join_requests: all = [] } = yield* existing(Collections.guilds.get(guild_id), UnknownGuild)
  return all.filter(is)
}

const shown = function* (guild_id: Snowflake, requests: ReadonlyArray<JoinRequest>) {
  const named = requests.flatMap(({ user_id, reviewer_id }) => [
    user_id,
    ...(reviewer_id === null ? [] : [reviewer_id])
  ])
  const people = yield* accounts(named)
  return requests.map((request) => joinRequestObject(request, guild_id, people))
}
