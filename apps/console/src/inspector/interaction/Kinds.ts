/** How interactions and their parts are called. Source: wire-interactions.md. */
import type { AnswerOf } from "../../api/Control.ts"
import type { Tone } from "../part/Bits.tsx"

export type Summary = AnswerOf<"list_interactions">["interactions"][number]
export type Traced = AnswerOf<"get_interaction">

export const TYPES: Readonly<Record<number, string>> = {
  1: "ping",
  2: "command",
  3: "component",
  4: "autocomplete",
  5: "modal"
}

export const CALLBACKS: Readonly<Record<number, string>> = {
  1: "PONG",
  4: "CHANNEL_MESSAGE_WITH_SOURCE",
  5: "DEFERRED_CHANNEL_MESSAGE_WITH_SOURCE",
  6: "DEFERRED_UPDATE_MESSAGE",
  7: "UPDATE_MESSAGE",
  8: "APPLICATION_COMMAND_AUTOCOMPLETE_RESULT",
  9: "MODAL",
  12: "LAUNCH_ACTIVITY"
}

/** What a callback means for the person who waits. */
export const MEANINGS: Readonly<Record<number, string>> = {
  4: "a message",
  5: "a message that comes later",
  6: "a change of the message that comes later",
  7: "a change of the message",
  8: "choices",
  9: "a modal",
  12: "an Activity"
}

export const STATES: Readonly<Record<string, { readonly name: string; readonly tone: Tone }>> = {
  pending: { name: "pending", tone: "warn" },
  deferred: { name: "deferred", tone: "accent" },
  responded: { name: "responded", tone: "good" },
  launched: { name: "launched", tone: "good" },
  failed: { name: "failed", tone: "bad" },
  timed_out: { name: "timed out", tone: "bad" },
  refused: { name: "refused", tone: "bad" }
}

/** What somebody did: `/adopt`, `Praise` on a message, a press of `keep:Rex`. */
export const titleOf = ({ type, command, custom_id }: Pick<Summary, "type" | "command" | "custom_id">): string => {
  if (command !== undefined) return command.type === 1 ? `/${command.name}` : command.name
  return custom_id ?? TYPES[type] ?? `type ${type}`
}

interface Option {
  readonly name: string
  readonly value?: unknown
  readonly options?: ReadonlyArray<Option>
}

/** Options as they are typed: `animal:Dog name:Rex`. */
export const optionsText = (options: unknown): string =>
  Array.isArray(options)
    ? (options as ReadonlyArray<Option>)
        .map(({ name, value, options: inner }) =>
          inner === undefined ? (value === undefined ? "" : `${name}:${String(value)}`) : optionsText(inner)
        )
        .filter((text) => text !== "")
        .join(" ")
    : ""
