/**
 * Bodies that create, edit and move channels of a guild. The service ignores the fields that it does not keep. Our choice:
 * docs/choices.md "Guilds and members". Source: official OpenAPI document, `CreateGuildChannelRequest`, `bulk_update_guild_channels`.
 */
import { Schema } from "effect"
import { direct } from "../base/DirectLimits.ts"
import * as Limits from "../base/Limits.ts"
import { profile } from "../base/ProfileLimits.ts"
import { bits, type ElementBody, said, unlessNull } from "../element/ElementBody.ts"
import type { FileElement } from "../element/WorldTarget.ts"
import { type Fault, fault } from "../error/Fault.ts"
import * as FormError from "../error/FormError.ts"
import type { PermissionOverwrite } from "../record/World.ts"
import {
  ARCHIVE_DURATIONS,
  ChannelType,
  GUILD_CHANNEL_TYPES,
  isForumType,
  isThreadType
} from "../record/WorldVocabulary.ts"
import { rangeError } from "../validation/NumberRules.ts"
import { at } from "../validation/Rule.ts"
import {
  Any,
  Big,
  Bool,
  decoder,
  dict,
  field,
  Id,
  Int,
  list,
  needed,
  Text,
  withoutEchoes
} from "../validation/Shape.ts"
import { atMost, described, oneOf, text, whole } from "../validation/ShapeLimits.ts"
import { lengthError } from "../validation/TextRules.ts"
import { forumFields, keptOf } from "./ForumBody.ts"
import { sentPicture } from "./PictureBody.ts"
import { listFaults } from "./RoleBody.ts"
import { REGION_IDS, VIDEO_QUALITY_MODES, VOICE_LIMIT_MAX } from "./VoiceRegion.ts"

/** Role, member. */
export const OVERWRITE_TYPES = [0, 1] as const

const overwriteType = described(oneOf(Any, OVERWRITE_TYPES), "0 role, 1 member.")

export const OverwriteEdit = Schema.Struct({
  type: field(overwriteType),
  allow: field(Big),
  deny: field(Big)
}).annotate({ identifier: "OverwriteEditBody" })

export const decodeOverwriteEdit = decoder(OverwriteEdit)

const Overwrite = Schema.Struct({
  id: needed(Id),
  type: needed(overwriteType),
  allow: field(Big),
  deny: field(Big)
}).annotate({ identifier: "ChannelOverwriteBody" })

const name = text(1, 100)
const position = field(whole(0, 10_000))

export const shared = {
  name: field(name),
  rate_limit_per_user: field(whole(0, Limits.guild.slowmodeMaxSeconds))
}

export const channelFields = {
  name: shared.name,
  type: field(oneOf(Int, GUILD_CHANNEL_TYPES)),
  position,
  topic: field(text(0, 4096)),
  nsfw: field(Bool),
  parent_id: field(Id),
  permission_overwrites: field(atMost(list(Overwrite), 1000)),
  rate_limit_per_user: shared.rate_limit_per_user,
  bitrate: field(whole(Limits.guild.bitrateMin, Limits.guild.bitrateMax)),
  user_limit: field(whole(0, Limits.guild.userLimitMax)),
  rtc_region: field(oneOf(Text, REGION_IDS)),
  video_quality_mode: field(described(oneOf(Int, VIDEO_QUALITY_MODES), "1 auto, 2 full.")),
  default_auto_archive_duration: field(oneOf(Int, ARCHIVE_DURATIONS)),
  ...forumFields
}

/** A new channel needs a name, which the rules of the world demand. */
export const NewChannel = Schema.Struct({ ...channelFields, name: needed(name) }).annotate({
  identifier: "NewChannelBody"
})

const decode = decoder(NewChannel)

/** Bits per second, at any tier. Source: the platform's documentation of `Modify Channel`. */
const STAGE_BITRATE_MAX = 64_000

/** `before` is the type of an existing channel, `bitrateMax` the most that the tier of the guild gives. A new channel is a text channel unless the body has a type. */
export const channelBody = (
  sent: unknown,
  { before, bitrateMax = Limits.guild.bitrateMax }: { readonly before?: number; readonly bitrateMax?: number } = {}
): ElementBody => {
  const { value, faults } = decode(sent)
  const {
    permission_overwrites: overwrites,
    name,
    position,
    available_tags,
    default_reaction_emoji,
    default_sort_order,
    default_forum_layout,
    default_tag_setting,
    default_thread_rate_limit_per_user,
    flags,
    ...same
  } = value
  const ofForum = {
    available_tags,
    default_reaction_emoji,
    default_sort_order,
    default_forum_layout,
    default_tag_setting,
    default_thread_rate_limit_per_user,
    flags
  }
  const type = value.type ?? before ?? ChannelType.GUILD_TEXT
  const most = type === ChannelType.GUILD_STAGE_VOICE ? Math.min(bitrateMax, STAGE_BITRATE_MAX) : bitrateMax
  return {
    body: said({
      ...same,
      ...keptOf(ofForum, isForumType(type)),
      name: name == null ? undefined : channelName(name, type),
      position: unlessNull(position),
      permission_overwrites: overwrites === null ? null : overwrites?.map(overwrite)
    }),
    faults: [
      ...faults,
      ...at(["bitrate"], rangeError(same.bitrate, Limits.guild.bitrateMin, most)),
      ...at(["user_limit"], isCrowded(type, same.user_limit) ? FormError.numberMax(VOICE_LIMIT_MAX) : undefined),
      ...at(["topic"], WORDS.includes(type) ? lengthError(value.topic, 0, Limits.guild.topicMax) : undefined)
    ],
    places: {}
  }
}

