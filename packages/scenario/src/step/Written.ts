/** Steps in TypeScript: one act each, only the fields it takes, typed matchers. Every written step is a `Step`. */
import type { Expectation, REFUSALS, STATES } from "../Expectation.ts"
import type { Fields } from "../Fields.ts"
import type { Outcome, SeenMessage } from "../Outcome.ts"
import type { Restricted } from "./Beside.ts"
import type { ACTS, Act, Step, Takes } from "./Step.ts"

/** A text with a variable: `${adoption.name}`. */
export type WithVariable = `${string}\${${string}}${string}`

/** `/Rex/i` */
export type PatternText = `/${string}/${string}`

/** Whether the value is as expected. The function may narrow its parameter, because its author knows the app. */
export type Judge<A> = { judge(value: A): boolean }["judge"]

/** An operator; several must all hold. */
export interface Operators {
  readonly $not?: Matcher
  readonly $any?: ReadonlyArray<Matcher>
  readonly $all?: ReadonlyArray<Matcher>
  readonly $contains?: Matcher
  readonly $length?: number | Operators
  readonly $above?: number | string
  readonly $below?: number | string
  readonly $atLeast?: number | string
  readonly $atMost?: number | string
  readonly $exists?: boolean
  readonly $type?: "string" | "number" | "integer" | "boolean" | "object" | "array" | "null"
  readonly $exactly?: unknown
  readonly $schema?: boolean | object
}

/** Matches any value. */
export type Matcher =
  | string
  | number
  | boolean
  | null
  | RegExp
  | Judge<unknown>
  | ReadonlyArray<Matcher>
  | Operators
  | { readonly [field: string]: Matcher }

/** One of a few texts, or a matcher of them. */
type OneOf<A> = A | null | PatternText | WithVariable | RegExp | Judge<A> | Operators

type Numeric = number | null | Judge<number> | Operators | WithVariable

/** An object by its fields, known and other ones. */
type FieldsOf<A, Known extends Readonly<Record<string, Matcher>>> =
  | (Partial<Known> & { readonly [field: string]: Matcher | undefined })
  | WithVariable
  | Judge<A>
  | Operators
  | null

export type MessageMatcher = FieldsOf<
  SeenMessage,
  {
    readonly id: Matcher
    readonly content: Matcher
    readonly ephemeral: boolean
    readonly embeds: Matcher
    readonly components: Matcher
    readonly attachments: Matcher
    readonly author: Matcher
    readonly flags: Matcher
    readonly pinned: Matcher
  }
>

type ListOf<A, One extends Matcher | MessageMatcher> =
  | ReadonlyArray<One>
  | WithVariable
  | Judge<ReadonlyArray<A>>
  | Operators

type ChoiceMatcher = FieldsOf<Fields, { readonly name: Matcher; readonly value: Matcher }>

interface Matchers {
  readonly state: OneOf<(typeof STATES)[number]>
  readonly refused: OneOf<(typeof REFUSALS)[number]> | false
  readonly choices: ListOf<Fields, ChoiceMatcher>
  readonly message: MessageMatcher
  readonly messages: ListOf<SeenMessage, MessageMatcher>
  readonly status: Numeric
  readonly code: Numeric
  readonly service_time: Numeric
  readonly gateway: ReadonlyArray<FieldsOf<Fields, { readonly t: Matcher; readonly d: Matcher }>>
  readonly events: ReadonlyArray<FieldsOf<Fields, { readonly type: Matcher; readonly data: Matcher }>>
  readonly trace: ReadonlyArray<FieldsOf<Fields, { readonly what: Matcher; readonly detail: Matcher }>>
  readonly outcome: FieldsOf<Outcome, { readonly [field in keyof Outcome]-?: Matcher }>
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
