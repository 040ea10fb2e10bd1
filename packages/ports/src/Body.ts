/**
 * The body of a transaction: a plain generator that asks the store by `yield*`. A driver answers: a store in this process
 * by a function call, another one by messages. So a body cannot wait for anything but the store. It may run again after a
 * conflict, so ids, secrets and times that are stored are drawn before it. Source: architecture.md "Storage".
 */
import { Cause, Context, Effect, Exit, Result } from "effect"

export type Entry = readonly [key: string, value: string]

/** A span of keys: those that begin with `prefix`, or those from `start` (inclusive) to `end` (exclusive). */
export type Span = { readonly prefix: string } | { readonly start: string; readonly end: string }

export interface ListOptions {
  /** Only keys strictly beyond this one, in the direction of the listing. */
  readonly after?: string | undefined
  /** At most this many entries: a whole number, 0 or more. */
  readonly limit?: number | undefined
  /** Descending order. */
  readonly reverse?: boolean | undefined
}

/** What a store in this process answers at once. */
export interface Calls {
  readonly get: (key: string) => string | undefined
  readonly getMany: (keys: ReadonlyArray<string>) => ReadonlyArray<string | undefined>
  readonly put: (key: string, value: string) => void
  readonly delete: (key: string) => void
  readonly list: (span: Span, options?: ListOptions) => ReadonlyArray<Entry>
}

/** What any other store answers. */
export type Messages = {
  readonly [Name in keyof Calls]: (...given: Parameters<Calls[Name]>) => Effect.Effect<ReturnType<Calls[Name]>>
}

/** One question to the store, which can be asked any number of times. */
export interface Ask<A> {
  readonly call: (store: Calls) => A
  readonly send: (store: Messages) => Effect.Effect<A>
  readonly [Symbol.iterator]: () => Iterator<Ask<A>, A, unknown>
}

/** What a body yields: questions, services that it uses, and failures, which end it. */
export type Step = Ask<unknown> | Use<unknown> | Result.Result<unknown, unknown> | Effect.Effect<never, unknown>

/** A service that the body uses. */
export interface Use<R> {
  readonly service: Context.Key<R, unknown>
}

/** The failures among the steps of a body. */
export type Failure<Y> =
  Y extends Ask<unknown>
    ? never
    : Y extends Result.Result<infer _A, infer E>
      ? E
      : Y extends Effect.Effect<infer _A, infer E, infer _R>
        ? E
        : never

/** The services among the steps of a body. */
export type Services<Y> = Y extends Use<infer R> ? R : never

/** A body, or a part of one, that can run any number of times. */
export type Body<A, E = never, R = never> = Iterable<
  Ask<unknown> | Use<R> | Result.Result<unknown, E> | Effect.Effect<never, E>,
  A,
  unknown
>

/** The store in this process that answers the body that runs now, and the services of whoever began it. */
let here: Calls | undefined
let around: Context.Context<never> = Context.empty()

abstract class Question<A> implements Ask<A> {
  abstract call(store: Calls): A
  abstract send(store: Messages): Effect.Effect<A>
  [Symbol.iterator](): Iterator<Ask<A>, A, unknown> {
    return here === undefined ? new Asking<Ask<A>, A>(this) : new Answered(this.call(here))
  }
}

class Service<I, S> implements Use<I> {
  readonly service: Context.Key<I, S>
  constructor(service: Context.Key<I, S>) {
    this.service = service
  }
  [Symbol.iterator](): Iterator<Use<I>, S, unknown> {
    return here === undefined ? new Asking<Use<I>, S>(this) : new Answered(serviceIn(around, this.service))
  }
}

// The type of the body has all services that it uses.
const serviceIn = <I, S>(services: Context.Context<never>, service: Context.Key<I, S>): S =>
  Context.getUnsafe(services as Context.Context<I>, service)

/** A service, by which nothing is waited for. */
export const use = <I, S>(service: Context.Key<I, S>): Iterable<Use<I>, S, unknown> => new Service(service)

/** Its own only result. */
class Answered<A> {
  readonly done = true as const
  readonly value: A
  constructor(value: A) {
    this.value = value
  }
  next(): this {
    return this
  }
}

