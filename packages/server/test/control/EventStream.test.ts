import { events as limits } from "@backlot/domain/base/KeptLimits"
import { EventBus, type LoggedEvent } from "@backlot/ports/EventBus"
import { EventLog } from "@backlot/usecases/event/EventLog"
import { assert, describe, it, layer } from "@effect/vitest"
import { Clock, Deferred, Effect, Fiber, Queue, Stream } from "effect"
import { TestClock } from "effect/testing"
import { Closing } from "../../src/boot/ServerContext.ts"
import { stream } from "../../src/control/EventStream.ts"
import type { Call } from "../../src/http/Route.ts"
import { call, head, open } from "../fixture/Client.ts"
import { APP, at, LIVE, running, SECRETS } from "../fixture/Running.ts"

interface Received {
  readonly seq: number
  readonly type: string
}

/** Reads the events of a connected stream one by one. */
const connect = Effect.fnUntraced(function* (last?: number, query = "") {
  const resume = last === undefined ? [] : [`Last-Event-ID: ${last}`]
  const url = yield* at("")
  const line = `GET /control/v1/events${query} HTTP/1.1`
  const socket = yield* open(url, head(line, `Host: ${new URL(url).host}`, ...resume))
  const chunks = socket[Symbol.asyncIterator]()
  let text = ""
  const until = (wanted: RegExp) =>
    Effect.promise(async () => {
      while (!wanted.test(text)) {
        const { value, done } = await chunks.next()
        if (done === true) throw new Error(`The stream ended; so far: ${text}`)
        text += String(value)
      }
    })
  yield* until(/: connected\n\nid: \d+\n\n/)
  const position = Number(/^id: (\d+)\n\n/m.exec(text)?.[1])
  const next = Effect.map(until(/id: (\d+)\nevent: (.+)\ndata: (.+)\n\n/), () => {
    const [frame = "", id, event, data = ""] = /id: (\d+)\nevent: (.+)\ndata: (.+)\n\n/.exec(text) ?? []
    text = text.slice(text.indexOf(frame) + frame.length)
    const received = JSON.parse(data)
    assert.deepInclude(received, { seq: Number(id), type: event })
    return received as Received
  })
  return {
    socket,
    head: text,
    position,
    next,
    take: (count: number) => Effect.all(Array.from({ length: count }, () => next))
  }
})

const register = (name: string) =>
  Effect.flatMap(at(`/api/v10/applications/${APP}/commands`), (url) =>
    call(url, { headers: { authorization: `Bot ${SECRETS.bot}` }, json: { name, description: "A command" } })
  )

const seqs = (received: ReadonlyArray<Received>) => received.map(({ seq }) => seq)
const from = (first: number, count: number) => Array.from({ length: count }, (_, i) => first + i)

