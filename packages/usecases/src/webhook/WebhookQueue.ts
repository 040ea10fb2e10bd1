/**
 * The webhook events that may be sent now, by position in the log, and the deadline of one that waits for its next try.
 * Everything in the queue is in storage too: a new process fills it from there.
 */

import type { ServiceClock } from "@backlot/ports/ServiceClock"
import type { Storage } from "@backlot/ports/Storage"
import { Context, Effect, Layer, Queue } from "effect"
import { number } from "../store/Collection.ts"
import * as Collections from "../store/Collections.ts"
import type { Deadline, Handler } from "../store/Deadlines.ts"
import { transact } from "../store/Transact.ts"

export class WebhookQueue extends Context.Service<
  WebhookQueue,
  {
    readonly rows: Queue.Queue<number>
    /** Events taken from the queue and not settled: being sent, or waiting for their turn. */
    turns: number
    /** Events to be sent in their turn, without those that wait for another try. */
    readonly underWay: () => number
  }
>()("./WebhookQueue.ts") {}

export const layer: Layer.Layer<WebhookQueue> = Layer.effect(
  WebhookQueue,
  Effect.map(Queue.unbounded<number>(), (rows) => {
    const queue: WebhookQueue["Service"] = {
      rows,
      turns: 0,
      underWay: () => queue.turns + Queue.sizeUnsafe(rows)
    }
    return queue
  })
)

const KIND = "webhook_event"

/** The deadline of the next try. */
export const deadlineOf = (seq: number, due_ms: number): Deadline => ({
  name: `webhook_event/${seq}`,
  kind: KIND,
  due_ms,
  payload: seq
})

/** The time of the next try has come: its row gets a turn, and no deadline waits for it. */
const handler: Handler<Storage | ServiceClock | WebhookQueue> = Effect.fnUntraced(function* (payload, _due_ms, remove) {
  const seq = Number(payload)
  yield* transact(function* () {
    yield* remove
    const row = yield* Collections.webhookEvents.get(number(seq))
    if (row !== undefined) yield* Collections.webhookEvents.put({ ...row, due_ms: null }, row)
  })
  yield* Queue.offer((yield* WebhookQueue).rows, seq)
})

/** For the layer of `Deadlines`. */
export const handlers = { [KIND]: handler }
