/**
 * The event log: bounded, in storage, and published from there. An event is appended in the transaction of its change
 * and published after the commit, in log order and without a gap, however fibers interleave. Webhook events are stored
 * in the same transaction. Source: architecture.md "Storage", "One request in a straight line" steps 7 and 8.
 */
import * as KeptLimits from "@backlot/domain/base/KeptLimits"
import type { EventType } from "@backlot/domain/event/EventType"
import { EventBus, type LoggedEvent } from "@backlot/ports/EventBus"
import { ServiceClock } from "@backlot/ports/ServiceClock"
import { Storage, type StorageError, Transaction } from "@backlot/ports/Storage"
import { Context, Effect, Exit, Layer, Semaphore } from "effect"
import { textOf } from "../store/StoredText.ts"
import { readNow } from "../store/Transact.ts"
import * as Weights from "../store/Weights.ts"
import * as WebhookEvents from "./WebhookEvents.ts"

/** An event before it has a position in the log. `data` is a JSON value. */
export interface NewEvent {
  readonly type: EventType
  readonly data: unknown
}

/** The result of a commit's body: the value for the caller, and the events. */
export interface Outcome<A> {
  readonly value: A
  readonly events: ReadonlyArray<NewEvent>
}

export class EventLog extends Context.Service<
  EventLog,
  {
    /** Runs the body and appends its events in one transaction, then publishes them. */
    readonly commit: <A, E, R>(
      body: Effect.Effect<Outcome<A>, E, R>
    ) => Effect.Effect<A, E | StorageError, Exclude<R, Transaction>>
    /** At most `limit` events after position `seq` that are still in the log, oldest first. */
    readonly since: (seq: number, limit: number) => Effect.Effect<ReadonlyArray<LoggedEvent>, StorageError>
    /** Publishes events after the last published position, for example those of another process. */
    readonly publishNew: Effect.Effect<void, StorageError>
  }
>()("./EventLog.ts") {}

/** Commits the body's outcome, for the end of an `Effect.fnUntraced`. */
export const committed = <A, E, R>(body: Effect.Effect<Outcome<A>, E, R>) =>
  Effect.flatMap(EventLog, (log) => log.commit(body))

/** Commits the body's outcome. `now` is drawn before the transaction, because the body may run again. */
export const commit = <Eff extends Effect.Effect<unknown, unknown, unknown>, A>(
  body: (now: number) => Generator<Eff, Outcome<A>, never>
) => Effect.flatMap(readNow, (now) => committed(Effect.gen(() => body(now))))

/** Events in the log at the start count as published; read older ones with `since`. */
export const layer: Layer.Layer<EventLog, StorageError, Storage | EventBus | ServiceClock> = Layer.effect(
  EventLog,
  Effect.gen(function* () {
    const storage = yield* Storage
    const publisher = makePublisher(storage, yield* EventBus, yield* storage.transaction(lastSeq))
    const clock = yield* ServiceClock
    return {
      commit: (body) => commitIn(storage, publisher, clock, body),
      since: (seq, limit) =>
        Effect.suspend(() =>
          storage.transaction(read(Math.max(seq, publisher.position() - KeptLimits.events.logLength), limit))
        ),
      publishNew: publisher.publishNew
    }
  })
)

const SEQ_KEY = "meta/event_seq"
const PREFIX = Weights.EVENTS
/** A row holds events of one commit, at the position of the last of them. */
const keyOf = (seq: number) => `${PREFIX}${String(seq).padStart(20, "0")}`
const weightKeyOf = (seq: number) => `${Weights.EVENT_WEIGHTS}${keyOf(seq).slice(PREFIX.length)}`
/** Characters of a row that is weighed; the others are bounded by their number. */
const LARGE = 4_096
/** Events in one row. */
const ROW = 100
/** Events in one read of the log. */
const PAGE = 1_000

type Publisher = ReturnType<typeof makePublisher>

const commitIn = <A, E, R>(
  storage: Storage["Service"],
  publisher: Publisher,
  clock: ServiceClock["Service"],
  body: Effect.Effect<Outcome<A>, E, R>
): Effect.Effect<A, E | StorageError, Exclude<R, Transaction>> =>
  Effect.flatMap(clock.now, (at) => {
    let appended: ReadonlyArray<LoggedEvent> = []
    const append = Effect.flatMap(body, ({ value, events }) => {
      appended = []
      if (events.length === 0) return Effect.succeed(value)
      return Effect.map(appendAll(events, at, publisher.position()), (logged) => {
        appended = logged
        return value
      })
    })
    return storage.transaction(append).pipe(
      Effect.onExit((exit) => {
        if (appended.length === 0) return Effect.void
        // After another end the transaction may or may not be committed: the log knows.
        return Exit.isSuccess(exit) ? publisher.publish(appended) : Effect.ignore(publisher.publishNew)
      })
    )
  })

