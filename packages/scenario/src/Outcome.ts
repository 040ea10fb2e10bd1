/** What a step came to: what expectations judge and captures read. */
import type { StepDecision } from "@backlot/domain/permission/Evaluate"
import type { RateLimitAnswer } from "./RateLimitAnswer.ts"

/** A message as a user sees it, with `ephemeral` taken from its flags. Other fields are the platform's. */
export interface SeenMessage extends Readonly<Record<string, unknown>> {
  readonly id: string
  readonly content: string
  readonly ephemeral: boolean
}

/** A line of an interaction's trace. */
export interface TraceLine {
  readonly at: number
  readonly what: string
  readonly detail: unknown
}

/** Fields are there where the act has them; names are those of the control plane and of `Expectation`. */
export interface Outcome {
  readonly interaction_id?: string
  readonly application_id?: string
  readonly state?: string
  readonly response?: { readonly type: number; readonly ephemeral: boolean }
  readonly message?: SeenMessage
  readonly choices?: ReadonlyArray<unknown>
  readonly modal?: unknown
  readonly activity?: unknown
  readonly error?: string
  readonly wait_expired?: boolean
  /** The reason of a refusal. */
  readonly refused?: string
  /** Its sentence. */
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
  /** Of a call of an application: what the answer says of rate limits. */
  readonly rate_limit?: RateLimitAnswer
  /** What this version of Backlot lacks and an app called, a sentence each: what no step told before, of one that fails all. */
  readonly not_implemented?: ReadonlyArray<string>
  readonly access_token?: string
  readonly lobby?: unknown
  /** Service milliseconds from the use to the app's answer. */
  readonly service_time?: number
  /** Read when a failing step is told, or an expectation asks. */
  readonly trace?: ReadonlyArray<TraceLine>
  readonly gateway?: ReadonlyArray<unknown>
  readonly events?: ReadonlyArray<unknown>
  /** Real milliseconds of the whole step; never part of a transcript. */
  readonly real_ms: number
}
