/**
 * Sends webhook events by signed POST: those of one application one by one in their order. An event that was not
 * acknowledged lets the others pass and is tried again, on the service clock. An event is sent at least once: when a
 * process ends before it stores the answer, the next one sends it again. Source: wire-rest.md §6.3.
 */
import { http, webhookEvent as limits } from "@backlot/domain/base/Limits"
import { nextTry, webhookTarget } from "@backlot/domain/event/WebhookEvent"
import type { Application } from "@backlot/domain/record/World"
import * as Body from "@backlot/ports/Body"
import type { LoggedEvent } from "@backlot/ports/EventBus"
import { Outbound, type OutboundResponse } from "@backlot/ports/Outbound"
import { Servers } from "@backlot/ports/Servers"
import { ServiceClock } from "@backlot/ports/ServiceClock"
import { Storage } from "@backlot/ports/Storage"
import { Context, Effect, FiberSet, Layer, Queue, Schedule } from "effect"
import { committed, EventLog } from "../event/EventLog.ts"
import { isWebhookSource } from "../event/WebhookEvents.ts"
import { makeSlots } from "../outbound/DeliverySlots.ts"
import { sign } from "../outbound/SignedPost.ts"
import { number } from "../store/Collection.ts"
import * as Collections from "../store/Collections.ts"
import { type Deadline, Deadlines, type Handler, schedule } from "../store/Deadlines.ts"
import { inTransaction, transact } from "../store/Transact.ts"

export class WebhookQueue extends Context.Service<
  WebhookQueue,
  {
    readonly rows: Queue.Queue<number>
    /** Events taken from the queue and not settled: being sent, or waiting for their turn. */
    turns: number
    /** Whether this process sends: of several that share a store, one does. */
    isSending: boolean
    /** Events to be sent in their turn, without those that wait for another try. */
    readonly underWay: () => number
  }
>()("@backlot/usecases/WebhookQueue") {}

export const layer: Layer.Layer<WebhookQueue> = Layer.effect(
  WebhookQueue,
  Effect.map(Queue.unbounded<number>(), (rows) => {
    const queue: WebhookQueue["Service"] = {
      rows,
      turns: 0,
      isSending: false,
      underWay: () => queue.turns + Queue.sizeUnsafe(rows)
    }
    return queue
  })
)

/** The kind of deadline of the next try. */
export const RETRY_KIND = "webhook_event"

/** The deadline of the next try. */
export const deadlineOf = (seq: number, due_ms: number): Deadline => ({
  name: `webhook_event/${seq}`,
  kind: RETRY_KIND,
  due_ms,
  payload: seq
})

/** The time of the next try has come: its row gets a turn, and no deadline waits for it. */
const handler: Handler<Storage | ServiceClock | WebhookQueue> = Effect.fnUntraced(function* (payload, _due_ms, claim) {
  const seq = Number(payload)
  yield* transact(function* () {
    if (!(yield* claim)) return
    const row = yield* Collections.webhookEvents.get(number(seq))
    if (row !== undefined) yield* Collections.webhookEvents.put({ ...row, due_ms: null }, row)
  })
  const { isSending, rows } = yield* WebhookQueue
  // The process that sends looks at the rows of others.
  if (isSending) yield* Queue.offer(rows, seq)
})

/** For the layer of `Deadlines`. */
export const handlers = { [RETRY_KIND]: handler }

type Row = Collections.WebhookEvent

/**
 * Sends waiting and new events until it is interrupted. Where another process goes on, it waits for the answers to what it
 * has sent, so that nothing is sent twice. Otherwise the next process repeats what was under way.
 */
