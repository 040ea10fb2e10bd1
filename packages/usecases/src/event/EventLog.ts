/**
 * The event log: bounded, in storage, and published from there. An event is appended in the transaction of its change
 * and published after the commit, in log order and without a gap, however fibers interleave. Webhook events are stored
 * in the same transaction. Source: architecture.md "Storage", "One request in a straight line" steps 7 and 8.
 */

import * as KeptLimits from "@backlot/domain/base/KeptLimits"
import type { EventType } from "@backlot/domain/event/EventType"
import * as Body from "@backlot/ports/Body"
import { store } from "@backlot/ports/Body"
import { EventBus, type LoggedEvent } from "@backlot/ports/EventBus"
import { ServiceClock } from "@backlot/ports/ServiceClock"
import { inTurn, type Listing, LOG_POSITION, Storage, type StorageError } from "@backlot/ports/Storage"
import { Context, Effect, Exit, Layer, Semaphore } from "effect"
import { textOf } from "../store/StoredText.ts"
import { readNow } from "../store/Transact.ts"
import * as Weights from "../store/Weights.ts"
import { type Follow, makeFollow } from "./Following.ts"
import * as WebhookEvents from "./WebhookEvents.ts"

/** An event before it has a position in the log. `data` is a JSON value. */
export interface NewEvent {
  readonly type: EventType | typeof NOTED
  readonly data: unknown
}

/** What servers that share the log tell each other. It is for nobody else, and no stream has it. */
export const NOTED = "server.noted"

/** The result of a commit's body: the value for the caller, and the events. */
export interface Outcome<A> {
  readonly value: A
  readonly events: ReadonlyArray<NewEvent>
  /** What every commit of its kind changes. It runs before the events are appended, in turn as they are. */
  readonly last?: Body.Body<void>
}

export class EventLog extends Context.Service<
  EventLog,
  {
    /** Runs the body and appends its events in one transaction, then publishes them. */
    readonly commit: <Y extends Body.Step, A>(
      body: () => Iterable<Y, Outcome<A>, unknown>
    ) => Effect.Effect<A, Body.Failure<Y> | StorageError, Body.Services<Y>>
    /** The same, with the position of its last event. */
    readonly commitAt: <Y extends Body.Step, A>(
      body: () => Iterable<Y, Outcome<A>, unknown>
    ) => Effect.Effect<
      { readonly value: A; readonly position: number },
      Body.Failure<Y> | StorageError,
      Body.Services<Y>
    >
    /** At most `limit` events after position `seq` that are still in the log, oldest first. */
    readonly since: (seq: number, limit: number) => Effect.Effect<ReadonlyArray<LoggedEvent>, StorageError>
    /** Position of the last published event. */
    readonly position: () => number
    /** Publishes events after the last published position, for example those of another process. */
    readonly publishNew: Effect.Effect<void, StorageError>
    /** Hands each event that is published from now on to the follower, once and in order. */
    readonly follow: Follow
  }
>()("./EventLog.ts") {}

/** Commits the body's outcome. */
export const committed = <Y extends Body.Step, A>(body: () => Iterable<Y, Outcome<A>, unknown>) =>
  Effect.flatMap(EventLog, (log) => log.commit(body))

/** The same for a body with arguments. */
export const committing =
  <Args extends ReadonlyArray<unknown>, Y extends Body.Step, A>(
    body: (...args: Args) => Iterable<Y, Outcome<A>, unknown>
  ) =>
  (...args: Args) =>
    committed(() => body(...args))

/** Commits the body's outcome. `now` is drawn before the transaction, because the body may run again. */
export const commit = <Y extends Body.Step, A>(body: (now: number) => Iterable<Y, Outcome<A>, unknown>) =>
  Effect.flatMap(readNow, (now) => committed(() => body(now)))

