/** The names that a world may use and the numbers that a command may use, as data. Source: wire-rest.md §2, §5.5. */
import { ContextType, IntegrationType } from "./ApplicationCommand.ts"

export const ChannelType = {
  GUILD_TEXT: 0,
  DM: 1,
  GUILD_VOICE: 2,
  GROUP_DM: 3,
  GUILD_CATEGORY: 4,
  GUILD_ANNOUNCEMENT: 5,
  ANNOUNCEMENT_THREAD: 10,
  PUBLIC_THREAD: 11,
  PRIVATE_THREAD: 12,
  GUILD_STAGE_VOICE: 13,
  GUILD_DIRECTORY: 14,
  GUILD_FORUM: 15,
  GUILD_MEDIA: 16
} as const

export const DIRECT_CHANNEL_TYPES: ReadonlyArray<number> = [ChannelType.DM, ChannelType.GROUP_DM]

export const GUILD_CHANNEL_TYPES: ReadonlyArray<number> = Object.values(ChannelType).filter(
  (type) => !DIRECT_CHANNEL_TYPES.includes(type)
)

/** Durable, consumable, subscription, and the group of a subscription. */
export const SKU_TYPES = [2, 3, 5, 6] as const

/** How a right came to be, from a purchase to a subscription. */
export const ENTITLEMENT_TYPES = [1, 2, 3, 4, 5, 6, 7, 8, 10] as const

/** Unknown, not needed, needed, done, failed; and the same three of what is taken back. */
export const FULFILLMENTS = [0, 1, 2, 3, 4, 5, 6, 7] as const

/** The channels that people connect to. */
export const VOICE_TYPES: ReadonlyArray<number> = [ChannelType.GUILD_VOICE, ChannelType.GUILD_STAGE_VOICE]

/** The types of parent channels for each type of thread. */
export const THREAD_PARENTS: Readonly<Record<number, ReadonlyArray<number>>> = {
  [ChannelType.ANNOUNCEMENT_THREAD]: [ChannelType.GUILD_ANNOUNCEMENT],
  [ChannelType.PUBLIC_THREAD]: [ChannelType.GUILD_TEXT, ChannelType.GUILD_FORUM, ChannelType.GUILD_MEDIA],
  [ChannelType.PRIVATE_THREAD]: [ChannelType.GUILD_TEXT]
}

/** Channels whose threads are posts. */
export const isForumType = (type: unknown): boolean =>
  type === ChannelType.GUILD_FORUM || type === ChannelType.GUILD_MEDIA

export const isThreadType = (type: unknown): boolean => typeof type === "number" && Object.hasOwn(THREAD_PARENTS, type)

/** The channels that can have webhooks. */
export const WEBHOOK_CHANNELS: ReadonlyArray<number> = [
  ChannelType.GUILD_TEXT,
  ChannelType.GUILD_VOICE,
  ChannelType.GUILD_ANNOUNCEMENT,
  ChannelType.GUILD_STAGE_VOICE,
  ChannelType.GUILD_FORUM,
  ChannelType.GUILD_MEDIA
]

/** Minutes of silence before a thread is archived: the official OpenAPI document. */
export const ARCHIVE_DURATIONS = [60, 1440, 4320, 10_080] as const

/** An application's content filter: that of the guild, or always on. Source: official document, `ApplicationExplicitContentFilterTypes`. */
export const CONTENT_FILTERS: ReadonlyArray<number> = [0, 1]

/** Types of applications in public references; none has an effect here. Our choice: docs/choices.md "World file". */
export const APPLICATION_TYPES: ReadonlyArray<number> = [1, 2, 3, 4, 5]

/** The webhook events that the service sends: wire-rest.md §6.3; the platform's documentation. */
export const WEBHOOK_EVENT_TYPES = [
  "APPLICATION_AUTHORIZED",
  "APPLICATION_DEAUTHORIZED",
  "LOBBY_MESSAGE_CREATE",
  "LOBBY_MESSAGE_UPDATE",
  "LOBBY_MESSAGE_DELETE"
] as const

/** wire-rest.md §2 "Channel types": 6 to 9 are retired. */
export const CHANNEL_TYPES: ReadonlyArray<number> = [0, 1, 2, 3, 4, 5, 10, 11, 12, 13, 14, 15, 16]
export const INTEGRATION_TYPES = Object.values(IntegrationType)
export const CONTEXT_TYPES = Object.values(ContextType)