export const run = Effect.scoped(
  Effect.gen(function* () {
    const queue = yield* WebhookQueue
    const { isAlone } = yield* Servers
    const fibers = yield* FiberSet.make<void>()
    const taken = new Set<number>()
    const answered = Effect.timeoutOption(Effect.interruptible(FiberSet.awaitEmpty(fibers)), HANDOVER_MS)
    if (!isAlone) yield* Effect.addFinalizer(() => answered)
    // Released before the finalizer above runs: turns that have not begun then send nothing.
    yield* Effect.acquireRelease(
      Effect.sync(() => {
        queue.isSending = true
      }),
      () =>
        Effect.suspend(() => {
          queue.isSending = false
          return Queue.clear(queue.rows)
        })
    )
    // Everything that waits for a turn is a row, and rows are bounded by application.
    const slots = makeSlots({ concurrent: limits.concurrent, perApplication: 1, waiting: Number.POSITIVE_INFINITY })

    const counted = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
      Effect.suspend(() => {
        queue.turns++
        return Effect.ensuring(
          effect,
          Effect.sync(() => queue.turns--)
        )
      })

    /** An event that is begun twice is sent once: each turn reads the row first. */
    const begin = Effect.fnUntraced(function* (seq: number) {
      const row = yield* persist(inTransaction(() => waiting(seq)))
      if (row === undefined) return
      taken.add(seq)
      const turn = slots
        .take(laneOf(row), Effect.void, deliver(seq))
        .pipe(surviving, counted, Effect.ensuring(Effect.sync(() => taken.delete(seq))))
      yield* FiberSet.run(fibers, turn, { startImmediately: true })
    })

    // Before it reads the rows, so that none is missed.
    yield* (yield* EventLog).follow({
      handle: (event) => heard(event, queue.rows),
      // All waiting events are among the rows.
      lost: () => surviving(offerAll(queue.rows))
    })
    yield* offerAll(queue.rows)
    // Another process may have claimed the deadline of the next try.
    const others = Effect.andThen(Effect.sleep(OTHERS), offerAll(queue.rows, taken))
    if ((yield* Storage).revision === undefined) yield* Effect.forkScoped(Effect.forever(surviving(others)))
    return yield* Effect.forever(Effect.flatMap(Queue.take(queue.rows), (seq) => counted(surviving(begin(seq)))))
  })
)

/** After a failure the row stays for the next process, and the other events are still sent. */
const surviving = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.catchCause(effect, (cause) => Effect.logError("A webhook event ended in a defect", cause))

/** A lobby's own endpoint delays no others. Our choice: docs/choices.md "Lobbies". */
const laneOf = ({ application_id, override_url }: Row): string => `${application_id} ${override_url ?? ""}`

/** Retries a failing store: rows are not given up while this process lives. */
const persist = Effect.retry(Schedule.spaced("1 second"))

const heard = ({ seq, type, data }: LoggedEvent, queue: Queue.Queue<number>) => {
  if (isWebhookSource(type)) Queue.offerUnsafe(queue, seq)
  return type === "webhook_event.dropped" ? logDropped(data) : undefined
}

/** Real time between two looks at the rows of other processes. */
const OTHERS = "1 second"

/** Real time for the answer to a request, and for storing it. */
const HANDOVER_MS = limits.acknowledgeMs + http.stopMs

/**
 * All events that only wait for their turn, but those that are taken. In order: what was heard of while the rows were read is newer
 * than some of them.
 */
const offerAll = Effect.fnUntraced(function* (queue: Queue.Queue<number>, taken?: ReadonlySet<number>) {
  const rows = yield* persist(inTransaction(() => Collections.webhookEvents.list([])))
  const due = rows.flatMap(({ seq, due_ms }) => (due_ms === null && taken?.has(seq) !== true ? [seq] : []))
  const heard = yield* Queue.clear(queue)
  yield* Queue.offerAll(
    queue,
    [...new Set([...due, ...heard])].toSorted((one, other) => one - other)
  )
})

/** Most events of the log have no row. */
const waiting = (seq: number) =>
  Body.map(Collections.webhookEvents.get(number(seq)), (row) => (row?.due_ms === null ? row : undefined))

