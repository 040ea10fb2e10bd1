/**
 * A bot searches the messages of a guild: in the channels in which it may read what was written, and with the content of
 * messages, which it must be allowed to read. Source: official OpenAPI document, `guild_search`; the platform's
 * documentation of messages. Our choice: docs/choices.md "Messages".
 */
import { search as limits } from "@backlot/domain/base/SearchLimits"
import { compare, type Snowflake } from "@backlot/domain/base/Snowflake"
import { MissingAccess } from "@backlot/domain/error/ServiceError"
import { ownThreadMember } from "@backlot/domain/guild/ChannelWire"
import { type MessageRecord, refers } from "@backlot/domain/message/Message"
import { readsContent } from "@backlot/domain/message/MessageCensor"
import { finder, type MessageQuery } from "@backlot/domain/message/MessageSearch"
import { BITS, has } from "@backlot/domain/permission/Permission"
import { type GuildChannel, isThread } from "@backlot/domain/record/World"
import { type BotInGuild, type BotOfGuild, inGuild, permissionsOf } from "../access/BotEntry.ts"
import { channelObjects, guildChannels } from "../access/ChannelObjects.ts"
import * as KeptMessages from "../store/KeptMessages.ts"
import { operation } from "../store/Operation.ts"
import { transacting } from "../store/Transact.ts"
import { asBot, completed, views } from "./MessageViews.ts"

export interface GuildQuery extends MessageQuery {
  readonly sort_by: "relevance" | "timestamp"
  readonly sort_order: "asc" | "desc"
  readonly channel_id: ReadonlyArray<Snowflake>
  readonly include_nsfw: boolean
  readonly min_id: Snowflake | undefined
  readonly max_id: Snowflake | undefined
  readonly limit: number
  readonly offset: number
}

interface Hit {
  readonly record: MessageRecord
  readonly skipped: number
}

export const search = operation(
  "MessageSearch.search",
  transacting(function* (bot: BotOfGuild, query: GuildQuery) {
    const there = yield* inGuild(bot)
    if (!readsContent(bot.application)) {
      const because = `${bot.application.name} lacks the application flag GATEWAY_MESSAGE_CONTENT or GATEWAY_MESSAGE_CONTENT_LIMITED`
      return yield* new MissingAccess({ because })
    }
    const channels = readable(there, yield* guildChannels(bot.guild_id), query)
    const records = yield* scanned(channels, query)
    const authors = yield* repliedTo(records, query)
    const find = finder(query)
    const hits = records.flatMap((record): ReadonlyArray<Hit> => {
      const { message } = record
      const replied_to = refers(message) ? authors.get(message.message_reference?.message_id ?? "") : undefined
      const skipped = find({ message, replied_to })
      return skipped === undefined ? [] : [{ record, skipped }]
    })
    const page = ordered(hits, query).slice(query.offset, query.offset + query.limit)
    const shown = yield* views(
      page.map(({ record }) => record),
      asBot(bot.application, bot.guild_id)
    )
    const found = new Set(shown.map(({ channel_id }) => channel_id))
    const threads = channels.filter((channel) => isThread(channel) && found.has(channel.id))
    return {
      messages: shown.map((message) => [hitOf(message)]),
      doing_deep_historical_index: false,
      total_results: hits.length,
      ...(threads.length === 0
        ? {}
        : {
            threads: yield* channelObjects(threads),
            members: threads.flatMap((thread) => Object.values(ownThreadMember(thread, bot.application.bot.id)))
          }),
      documents_indexed: records.length
    }
  })
)

/** As found: without reactions. */
const hitOf = (message: object) => {
  const { reactions: _, ...rest }: { readonly reactions?: unknown } = message
  return { ...rest, hit: true }
}

/** The channels that are searched: those of the query, in which the bot may read. */
const readable = (there: BotInGuild, all: ReadonlyArray<GuildChannel>, query: GuildQuery) => {
  const known = new Map(all.map((channel) => [channel.id, channel]))
  return all.filter((channel) => {
    if (query.channel_id.length > 0 && !query.channel_id.includes(channel.id)) return false
    const parent = isThread(channel) ? known.get(channel.parent_id ?? "") : undefined
    if (!query.include_nsfw && (parent ?? channel).nsfw) return false
    return has(permissionsOf(there, { channel, parent }), BITS.VIEW_CHANNEL | BITS.READ_MESSAGE_HISTORY)
  })
}

/** The newest messages of the channels that everybody sees, within the bounds. */
const scanned = function* (channels: ReadonlyArray<GuildChannel>, { min_id, max_id }: GuildQuery) {
  const found: Array<MessageRecord> = []
  for (const { id } of channels) {
    const room = Math.min(limits.perChannel, limits.scanned - found.length)
    if (room <= 0) break
    const newest = yield* KeptMessages.last([id], room, max_id === undefined ? undefined : [id, max_id])
    found.push(
      ...newest.filter((one) => one.visible_to === null && (min_id === undefined || compare(one.id, min_id) > 0))
    )
  }
  return yield* completed(found)
}

/** The authors of the messages that others reply to, where the query asks for them. */
const repliedTo = function* (records: ReadonlyArray<MessageRecord>, { replied_to_user_id }: GuildQuery) {
  if (replied_to_user_id.length === 0) return new Map<Snowflake, Snowflake>()
  const keys = records.flatMap(({ channel_id, message }) => {
    const id = refers(message) ? message.message_reference?.message_id : undefined
    return id === undefined ? [] : [[channel_id, id] as const]
  })
  const replied = yield* completed(yield* KeptMessages.existing(keys))
  return new Map(replied.map(({ id, message }) => [id, message.author.id]))
}

/** The most relevant first are those with the fewest words between the words of the content; of these, the newest. */
const ordered = (hits: ReadonlyArray<Hit>, { sort_by, sort_order }: GuildQuery): ReadonlyArray<Hit> => {
  const newest = hits.toSorted((a, b) => compare(b.record.id, a.record.id))
  const sorted = sort_by === "relevance" ? newest.toSorted((a, b) => a.skipped - b.skipped) : newest
  return sort_order === "asc" ? sorted.toReversed() : sorted
}
