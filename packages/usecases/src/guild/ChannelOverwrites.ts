/**
 * A bot sets or removes one permission overwrite of a channel. Source: official OpenAPI document,
 * `set_channel_permission_overwrite`; the platform's documentation of `Edit Channel Permissions`.
 */

import type { Snowflake } from "@backlot/domain/base/Snowflake"
import * as FormError from "@backlot/domain/error/FormError"
import { InvalidForm, UnknownOverwrite, WrongChannelType } from "@backlot/domain/error/ServiceError"
import { decodeOverwriteEdit, OVERWRITE_TYPES, overwriteTypeOf } from "@backlot/domain/guild/ChannelBody"
import { isThread, type PermissionOverwrite } from "@backlot/domain/record/World"
import { at, gather } from "@backlot/domain/validation/Rule"
import { parsePermissions } from "@backlot/domain/world/rule/Value"
import * as WorldError from "@backlot/domain/world/rule/WorldError"
import * as Body from "@backlot/ports/Body"
import { Effect, Result } from "effect"
import { rolesOf } from "../access/Accounts.ts"
import { type BotInChannel, type ChannelAddress, requireHere } from "../access/BotEntry.ts"
import * as Collections from "../store/Collections.ts"
import { operation } from "../store/Operation.ts"
import * as WorldEdits from "../world/WorldEdits.ts"
import * as Channels from "./Channels.ts"
import { requireOverwrites, target } from "./GuildChannels.ts"

interface OverwriteAddress extends ChannelAddress {
  readonly overwrite_id: Snowflake
}

export const set = operation(
  "ChannelOverwrites.set",
  Effect.fnUntraced(function* (address: OverwriteAddress, sent: unknown) {
    const wanted = yield* decodeOverwrite(address.overwrite_id, sent)
    yield* change(address, function* (before, place) {
      const known = before.find(({ id }) => id === address.overwrite_id)
      const others = before.filter((overwrite) => overwrite !== known)
      // Without a type an existing overwrite keeps its type, and a new one is for a role. Our choice: docs/choices.md
      // "Guilds and members".
      const overwrite = { ...wanted, type: wanted.type ?? known?.type ?? 0 }
      yield* requireTarget(place, overwrite)
      return [...others, overwrite]
    })
  })
)

export const remove = operation(
  "ChannelOverwrites.remove",
  Effect.fnUntraced(function* (address: OverwriteAddress) {
    yield* change(address, function* (before) {
      const others = before.filter(({ id }) => id !== address.overwrite_id)
      return others.length < before.length ? others : yield* new UnknownOverwrite()
    })
  })
)

type Overwrites = ReadonlyArray<PermissionOverwrite>

const change = Effect.fnUntraced(function* <Y extends Body.Step>(
  address: OverwriteAddress,
  decide: (before: Overwrites, place: BotInChannel) => Iterable<Y, Overwrites, unknown>
) {
  const wish = function* () {
    const place = yield* Channels.inGuildOnly(address)
    yield* requireManager(place)
    const before = place.channel.permission_overwrites
    const body = { permission_overwrites: yield* decide(before, place) }
    yield* requireOverwrites(place, { body }, before)
    return [{ method: "patch" as const, target: target(place.channel, place.channel.id), body }]
  }
  yield* WorldEdits.carryOut(wish, () => Body.void)
})

/** An overwrite needs a role or a member of the guild. Our choice: docs/choices.md "Guilds and members". */
const requireTarget = function* ({ guild }: BotInChannel, { id, type }: PermissionOverwrite) {
  const known =
    type === 0
      ? (yield* rolesOf(guild.id)).some((role) => role.id === id)
      : (yield* Collections.members.get(guild.id, id)) !== undefined
  if (!known) yield* new UnknownOverwrite()
}

/** A thread has the overwrites of its channel. */
const requireManager = function* (place: BotInChannel) {
  yield* requireHere(place, "MANAGE_ROLES")
  if (isThread(place.channel)) yield* new WrongChannelType()
}

const decodeOverwrite = Effect.fnUntraced(function* (id: Snowflake, sent: unknown) {
  const { value, faults } = decodeOverwriteEdit(sent)
  if (faults.length > 0) return yield* new InvalidForm({ faults })
  const { type, allow, deny } = value
  const kind = overwriteTypeOf(type)
  const wrong = [
    ...at(["type"], type != null && kind === undefined ? FormError.choices(OVERWRITE_TYPES) : undefined),
    ...gather(["allow", "deny"] as const, (name) =>
      at([name], Result.isFailure(parsePermissions(String(value[name] ?? 0n))) ? WorldError.badPermissions : undefined)
    )
  ]
  if (wrong.length > 0) return yield* new InvalidForm({ faults: wrong })
  return { id, type: kind, allow: String(allow ?? 0n), deny: String(deny ?? 0n) }
})