/** Delivers the row in its turn. Loads the application now, so that a corrected URL gets waiting events. */
const deliver = Effect.fnUntraced(function* (seq: number) {
  if (!(yield* WebhookQueue).isSending) return
  const found = yield* persist(
    inTransaction(function* () {
      const row = yield* waiting(seq)
      return row && { row, application: yield* Collections.applications.get(row.application_id) }
    })
  )
  if (found === undefined) return
  const { row, application } = found
  const url = application && webhookTarget(application, row.type, row.override_url)
  if (application === undefined || url === undefined) {
    return yield* settle(row, "", { kind: "dropped", because: "the application does not ask for it any more" })
  }
  yield* settle(row, url, yield* attempt(application, url, row.body))
})

/** A defect is logged and counts as a failure. */
const attempt = Effect.fnUntraced(
  function* (application: Application, url: string, body: string) {
    const outbound = yield* Outbound
    return judge(yield* outbound.post(yield* sign(application, url, body, limits.acknowledgeMs)))
  },
  Effect.catch(({ reason, message }) => Effect.succeed(failed(`${reason}: ${message}`))),
  Effect.catchDefect((defect) =>
    Effect.as(Effect.logError("A webhook event was not sent for a defect", defect), failed("the server has a defect"))
  )
)

type Outcome =
  | { readonly kind: "delivered"; readonly status: number }
  | { readonly kind: "failed"; readonly because: string }
  | { readonly kind: "dropped"; readonly because: string }

const failed = (because: string): Outcome => ({ kind: "failed", because })

/** 204 is asked for; any other 2xx acknowledges too. Our choice: docs/choices.md "Control plane". */
const judge = ({ status }: OutboundResponse): Outcome =>
  status >= 200 && status < 300 ? { kind: "delivered", status } : failed(`it was answered with status ${status}`)

/** Stores the outcome of a try and reports it. Ignores a replaced world. */
const settle = Effect.fnUntraced(function* (row: Row, url: string, outcome: Outcome) {
  const now = yield* (yield* ServiceClock).now
  const attempts = row.attempts + 1
  const next_ms = outcome.kind === "failed" ? nextTry(row.happened_ms, attempts, now) : null
  const summary = { application_id: row.application_id, type: row.type, attempts }
  const isKept = yield* persist(
    committed(function* () {
      if ((yield* waiting(row.seq)) === undefined) return { value: false, events: [] }
      if (next_ms === null) yield* Collections.webhookEvents.delete(number(row.seq))
      else {
        yield* Collections.webhookEvents.put({ ...row, attempts, due_ms: next_ms }, row)
        yield* schedule(deadlineOf(row.seq, next_ms))
      }
      const { kind, ...came } = outcome
      const data = { ...summary, url, ...came, ...(kind === "failed" ? { next_ms } : {}) }
      return { value: true, events: [{ type: `webhook_event.${kind}`, data }] }
    })
  )
  if (!isKept) return
  if (next_ms !== null) yield* (yield* Deadlines).wakeBefore(next_ms)
  yield* Effect.annotateLogs(logOutcome(outcome, next_ms), summary)
})

/** The log leaves out the URL, which may hold a secret; the event has it. */
const logOutcome = (outcome: Outcome, next_ms: number | null) => {
  if (outcome.kind === "delivered") return Effect.logDebug(`A webhook event was acknowledged with ${outcome.status}`)
  // The receiver of the event logs it, like one that found no room.
  if (outcome.kind === "dropped") return Effect.void
  return Effect.logWarning(
    next_ms === null
      ? `A webhook event was given up: ${outcome.because}`
      : `A webhook event was not acknowledged and is sent again: ${outcome.because}`
  )
}

const logDropped = (data: unknown) => {
  // `WebhookEvents.keep` and `settle` write these events.
  const { application_id, type, because } = data as Record<"application_id" | "type" | "because", string>
  return Effect.annotateLogs(Effect.logWarning(`A webhook event was dropped: ${because}`), { application_id, type })
}
