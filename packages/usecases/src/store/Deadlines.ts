/**
 * Deadlines of the service clock: rows in storage, keyed by due time, which one runner completes in that order. They
 * survive `kill -9`, and advancing the clock awaits them. Source: architecture.md "Time, chance, limits". A handler
 * runs at least once: its row is removed after it, in another transaction, so it runs again after a crash in between. A
 * handler that claims the row in its own transaction takes effect exactly once, also if several processes run it.
 */
import * as Body from "@backlot/ports/Body"
import { store } from "@backlot/ports/Body"
import { ServiceClock } from "@backlot/ports/ServiceClock"
import { type Entry, Storage, type StorageError } from "@backlot/ports/Storage"
import { Cause, Context, Effect, Latch, Layer, Semaphore } from "effect"

export interface Deadline {
  /** Printable ASCII. Name and time identify a deadline. */
  readonly name: string
  /** The kind of its handler. */
  readonly kind: string
  /** Milliseconds of the service clock. */
  readonly due_ms: number
  /** A JSON value. */
  readonly payload: unknown
}

/** `claim` removes the row in the handler's own transaction; false if another process did before. */
export type Handler<R> = (
  payload: unknown,
  due_ms: number,
  claim: Body.Body<boolean>
) => Effect.Effect<void, StorageError, R>

/** Runs in the transaction that needs the deadline. Call `wakeBefore` after its commit. */
export const schedule = ({ name, kind, due_ms, payload }: Deadline): Body.Body<void> =>
  store.put(rowKey(due_ms, name), JSON.stringify({ kind, payload }))

/** No error for an unknown deadline. */
export const cancel = ({ name, due_ms }: Pick<Deadline, "name" | "due_ms">): Body.Body<void> =>
  store.delete(rowKey(due_ms, name))

export class Deadlines extends Context.Service<Deadlines, ReturnType<typeof makeRunner>>()("./Deadlines.ts") {}

/** One handler per kind. A handler that dies, or is missing, is logged, and its deadline is dropped. */
export const layer = <const H extends Handlers>(
  handlers: H
): Layer.Layer<Deadlines, never, Storage | ServiceClock | ServicesOf<H>> =>
  Layer.effect(
    Deadlines,
    Effect.gen(function* () {
      const storage = yield* Storage
      const clock = yield* ServiceClock
      const context = yield* Effect.context<ServicesOf<H>>()
      const complete = (deadline: Deadline) =>
        // The look-up by kind loses the handler's type; its services are among those of `H`.
        (handle(handlers, deadline) as Effect.Effect<void, StorageError, ServicesOf<H>>).pipe(
          Effect.provideContext(context),
          Effect.catchDefect((defect) =>
            Effect.logError(`deadline ${deadline.name} of kind ${deadline.kind} was dropped`, Cause.die(defect))
          ),
          Effect.andThen(storage.transaction(() => cancel(deadline)))
        )
      return makeRunner(storage, clock, complete)
    })
  )

type Handlers = Readonly<Record<string, Handler<unknown>>>
type ServicesOf<H extends Handlers> = Effect.Services<ReturnType<H[keyof H]>>

/** The runner looks again after this much real time, whatever happens to the clocks, or other processes schedule. */
const LONGEST_WAIT_MS = { alone: 60_000, shared: 1_000 }
/** Real time before another try when the store failed. */
const RETRY_MS = 1_000

const PREFIX = "deadline/"
const pad = (ms: number) => String(Math.max(0, Math.floor(ms))).padStart(20, "0")
const rowKey = (due_ms: number, name: string) => `${PREFIX}${pad(due_ms)}/${name}`
const DUE_AT = PREFIX.length
const NAME_AT = DUE_AT + 21

/** The earliest deadlines, in the order in which they are completed. */
export const earliest = (limit: number): Body.Body<ReadonlyArray<Deadline>> =>
  Body.map(store.list({ prefix: PREFIX }, { limit }), (rows) => rows.map(deadlineOf))

/** The earliest deadline; with `untilMs`, only if it is due by then. */
const first = (untilMs?: number): Body.Body<Deadline | undefined> => {
  const span = untilMs === undefined ? { prefix: PREFIX } : { start: PREFIX, end: `${PREFIX}${pad(untilMs + 1)}` }
  return Body.map(store.list(span, { limit: 1 }), ([row]) => (row === undefined ? undefined : deadlineOf(row)))
}

const deadlineOf = ([key, value]: Entry): Deadline => {
  // Only `schedule` writes these keys.
  const { kind, payload } = JSON.parse(value) as Pick<Deadline, "kind" | "payload">
  return { name: key.slice(NAME_AT), due_ms: Number(key.slice(DUE_AT, NAME_AT - 1)), kind, payload }
}

const handle = (handlers: Handlers, deadline: Deadline) =>
  Effect.suspend(() => {
    const handler = Object.hasOwn(handlers, deadline.kind) ? handlers[deadline.kind] : undefined
    return handler === undefined
      ? Effect.die(new Error(`no handler for deadlines of kind ${deadline.kind}`))
      : handler(deadline.payload, deadline.due_ms, claim(deadline))
  })

const claim = ({ name, due_ms }: Deadline): Body.Body<boolean> =>
  Body.gen(function* () {
    const key = rowKey(due_ms, name)
    const isThere = (yield* store.get(key)) !== undefined
    if (isThere) yield* store.delete(key)
    return isThere
  })

const makeRunner = (
  storage: Storage["Service"],
  clock: ServiceClock["Service"],
  complete: (deadline: Deadline) => Effect.Effect<void, StorageError>
) => {
  const one = Semaphore.makeUnsafe(1)
  const changed = Latch.makeUnsafe()
  /** When the runner looks again by itself. While it looks, it may miss a new deadline. */
  let looksAt = Number.POSITIVE_INFINITY
  const longestWaitMs = storage.revision === undefined ? LONGEST_WAIT_MS.shared : LONGEST_WAIT_MS.alone

  const completeUntil = (nowMs: number): Effect.Effect<void, StorageError> =>
    Effect.flatMap(
      storage.transaction(() => first(nowMs)),
      (deadline) => (deadline === undefined ? Effect.void : Effect.andThen(complete(deadline), completeUntil(nowMs)))
    )

  const runDue = one.withPermit(Effect.flatMap(clock.now, completeUntil))

  const round = Effect.gen(function* () {
    // Closed before it looks, so that no change is missed.
    yield* changed.close
    looksAt = Number.POSITIVE_INFINITY
    yield* runDue
    const next = yield* storage.transaction(() => first())
    looksAt = next?.due_ms ?? Number.POSITIVE_INFINITY
    yield* Effect.raceFirst(changed.await, clock.waitUntil(looksAt, longestWaitMs))
  })

  return {
    /** Wakes the runner, after the clock was set or the store was filled. */
    wake: Effect.asVoid(changed.open),
    /** Wakes the runner unless it wakes by then, after a deadline of that time was scheduled. */
    wakeBefore: (due_ms: number) =>
      Effect.suspend(() => (due_ms < looksAt ? Effect.asVoid(changed.open) : Effect.void)),
    /** Completes all due deadlines in order, including those that handlers schedule for now or earlier. */
    runDue,
    /** Completes each deadline when it is due, for ever. */
    run: round.pipe(
      Effect.catch((error: StorageError) =>
        Effect.andThen(Effect.logError("deadlines could not be completed; trying again", error), Effect.sleep(RETRY_MS))
      ),
      Effect.forever
    )
  }
}
