/**
 * Bodies that create, edit and move channels of a guild. What is not kept of a channel is accepted and not read (ours).
 * Source: official OpenAPI document, `CreateGuildChannelRequest`, `bulk_update_guild_channels`.
 */
import { Schema } from "effect"
import * as Limits from "../base/Limits.ts"
import { bits, type ElementBody, said, unlessNull } from "../element/ElementBody.ts"
import type { FileElement } from "../element/WorldTarget.ts"
import { type Fault, fault } from "../error/Fault.ts"
import * as FormError from "../error/FormError.ts"
import type { PermissionOverwrite } from "../record/World.ts"
import { ChannelType, GUILD_CHANNEL_TYPES, THREAD_PARENTS } from "../record/WorldVocabulary.ts"
import { at } from "../validation/Rule.ts"
import { Any, Big, Bool, decoder, field, Id, Int, list, Text, withoutEchoes } from "../validation/Shape.ts"
import { lengthError } from "../validation/TextLength.ts"
import { listFaults } from "./RoleBody.ts"

const Overwrite = Schema.Struct({ id: field(Id), type: field(Any), allow: field(Big), deny: field(Big) })

const ChannelShape = Schema.Struct({
  name: field(Text),
  type: field(Int),
  position: field(Int),
  topic: field(Text),
  nsfw: field(Bool),
  parent_id: field(Id),
  permission_overwrites: field(list(Overwrite)),
  rate_limit_per_user: field(Int),
  bitrate: field(Int),
  user_limit: field(Int),
  default_auto_archive_duration: field(Int)
})

const decode = decoder(ChannelShape)

/** `before` is the type of a channel that is there; a new one is a text channel unless it says more. */
export const channelBody = (sent: unknown, before?: number): ElementBody => {
  const { value, faults } = decode(sent)
  const { permission_overwrites: overwrites, name, position, ...same } = value
  const type = value.type ?? before ?? ChannelType.GUILD_TEXT
  return {
    body: said({
      ...same,
      name: unlessNull(name === undefined || name === null ? name : channelName(name, type)),
      position: unlessNull(position),
      permission_overwrites: overwrites === null ? null : overwrites?.map(overwrite)
    }),
    faults: [
      ...faults,
      ...at(["topic"], WORDS.includes(type) ? lengthError(value.topic, 0, Limits.guild.topicMax) : undefined)
    ],
    places: {}
  }
}

/** Text channels have names of one word in small letters; the platform turns others into such, and so is it here. */
export const channelName = (name: string, type: number): string =>
  WORDS.includes(type) ? name.trim().toLowerCase().replace(/\s+/gu, "-") : name

const WORDS: ReadonlyArray<number> = [ChannelType.GUILD_TEXT, ChannelType.GUILD_ANNOUNCEMENT]

const overwrite = ({ id, type, allow, deny }: typeof Overwrite.Type): FileElement =>
  said({ id, type: OVERWRITE_TYPES[String(type)] ?? type, allow: bits(allow), deny: bits(deny) })

/** Older libraries say it in words. */
const OVERWRITE_TYPES: Readonly<Record<string, 0 | 1>> = { "0": 0, "1": 1, role: 0, member: 1 }

/** Threads are made in channels. */
export const typeFaults = ({ body: { type } }: ElementBody): ReadonlyArray<Fault> =>
  typeof type === "number" && !CREATABLE.includes(type) ? [fault(["type"], FormError.choices(CREATABLE))] : []

const CREATABLE = GUILD_CHANNEL_TYPES.filter((type) => !Object.hasOwn(THREAD_PARENTS, String(type)))

/** The bits that overwrites allow or deny otherwise than those before them. */
export const overwrittenBits = (
  { body: { permission_overwrites: wanted } }: Pick<ElementBody, "body">,
  before: ReadonlyArray<PermissionOverwrite>
): bigint => {
  if (wanted === undefined) return 0n
  const after: ReadonlyArray<FileElement> = Array.isArray(wanted) ? wanted : []
  const ids = new Set([...after, ...before].map(({ id }) => id))
  return [...ids].reduce<bigint>((changed, id) => {
    const [old, now] = [before.find((o) => o.id === id), after.find((o) => o["id"] === id)]
    return changed | difference(old?.allow, now?.["allow"]) | difference(old?.deny, now?.["deny"])
  }, 0n)
}

const difference = (before: unknown, after: unknown): bigint => magnitude(before) ^ magnitude(after)

/** Ours: a negative set is a fault of its own. */
const magnitude = (set: unknown): bigint => (typeof set === "string" && !set.startsWith("-") ? BigInt(set) : 0n)

const Position = Schema.Struct({
  id: field(Id),
  position: field(Int),
  parent_id: field(Id),
  lock_permissions: field(Bool)
})

const decodePositions = decoder(list(Position, Limits.guild.positions))

export interface Moved {
  readonly id: string
  readonly body: FileElement
  /** Takes the overwrites of the category that it comes to. */
  readonly locks: boolean
}

/** The elements of a list of positions in their places; each names a channel. */
export const channelPositions = (
  sent: unknown
): { readonly elements: ReadonlyArray<Moved>; readonly faults: ReadonlyArray<Fault> } => {
  const { value, faults } = decodePositions(sent)
  return {
    elements: value.map(({ id, position, parent_id, lock_permissions }) => ({
      id: id ?? "",
      body: said({ position: unlessNull(position), parent_id }),
      locks: lock_permissions === true
    })),
    faults: withoutEchoes(faults, listFaults(value))
  }
}
