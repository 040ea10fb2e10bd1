/**
 * Threads that a bot opens in a channel without a message to start from. Source: official OpenAPI document,
 * `CreateTextThreadWithoutMessageRequest`; the platform's documentation of `Start Thread without Message`.
 */
import { channelDetails } from "@backlot/domain/GuildObject"
import { UnknownChannel, WrongChannelType } from "@backlot/domain/ServiceError"
import { newThread } from "@backlot/domain/ThreadBody"
import { isDirect } from "@backlot/domain/World"
import { ChannelType, THREAD_PARENTS } from "@backlot/domain/WorldVocabulary"
import { Ids } from "@backlot/ports/Ids"
import { ServiceClock } from "@backlot/ports/ServiceClock"
import { Effect } from "effect"
import { require } from "./BotPlace.ts"
import type { ChannelAddress } from "./ChannelMessages.ts"
import * as Channels from "./Channels.ts"
import * as Collection from "./Collection.ts"
import * as Collections from "./Collections.ts"
import * as WorldEdits from "./WorldEdits.ts"

/** A new thread, which is the bot's own. */
export const open = Effect.fnUntraced(function* (address: ChannelAddress, sent: unknown) {
  const id = yield* (yield* Ids).next
  const now = yield* (yield* ServiceClock).now
  const wish = Effect.gen(function* () {
    const place = yield* Effect.flatMap(Channels.standing(address, now), Channels.inGuildOnly)
    const { channel, application, permissions } = place
    if (!PARENTS.has(channel.type)) return yield* new WrongChannelType()
    const read = newThread(sent, { channel, owner_id: application.bot.id })
    const isPrivate = read.body["type"] === ChannelType.PRIVATE_THREAD
    yield* require(permissions, isPrivate ? "CREATE_PRIVATE_THREADS" : "CREATE_PUBLIC_THREADS")
    return [{ method: "put" as const, target: Channels.target({ ...channel, id }), ...read }]
  })
  return yield* WorldEdits.carryOut(wish, () =>
    Effect.gen(function* () {
      const made = yield* Collections.channels.get(Collection.id(id))
      return made === undefined || isDirect(made) ? yield* new UnknownChannel() : channelDetails(made)
    })
  )
})

/** Ours: forums keep no posts here, so no thread is opened in them. */
const PARENTS: ReadonlySet<number> = new Set(
  Object.values(THREAD_PARENTS)
    .flat()
    .filter((type) => type !== ChannelType.GUILD_FORUM && type !== ChannelType.GUILD_MEDIA)
)
