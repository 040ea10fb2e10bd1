/** The types of matchers: what may stand in an expectation where an outcome has a value. `match/Match.ts` judges them. */

/** `${adoption.name}`, in a longer text or alone. */
export type WithVariable = `${string}\${${string}}${string}`

/** `/Rex/i` */
export type PatternText = `/${string}/${string}`

/** Whether the value is as expected. The function may narrow its parameter, because its author knows the app. */
export type Judge<A> = { judge(value: A): boolean }["judge"]

/** A matcher of vitest or jest, such as `expect.any(String)`. */
interface Asymmetric {
  asymmetricMatch(value: unknown): boolean
}

/** Operators of `match/MatchOperators.ts`; several must all hold. */
export interface Operators<A> {
  readonly $not?: Expected<A>
  readonly $any?: ReadonlyArray<Expected<A>>
  readonly $all?: ReadonlyArray<Expected<A>>
  readonly $contains?: PartOf<A> | ReadonlyArray<PartOf<A>>
  readonly $length?: number | Operators<number>
  readonly $above?: number | string
  readonly $below?: number | string
  readonly $atLeast?: number | string
  readonly $atMost?: number | string
  readonly $exists?: boolean
  readonly $type?: "string" | "number" | "integer" | "boolean" | "object" | "array" | "null"
  readonly $exactly?: Like<A>
  readonly $schema?: boolean | object
}

/** Instead of a value of the type A. */
export type Matching<A> =
  | null
  | WithVariable
  | Judge<A>
  | Operators<A>
  | Asymmetric
  | (Extract<A, string> extends never ? never : PatternText | RegExp)

/** A value of the type A as far as it matters, or a matcher of it; of an object any of its fields. */
export type Expected<A> = unknown extends A ? Matcher : Like<A> | Matching<A>

/** Matches a value of any type. */
export type Matcher =
  | string
  | number
  | boolean
  | null
  | RegExp
  | Judge<unknown>
  | Asymmetric
  | ReadonlyArray<Matcher>
  | Operators<unknown>
  | { readonly [field: string]: Matcher }

type Like<A> = unknown extends A
  ? Matcher
  : Scalar<A> | List<Extract<A, AnyList>> | Fields<Exclude<A & object, AnyList>>

type AnyList = ReadonlyArray<unknown>

/** Any text or number: published types list the values of today. */
type Scalar<A> = A extends string ? string : A extends number ? number : A extends boolean ? A : never

type List<A extends AnyList> = [A] extends [never] ? never : ReadonlyArray<Expected<A[number]>>

/** The alternatives of a union count as one object that has the fields of all. */
type Fields<A> = [A] extends [never] ? never : { readonly [Key in KeyOf<A>]?: Expected<ValueOf<A, Key>> }

type KeyOf<A> = A extends unknown ? keyof A : never

type ValueOf<A, Key extends PropertyKey> = A extends unknown ? (Key extends keyof A ? A[Key] : never) : never

/** Of a text a part, of a list an element. */
type PartOf<A> = unknown extends A
  ? Matcher
  : (Extract<A, string> extends never ? never : string | RegExp) | ElementOf<Extract<A, AnyList>>

type ElementOf<A extends AnyList> = [A] extends [never] ? never : Expected<A[number]>
