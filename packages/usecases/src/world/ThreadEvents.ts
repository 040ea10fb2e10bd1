/** Events of edits of private threads, which name no member but bots. Inside a transaction. */
import { withBotsAlone } from "@backlot/domain/guild/ThreadMembership"
import type { GuildChannel } from "@backlot/domain/record/World"
import type { WorldEvent } from "@backlot/domain/world/WorldEvent"
import { botsOf } from "../access/Accounts.ts"

export const shortened = function* (events: ReadonlyArray<WorldEvent>) {
  const all: Array<WorldEvent> = []
  for (const event of events) {
    // Events of channels have these.
    const { channel } = event.data as { readonly channel?: GuildChannel }
    if (!event.type.startsWith("channel.") || channel?.members === undefined) {
      all.push(event)
      continue
    }
    const bots = new Set((yield* botsOf(channel.guild_id)).map(({ application }) => application.bot.id))
    all.push({ ...event, data: { ...event.data, channel: withBotsAlone(channel, bots) } })
  }
  return all
}
