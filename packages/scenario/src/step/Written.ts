/** Steps in TypeScript: one act each, only the fields it takes, typed matchers. Every written step is a `Step`. */
import type { Expectation, Refusal, State } from "../Expectation.ts"
import type { OpenedModal, Outcome, SeenMessage, ShownChoice, TraceLine } from "../Outcome.ts"
import type { Restricted } from "./Beside.ts"
import type { Expected, Matcher, Matching } from "./Expected.ts"
import type { ACTS, Act, Step, Takes } from "./Step.ts"

/** One of a few texts, or a matcher of them. */
type OneOf<A> = A | Matching<A>

interface Matchers {
  readonly state: OneOf<State>
  readonly refused: OneOf<Refusal> | boolean
  readonly because: Expected<string>
  readonly error: Expected<string>
  readonly choices: Expected<ReadonlyArray<ShownChoice>>
  readonly message: Expected<SeenMessage>
  readonly messages: Expected<ReadonlyArray<SeenMessage>>
  readonly modal: Expected<OpenedModal>
  readonly status: Expected<number>
  readonly code: Expected<number>
  readonly service_time: Expected<number>
  readonly gateway: ReadonlyArray<Expected<{ readonly t: string; readonly d: unknown }>>
  readonly events: ReadonlyArray<Expected<{ readonly type: string; readonly data: unknown }>>
  readonly trace: ReadonlyArray<Expected<TraceLine>>
  readonly outcome: Expected<Outcome>
}

/** Fields that take no matcher. */
type Plain = "ephemeral" | "seen_by" | "unseen_by" | "visible" | "usable" | "rate_limit" | "within" | "answers_within"

export type WrittenExpectation = {
  readonly [field in keyof Expectation]?: field extends keyof Matchers
    ? Matchers[field]
    : field extends Plain
      ? Exclude<Expectation[field], undefined>
      : Matcher
}

type Common = Omit<Step, Act | Restricted | "expect"> & {
  readonly expect?: WrittenExpectation
}

type Beside<A extends Act> = { readonly [field in Takes<A>]?: Exclude<Step[field], undefined> }

type Without<Names extends PropertyKey> = { readonly [name in Names]?: never }

type Doing<A extends Act> = { readonly [act in A]: (typeof ACTS)[act]["Type"] } & Beside<A> &
  Common &
  Without<Exclude<Act | Restricted, A | Takes<A>>>

/** A step with exactly one act, or one that only expects or captures. */
export type WrittenStep = { readonly [act in Act]: Doing<act> }[Act] | (Common & Without<Act | Restricted>)
