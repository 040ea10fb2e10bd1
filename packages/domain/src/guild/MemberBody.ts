/**
 * Bodies that edit members, and their voice. The service accepts flags of members and does not keep them. Our choice:
 * docs/choices.md "Guilds and members". Source: official OpenAPI document, `update_guild_member`, `update_my_guild_member`.
 */
import { Schema } from "effect"
import { parseTime } from "../base/IsoTime.ts"
import * as Limits from "../base/Limits.ts"
import type { Snowflake } from "../base/Snowflake.ts"
import { type ElementBody, said } from "../element/ElementBody.ts"
import type { Fault } from "../error/Fault.ts"
import { notTime, of } from "../error/FormError.ts"
import { at } from "../validation/Rule.ts"
import { Bool, decoder, field, Id, Int, list, Text } from "../validation/Shape.ts"
import { described, text } from "../validation/ShapeLimits.ts"

const nick = field(text(0, 32))

export const OwnMemberEdit = Schema.Struct({ nick }).annotate({ identifier: "OwnMemberEditBody" })

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

export interface MemberBody extends ElementBody {
  /** What it changes about the member's voice. */
  readonly voice: VoiceEdit
}

/** An empty nick removes the nick. `notHeld`: roles that members have without an edit, @everyone and managed roles. */
export const memberBody = (sent: unknown, notHeld: ReadonlySet<Snowflake>, nowMs: number): MemberBody => {
  const { value, faults } = decode(sent)
  const until = value.communication_disabled_until
  // The index of a faulty role counts the roles that are left. Our choice: docs/choices.md "Guilds and members".
  const roles = value.roles?.some((id) => notHeld.has(id)) ? value.roles.filter((id) => !notHeld.has(id)) : value.roles
  return {
    body: said({ nick: value.nick === "" ? null : value.nick, roles, timed_out_until: until }),
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
