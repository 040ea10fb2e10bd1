/**
 * Bodies that edit members. Nobody is connected to voice here, so what would move, mute or deafen somebody is refused
 * by the use case, as the platform refuses it of who is not connected. Flags of members are accepted and not kept
 * (ours). Source: official OpenAPI document, `update_guild_member`, `update_my_guild_member`.
 */
import { Schema } from "effect"
import { parseTime } from "../base/IsoTime.ts"
import * as Limits from "../base/Limits.ts"
import type { Snowflake } from "../base/Snowflake.ts"
import { type ElementBody, said } from "../element/ElementBody.ts"
import type { Fault } from "../error/Fault.ts"
import { notTime } from "../error/FormError.ts"
import { at } from "../validation/Rule.ts"
import { Bool, decoder, field, Id, Int, list, Text } from "../validation/Shape.ts"

const MemberShape = Schema.Struct({
  nick: field(Text),
  roles: field(list(Id)),
  mute: field(Bool),
  deaf: field(Bool),
  channel_id: field(Id),
  communication_disabled_until: field(Text),
  flags: field(Int)
})

export type MemberDraft = typeof MemberShape.Type

const decode = decoder(MemberShape)

export interface MemberBody extends ElementBody {
  /** Says something of a member's voice. */
  readonly touches_voice: boolean
}

/**
 * An empty nick is none, and so are no roles at all for null. `notHeld` are roles that members have by themselves:
 * @everyone, and the managed roles of bots.
 */
export const memberBody = (sent: unknown, notHeld: ReadonlySet<Snowflake>, nowMs: number): MemberBody => {
  const { value, faults } = decode(sent)
  const until = value.communication_disabled_until
  // Ours: the place of a faulty role counts those that are left.
  const roles = value.roles?.some((id) => notHeld.has(id)) ? value.roles.filter((id) => !notHeld.has(id)) : value.roles
  return {
    body: said({ nick: value.nick === "" ? null : value.nick, roles, timed_out_until: until }),
    faults: [...faults, ...judgeUntil(until, nowMs)],
    places: { timed_out_until: ["communication_disabled_until"] },
    touches_voice: [value.mute, value.deaf, value.channel_id].some((part) => part !== undefined && part !== null)
  }
}

/** Roles that an edit gives or takes. */
export const changedRoles = (
  before: ReadonlyArray<Snowflake>,
  after: ReadonlyArray<Snowflake>
): ReadonlyArray<Snowflake> => [
  ...after.filter((id) => !before.includes(id)),
  ...before.filter((id) => !after.includes(id))
]

/** The 28 days are in the platform's documentation. */
const judgeUntil = (until: string | null | undefined, nowMs: number): ReadonlyArray<Fault> => {
  if (typeof until !== "string") return []
  const end = parseTime(until)
  const wrong = end !== undefined && end - nowMs > Limits.guild.timeoutMaxMs ? TOO_LONG : undefined
  return at(["communication_disabled_until"], end === undefined ? notTime(until) : wrong)
}

/** Code and text are ours. */
const TOO_LONG = {
  code: "COMMUNICATION_DISABLED_UNTIL_TOO_LONG",
  message: "Must be at most 28 days in the future."
}
