/** Whether a guild has room for one more active thread. Inside a transaction. Source: the platform's error codes. */
import { guild } from "@backlot/domain/base/Limits"
import { TooManyNewsThreads, TooManyThreads } from "@backlot/domain/error/ServiceError"
import type { GuildChannel } from "@backlot/domain/record/World"
import { ChannelType } from "@backlot/domain/record/WorldVocabulary"
import * as Collections from "../store/Collections.ts"

const limits = guild.threads

export const hasRoomForThread = function* ({ guild_id }: Pick<GuildChannel, "guild_id">) {
  const key = Collections.threadsOf(guild_id, false)
  return (yield* Collections.channels.countUpTo(limits.active, "thread", ...key)) < limits.active
}

export const requireThreadRoom = function* (thread: Pick<GuildChannel, "guild_id" | "type">) {
  if (yield* hasRoomForThread(thread)) return
  yield* thread.type === ChannelType.ANNOUNCEMENT_THREAD ? new TooManyNewsThreads() : new TooManyThreads()
}