layer(running(), LIVE)("the stream of events", (it) => {
  it.effect("is an event stream that nobody may cache", () =>
    Effect.gen(function* () {
      const { head } = yield* connect()
      assert.match(head, /^HTTP\/1\.1 200 /)
      assert.match(head, /\r\ncontent-type: text\/event-stream\r\n/i)
      assert.match(head, /\r\ncache-control: no-store\r\n/i)
    })
  )

  it.effect("carries each event that happens, in order, with the log's position as its id", () =>
    Effect.gen(function* () {
      const { take } = yield* connect()
      yield* register("first")
      yield* register("second")
      yield* register("second")
      const received = yield* take(2)
      assert.deepStrictEqual(
        received.map(({ type }) => type),
        ["command.created", "command.created"]
      )
      assert.deepStrictEqual(seqs(received), from(received[0]?.seq ?? 0, 2))
    })
  )

  it.effect("goes on from Last-Event-ID without a gap and without a repetition", () =>
    Effect.gen(function* () {
      const before = yield* connect()
      yield* register("third")
      const { seq } = yield* before.next
      before.socket.destroy()
      yield* Effect.forEach(["fourth", "fifth", "sixth"], register)
      const after = yield* connect(seq)
      yield* register("seventh")
      assert.deepStrictEqual(seqs(yield* after.take(4)), from(seq + 1, 4))
    })
  )

  it.effect("says first where the client stands", () =>
    Effect.gen(function* () {
      const fresh = yield* connect()
      yield* register("position")
      const { seq } = yield* fresh.next
      assert.isBelow(fresh.position, seq)
      assert.strictEqual((yield* connect()).position, seq)
      assert.strictEqual((yield* connect(seq - 1)).position, seq - 1)
      assert.strictEqual((yield* connect(1_000_000)).position, seq)
    })
  )

  it.effect("goes on after the position in the query, unless the header knows better", () =>
    Effect.gen(function* () {
      const before = yield* connect()
      yield* Effect.forEach(["query-one", "query-two", "query-three"], register)
      const [first = 0] = seqs(yield* before.take(3))
      assert.deepStrictEqual(seqs(yield* (yield* connect(undefined, `?after=${first}`)).take(2)), from(first + 1, 2))
      assert.strictEqual((yield* (yield* connect(first + 1, `?after=${first}`)).next).seq, first + 2)
      const { status } = yield* call(yield* at("/control/v1/events?after=x"))
      assert.strictEqual(status, 400)
    })
  )

  it.effect("reaches many subscribers alike", () =>
    Effect.gen(function* () {
      const streams = yield* Effect.all(Array.from({ length: 50 }, () => connect()))
      yield* register("eighth")
      const received = yield* Effect.forEach(streams, ({ next }) => next)
      assert.strictEqual(new Set(seqs(received)).size, 1)
    })
  )

  it.effect.each(["x", "", "1.5", "-1"])("takes a Last-Event-ID that is none as no wish: '%s'", (last) =>
    Effect.gen(function* () {
      const { status } = yield* call(yield* at("/control/v1/events"), {
        method: "HEAD",
        headers: { "last-event-id": last }
      })
      assert.strictEqual(status, 200)
    })
  )

  it.effect("starts anew for an id of the future, as after a restart without data", () =>
    Effect.gen(function* () {
      const { next } = yield* connect(1_000_000)
      yield* register("ninth")
      assert.isBelow((yield* next).seq, 1_000_000)
    })
  )
})

/** What is published when a client comes. */
const POSITION = 6

const event = (seq: number): LoggedEvent => ({ seq, type: "test.event", at: 0, data: { n: seq } })

/** The positions that a client reads if the bus publishes these positions of a log from 1 to `length`. */
const read = Effect.fnUntraced(function* (options: {
  /** Publications that come right after the subscription. */
  readonly bus: ReadonlyArray<LoggedEvent> | EventBus["Service"]["listen"]
  readonly length: number
  readonly last?: string
  readonly closing?: Effect.Effect<void>
}) {
  const headers = options.last === undefined ? {} : { "last-event-id": options.last }
  // The stream reads nothing but the headers.
  const request = { headers } as Call["request"]
  const since = (seq: number, limit: number) =>
    Effect.succeed(from(seq + 1, Math.min(limit, options.length - seq)).map(event))
  const { body } = yield* stream({ request, params: {}, query: () => undefined }).pipe(
    Effect.provideService(EventBus, {
      publish: () => {},
      listen: typeof options.bus === "function" ? options.bus : publishing(options.bus)
    }),
    Effect.provideService(EventLog, {
      commit: () => Effect.die("not asked for"),
      commitAt: () => Effect.die("not asked for"),
      since,
      position: () => POSITION,
      publishNew: Effect.void,
      follow: () => Effect.die("not asked for")
    }),
    Effect.provideService(Closing, {
      hasBegun: () => false,
      begun: Effect.never,
      streamsEnd: options.closing ?? Effect.never
    })
  )
  assert.isTrue(Stream.isStream(body))
  return Stream.isStream(body) ? Stream.decodeText(body) : Stream.empty
})

