/**
 * Bodies that open and edit threads. The service ignores the fields that it does not keep. Our choice: docs/choices.md
 * "Guilds and members". Source: official OpenAPI document, `CreateTextThreadWithoutMessageRequest`, `UpdateThreadRequestPartial`.
 */
import { Schema } from "effect"
import type { Snowflake } from "../base/Snowflake.ts"
import type { ElementBody } from "../element/ElementBody.ts"
import { fault } from "../error/Fault.ts"
import * as FormError from "../error/FormError.ts"
import type { GuildChannel } from "../record/World.ts"
import { ARCHIVE_DURATIONS, ChannelType, THREAD_PARENTS } from "../record/WorldVocabulary.ts"
import { given } from "../validation/Given.ts"
import { Any, Bool, decoder, field, Int, needed } from "../validation/Shape.ts"
import { described, oneOf, text } from "../validation/ShapeLimits.ts"
import { channelFields, shared } from "./ChannelBody.ts"

const { name, rate_limit_per_user } = shared
const ofThreads = field(described(Bool, "Of threads."))
const auto_archive_duration = field(
  described(oneOf(Int, ARCHIVE_DURATIONS), "Minutes, of threads; the platform archives them then.")
)
// Sent by libraries. Our choice: docs/choices.md "Guilds and members".
const unread = field(described(Any, "Ignored."))

const threadFields = {
  name,
  archived: ofThreads,
  locked: ofThreads,
  rate_limit_per_user,
  auto_archive_duration,
  invitable: field(described(Bool, "Of private threads: whether who is no moderator may add people."))
}

const decode = decoder(Schema.Struct(threadFields))

export const ChannelEdit = Schema.Struct({
  ...channelFields,
  ...threadFields,
  flags: unread
}).annotate({ identifier: "ChannelEditBody" })

/** Only private threads have `invitable`: others ignore it. */
export const threadBody = (sent: unknown, type: number): ElementBody => {
  const { value, faults } = decode(sent)
  const { invitable: _, ...others } = value
  return { body: given(type === ChannelType.PRIVATE_THREAD ? value : others), faults, places: {} }
}

const THREADS: ReadonlyArray<number> = Object.keys(THREAD_PARENTS).map(Number)

const newFields = { name: needed(text(1, 100)), rate_limit_per_user, auto_archive_duration }

export const NewThread = Schema.Struct({
  name: newFields.name,
  type: field(described(oneOf(Int, THREADS), "Default: 12, a private thread.")),
  rate_limit_per_user,
  auto_archive_duration,
  invitable: threadFields.invitable
}).annotate({ identifier: "NewThreadBody" })

/** Judged as `NewThread`. Our choice: docs/choices.md "Control plane". */
export const NewThreadOfUser = Schema.Struct({
  ...newFields,
  type: field(described(oneOf(Int, THREADS), "Default: 11, a public thread; 10 in an announcement channel.")),
  invitable: threadFields.invitable
}).annotate({ identifier: "StartThread" })

/** Judged as `NewThread`; the message decides the type. */
export const NewThreadOfMessage = Schema.Struct(newFields).annotate({ identifier: "NewThreadOfMessageBody" })

const decodeNew = decoder(NewThread)

export interface ThreadPlace {
  readonly channel: GuildChannel
  readonly owner_id: Snowflake
  /** The type of a thread whose body names none, outside announcement channels. Default: private, as on the platform. */
  readonly usual?: number | undefined
}

/** A thread in `channel`. In an announcement channel it is public by default, as on the platform. */
export const newThread = (sent: unknown, place: ThreadPlace): ElementBody => {
  const { value, faults } = decodeNew(sent)
  const { channel, usual = ChannelType.PRIVATE_THREAD } = place
  const type = value.type ?? (isNews(channel) ? ChannelType.ANNOUNCEMENT_THREAD : usual)
  const known = THREADS.includes(type)
  return {
    body: threadOf(value, known ? type : ChannelType.PRIVATE_THREAD, place),
    faults: known ? faults : [...faults, fault(["type"], FormError.choices(THREADS))],
    places: {}
  }
}

/** A thread that starts at a message: public. */
export const newThreadOfMessage = (sent: unknown, place: ThreadPlace): ElementBody => {
  const { value, faults } = decodeNew(sent)
  const type = isNews(place.channel) ? ChannelType.ANNOUNCEMENT_THREAD : ChannelType.PUBLIC_THREAD
  return { body: threadOf(value, type, place), faults, places: {} }
}

const threadOf = (
  { name, rate_limit_per_user, auto_archive_duration, invitable }: ReturnType<typeof decodeNew>["value"],
  type: number,
  { channel, owner_id }: ThreadPlace
) =>
  given({
    name,
    type,
    rate_limit_per_user,
    ...(type === ChannelType.PRIVATE_THREAD ? { invitable } : {}),
    auto_archive_duration: auto_archive_duration ?? channel.default_auto_archive_duration,
    parent_id: channel.id,
    owner_id
  })

const isNews = ({ type }: GuildChannel): boolean => type === ChannelType.GUILD_ANNOUNCEMENT
