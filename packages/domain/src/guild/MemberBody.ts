/**
 * Bodies that edit members, and their voice. Our choice: docs/choices.md "Guilds and
 * members". Source: official OpenAPI document, `update_guild_member`, `update_my_guild_member`.
 */
import { Schema } from "effect"
import { parseTime } from "../base/IsoTime.ts"
import * as Limits from "../base/Limits.ts"
import { profile } from "../base/ProfileLimits.ts"
import { isSnowflake, type Snowflake } from "../base/Snowflake.ts"
import { type ElementBody, said } from "../element/ElementBody.ts"
import type { Fault } from "../error/Fault.ts"
import { maxLength, notInt, notSnowflake, notTime, of, presence } from "../error/FormError.ts"
import { MemberFlag } from "../record/MemberFlag.ts"
import { rangeError } from "../validation/NumberRules.ts"
import { at } from "../validation/Rule.ts"
import {
  Any,
  Bool,
  decoder,
  field,
  Id,
  Int,
  list,
  needed,
  Text,
  Time,
  toInt,
  withoutEchoes
} from "../validation/Shape.ts"
import { described, text, whole } from "../validation/ShapeLimits.ts"
import { sentPicture } from "./PictureBody.ts"

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
  communication_disabled_until: field(described(Time, "A date and time of ISO 8601, at most 28 days in the future.")),
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
  const avatar = sentPicture(value.avatar, profile.pictureBytes, sha256)
  const banner = sentPicture(value.banner, profile.pictureBytes, sha256)
  return {
    body: said({
      nick: value.nick === "" ? null : value.nick,
      avatar: avatar.hash,
      banner: banner.hash,
      bio: value.bio
    }),
    faults: [...faults, ...at(["avatar"], avatar.error), ...at(["banner"], banner.error)],
    places: {},
    pictures: [...avatar.kept, ...banner.kept]
  }
}

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

/** Characters of an access token. */
const TOKEN_MAX = 10_240

/** A user who joins by a token of theirs. Source: official OpenAPI document, `BotAddGuildMemberRequest`. */
export const NewMember = Schema.Struct({
  access_token: needed(text(1, TOKEN_MAX)),
  nick,
  roles: field(list(Id, Limits.guild.roles)),
  mute: field(Bool),
  deaf: field(Bool),
  flags: field(Int)
}).annotate({ identifier: "NewMemberBody" })

const decodeNew = decoder(NewMember)

export interface NewMemberBody extends ElementBody {
  readonly access_token: string
  /** To mute and deafen whom the guild lets in, as soon as they connect. */
  readonly voice: ReadonlyArray<"MUTE_MEMBERS" | "DEAFEN_MEMBERS">
}

export const newMemberBody = (sent: unknown): NewMemberBody => {
  const { value, faults } = decodeNew(sent)
  return {
    body: said({
      nick: value.nick || undefined,
      roles: value.roles ?? undefined,
      flags: value.flags == null ? undefined : editedFlags(0, value.flags) || undefined,
      mute: value.mute ?? undefined,
      deaf: value.deaf ?? undefined
    }),
    faults: [...faults, ...at(["access_token"], presence(value.access_token))],
    places: {},
    access_token: value.access_token ?? "",
    voice: [...(value.mute ? (["MUTE_MEMBERS"] as const) : []), ...(value.deaf ? (["DEAFEN_MEMBERS"] as const) : [])]
  }
}

/** Days that are usual and that are possible; roles in one request. */
const PRUNE = { days: 7, daysMax: 30, rolesMax: 100 } as const

/** Source: official OpenAPI document, `PruneGuildRequest`. */
export const PruneRequest = Schema.Struct({
  days: field(whole(1, PRUNE.daysMax)),
  compute_prune_count: field(Bool),
  include_roles: field(described(Any, "Ids, in a list or in one text with commas between them."))
}).annotate({ identifier: "PruneBody" })

const decodePrune = decoder(PruneRequest)

export interface Pruning {
  readonly days: number
  readonly include_roles: ReadonlyArray<Snowflake>
  readonly faults: ReadonlyArray<Fault>
}

export const pruneBody = (sent: unknown): Pruning & { readonly counts: boolean } => {
  const { value, faults } = decodePrune(sent)
  const read = pruning({ days: value.days, include_roles: value.include_roles })
  return { ...read, faults: withoutEchoes(faults, read.faults), counts: value.compute_prune_count ?? true }
}

/** The same from a query. */
export const pruning = ({
  days,
  include_roles
}: {
  readonly days?: unknown
  readonly include_roles?: unknown
}): Pruning => {
  const roles = rolesOf(include_roles)
  const count = days === undefined || days === null ? PRUNE.days : toInt(days)
  return {
    days: count ?? PRUNE.days,
    include_roles: roles.filter(isSnowflake),
    faults: [
      ...at(["days"], count === undefined ? notInt(days) : rangeError(count, 1, PRUNE.daysMax)),
      ...(roles.length > PRUNE.rolesMax
        ? at(["include_roles"], maxLength(PRUNE.rolesMax))
        : roles.flatMap((id, i) => at(["include_roles", i], isSnowflake(id) ? undefined : notSnowflake(id))))
    ]
  }
}

const rolesOf = (given: unknown): ReadonlyArray<unknown> => {
  if (given === undefined || given === null) return []
  return typeof given === "string" ? given.split(",", PRUNE.rolesMax + 2).filter((id) => id !== "") : [given].flat()
}
