/** Events of voice states, which say whether a channel began or ended with them. Inside a transaction, after the change. */
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import type { OfChannel } from "@backlot/domain/guild/VoiceWire"
import type { VoiceState } from "@backlot/domain/record/World"
import type { WorldEvent } from "@backlot/domain/world/WorldEvent"
import * as Collections from "../store/Collections.ts"

/** `events` are all of the edit. */
export const marked = function* (events: ReadonlyArray<WorldEvent>) {
  const moves = new Map(events.map((event) => [event, moveOf(event)]))
  const counts = new Map<Snowflake | undefined, number>()
  const add = (id: Snowflake | undefined, by: number) => {
    const count = (counts.get(id) ?? 0) + by
    counts.set(id, count)
    return count
  }
  // How many there were: those who are there now, without those who came, and with those who left.
  for (const { came, left } of moves.values()) {
    add(came, -1)
    add(left, 1)
  }
  counts.delete(undefined)
  const gone = new Set<Snowflake>()
  for (const id of [...counts.keys()]) {
    if (id === undefined) continue
    if ((yield* Collections.channels.get(id)) === undefined) gone.add(id)
    else add(id, (yield* Collections.voiceStates.by("channel", id)).length)
  }
  return events.map((event): WorldEvent => {
    const { came, left } = moves.get(event) ?? {}
    const said: OfChannel = {
      ...(left === undefined ? {} : { channel_ended: add(left, -1) === 0 && !gone.has(left) }),
      ...(came === undefined ? {} : { channel_began: add(came, 1) === 1 })
    }
    return came === left ? event : { ...event, data: { ...event.data, ...said } }
  })
}

/** To which channel somebody came, and which they left. */
const moveOf = ({ type, data }: WorldEvent): { readonly came?: Snowflake; readonly left?: Snowflake } => {
  if (!type.startsWith("voice_state.")) return {}
  // Events of voice states have these.
  const { voice_state, before } = data as { readonly voice_state: VoiceState; readonly before?: VoiceState }
  const { channel_id } = voice_state
  if (type === "voice_state.deleted") return { left: channel_id }
  if (before === undefined) return { came: channel_id }
  return before.channel_id === channel_id ? {} : { came: channel_id, left: before.channel_id }
}