/** Events in the log at the start count as published; read older ones with `since`. */
export const layer: Layer.Layer<EventLog, StorageError, Storage | EventBus | ServiceClock> = Layer.effect(
  EventLog,
  Effect.gen(function* () {
    const storage = yield* Storage
    const bus = yield* EventBus
    const turning = inTurn(storage)
    const publisher = makePublisher(storage, bus, yield* storage.transaction(() => position))
    const clock = yield* ServiceClock
    const since: EventLog["Service"]["since"] = (seq, limit) =>
      Effect.suspend(() =>
        storage.transaction(() => read(Math.max(seq, publisher.position() - KeptLimits.events.logLength), limit))
      )
    return {
      commit: (body) => commitIn(turning, publisher, clock, body),
      commitAt: (body) => {
        let position = publisher.position()
        const noted = (last: number) => {
          position = last
        }
        return Effect.map(commitIn(turning, publisher, clock, body, noted), (value) => ({ value, position }))
      },
      since,
      position: publisher.position,
      publishNew: publisher.publishNew,
      follow: makeFollow({ bus, since, position: publisher.position })
    }
  })
)

const storedPosition = store.get(LOG_POSITION)
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
/** Events of others that are read together with one's own turn. */
const AHEAD = 100

type Publisher = ReturnType<typeof makePublisher>

const commitIn = <Y extends Body.Step, A>(
  turning: ReturnType<typeof inTurn>,
  publisher: Publisher,
  clock: ServiceClock["Service"],
  body: () => Iterable<Y, Outcome<A>, unknown>,
  noted?: (position: number) => void
): Effect.Effect<A, Body.Failure<Y> | StorageError, Body.Services<Y>> =>
  Effect.flatMap(clock.now, (at) => {
    let appended: ReadonlyArray<LoggedEvent> = []
    const append = function* ({ value, events, last }: Outcome<A>) {
      if (last !== undefined) yield* last
      if (events.length > 0) {
        const { after } = publisher.ahead
        if (after !== undefined) publisher.find(yield* read(after, AHEAD))
        appended = yield* appendAll(events, at, publisher.position())
      }
      return value
    }
    const anew = () => {
      appended = []
      return body()
    }
    return turning(anew, append, undefined, publisher.begin).pipe(
      Effect.onExit((exit) => {
        const last = appended.at(-1)
        if (last === undefined) return Effect.void
        noted?.(last.seq)
        // After another end the transaction may or may not be committed: the log knows.
        return Exit.isSuccess(exit) ? publisher.publish(appended) : Effect.ignore(publisher.publishNew)
      })
    )
  })

/** `atLeast` is a position already used, so that emptying the store does not reuse it. */
const appendAll = function* (events: ReadonlyArray<NewEvent>, at: number, atLeast: number) {
  const last = Math.max(Number((yield* storedPosition) ?? 0), atLeast)
  const happened = place(events, last, at)
  const dropped = yield* WebhookEvents.keep(happened)
  const logged = dropped.length === 0 ? happened : [...happened, ...place(dropped, last + happened.length, at)]
  for (let i = 0; i < logged.length; i += ROW) {
    const row = logged.slice(i, i + ROW)
    const seq = row.at(-1)?.seq ?? last
    const text = `[${row.map(encode).join(",")}]`
    yield* store.put(keyOf(seq), text)
    if (text.length > LARGE) yield* store.put(weightKeyOf(seq), Weights.written(Weights.weigh(text)))
  }
  if (Math.floor(last / ROW) !== Math.floor((last + logged.length) / ROW)) yield* trim(last + logged.length)
  yield* store.put(LOG_POSITION, String(last + logged.length))
  return logged
}

const place = (events: ReadonlyArray<NewEvent>, after: number, at: number): ReadonlyArray<LoggedEvent> =>
  events.map(({ type, data }, i) => ({ seq: after + 1 + i, type, at, data }))

