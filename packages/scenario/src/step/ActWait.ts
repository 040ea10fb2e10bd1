/** Waits. */
import { Schema } from "effect"
import { Duration } from "../Duration.ts"
import { Matcher, STATES } from "../Expectation.ts"
import { field } from "../Fields.ts"
import { optional, Text } from "../Vocabulary.ts"
import { type Acts, plain, short } from "./Act.ts"

const EventType = Text.annotate({ identifier: "EventType" })

export const Wait = Schema.Struct({
  message: optional(Matcher, "Until the user sees such a message here; a text or /pattern/ is about its content."),
  no_message: optional(Matcher, "Until the user sees no such message here; a text or /pattern/ is about its content."),
  state: optional(Schema.Literals(STATES), "Until the last interaction of the user has this state."),
  event: optional(EventType, "Until the log has an event of this type, since the last acting step began."),
  gateway: optional(Text, "Until the application gets a dispatch of this type, since the last acting step began."),
  data: optional(Matcher, "The data of the event or dispatch."),
  within: optional(Duration, "Real time. Default: 5s.")
}).annotate({ identifier: "Wait" })

const CONDITIONS = [
  ["message", "a message like"],
  ["no_message", "the message to be gone that is like"],
  ["state", "the interaction to be"],
  ["event", "the event"],
  ["gateway", "the dispatch"]
] as const

const describeWait = (value: unknown): string => {
  if (typeof value === "string") return `waits ${value}`
  const conditions = CONDITIONS.flatMap(([name, words]) => {
    const wanted = field(value, name)
    return wanted === undefined ? [] : [`${words} ${plain(wanted)}`]
  })
  const data = field(value, "data")
  return `waits for ${conditions.join(", ")}${data === undefined ? "" : ` with ${short(data)}`}`
}

export const waitActs = {
  wait: {
    shape: Schema.Union([Duration, Wait]).annotate({ description: "Waits for a condition, or for real time." }),
    actor: "nobody",
    sentence: describeWait,
    load: true
  }
} as const satisfies Acts
