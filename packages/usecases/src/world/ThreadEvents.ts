/**
 * Events of edits of channels: those of private threads name no member but bots, and those of what took place in a deleted
 * channel have that, which says who saw it. Inside a transaction.
 */
import { withBotsAlone } from "@backlot/domain/guild/ThreadMembership"
import type { GuildChannel } from "@backlot/domain/record/World"
import type { WorldEvent } from "@backlot/domain/world/WorldEvent"
import { botsOf } from "../access/Accounts.ts"

/** Scheduled events and stages that go with their channel. */
const HELD = ["scheduled_event", "stage_instance"] as const

/** With the deleted channel of each. */
export const placed = (events: ReadonlyArray<WorldEvent>, removed: ReadonlyArray<GuildChannel>) =>
  removed.length === 0
    ? events
    : events.map((event) => {
        const kind = HELD.find((kind) => event.type.startsWith(`${kind}.`))
        // Events of these kinds have the element by its kind.
        const { channel_id } =
          (kind && (event.data as Readonly<Record<string, { channel_id?: string | null }>>)[kind]) ?? {}
        const channel = removed.find(({ id }) => id === channel_id)
        return channel === undefined ? event : { ...event, data: { ...event.data, channel } }
      })

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
