/**
 * What a step expects of its outcome. Every field is a matcher (`match/Match.ts`). Source: product.md "Scenario files".
 */
import { Schema } from "effect"
import { Duration } from "./Duration.ts"
import { optional } from "./Vocabulary.ts"

/** `match/Match.ts` judges it and lists its operators. */
export const Matcher = Schema.Unknown.annotate({
  identifier: "Matcher",
  description: "A value, /pattern/ or operator."
})

/** States of an interaction. Source: product.md "Control plane" (states). */
export const STATES = ["pending", "deferred", "responded", "failed", "timed_out", "launched"] as const
export type State = (typeof STATES)[number]

/** Reasons why a use is refused before delivery. Source: product.md "Control plane" (reason). */
export const REFUSALS = ["unknown", "invisible", "permission", "stale", "options", "context"] as const
export type Refusal = (typeof REFUSALS)[number]

/** Matchers that allow only a few plain texts. */
const OfState = Matcher.annotate({ identifier: "StateMatcher" })
const OfRefusal = Matcher.annotate({ identifier: "RefusalMatcher" })
/** A matcher of an event: a plain text as its type must be a known type. */
const Event = Matcher.annotate({ identifier: "EventMatcher" })

/** The plain texts that such a matcher allows, by its identifier. */
export const MATCHED_TEXTS: Readonly<Record<string, ReadonlyArray<string>>> = {
  StateMatcher: STATES,
  RefusalMatcher: REFUSALS
}

const RateLimit = Schema.Struct({
  limit: Schema.optionalKey(Matcher),
  remaining: Schema.optionalKey(Matcher),
  reset_after: Schema.optionalKey(Matcher),
  bucket: Schema.optionalKey(Matcher),
  scope: Schema.optionalKey(Matcher),
  retry_after: Schema.optionalKey(Matcher),
  global: Schema.optionalKey(Matcher)
}).annotate({ identifier: "RateLimitAnswer" })

export const Expectation = Schema.Struct({
  state: optional(OfState, `The state of the interaction: ${STATES.join(", ")}.`),
  refused: optional(OfRefusal, `The reason of the refusal: ${REFUSALS.join(", ")}; true: any; false: not refused.`),
  because: optional(Matcher, "The sentence of the refusal."),
  choices: optional(Matcher, "The choices that the user reads."),
  message: optional(Matcher, "The message of the answer as the user sees it, with `ephemeral`. null: no message."),
  modal: optional(Matcher, "The modal that the answer opened."),
  ephemeral: optional(Schema.Boolean, "Whether only this user sees the answer."),
  seen_by: optional(Schema.Array(Schema.String), "Users who see the message in its channel."),
  unseen_by: optional(Schema.Array(Schema.String), "Users who do not."),
  activity: optional(Matcher, "The Activity that was launched."),
  error: optional(Matcher, "The service's error about the app's answer."),
  commands: optional(Matcher, "Rows of the picker, best first."),
  visible: optional(Schema.Boolean, "With explain."),
  usable: optional(Schema.Boolean, "With explain."),
  decisions: optional(Matcher, "With explain, or for a refusal: the steps of the decision."),
  messages: optional(Matcher, "With read: the channel, oldest first."),
  status: optional(Matcher, "For app and world: the HTTP status."),
  code: optional(Matcher, "The JSON error code of an error answer or a refusal."),
  headers: optional(Matcher, "For app: the headers, by lower-case name."),
  body: optional(Matcher, "For app and world: the answer."),
  rate_limit: optional(RateLimit, "For app: the rate-limit headers, as numbers."),
  lobby: optional(Matcher, "With join: the lobby."),
  within: optional(Duration, "The longest real time that the step may take."),
  answers_within: optional(Duration, "The longest real time to the app's first answer. Default: that of the scenario."),
  service_time: optional(Matcher, "Service-clock milliseconds from the use to the answer, or { $atMost: 3s }."),
  gateway: optional(Schema.Array(Matcher), "Dispatches { t, d } since the acting step began, in order, with gaps."),
  events: optional(Schema.Array(Event), "Events { type, data } since the acting step began, in order, with gaps."),
  trace: optional(Schema.Array(Matcher), "Lines { what, detail } of the interaction's trace, in order, with gaps."),
  outcome: optional(Matcher, "The whole outcome.")
}).annotate({ identifier: "Expectation" })
export type Expectation = typeof Expectation.Type
