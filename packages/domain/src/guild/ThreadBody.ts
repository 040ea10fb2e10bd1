/**
 * Bodies that open and edit threads. What is not kept of a thread is accepted and not read (ours). Source: official OpenAPI
 * document, `CreateTextThreadWithoutMessageRequest`, `UpdateThreadRequestPartial`.
 */
import { Schema } from "effect"
import type { Snowflake } from "../base/Snowflake.ts"
import { type ElementBody, said, unlessNull } from "../element/ElementBody.ts"
import { fault } from "../error/Fault.ts"
import * as FormError from "../error/FormError.ts"
import type { GuildChannel } from "../record/World.ts"
import { ChannelType } from "../record/WorldVocabulary.ts"
import { Bool, decoder, field, Int, Text } from "../validation/Shape.ts"

const decode = decoder(
  Schema.Struct({
    name: field(Text),
    archived: field(Bool),
    locked: field(Bool),
    rate_limit_per_user: field(Int),
    auto_archive_duration: field(Int)
  })
)

export const threadBody = (sent: unknown): ElementBody => {
  const { value, faults } = decode(sent)
  const { name, archived, locked, rate_limit_per_user, auto_archive_duration } = value
  return {
    body: said({
      name: unlessNull(name),
      archived: unlessNull(archived),
      locked: unlessNull(locked),
      rate_limit_per_user: unlessNull(rate_limit_per_user),
      auto_archive_duration: unlessNull(auto_archive_duration)
    }),
    faults,
    places: {}
  }
}

const decodeNew = decoder(
  Schema.Struct({
    name: field(Text),
    type: field(Int),
    rate_limit_per_user: field(Int),
    auto_archive_duration: field(Int)
  })
)

export interface ThreadPlace {
  readonly channel: GuildChannel
  readonly owner_id: Snowflake
}

/** A thread in `channel`: private unless it says more, as on the platform; in announcements public. */
export const newThread = (sent: unknown, place: ThreadPlace): ElementBody => {
  const { value, faults } = decodeNew(sent)
  const type = value.type ?? (isNews(place.channel) ? ChannelType.ANNOUNCEMENT_THREAD : ChannelType.PRIVATE_THREAD)
  const known = THREADS.includes(type)
  return {
    body: threadOf(value, known ? type : ChannelType.PRIVATE_THREAD, place),
    faults: known ? faults : [...faults, fault(["type"], FormError.choices(THREADS))],
    places: {}
  }
}

/** A thread that begins with a message: for everyone who sees that. */
export const newThreadOfMessage = (sent: unknown, place: ThreadPlace): ElementBody => {
  const { value, faults } = decodeNew(sent)
  const type = isNews(place.channel) ? ChannelType.ANNOUNCEMENT_THREAD : ChannelType.PUBLIC_THREAD
  return { body: threadOf(value, type, place), faults, places: {} }
}

const threadOf = (
  { name, rate_limit_per_user, auto_archive_duration }: ReturnType<typeof decodeNew>["value"],
  type: number,
  { channel, owner_id }: ThreadPlace
) =>
  said({
    name: unlessNull(name),
    type,
    rate_limit_per_user: unlessNull(rate_limit_per_user),
    auto_archive_duration: auto_archive_duration ?? channel.default_auto_archive_duration,
    parent_id: channel.id,
    owner_id
  })

const isNews = ({ type }: GuildChannel): boolean => type === ChannelType.GUILD_ANNOUNCEMENT

const THREADS: ReadonlyArray<number> = [
  ChannelType.ANNOUNCEMENT_THREAD,
  ChannelType.PUBLIC_THREAD,
  ChannelType.PRIVATE_THREAD
]
