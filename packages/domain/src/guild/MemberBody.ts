/**
 * Bodies that edit members, and their voice. Of pictures only the hash is kept. Our choice: docs/choices.md "Guilds and
 * members". Source: official OpenAPI document, `update_guild_member`, `update_my_guild_member`.
 */
import { Schema } from "effect"
import { parseTime } from "../base/IsoTime.ts"
import * as Limits from "../base/Limits.ts"
import { profile } from "../base/ProfileLimits.ts"
import type { Snowflake } from "../base/Snowflake.ts"
import { type ElementBody, said } from "../element/ElementBody.ts"
import type { Fault } from "../error/Fault.ts"
import { notTime, of } from "../error/FormError.ts"
import { at } from "../validation/Rule.ts"
import { Bool, decoder, field, Id, Int, list, Text } from "../validation/Shape.ts"
import { described, text } from "../validation/ShapeLimits.ts"
import { keptPicture } from "./PictureBody.ts"

const nick = field(text(0, 32))

const picture = field(described(Text, "A picture as a data URI."))

export const OwnMemberEdit = Schema.Struct({
  nick,
  avatar: picture,
  banner: picture,
  bio: field(text(0, profile.bioMax))
}).annotate({ identifier: "OwnMemberEditBody" })

export const MemberEdit = Schema.Struct({
  nick,
  roles: field(list(Id)),
  mute: field(Bool),
  deaf: field(Bool),
  channel_id: field(Id),
  communication_disabled_until: field(described(Text, "A date and time of ISO 8601, at most 28 days in the future.")),
  flags: field(Int)
}).annotate({ identifier: "MemberEditBody" })

const decode = decoder(MemberEdit)

/** Absent or null fields stay; a null `channel_id` disconnects. */
export interface VoiceEdit {
  readonly mute: boolean | null | undefined
  readonly deaf: boolean | null | undefined
  readonly channel_id: Snowflake | null | undefined
}

const decodeOwn = decoder(OwnMemberEdit)

/** What members change about themselves. */
export const ownMemberBody = (sent: unknown, sha256: (text: string) => string): ElementBody => {
  const { value, faults } = decodeOwn(sent)
  const avatar = keptPicture(value.avatar, profile.pictureBytes, sha256)
  const banner = keptPicture(value.banner, profile.pictureBytes, sha256)
  return {
    body: said({
      nick: value.nick === "" ? null : value.nick,
      avatar: avatar.hash,
      banner: banner.hash,
      bio: value.bio
    }),
    faults: [...faults, ...at(["avatar"], avatar.error), ...at(["banner"], banner.error)],
    places: {}
  }
}

/** Flags of members. Source: the platform's documentation of members. */
export const MemberFlag = { DID_REJOIN: 1 << 0, BYPASSES_VERIFICATION: 1 << 2 } as const

/** Only BYPASSES_VERIFICATION can be set; libraries send the others along. Null takes it away. */
const editedFlags = (before: number, wanted: number | null) =>
  (before & ~MemberFlag.BYPASSES_VERIFICATION) | ((wanted ?? 0) & MemberFlag.BYPASSES_VERIFICATION)

export interface MemberBody extends ElementBody {
  /** What it changes about the member's voice. */
  readonly voice: VoiceEdit
}

/**
 * An empty nick removes the nick. `notHeld`: roles that members have without an edit, @everyone and managed roles. `flags`: those
 * of the member before.
 */
export const memberBody = (
  sent: unknown,
  {
    notHeld,
    flags,
    nowMs
  }: { readonly notHeld: ReadonlySet<Snowflake>; readonly flags: number; readonly nowMs: number }
): MemberBody => {
  const { value, faults } = decode(sent)
  const until = value.communication_disabled_until
  // The index of a faulty role counts the roles that are left. Our choice: docs/choices.md "Guilds and members".
  const roles = value.roles?.some((id) => notHeld.has(id)) ? value.roles.filter((id) => !notHeld.has(id)) : value.roles
  return {
    body: said({
      nick: value.nick === "" ? null : value.nick,
      roles,
      timed_out_until: until,
      flags: value.flags === undefined ? undefined : editedFlags(flags, value.flags)
    }),
    faults: [...faults, ...judgeUntil(until, nowMs)],
    places: { timed_out_until: ["communication_disabled_until"] },
    voice: { mute: value.mute, deaf: value.deaf, channel_id: value.channel_id }
  }
}

export const changedRoles = (
  before: ReadonlyArray<Snowflake>,
  after: ReadonlyArray<Snowflake>
): ReadonlyArray<Snowflake> => [
  ...after.filter((id) => !before.includes(id)),
  ...before.filter((id) => !after.includes(id))
]

/** The 28 days are in the platform's documentation. */
const judgeUntil = (until: string | null | undefined, nowMs: number): ReadonlyArray<Fault> => {
  if (until == null) return []
  const end = parseTime(until)
  const wrong = end !== undefined && end - nowMs > Limits.guild.timeoutMaxMs ? TOO_LONG : undefined
  return at(["communication_disabled_until"], end === undefined ? notTime(until) : wrong)
}

/** Code and text are our choice: docs/choices.md "Guilds and members". */
const TOO_LONG = of("COMMUNICATION_DISABLED_UNTIL_TOO_LONG", "Must be at most 28 days in the future.")
