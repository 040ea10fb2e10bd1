/**
 * A bot lets a user into its guild by a token of theirs. Source: official OpenAPI document, `add_guild_member`; the
 * platform's documentation of `Add Guild Member`.
 */
import { formatTime } from "@backlot/domain/base/IsoTime"
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import { InvalidForm, InvalidToken, MissingScope, UnknownUser, UserBanned } from "@backlot/domain/error/ServiceError"
import { newMemberBody } from "@backlot/domain/guild/MemberBody"
import { includes } from "@backlot/domain/record/Scope"
import * as Body from "@backlot/ports/Body"
import { Secrets } from "@backlot/ports/Secrets"
import { Effect } from "effect"
import * as BotEntry from "../access/BotEntry.ts"
import { changedBy } from "../audit/AuditLog.ts"
import { text } from "../store/Collection.ts"
import * as Collections from "../store/Collections.ts"
import { operation } from "../store/Operation.ts"
import { clockTime, existing } from "../store/Transact.ts"
import * as Joins from "../world/Joins.ts"
import * as WorldEdits from "../world/WorldEdits.ts"
import * as Members from "./Members.ts"

/** The new member; undefined where the user is a member already. */
export const add = operation(
  "NewMembers.add",
  Effect.fnUntraced(function* (bot: BotEntry.BotOfGuild, userId: Snowflake, sent: unknown) {
    const { sha256 } = yield* Secrets
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
      for (const { id } of there.roles) if (roles.includes(id)) yield* BotEntry.requireAbove(there, id)
      if (read.faults.length > 0) return yield* new InvalidForm({ faults: read.faults })
      yield* existing(Collections.users.get(userId), UnknownUser)
      yield* requireToken(bot, userId, sha256(access_token))
      joins = (yield* Collections.members.get(bot.guild_id, userId)) === undefined
      if (!joins) return []
      if ((yield* Collections.bans.get(bot.guild_id, userId)) !== undefined) return yield* new UserBanned()
      const body = { ...read.body, joined_at: formatTime(there.now_ms) }
      return [{ method: "put" as const, target, ...read, body, act: true as const }]
    }
    // Who joins does that themselves: the log says nothing of it.
    yield* changedBy({ user_id: userId })(WorldEdits.carryOut(wish, () => Body.void, ids))
    return joins ? yield* Members.get(bot, userId) : undefined
  })
)

/** A token of the user for this application that has not ended, with `guilds.join`. */
const requireToken = function* ({ application }: BotEntry.BotOfGuild, userId: Snowflake, hash: string) {
  const token = yield* Collections.credentials.get(text(hash))
  const now = yield* clockTime
  if (token?.kind !== "bearer" || (token.expires_at !== null && token.expires_at <= now)) {
    return yield* new InvalidToken({ because: "nobody has such an access token" })
  }
  if (token.application_id !== application.id || token.user_id !== userId) {
    return yield* new InvalidToken({ because: "the access token is of another application or of another user" })
  }
  if (!includes(token.scopes, "guilds.join")) return yield* new MissingScope({ scope: "guilds.join" })
}
