/** Users join guilds by invites, and leave them. Source: the platform's documentation of invites. */
import { formatTime } from "@backlot/domain/base/IsoTime"
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import type { WorldTarget } from "@backlot/domain/element/WorldTarget"
import { UnknownGuild, UnknownMember, UnknownUser } from "@backlot/domain/error/ServiceError"
import { admit, isLastUse } from "@backlot/domain/guild/Invite"
import { arePaused, screened } from "@backlot/domain/guild/ScreenBody"
import type { Invite } from "@backlot/domain/record/World"
import type { Mint } from "@backlot/domain/world/element/Element"
import { Effect } from "effect"
import { memberObjects } from "../access/Accounts.ts"
import { shownInvite } from "../access/Invited.ts"
import { commit } from "../event/EventLog.ts"
import * as Collections from "../store/Collections.ts"
import * as KeptInvites from "../store/KeptInvites.ts"
import { operation } from "../store/Operation.ts"
import { existing } from "../store/Transact.ts"
import * as Joins from "../world/Joins.ts"
import * as WorldEdits from "../world/WorldEdits.ts"
import { targetOf } from "./Invites.ts"
import * as VanityUrls from "./VanityUrls.ts"

/** The user becomes a member by an invite, which has one use less. Nothing happens to a member. */
export const accept = operation(
  "Joining.accept",
  Effect.fnUntraced(function* (userId: Snowflake, code: string) {
    const drawn = yield* WorldEdits.mint()
    const ids = yield* Joins.drawOne
    return yield* commit(function* (now) {
      yield* existing(Collections.users.get(userId), UnknownUser)
      const vanity = yield* VanityUrls.inviteOf(code)
      const invite: Invite = vanity ?? (yield* KeptInvites.valid(code, now))
      const shown = yield* shownInvite(invite)
      const { guild_id, role_ids = [] } = invite
      const isMember = (yield* Collections.members.get(guild_id, userId)) !== undefined
      if (isMember) return { value: { ...shown, new_member: false }, events: [] }
      const guild = yield* existing(Collections.guilds.get(guild_id), UnknownGuild)
      const isBanned = (yield* Collections.bans.get(guild_id, userId)) !== undefined
      yield* admit(invite, userId, { isBanned, isPaused: arePaused(guild, now) })
      // The platform tells first that an invite is gone.
      const used = vanity === undefined ? yield* use(invite, drawn) : yield* VanityUrls.used(guild_id)
      const wish = {
        method: "put" as const,
        target: memberOf(guild_id, userId),
        body: { joined_at: formatTime(now), roles: role_ids, ...screened(guild, role_ids) },
        act: true as const
      }
      const joined = yield* WorldEdits.apply([wish], drawn, ids)
      return { value: { ...shown, new_member: true }, events: [...used, ...joined.events] }
    })
  })
)

const use = function* (invite: Invite, drawn: Mint) {
  const target = targetOf(invite)
  if (isLastUse(invite)) return yield* WorldEdits.removal(target)
  const wish = { method: "patch" as const, target, body: { uses: invite.uses + 1 } }
  return (yield* WorldEdits.apply([wish], drawn, [])).events
}

/** The user accepts the rules of the guild; gives their member. Nothing happens to a member who has none to accept. */
export const acceptRules = operation("Joining.acceptRules", (user_id: Snowflake, guild_id: Snowflake) => {
  const wish = function* () {
    yield* requireMember(user_id, guild_id)
    return [{ method: "patch" as const, target: memberOf(guild_id, user_id), body: { pending: false } }]
  }
  return WorldEdits.carryOut(wish, function* () {
    const [found] = yield* memberObjects([yield* requireMember(user_id, guild_id)], [])
    return found ?? (yield* new UnknownMember())
  })
})

/** The user is no member any more. Refused for the owner of the guild. */
export const leave = operation("Joining.leave", (user_id: Snowflake, guild_id: Snowflake) =>
  WorldEdits.remove(memberOf(guild_id, user_id), () => requireMember(user_id, guild_id))
)

const requireMember = function* (user_id: Snowflake, guild_id: Snowflake) {
  yield* existing(Collections.users.get(user_id), UnknownUser)
  yield* existing(Collections.guilds.get(guild_id), UnknownGuild)
  return yield* existing(Collections.members.get(guild_id, user_id), UnknownMember)
}

const memberOf = (guild_id: Snowflake, user_id: Snowflake): WorldTarget => ({ kind: "member", guild_id, user_id })
