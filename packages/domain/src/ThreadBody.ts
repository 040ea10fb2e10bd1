/**
 * Bodies that open and edit threads. What is not kept of a thread is accepted and not read (ours). Source: official OpenAPI
 * document, `CreateTextThreadWithoutMessageRequest`, `UpdateThreadRequestPartial`.
 */
import { Schema } from "effect"
import { type ElementBody, said, unlessNull } from "./ElementBody.ts"
import { fault } from "./Fault.ts"
import * as FormError from "./FormError.ts"
import { Bool, decoder, field, Int, Text } from "./Shape.ts"
import type { Snowflake } from "./Snowflake.ts"
import type { GuildChannel } from "./World.ts"
import { ChannelType } from "./WorldVocabulary.ts"

const decode = decoder(
  Schema.Struct({
    name: field(Text),
    archived: field(Bool),
    locked: field(Bool),
    rate_limit_per_user: field(Int)
  })
)

export const threadBody = (sent: unknown): ElementBody => {
  const { value, faults } = decode(sent)
  const { name, archived, locked, rate_limit_per_user } = value
  return {
    body: said({
      name: unlessNull(name),
      archived: unlessNull(archived),
      locked: unlessNull(locked),
      rate_limit_per_user: unlessNull(rate_limit_per_user)
    }),
    faults,
    places: {}
  }
}

const decodeNew = decoder(Schema.Struct({ name: field(Text), type: field(Int), rate_limit_per_user: field(Int) }))

/** A thread in `channel`: private unless it says more, as on the platform; in announcements public. */
export const newThread = (
  sent: unknown,
  { channel, owner_id }: { readonly channel: GuildChannel; readonly owner_id: Snowflake }
): ElementBody => {
  const { value, faults } = decodeNew(sent)
  const isNews = channel.type === ChannelType.GUILD_ANNOUNCEMENT
  const type = value.type ?? (isNews ? ChannelType.ANNOUNCEMENT_THREAD : ChannelType.PRIVATE_THREAD)
  const known = THREADS.includes(type)
  return {
    body: said({
      name: unlessNull(value.name),
      type: known ? type : ChannelType.PRIVATE_THREAD,
      rate_limit_per_user: unlessNull(value.rate_limit_per_user),
      parent_id: channel.id,
      owner_id
    }),
    faults: known ? faults : [...faults, fault(["type"], FormError.choices(THREADS))],
    places: {}
  }
}

const THREADS: ReadonlyArray<number> = [
  ChannelType.ANNOUNCEMENT_THREAD,
  ChannelType.PUBLIC_THREAD,
  ChannelType.PRIVATE_THREAD
]
