/**
 * Lists of threads, as far as the bot sees them, with its own memberships. Source: official OpenAPI document, `ThreadsResponse`;
 * the platform's documentation of threads.
 */
import { parseTime } from "@backlot/domain/base/IsoTime"
import { compare, type Snowflake } from "@backlot/domain/base/Snowflake"
import { NotInDirect, WrongChannelType } from "@backlot/domain/error/ServiceError"
import { archivedAt, ownThreadMember } from "@backlot/domain/guild/ChannelWire"
import { isPrivate, isThreadMember } from "@backlot/domain/permission/Place"
import { type GuildChannel, isThread } from "@backlot/domain/record/World"
import { ChannelType } from "@backlot/domain/record/WorldVocabulary"
import {
  type BotInChannel,
  type BotOfGuild,
  type ChannelAddress,
  inChannel,
  inGuild,
  mayView,
  requireHere
} from "../access/BotEntry.ts"
import { channelObjects, guildChannels } from "../access/ChannelObjects.ts"
import { operation } from "../store/Operation.ts"
import { transacting } from "../store/Transact.ts"
import { heldBy } from "../world/WorldParts.ts"
import { target } from "./GuildChannels.ts"

/** Active threads that the bot may view, newest first. */
export const active = operation(
  "ThreadLists.active",
  transacting(function* (bot: BotOfGuild) {
    const there = yield* inGuild(bot)
    const channels = yield* guildChannels(bot.guild_id)
    const threads = channels.filter((channel) => isThread(channel) && channel.archived !== true)
    const byId = new Map(channels.map((channel) => [channel.id, channel]))
    const seen = threads.filter((channel) => mayView(there, { channel, parent: byId.get(channel.parent_id ?? "") }))
    return yield* listed(bot, seen.toReversed(), false)
  })
)

/** `before`: milliseconds, archived earlier. */
interface Archived {
  readonly limit: number
  readonly before: number | undefined
}

/** Last archived first. Needs READ_MESSAGE_HISTORY. */
export const archivedPublic = operation(
  "ThreadLists.archivedPublic",
  transacting(function* (address: ChannelAddress, page: Archived) {
    const place = yield* parentOf(address)
    return yield* pageOf(address, byTime(yield* archivedIn(place, false), page.before), page.limit)
  })
)

/** Those that the bot has not joined too. Needs READ_MESSAGE_HISTORY and MANAGE_THREADS. */
export const archivedPrivate = operation(
  "ThreadLists.archivedPrivate",
  transacting(function* (address: ChannelAddress, page: Archived) {
    const place = yield* parentOf(address)
    yield* requireHere(place, "MANAGE_THREADS")
    return yield* pageOf(address, byTime(yield* archivedIn(place, true), page.before), page.limit)
  })
)

/** Those that the bot has joined, by descending id. Needs READ_MESSAGE_HISTORY. */
export const archivedJoined = operation(
  "ThreadLists.archivedJoined",
  transacting(function* (
    address: ChannelAddress,
    { limit, before }: { readonly limit: number; readonly before: Snowflake | undefined }
  ) {
    const all = yield* archivedIn(yield* parentOf(address), true)
    const own = all.filter((thread) => isThreadMember(thread, address.application.bot.id))
    const earlier = before === undefined ? own : own.filter(({ id }) => compare(id, before) < 0)
    return yield* pageOf(
      address,
      earlier.toSorted((a, b) => compare(b.id, a.id)),
      limit
    )
  })
)

/** A channel that can hold threads, in which the bot may read what was written. */
export const parentOf = function* (address: ChannelAddress) {
  const place = yield* inChannel(address)
  if (place.kind === "direct") return yield* new NotInDirect()
  if (!PARENTS.has(place.channel.type)) return yield* new WrongChannelType()
  yield* requireHere(place, "READ_MESSAGE_HISTORY")
  return place
}

const PARENTS: ReadonlySet<number> = new Set([
  ChannelType.GUILD_TEXT,
  ChannelType.GUILD_ANNOUNCEMENT,
  ChannelType.GUILD_FORUM,
  ChannelType.GUILD_MEDIA
])

const archivedIn = function* ({ channel }: BotInChannel, ofPrivate: boolean) {
  const held = yield* heldBy(target(channel, channel.id))
  return held.filter((thread) => isThread(thread) && thread.archived === true && isPrivate(thread) === ofPrivate)
}

const byTime = (threads: ReadonlyArray<GuildChannel>, before: number | undefined) => {
  const timed = threads.map((thread) => ({ thread, ms: parseTime(archivedAt(thread)) ?? 0 }))
  const earlier = before === undefined ? timed : timed.filter(({ ms }) => ms < before)
  return earlier.toSorted((a, b) => b.ms - a.ms || compare(b.thread.id, a.thread.id)).map(({ thread }) => thread)
}

const pageOf = (bot: Pick<ChannelAddress, "application">, all: ReadonlyArray<GuildChannel>, limit: number) =>
  listed(bot, all.slice(0, limit), all.length > limit)

export const listed = function* (
  { application }: Pick<ChannelAddress, "application">,
  threads: ReadonlyArray<GuildChannel>,
  has_more: boolean
) {
  const members = threads.flatMap((thread) => Object.values(ownThreadMember(thread, application.bot.id)))
  return { threads: yield* channelObjects(threads), members, has_more }
}
