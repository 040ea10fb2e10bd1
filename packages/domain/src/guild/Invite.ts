/** What becomes of an invite: when it ends, and who joins by it. Source: the platform's documentation of invites. */
import { Result } from "effect"
import { parseTime } from "../base/IsoTime.ts"
import { guild as limits } from "../base/Limits.ts"
import type { Snowflake } from "../base/Snowflake.ts"
import { InvitesPaused, UnknownInvite, UserBanned } from "../error/ServiceError.ts"
import type { Invite } from "../record/World.ts"

const CODE = new RegExp(`^[A-Za-z0-9]{${limits.invites.codeLength}}$`)

export const isInviteCode = (value: unknown): value is string => typeof value === "string" && CODE.test(value)

/** When it expires, in milliseconds; null for never. */
export const expiryOf = ({ created_at, max_age }: Invite): number | null =>
  max_age === 0 ? null : (parseTime(created_at) ?? 0) + max_age * 1000

export const isExpired = (invite: Invite, nowMs: number): boolean =>
  (expiryOf(invite) ?? Number.POSITIVE_INFINITY) <= nowMs

/** What makes two invites alike: one is given again instead of another. */
export const termsOf = (
  invite: Readonly<Partial<Record<keyof Omit<Invite, "code" | "guild_id" | "uses" | "created_at">, unknown>>>
): string =>
  JSON.stringify([
    invite.channel_id,
    invite.inviter_id,
    invite.max_uses,
    invite.max_age,
    invite.temporary,
    invite.target_type ?? null,
    invite.target_user_id ?? invite.target_application_id ?? null,
    invite.role_ids ?? [],
    invite.target_user_ids ?? null
  ])

/** Fails for whom the invite is not there, for whom the guild has banned, and while it has paused its invites. */
export const admit = (
  invite: Invite,
  userId: Snowflake,
  { isBanned, isPaused }: { readonly isBanned: boolean; readonly isPaused: boolean }
): Result.Result<void, UnknownInvite | UserBanned | InvitesPaused> => {
  if (isPaused) return Result.fail(new InvitesPaused({ because: PAUSED }))
  if (invite.target_user_ids !== undefined && !invite.target_user_ids.includes(userId))
    return Result.fail(new UnknownInvite())
  return isBanned ? Result.fail(new UserBanned()) : Result.void
}

const PAUSED = "the guild has paused its invites (INVITES_DISABLED, or invites_disabled_until)"

/** Whether the next use is the last. */
export const isLastUse = ({ uses, max_uses }: Invite): boolean => max_uses > 0 && uses + 1 >= max_uses