const publishing =
  (events: ReadonlyArray<LoggedEvent>): EventBus["Service"]["listen"] =>
  (listener) =>
    Effect.sync(() => listener(events))

const ids = (texts: ReadonlyArray<string>) =>
  [...texts.join("").matchAll(/^id: (\d+)\nevent/gm)].map(([, id]) => Number(id))

describe("one client's stream", () => {
  const bus = (...positions: ReadonlyArray<number>) => positions.map(event)

  it.effect.each([
    ["what the bus brings", bus(7, 8, 9), undefined, [7, 8, 9]],
    ["what a slow client missed of the bus, out of the log", bus(7, 11, 12), undefined, [7, 8, 9, 10, 11, 12]],
    ["what it missed while away, then what comes", bus(12, 13), "9", [10, 11, 12, 13]],
    ["nothing twice that the log gave already", bus(11, 12, 13), "9", [10, 11, 12, 13]]
  ] satisfies ReadonlyArray<readonly [string, ReadonlyArray<LoggedEvent>, string | undefined, ReadonlyArray<number>]>)(
    "carries %s",
    ([, coming, last, expected]) =>
      Effect.gen(function* () {
        const text = yield* read({ bus: coming, length: 12, ...(last === undefined ? {} : { last }) })
        assert.deepStrictEqual(ids(yield* untilKeepAlive(text)), expected)
      })
  )

  it.effect("reads no more than the log's length", () =>
    Effect.gen(function* () {
      const text = yield* read({ bus: [], length: limits.logLength + 5, last: "0" })
      assert.strictEqual(ids(yield* untilKeepAlive(text)).length, limits.logLength)
    })
  )

  /** The texts before the first sign of life. */
  const untilKeepAlive = (text: Stream.Stream<string, unknown>) =>
    Effect.raceFirst(
      Stream.runCollect(Stream.takeWhile(text, (part) => part !== ": keep-alive\n\n")),
      Effect.forever(TestClock.adjust("1 second"))
    )

  /** Reads the texts of a stream one by one until the scope closes; also returns its fiber. */
  const listen = Effect.fnUntraced(function* (text: Stream.Stream<string, unknown>) {
    const texts = yield* Queue.unbounded<string>()
    const fiber = yield* Effect.forkScoped(Stream.runForEach(text, (part) => Queue.offer(texts, part)))
    assert.strictEqual(yield* Queue.take(texts), `: connected\n\nid: ${POSITION}\n\n`)
    return { fiber, next: Queue.take(texts) }
  })

  it.effect("says every 15 s that it is alive", () =>
    Effect.gen(function* () {
      const { next } = yield* listen(yield* read({ bus: [], length: 0 }))
      const passing = Effect.forever(TestClock.adjust("1 second"))
      for (const after of [15_000, 30_000]) {
        assert.strictEqual(yield* Effect.raceFirst(next, passing), ": keep-alive\n\n")
        const now = yield* Clock.currentTimeMillis
        assert.isAtLeast(now, after)
        assert.isBelow(now, after + 5_000)
      }
    })
  )

  it.effect("ends once the server stops and all else has ended", () =>
    Effect.gen(function* () {
      const closing = yield* Deferred.make<void>()
      const text = yield* read({ bus: [], length: 0, closing: Deferred.await(closing) })
      const { fiber } = yield* listen(text)
      yield* Deferred.succeed(closing, undefined)
      yield* TestClock.adjust("1 second")
      assert.strictEqual(yield* Fiber.join(fiber), undefined)
    })
  )

  it.effect("gives its subscription back when the client goes", () =>
    Effect.gen(function* () {
      let subscribers = 0
      const bus = () =>
        Effect.acquireRelease(
          Effect.sync(() => void subscribers++),
          () => Effect.sync(() => subscribers--)
        )
      const { fiber } = yield* listen(yield* read({ bus, length: 0 }))
      assert.strictEqual(subscribers, 1)
      yield* Fiber.interrupt(fiber)
      assert.strictEqual(subscribers, 0)
    })
  )
})
