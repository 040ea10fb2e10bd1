/**
 * The events of a message: in its channel, and in the lobby linked to it. A lobby and its linked channel show each
 * other's messages. Answers to interactions are in the lobby's history, without an event there. Inside a transaction.
 * Source: wire-rest.md §6.3; the platform's documentation of linked channels. Our choice: docs/choices.md "Lobbies".
 */
import { messageEvent } from "@backlot/domain/interaction/InteractionDecision"
import { lobbyMessageEvent } from "@backlot/domain/lobby/LobbyMessage"
import type { MessageRecord } from "@backlot/domain/message/Message"
import { Effect } from "effect"
import type { NewEvent } from "../event/EventLog.ts"
import * as Collections from "../store/Collections.ts"
import type { Speaker } from "./Speaker.ts"

export const told = Effect.fnUntraced(function* (
  what: "created" | "updated" | "deleted",
  record: MessageRecord,
  { channel, guild_id, lobby }: Pick<Speaker, "channel" | "guild_id" | "lobby">
) {
  const events: Array<NewEvent> = []
  if (channel.id !== lobby?.record.id) events.push(messageEvent(`message.${what}`, record, { guild_id }))
  const [linked] = lobby === undefined && guild_id !== null ? yield* linkedTo(channel.id) : []
  const heard = lobby?.record ?? linked
  if (heard !== undefined) events.push(lobbyMessageEvent(`lobby_message.${what}`, record, heard))
  return events
})

/** The lobby that a channel is linked to: at most one. */
export const linkedTo = (channelId: string) => Collections.lobbies.by("channel", channelId)
