/**
 * A bot lets a user into its guild by a token of theirs. Source: official OpenAPI document, `add_guild_member`; the
 * platform's documentation of `Add Guild Member`.
 */
import { formatTime } from "@backlot/domain/base/IsoTime"
import { scalarText } from "@backlot/domain/base/Scalar"
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import { InvalidForm, UnknownUser, UserBanned } from "@backlot/domain/error/ServiceError"
import { newMemberBody } from "@backlot/domain/guild/MemberBody"
import { screened } from "@backlot/domain/guild/ScreenBody"
import * as Body from "@backlot/ports/Body"
import { Effect } from "effect"
import * as BotEntry from "../access/BotEntry.ts"
import { requireGranted } from "../access/Granted.ts"
import { changedBy } from "../audit/AuditLog.ts"
import * as Collections from "../store/Collections.ts"
import { operation } from "../store/Operation.ts"
import { existing } from "../store/Transact.ts"
import * as Joins from "../world/Joins.ts"
import * as WorldEdits from "../world/WorldEdits.ts"
import * as Members from "./Members.ts"

/** The new member; undefined where the user is a member already. */
export const add = operation(
  "NewMembers.add",
  Effect.fnUntraced(function* (bot: BotEntry.BotOfGuild, userId: Snowflake, sent: unknown) {
    const ids = yield* Joins.drawOne
    const target = { kind: "member" as const, guild_id: bot.guild_id, user_id: userId }
    let joins = true
    const wish = function* () {
      const there = yield* BotEntry.ranked(bot, "CREATE_INSTANT_INVITE")
      const { access_token, voice, ...read } = newMemberBody(sent)
      const roles: ReadonlyArray<unknown> = Array.isArray(read.body["roles"]) ? read.body["roles"] : []
      for (const name of voice) yield* BotEntry.requireInGuild(there, name)
      if (read.body["nick"] !== undefined) yield* BotEntry.requireInGuild(there, "MANAGE_NICKNAMES")
      if (roles.length > 0) yield* BotEntry.requireInGuild(there, "MANAGE_ROLES")
      yield* Members.requireFlags(there, read)
      for (const { id } of there.roles) if (roles.includes(id)) yield* BotEntry.requireGivable(there, id)
      if (read.faults.length > 0) return yield* new InvalidForm({ faults: read.faults })
      yield* existing(Collections.users.get(userId), UnknownUser)
      yield* requireGranted(bot.application, userId, { token: access_token, scope: "guilds.join" })
      joins = (yield* Collections.members.get(bot.guild_id, userId)) === undefined
      if (!joins) return []
      if ((yield* Collections.bans.get(bot.guild_id, userId)) !== undefined) return yield* new UserBanned()
      const body = {
        ...read.body,
        joined_at: formatTime(there.now_ms),
        ...screened(there.guild, roles.map(scalarText))
      }
      return [{ method: "put" as const, target, ...read, body, act: true as const }]
    }
    // Who joins does that themselves: the log says nothing of it.
    yield* changedBy({ user_id: userId })(WorldEdits.carryOut(wish, () => Body.void, ids))
    return joins ? yield* Members.get(bot, userId) : undefined
  })
)