class Asking<Q, A> {
  #asked = false
  readonly #question: Q
  constructor(question: Q) {
    this.#question = question
  }
  next(answer: unknown): IteratorResult<Q, A> {
    // The driver answers what was asked.
    if (this.#asked) return { done: true, value: answer as A }
    this.#asked = true
    return { done: false, value: this.#question }
  }
}

class Get extends Question<string | undefined> {
  readonly #key: string
  constructor(key: string) {
    super()
    this.#key = key
  }
  call(to: Calls) {
    return to.get(this.#key)
  }
  send(to: Messages) {
    return to.get(this.#key)
  }
}

class GetMany extends Question<ReadonlyArray<string | undefined>> {
  readonly #keys: ReadonlyArray<string>
  constructor(keys: ReadonlyArray<string>) {
    super()
    this.#keys = keys
  }
  call(to: Calls) {
    return to.getMany(this.#keys)
  }
  send(to: Messages) {
    return to.getMany(this.#keys)
  }
}

class Put extends Question<void> {
  readonly #key: string
  readonly #value: string
  constructor(key: string, value: string) {
    super()
    this.#key = key
    this.#value = value
  }
  call(to: Calls) {
    to.put(this.#key, this.#value)
  }
  send(to: Messages) {
    return to.put(this.#key, this.#value)
  }
}

class Delete extends Question<void> {
  readonly #key: string
  constructor(key: string) {
    super()
    this.#key = key
  }
  call(to: Calls) {
    to.delete(this.#key)
  }
  send(to: Messages) {
    return to.delete(this.#key)
  }
}

class List extends Question<ReadonlyArray<Entry>> {
  readonly #span: Span
  readonly #options: ListOptions | undefined
  constructor(span: Span, options?: ListOptions) {
    super()
    this.#span = span
    this.#options = options
  }
  call(to: Calls) {
    return to.list(this.#span, this.#options)
  }
  send(to: Messages) {
    return to.list(this.#span, this.#options)
  }
}

/** The questions. Reads see the body's own writes. An invalid key is a bug, and ends the body with a defect. */
export const store = {
  get: (key: string): Ask<string | undefined> => new Get(key),
  /** Answers in the order asked, `undefined` for keys that are absent. */
  getMany: (keys: ReadonlyArray<string>): Ask<ReadonlyArray<string | undefined>> => new GetMany(keys),
  put: (key: string, value: string): Ask<void> => new Put(key, value),
  /** No error when the key is absent. */
  delete: (key: string): Ask<void> => new Delete(key),
  list: (span: Span, options?: ListOptions): Ask<ReadonlyArray<Entry>> => new List(span, options)
}

/** Runs a body to its end on a store in this process. What the store throws comes out as a defect. */
export const run = <Y extends Step, A>(
  calls: Calls,
  services: Context.Context<Services<Y>>,
  body: () => Iterable<Y, A, unknown>
): Exit.Exit<A, Failure<Y>> => {
  const [outer, outside] = [here, around]
  here = calls
  around = services
  try {
    const steps = body()[Symbol.iterator]()
    let step = steps.next()
    while (step.done !== true) {
      const ended = judge<Failure<Y>>(step.value, services)
      if (Exit.isFailure(ended)) return Exit.failCause(ended.cause)
      step = steps.next(ended.value)
    }
    return Exit.succeed(step.value)
  } catch (defect) {
    return Exit.die(defect)
  } finally {
    here = outer
    around = outside
  }
}

/** Runs a body on a store that answers by messages. */
export const converse = <Y extends Step, A>(
  messages: Messages,
  body: () => Iterable<Y, A, unknown>
): Effect.Effect<A, Failure<Y>, Services<Y>> =>
  Effect.contextWith((services: Context.Context<Services<Y>>) => {
    const steps = body()[Symbol.iterator]()
    const go = (answer: unknown): Effect.Effect<A, Failure<Y>> => {
      let step = steps.next(answer)
      while (step.done !== true) {
        if (step.value instanceof Question) return Effect.flatMap(step.value.send(messages), go)
        const ended = judge<Failure<Y>>(step.value, services)
        if (Exit.isFailure(ended)) return Effect.failCause(ended.cause)
        step = steps.next(ended.value)
      }
      return Effect.succeed(step.value)
    }
    return go(undefined)
  })

/** What a step that is no question gives: the value to go on with, or the failure that ends the body. */
const judge = <E>(step: unknown, services: Context.Context<never>): Exit.Exit<unknown, E> =>
  step instanceof Service ? Exit.succeed(serviceIn(services, step.service)) : outcome(step)

const outcome = <E>(step: unknown): Exit.Exit<unknown, E> => {
  // The type of the body says which failures its steps have.
  if (Result.isResult(step)) return Result.isSuccess(step) ? Exit.succeed(step.success) : Exit.fail(step.failure as E)
  if (Exit.isExit(step)) return step as Exit.Exit<unknown, E>
  if (step instanceof Error) return Exit.fail(step as E)
  return Exit.die(new Error("a body of a transaction waits for something else than the store"))
}

/** A part made of a generator function, which can run any number of times. */
export const gen = <Y extends Step, A>(part: () => Generator<Y, A, unknown>): Iterable<Y, A, unknown> => ({
  [Symbol.iterator]: part
})

export const succeed = <A>(value: A): Body<A> => ({ [Symbol.iterator]: () => new Answered(value) })

const nothing = succeed<void>(undefined)

export { nothing as void }

/** Most parts are a question and what is made of its answer, so these take no generator where the store answers at once. */
class Mapped<Y, A, B> {
  readonly #part: Iterable<Y, A, unknown>
  readonly #change: (value: A) => B
  constructor(part: Iterable<Y, A, unknown>, change: (value: A) => B) {
    this.#part = part
    this.#change = change
  }
  [Symbol.iterator](): Iterator<Y, B, unknown> {
    const part = this.#part
    if (here === undefined || !(part instanceof Question)) return mapped(part, this.#change)
    return new Answered(this.#change(part.call(here)))
  }
}

const mapped = function* <Y, A, B>(part: Iterable<Y, A, unknown>, change: (value: A) => B): Generator<Y, B, unknown> {
  return change(yield* part)
}

export const map = <Y extends Step, A, B>(
  part: Iterable<Y, A, unknown>,
  change: (value: A) => B
): Iterable<Y, B, unknown> => new Mapped(part, change)

export const flatMap = <Y extends Step, A, Y2 extends Step, B>(
  part: Iterable<Y, A, unknown>,
  next: (value: A) => Iterable<Y2, B, unknown>
): Iterable<Y | Y2, B, unknown> =>
  gen(function* () {
    return yield* next(yield* part)
  })

/** One after the other. */
export const forEach = <A, Y extends Step, B>(
  values: Iterable<A>,
  part: (value: A, at: number) => Iterable<Y, B, unknown>
): Iterable<Y, Array<B>, unknown> =>
  gen(function* () {
    const found: Array<B> = []
    let at = 0
    for (const value of values) found.push(yield* part(value, at++))
    return found
  })

/** The steps that others answer. */
type Open<Y> = Extract<Y, Ask<unknown> | Use<unknown>>

/** The value of a part, or the failure that ended it; the body goes on. */
export const result = <Y extends Step, A>(part: Iterable<Y, A, unknown>) =>
  gen(function* (): Generator<Open<Y>, Result.Result<A, Failure<Y>>, unknown> {
    const steps = part[Symbol.iterator]()
    let step = steps.next()
    while (step.done !== true) {
      if (step.value instanceof Question || step.value instanceof Service) {
        // What the line above asks is what the type asks.
        step = steps.next(yield step.value as Open<Y>)
        continue
      }
      const ended = outcome<Failure<Y>>(step.value)
      if (Exit.isSuccess(ended)) step = steps.next(ended.value)
      else return Result.fail(failureOf(ended.cause))
    }
    return Result.succeed(step.value)
  })

const failureOf = <E>(cause: Cause.Cause<E>): E => {
  for (const reason of cause.reasons) if (reason._tag === "Fail") return reason.error
  throw Cause.squash(cause)
}

/** The part, or what follows its failure. */
export const orElse = <Y extends Step, A, Y2 extends Step, B>(
  part: Iterable<Y, A, unknown>,
  next: (failure: Failure<Y>) => Iterable<Y2, B, unknown>
) =>
  gen(function* (): Generator<Open<Y> | Y2, A | B, unknown> {
    const ended = yield* result(part)
    return Result.isSuccess(ended) ? ended.success : yield* next(ended.failure)
  })

/** The part; its failure is changed. */
export const mapFailure = <Y extends Step, A, F>(
  part: Iterable<Y, A, unknown>,
  change: (failure: Failure<Y>) => F
): Iterable<Open<Y> | Result.Result<never, F>, A, unknown> => orElse(part, (failure) => Result.fail(change(failure)))
