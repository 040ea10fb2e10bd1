/** The outcome of a step: expectations judge it and captures read it. */
import type { StepDecision } from "@backlot/domain/permission/Evaluate"
import type {
  APIApplicationCommandOptionChoice,
  APIMessage,
  APIModalInteractionResponseCallbackData
} from "discord-api-types/v10"
import type { State } from "./Expectation.ts"
import { defined, fieldsOf } from "./Fields.ts"

/** A message as a user sees it, with `ephemeral` read from its flags. The other fields are those of the platform. */
export interface SeenMessage extends APIMessage {
  readonly ephemeral: boolean
}

/** The modal that the app answered with. */
export type OpenedModal = APIModalInteractionResponseCallbackData

/** A choice with the name that the user reads. */
export interface ShownChoice extends APIApplicationCommandOptionChoice {
  readonly name_localized: string
}

/** A line of an interaction's trace. */
export interface TraceLine {
  readonly at: number
  readonly what: string
  readonly detail: unknown
}

/** Each act sets the fields that it has. Names are those of the control plane and of `Expectation`. */
export interface Outcome {
  readonly interaction_id?: string
  readonly application_id?: string
  readonly state?: State
  readonly response?: { readonly type: number; readonly ephemeral: boolean }
  readonly message?: SeenMessage
  readonly choices?: ReadonlyArray<ShownChoice>
  readonly modal?: OpenedModal
  readonly activity?: unknown
  readonly error?: string
  readonly wait_expired?: boolean
  /** The reason of a refusal. */
  readonly refused?: string
  /** The sentence of a refusal. */
  readonly because?: string
  readonly decisions?: ReadonlyArray<StepDecision>
  readonly visible?: boolean
  readonly usable?: boolean
  readonly commands?: ReadonlyArray<unknown>
  readonly messages?: ReadonlyArray<SeenMessage>
  readonly status?: number
  readonly code?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
  /** The rate limits in the answer to an application's call. */
  readonly rate_limit?: RateLimitAnswer
  /**
   * Calls of the app that Backlot does not implement, one sentence each. Each is reported once; a failed step has all.
   */
  readonly not_implemented?: ReadonlyArray<string>
  /** Emojis that the platform would refuse, one sentence each, in the step in which each came first. */
  readonly unknown_emojis?: ReadonlyArray<string>
  /** Of a wait in vain: what came while it waited, one line each. */
  readonly came?: ReadonlyArray<string>
  readonly access_token?: string
  readonly lobby?: unknown
  /** Milliseconds of the service clock from the use to the app's answer. */
  readonly service_time?: number
  /** Read if the step fails or an expectation needs it. */
  readonly trace?: ReadonlyArray<TraceLine>
  readonly gateway?: ReadonlyArray<unknown>
  readonly events?: ReadonlyArray<unknown>
  /** Real milliseconds of the whole step; never in a transcript. */
  readonly real_ms: number
}

export interface RateLimitAnswer {
  readonly limit?: number
  readonly remaining?: number
  /** Seconds. */
  readonly reset_after?: number
  readonly bucket?: string
  readonly scope?: string
  /** Seconds, as exact as in the body. */
  readonly retry_after?: number
  readonly global?: boolean
}

/** From the headers and the body of an answer; undefined if it reports none. Source: wire-rest.md §4. */
export const rateLimitOf = (headers: Readonly<Record<string, string>>, body: unknown): RateLimitAnswer | undefined => {
  const { retry_after, global } = fieldsOf(body)
  const isRefused = typeof retry_after === "number"
  const answer = defined({
    limit: number(headers["x-ratelimit-limit"]),
    remaining: number(headers["x-ratelimit-remaining"]),
    reset_after: number(headers["x-ratelimit-reset-after"]),
    bucket: headers["x-ratelimit-bucket"],
    scope: headers["x-ratelimit-scope"],
    retry_after: isRefused ? retry_after : number(headers["retry-after"]),
    global: isRefused && typeof global === "boolean" ? global : undefined
  })
  return Object.keys(answer).length === 0 ? undefined : answer
}

const number = (text: string | undefined) => (text === undefined ? undefined : Number(text))
