/** The types of events in the event log. Source: product.md "Control plane". Our choice: docs/choices.md "Control plane". */
import { TARGET_KINDS, type TargetKind } from "../record/Kind.ts"

const CHANGES = ["created", "updated", "deleted"] as const

const of = <Noun extends string, What extends string>(
  noun: Noun,
  all: ReadonlyArray<What>
): ReadonlyArray<`${Noun}.${What}`> => all.map((what) => `${noun}.${what}` as const)

/** In the order of the page of events. */
export const EVENT_TYPES = [
  ...of("interaction", ["created", "acknowledged", "responded", "failed", "timed_out", "launched", "refused"]),
  ...of("message", [...CHANGES, "bulk_deleted"]),
  ...of("message", ["reaction_added", "reaction_removed", "reaction_emoji_cleared", "reactions_cleared"]),
  ...of("message", ["poll_vote_added", "poll_vote_removed"]),
  ...of("typing", ["started"]),
  ...of("presence", ["updated"]),
  ...of("command", CHANGES),
  ...of("command_permissions", ["updated"]),
  ...TARGET_KINDS.flatMap((kind) => of(kind, CHANGES)),
  ...of("application", ["endpoint_refused"]),
  ...of("channel", ["pins_updated"]),
  ...of("audit_log_entry", ["created"]),
  ...of("auto_moderation", ["executed"]),
  ...of("voice_effect", ["sent"]),
  ...of("soundboard_sounds", ["updated"]),
  ...of("world", ["replaced"]),
  ...of("clock", ["changed"]),
  ...of("fault", ["applied"]),
  ...of("authorization", ["granted", "revoked"]),
  ...of("lobby", CHANGES),
  ...of("lobby_member", ["added", "updated", "removed", "connected", "disconnected"]),
  ...of("lobby_message", CHANGES),
  ...of("lobby_invite", ["created"]),
  ...of("webhook_event", ["delivered", "failed", "dropped"]),
  ...of("gateway_session", ["began", "ended", "refused"]),
  ...of("voice_connection", ["began", "ended", "refused"]),
  ...of("rest", ["not_implemented", "unknown_route", "unknown_emoji"])
] as const

export type EventType = (typeof EVENT_TYPES)[number]

/** The kinds of a world that can be created, updated and deleted. */
export type ChangeNoun = TargetKind
