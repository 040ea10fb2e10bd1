/**
 * A bot searches the threads of a channel, or the posts of a forum, by name and tags, as far as it sees them. Source: official
 * OpenAPI document, `thread_search`. Our choice: docs/choices.md "Guilds and members".
 */
import { parseTime } from "@backlot/domain/base/IsoTime"
import { threadSearch as limits } from "@backlot/domain/base/SearchLimits"
import { compare, type Snowflake } from "@backlot/domain/base/Snowflake"
import { archivedAt } from "@backlot/domain/guild/ChannelWire"
import { phrase } from "@backlot/domain/message/MessageSearch"
import { type GuildChannel, isThread } from "@backlot/domain/record/World"
import { isForumType } from "@backlot/domain/record/WorldVocabulary"
import * as Body from "@backlot/ports/Body"
import { type BotInChannel, type ChannelAddress, mayView } from "../access/BotEntry.ts"
import { lastMessageId } from "../access/ChannelObjects.ts"
import { asBot, views } from "../message/MessageViews.ts"
import * as KeptMessages from "../store/KeptMessages.ts"
import { operation } from "../store/Operation.ts"
import { transacting } from "../store/Transact.ts"
import { heldBy } from "../world/WorldParts.ts"
import { target } from "./GuildChannels.ts"
import { listed, parentOf } from "./ThreadLists.ts"

export const SORTS = ["relevance", "creation_time", "last_message_time", "archive_time"] as const

/** Undefined and an empty list find everything. */
export interface ThreadQuery {
  readonly name: string | undefined
  readonly slop: number
  readonly min_id: Snowflake | undefined
  readonly max_id: Snowflake | undefined
  readonly tag: ReadonlyArray<Snowflake>
  readonly tag_setting: "match_all" | "match_some"
  readonly archived: boolean | undefined
  readonly sort_by: (typeof SORTS)[number]
  readonly sort_order: "asc" | "desc"
  readonly limit: number
  readonly offset: number
}

/** Needs READ_MESSAGE_HISTORY. */
export const search = operation(
  "ThreadSearch.search",
  transacting(function* (address: ChannelAddress, query: ThreadQuery) {
    const there = yield* parentOf(address)
    const hits = yield* ordered(found(there, yield* heldBy(target(there.channel, there.channel.id)), query), query)
    const page = hits.slice(query.offset, query.offset + query.limit)
    return {
      ...(yield* listed(address, page, query.offset + page.length < hits.length)),
      first_messages: yield* firstMessages(there, page),
      total_results: hits.length
    }
  })
)

interface Hit {
  readonly thread: GuildChannel
  /** The words between those of the name that is sought: fewer are more relevant. */
  readonly skipped: number
}

/** Newest first. */
const found = (there: BotInChannel, held: ReadonlyArray<GuildChannel>, query: ThreadQuery): ReadonlyArray<Hit> => {
  const { min_id, max_id, archived } = query
  const skipped = phrase(query.name, query.slop)
  return held
    .flatMap((thread) => {
      const between = skipped(thread.name)
      const isFound =
        between !== undefined &&
        isThread(thread) &&
        (archived === undefined || (thread.archived ?? false) === archived) &&
        (min_id === undefined || compare(thread.id, min_id) > 0) &&
        (max_id === undefined || compare(thread.id, max_id) < 0) &&
        hasTags(thread, query) &&
        mayView(there, { channel: thread, parent: there.channel })
      return isFound ? [{ thread, skipped: between }] : []
    })
    .toSorted((a, b) => compare(b.thread.id, a.thread.id))
}

const hasTags = ({ applied_tags = [] }: GuildChannel, { tag, tag_setting }: ThreadQuery): boolean => {
  if (tag.length === 0) return true
  const has = (id: Snowflake) => applied_tags.includes(id)
  return tag_setting === "match_all" ? tag.every(has) : tag.some(has)
}

const ordered = function* (newest: ReadonlyArray<Hit>, { sort_by, sort_order }: ThreadQuery) {
  const sorted = yield* descending(newest, sort_by)
  const threads = sorted.map(({ thread }) => thread)
  return sort_order === "asc" ? threads.toReversed() : threads
}

const descending = function* (newest: ReadonlyArray<Hit>, sort: ThreadQuery["sort_by"]) {
  if (sort === "relevance") return newest.toSorted((a, b) => a.skipped - b.skipped)
  if (sort === "archive_time") {
    const timed = newest.map((hit) => ({ ...hit, ms: parseTime(archivedAt(hit.thread)) ?? 0 }))
    return timed.toSorted((a, b) => b.ms - a.ms)
  }
  if (sort === "creation_time") return newest
  const recent = newest.slice(0, limits.byLastMessage)
  const last = yield* Body.forEach(recent, ({ thread }) => lastMessageId(thread.id))
  const timed = recent.map((hit, i) => ({ ...hit, last: last[i] ?? hit.thread.id }))
  return [...timed.toSorted((a, b) => compare(b.last, a.last)), ...newest.slice(limits.byLastMessage)]
}

/** The first message of a post is in it; a thread of a text channel may have started from one there. */
const firstMessages = function* ({ application, channel }: BotInChannel, threads: ReadonlyArray<GuildChannel>) {
  const keys = threads.map(({ id }) => [isForumType(channel.type) ? id : channel.id, id] as const)
  return yield* views(yield* KeptMessages.existing(keys), asBot(application, channel.guild_id))
}