/** Deletes rows beyond the bound. To be called only now and then, because finding them takes a read. */
const trim = function* (last: number) {
  const outdated = last - KeptLimits.events.logLength
  if (outdated <= 0) return
  for (const span of [
    { start: PREFIX, end: keyOf(outdated + 1) },
    { start: Weights.EVENT_WEIGHTS, end: weightKeyOf(outdated + 1) }
  ]) {
    for (const [key] of yield* store.list(span)) yield* store.delete(key)
  }
}

/** The JSON text of an event. Most data is stored as a text already. */
const encode = ({ seq, type, at, data }: LoggedEvent): string =>
  typeof data === "object" && data !== null
    ? `{"seq":${seq},"type":${JSON.stringify(type)},"at":${JSON.stringify(at)},"data":${textOf(data)}}`
    : JSON.stringify({ seq, type, at, data })

/** Position of the last event, as a transaction sees it. */
export const position = Body.map(storedPosition, (seq) => Number(seq ?? 0))

const listingOf = (seq: number, limit: number): Listing => [{ prefix: PREFIX }, { after: keyOf(seq), limit }]

/** Reads at most as many rows as events; the bound of the log limits the rest. */
const read = (seq: number, limit: number) =>
  Body.map(store.list(...listingOf(seq, limit)), (rows) =>
    rows
      .flatMap(([, row]) => decode(row))
      .filter((event) => event.seq > seq)
      .slice(0, limit)
  )

/** Rows of the third layout and before hold one event each. */
const decode = (row: string): ReadonlyArray<LoggedEvent> => {
  // Only `appendAll` writes these rows.
  const events = JSON.parse(row) as LoggedEvent | ReadonlyArray<LoggedEvent>
  return "seq" in events ? [events] : events
}

/** Publishes each position once, in order and in the turn of its commit. `start` is the last published position. */
const makePublisher = (storage: Storage["Service"], bus: EventBus["Service"], start: number) => {
  let position = start
  const turns = Semaphore.makeUnsafe(1)
  /** Reads of the log that failed. */
  let failures = 0
  /** What a turn finds of others': after which position the next one looks, and what the last has found. */
  const ahead: { after: number | undefined; found: ReadonlyArray<LoggedEvent> } = { after: undefined, found: [] }

  const put = (events: ReadonlyArray<LoggedEvent>) => {
    position = events.at(-1)?.seq ?? position
    if (events.length > 0) bus.publish(events)
  }
  /** Others may have published some of them meanwhile. */
  const isNew = ({ seq }: LoggedEvent) => seq > position

  const publishNew: Effect.Effect<void, StorageError> = Effect.flatMap(
    Effect.suspend(() => storage.transaction(() => read(position, PAGE))),
    (events) => {
      put(events.filter(isNew))
      return events.length === PAGE ? publishNew : Effect.void
    }
  )

  const begin = (): Listing => {
    ahead.after = position
    return listingOf(position, AHEAD)
  }
  const find = (events: ReadonlyArray<LoggedEvent>) => {
    ahead.after = undefined
    ahead.found = events
  }

  /** Publishes new events; first those that others appended before and have not published yet. */
  const publish = (events: ReadonlyArray<LoggedEvent>): Effect.Effect<void> => {
    const first = events[0]?.seq ?? 0
    if (first > position + 1) {
      const found = ahead.found.filter((event) => isNew(event) && event.seq < first)
      if (found.length === first - position - 1) {
        ahead.found = []
        put(found)
        return publish(events)
      }
      const before = failures
      return turns.withPermit(Effect.suspend(() => fill(events, before)))
    }
    put(first === position + 1 ? events : events.filter(isNew))
    return Effect.void
  }
  /** Those who waited find theirs published, or share the failure. */
  const fill = (events: ReadonlyArray<LoggedEvent>, before: number): Effect.Effect<void> => {
    if ((events[0]?.seq ?? 0) <= position + 1) return publish(events)
    if (failures !== before) return Effect.void
    return Effect.catch(publishNew, (error) => {
      failures++
      return Effect.logWarning("events are kept but not published yet; the next commit publishes them", error)
    })
  }

  return { publish, publishNew, position: () => position, ahead, begin, find }
}
