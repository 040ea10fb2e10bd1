/** Invites with the deadlines at which they expire. Inside a transaction; `Deadlines` is woken after it. */
import { guild as limits } from "@backlot/domain/base/Limits"
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import { TooManyInvites, UnknownInvite } from "@backlot/domain/error/ServiceError"
import { expiryOf, isExpired, isInviteCode, termsOf } from "@backlot/domain/guild/Invite"
import type { Invite } from "@backlot/domain/record/World"
import * as Collections from "./Collections.ts"
import { cancel, schedule } from "./Deadlines.ts"

/** The kind of deadline that ends an invite. */
export const EXPIRY_KIND = "invite_expiry"

/** `before`: the record that it replaces. */
export const put = function* (invite: Invite, before?: Invite) {
  if (before !== undefined) yield* cancelled(before)
  const due_ms = expiryOf(invite)
  if (due_ms !== null) yield* schedule({ name: nameOf(invite), kind: EXPIRY_KIND, due_ms, payload: invite.code })
  yield* Collections.invites.put(invite, before)
}

export const remove = function* (invite: Invite) {
  yield* cancelled(invite)
  yield* Collections.invites.remove(invite)
}

/** The invite of a code. Fails with 10006 where there is none, or it has expired. */
export const valid = function* (code: string, now: number) {
  const invite = isInviteCode(code) ? yield* Collections.invites.get(code) : undefined
  return invite === undefined || isExpired(invite, now) ? yield* new UnknownInvite() : invite
}

/** An invite to a channel with these terms (`termsOf`) that has not expired. */
export const alikeIn = function* (channelId: Snowflake, terms: string, now: number) {
  const invites = yield* Collections.invites.by("channel", channelId)
  return invites.find((invite) => termsOf(invite) === terms && !isExpired(invite, now))
}

/** Fails when the guild has as many invites as it can have. */
export const requireRoom = function* (guildId: Snowflake) {
  const max = limits.invites.most
  if ((yield* Collections.invites.count("guild", guildId)) >= max) return yield* new TooManyInvites({ max })
}

const nameOf = ({ code }: Invite) => `invite/${code}`

const cancelled = function* (invite: Invite) {
  const due_ms = expiryOf(invite)
  if (due_ms !== null) yield* cancel({ name: nameOf(invite), due_ms })
}