/** A stage takes more than a voice channel. */
const isCrowded = (type: number, limit: number | null | undefined): boolean =>
  type === ChannelType.GUILD_VOICE && (limit ?? 0) > VOICE_LIMIT_MAX && (limit ?? 0) <= Limits.guild.userLimitMax

/** Text channels have names of one word in lower case; other names are converted, as on the platform. */
const channelName = (name: string, type: number): string =>
  WORDS.includes(type) ? name.trim().toLowerCase().replace(/\s+/gu, "-") : name

const WORDS: ReadonlyArray<number> = [ChannelType.GUILD_TEXT, ChannelType.GUILD_ANNOUNCEMENT]

const overwrite = ({ id, type, allow, deny }: typeof Overwrite.Type): FileElement =>
  said({ id, type: overwriteTypeOf(type) ?? type, allow: bits(allow), deny: bits(deny) })

/** The type that a number, its text or a name says. Our choice: docs/choices.md "Guilds and members". */
export const overwriteTypeOf = (sent: unknown): 0 | 1 | undefined =>
  OVERWRITE_TYPES.find((type) => type === sent || OVERWRITE_WORDS[type].some((word) => word === sent))

const OVERWRITE_WORDS = { 0: ["0", "role"], 1: ["1", "member"] } as const

/** Threads have endpoints of their own. */
export const typeFaults = ({ body: { type } }: ElementBody): ReadonlyArray<Fault> =>
  typeof type === "number" && !CREATABLE.includes(type) ? [fault(["type"], FormError.choices(CREATABLE))] : []

const CREATABLE = GUILD_CHANNEL_TYPES.filter((type) => !isThreadType(type))

/** The permission bits that change between the overwrites before and after. */
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

/** A negative set is a separate fault and changes no bits. */
const magnitude = (set: unknown): bigint => (typeof set === "string" && !set.startsWith("-") ? BigInt(set) : 0n)

const Position = Schema.Struct({
  id: needed(Id),
  position,
  parent_id: field(Id),
  lock_permissions: field(Bool)
}).annotate({ identifier: "ChannelPositionBody" })

export const ChannelPositions = list(Position, Limits.guild.positions)

const decodePositions = decoder(ChannelPositions)

export interface Moved {
  readonly id: string
  readonly body: FileElement
  /** Whether the channel takes the overwrites of its new category. */
  readonly locks: boolean
}

/** The elements of a list of positions, in order; each must name a channel. */
export const channelPositions = (sent: unknown) => {
  const { value, faults } = decodePositions(sent)
  return {
    elements: value.map(
      ({ id, position, parent_id, lock_permissions }): Moved => ({
        id: id ?? "",
        body: said({ position: unlessNull(position), parent_id }),
        locks: lock_permissions === true
      })
    ),
    faults: withoutEchoes(faults, listFaults(value))
  }
}

/** Opens a direct channel, or a group. */
export const Recipient = Schema.Struct({
  recipient_id: field(Id),
  access_tokens: field(described(list(Text, direct.recipients), "Opens a group with these users: scope gdm.join.")),
  nicks: field(described(dict(Text, direct.recipients), "Of a group: names of its users, by their ids."))
}).annotate({ identifier: "RecipientBody" })

export const decodeRecipient = decoder(Recipient)

/** Brings a user into a group. */
export const GroupRecipient = Schema.Struct({
  access_token: field(Text),
  nick: field(text(0, direct.nickMax))
}).annotate({ identifier: "GroupRecipientBody" })

export const decodeGroupRecipient = decoder(GroupRecipient)

const decodeGroup = decoder(Schema.Struct({ name: field(Text), icon: field(Text) }))

/** An edit of a group; an empty name is none. */
export const groupBody = (sent: unknown, sha256: (text: string) => string): ElementBody => {
  const { value, faults } = decodeGroup(sent)
  const icon = sentPicture(value.icon, profile.pictureBytes, sha256)
  return {
    body: said({ name: value.name === "" ? null : value.name, icon: icon.hash }),
    faults: [...faults, ...at(["icon"], icon.error)],
    places: {},
    pictures: icon.kept
  }
}
