/** The edit that makes a thread, and room for it. Inside a transaction. Our choice: docs/choices.md "Guilds and members". */
import { guild } from "@backlot/domain/base/Limits"
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import type { ElementBody } from "@backlot/domain/element/ElementBody"
import type { GuildChannel } from "@backlot/domain/record/World"
import * as Body from "@backlot/ports/Body"
import { requireThreadRoom } from "../access/ThreadRoom.ts"
import * as Collections from "../store/Collections.ts"
import * as Retention from "../store/Retention.ts"
import * as WorldEdits from "../world/WorldEdits.ts"
import { target } from "./GuildChannels.ts"

const limits = guild.threads

export const wishOf = function* (channel: GuildChannel, id: Snowflake, read: ElementBody) {
  yield* requireThreadRoom({ guild_id: channel.guild_id, type: Number(read.body["type"]) })
  const events = yield* dropOldest(channel.guild_id)
  return { method: "put" as const, target: target(channel, id), ...read, events }
}

/** Removes the oldest archived threads beyond the bound, and a few more, so that not every new thread counts them. */
const dropOldest = function* (guildId: Snowflake) {
  if (yield* Retention.hasThreadRoom(guildId)) return []
  const key = Collections.threadsOf(guildId, true)
  const count = yield* Collections.channels.countUpTo(2 * limits.archived, "thread", ...key)
  const over = count - limits.archived + limits.dropped
  const oldest = over > 0 ? yield* Collections.channels.firstBy("thread", key, over) : []
  yield* Retention.giveThreadRoom(guildId, limits.archived - count + oldest.length)
  return (yield* Body.forEach(oldest, ({ id }) => WorldEdits.removal(target({ guild_id: guildId }, id)))).flat()
}