/** `atLeast` is a position already used, so that emptying the store does not reuse it. */
const appendAll = (events: ReadonlyArray<NewEvent>, at: number, atLeast: number) =>
  Effect.gen(function* () {
    const transaction = yield* Transaction
    const last = Math.max(yield* lastSeq, atLeast)
    const happened = place(events, last, at)
    const logged = [...happened, ...place(yield* WebhookEvents.keep(happened), last + happened.length, at)]
    for (let i = 0; i < logged.length; i += ROW) {
      const row = logged.slice(i, i + ROW)
      const seq = row.at(-1)?.seq ?? last
      const text = `[${row.map(encode).join(",")}]`
      yield* transaction.put(keyOf(seq), text)
      if (text.length > LARGE) yield* transaction.put(weightKeyOf(seq), Weights.written(Weights.weigh(text)))
    }
    yield* trim(last, last + logged.length)
    yield* transaction.put(SEQ_KEY, String(last + logged.length))
    return logged
  })

const place = (events: ReadonlyArray<NewEvent>, after: number, at: number): ReadonlyArray<LoggedEvent> =>
  events.map(({ type, data }, i) => ({ seq: after + 1 + i, type, at, data }))

/** Deletes rows beyond the bound: only now and then, because finding them takes a read. */
const trim = Effect.fnUntraced(function* (before: number, last: number) {
  const outdated = last - KeptLimits.events.logLength
  if (outdated <= 0 || Math.floor(before / ROW) === Math.floor(last / ROW)) return
  const transaction = yield* Transaction
  for (const span of [
    { start: PREFIX, end: keyOf(outdated + 1) },
    { start: Weights.EVENT_WEIGHTS, end: weightKeyOf(outdated + 1) }
  ]) {
    for (const [key] of yield* transaction.list(span)) yield* transaction.delete(key)
  }
})

/** The JSON text of an event. Most data is stored as a text already. */
const encode = ({ seq, type, at, data }: LoggedEvent): string =>
  typeof data === "object" && data !== null
    ? `{"seq":${seq},"type":${JSON.stringify(type)},"at":${JSON.stringify(at)},"data":${textOf(data)}}`
    : JSON.stringify({ seq, type, at, data })

/** Position of the last event, as a transaction sees it. */
export const position: Effect.Effect<number, never, Transaction> = Effect.suspend(() => lastSeq)

const lastSeq = Effect.flatMap(Transaction, (transaction) =>
  Effect.map(transaction.get(SEQ_KEY), (seq) => Number(seq ?? 0))
)

/** Reads at most as many rows as events; the bound of the log limits the rest. */
const read = (seq: number, limit: number) =>
  Effect.flatMap(Transaction, (transaction) =>
    Effect.map(transaction.list({ prefix: PREFIX }, { after: keyOf(seq), limit }), (rows) =>
      rows
        .flatMap(([, row]) => decode(row))
        .filter((event) => event.seq > seq)
        .slice(0, limit)
    )
  )

/** Rows of the third layout and before hold one event each. */
const decode = (row: string): ReadonlyArray<LoggedEvent> => {
  // Only `appendAll` writes these rows.
  const events = JSON.parse(row) as LoggedEvent | ReadonlyArray<LoggedEvent>
  return "seq" in events ? [events] : events
}

/** Publishes each position once, in order. `start` is the last published position. */
const makePublisher = (storage: Storage["Service"], bus: EventBus["Service"], start: number) => {
  let position = start
  const one = Semaphore.makeUnsafe(1)

  const put = (events: ReadonlyArray<LoggedEvent>) => {
    position = events.at(-1)?.seq ?? position
    return bus.publish(events)
  }

  const catchUp: Effect.Effect<void, StorageError> = Effect.flatMap(
    Effect.suspend(() => storage.transaction(read(position, PAGE))),
    (events) => Effect.andThen(put(events), events.length === PAGE ? catchUp : Effect.void)
  )
  const publishNew = one.withPermit(Effect.uninterruptible(catchUp))

  /** Publishes new events; first those that others appended before and have not published yet. */
  const publish = (events: ReadonlyArray<LoggedEvent>): Effect.Effect<void> =>
    one.withPermit(
      Effect.suspend(() => {
        const [first] = events
        if (first === undefined || first.seq <= position) return Effect.void
        if (first.seq === position + 1) return put(events)
        return Effect.catch(catchUp, (error) =>
          Effect.logWarning("events are kept but not published yet; the next commit publishes them", error)
        )
      })
    )

  return { publish, publishNew, position: () => position }
}
