/** Reads the query of a search for messages and threads. Source: official OpenAPI document, `guild_search`, `thread_search`. */
import * as CodePoints from "@backlot/domain/base/CodePoints"
import { search as limits, threadSearch } from "@backlot/domain/base/SearchLimits"
import { isSnowflake } from "@backlot/domain/base/Snowflake"
import * as FormError from "@backlot/domain/error/FormError"
import { AUTHOR_TYPES, EMBED_TYPES, HAS } from "@backlot/domain/message/MessageSearch"
import { SORTS, type ThreadQuery } from "@backlot/usecases/guild/ThreadSearch"
import type { GuildQuery } from "@backlot/usecases/message/MessageSearch"
import { Effect } from "effect"
import * as Query from "../http/Query.ts"
import type { Call } from "../http/Route.ts"

export const searchQuery = Effect.fnUntraced(function* (call: Call) {
  const ids = (name: string, max: number = limits.ids) =>
    Query.many(call, name, max, (id) => (isSnowflake(id) ? undefined : FormError.notSnowflake(id)))
  const among = (name: string, values: ReadonlyArray<string>) =>
    Query.many(call, name, values.length, (value) => (values.includes(value) ? undefined : FormError.choices(values)))
  const texts = (name: string, max: number = limits.textMax) =>
    Query.many(call, name, limits.texts, (text) =>
      CodePoints.count(text) <= max ? undefined : FormError.maxLength(max)
    )
  return {
    sort_by: (yield* Query.oneOf(call, "sort_by", ["relevance", "timestamp"])) ?? "timestamp",
    sort_order: (yield* Query.oneOf(call, "sort_order", ["asc", "desc"])) ?? "desc",
    content: yield* Query.text(call, "content", limits.contentMax),
    slop: yield* Query.whole(call, "slop", limits.slopDefault, 0, limits.slopMax),
    author_id: yield* ids("author_id"),
    author_type: yield* among("author_type", AUTHOR_TYPES),
    mentions: yield* ids("mentions"),
    mentions_role_id: yield* ids("mentions_role_id"),
    replied_to_user_id: yield* ids("replied_to_user_id"),
    replied_to_message_id: yield* ids("replied_to_message_id"),
    mention_everyone: yield* Query.maybeFlag(call, "mention_everyone"),
    min_id: yield* Query.id(call, "min_id"),
    max_id: yield* Query.id(call, "max_id"),
    limit: yield* Query.whole(call, "limit", limits.limitMax, 1, limits.limitMax),
    offset: yield* Query.whole(call, "offset", 0, 0, limits.offsetMax),
    has: yield* among("has", HAS),
    link_hostname: yield* texts("link_hostname"),
    embed_provider: yield* texts("embed_provider"),
    embed_type: yield* among("embed_type", EMBED_TYPES),
    attachment_extension: yield* texts("attachment_extension"),
    attachment_filename: yield* texts("attachment_filename", limits.filenameMax),
    pinned: yield* Query.maybeFlag(call, "pinned"),
    include_nsfw: yield* Query.flag(call, "include_nsfw"),
    channel_id: yield* ids("channel_id", limits.channels)
  } satisfies GuildQuery
})

export const threadQuery = Effect.fnUntraced(function* (call: Call) {
  return {
    name: yield* Query.text(call, "name", threadSearch.nameMax),
    slop: yield* Query.whole(call, "slop", limits.slopDefault, 0, limits.slopMax),
    min_id: yield* Query.id(call, "min_id"),
    max_id: yield* Query.id(call, "max_id"),
    tag: yield* Query.idList(call, "tag", threadSearch.tags),
    tag_setting: (yield* Query.oneOf(call, "tag_setting", ["match_all", "match_some"])) ?? "match_some",
    archived: yield* Query.maybeFlag(call, "archived"),
    sort_by: (yield* Query.oneOf(call, "sort_by", SORTS)) ?? "last_message_time",
    sort_order: (yield* Query.oneOf(call, "sort_order", ["asc", "desc"])) ?? "desc",
    limit: yield* Query.whole(call, "limit", limits.limitMax, 1, limits.limitMax),
    offset: yield* Query.whole(call, "offset", 0, 0, limits.offsetMax)
  } satisfies ThreadQuery
})
