/** Whether a guild has room for one more active thread. Inside a transaction. Source: the platform's error codes. */
import { guild } from "@backlot/domain/base/Limits"
import { TooManyNewsThreads, TooManyThreads } from "@backlot/domain/error/ServiceError"
import type { GuildChannel } from "@backlot/domain/record/World"
import { ChannelType } from "@backlot/domain/record/WorldVocabulary"
import * as Collections from "../store/Collections.ts"

const limits = guild.threads

export const requireThreadRoom = function* ({ guild_id, type }: Pick<GuildChannel, "guild_id" | "type">) {
  const key = Collections.threadsOf(guild_id, false)
  const count = yield* Collections.channels.countUpTo(limits.active, "thread", ...key)
  if (count < limits.active) return
  yield* type === ChannelType.ANNOUNCEMENT_THREAD ? new TooManyNewsThreads() : new TooManyThreads()
}
