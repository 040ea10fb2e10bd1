/** A use is one trace, whichever servers it passes: as OpenTelemetry's collector gets it. */
import * as RecordingEndpoint from "@backlot/testkit/RecordingEndpoint"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { ALICE, APP, GENERAL } from "../Harbour.ts"
import { EVERY, event, loggedIn, type Node, nodes, rest } from "./Nodes.ts"

/** A trace of the caller of the control plane. */
const TRACE = "0af7651916cd43dd8448eb211c80319c"
const CALLER = "b7ad6b7169203331"
const traceparentOf = (trace: string, span: string) => `00-${trace}-${span}-01`

interface Span {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly links?: ReadonlyArray<{ readonly traceId: string; readonly spanId: string }>
}

interface Export {
  readonly resourceSpans: ReadonlyArray<{ readonly scopeSpans: ReadonlyArray<{ readonly spans: ReadonlyArray<Span> }> }>
}

const USE = "POST /control/v1/users/:user_id/channels/:channel_id/interactions"
const CALLBACK = "POST /api/v10/interactions/:interaction_id/:interaction_token/callback"

/** Two servers that send their traces to one collector. */
const traced = Effect.fnUntraced(function* (settings: object = {}) {
  const collector = yield* RecordingEndpoint.start(() => Effect.succeed({ json: {} }))
  const [here, there] = yield* nodes({ settings, otlp: new URL(collector.url).origin })
  yield* rest(there, "POST", `/applications/${APP}/commands`, { name: "ping", description: "Pings" })
  const spans = () =>
    collector.received
      .filter(({ url }) => url === "/v1/traces")
      // What the exporter sends.
      .flatMap(({ body }) => (JSON.parse(body) as Export).resourceSpans)
      .flatMap(({ scopeSpans }) => scopeSpans)
      .flatMap((scope) => scope.spans)
  /** Waits for the spans of these names. */
  const named = (...names: ReadonlyArray<string>) =>
    Effect.repeat(
      Effect.sync(() => names.map((name) => spans().find((span) => span.name === name))),
      { until: (found) => found.every((span) => span !== undefined), schedule: EVERY }
    ).pipe(Effect.map((found) => found.flatMap((span) => (span === undefined ? [] : [span]))))
  /** The span that is this one's parent, or that one's, and so on. */
  const isBelow = (span: Span | undefined, spanId: string | undefined): boolean =>
    span !== undefined &&
    (span.parentSpanId === spanId ||
      isBelow(
        spans().find((one) => one.spanId === span.parentSpanId),
        spanId
      ))
  return { here, there, named, isBelow }
})

const use = ({ url }: Node) =>
  Effect.promise(async () => {
    const answer = await fetch(`${url}/control/v1/users/${ALICE}/channels/${GENERAL}/interactions`, {
      method: "POST",
      headers: { "content-type": "application/json", traceparent: traceparentOf(TRACE, CALLER) },
      body: JSON.stringify({ text: "/ping" })
    })
    return (await answer.json()) as { readonly state: string }
  })

interface Given {
  readonly id: string
  readonly token: string
}

const answered = ({ url }: Node, { id, token }: Given, headers: Readonly<Record<string, string>> = {}) =>
  Effect.promise(async () => {
    const answer = await fetch(`${url}/api/v10/interactions/${id}/${token}/callback`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify({ type: 4, data: { content: "pong" } })
    })
    await answer.arrayBuffer()
    assert.strictEqual(answer.status, 204)
  })

describe("a use on one server whose answer comes over another is one trace", () => {
  it.live("by the gateway", () =>
    Effect.gen(function* () {
      const { here, there, named, isBelow } = yield* traced()
      const bot = yield* loggedIn(there)
      const used = yield* Effect.forkChild(use(here))
      yield* answered(there, yield* event<Given>(bot, "INTERACTION_CREATE"))
      assert.deepInclude(yield* Fiber.join(used), { state: "responded" })
      const [begun, dispatched, callback] = yield* named(USE, "dispatch", CALLBACK)
      assert.strictEqual(begun?.parentSpanId, CALLER)
      for (const span of [begun, dispatched, callback]) assert.strictEqual(span?.traceId, TRACE)
      for (const span of [dispatched, callback]) assert.isTrue(isBelow(span, begun?.spanId))
    })
  )

  it.live("by an endpoint, which gets the trace with its delivery", () =>
    Effect.gen(function* () {
      const hook = yield* RecordingEndpoint.start(() => Effect.succeed({ status: 202 }))
      const { here, there, named, isBelow } = yield* traced({ interactions_endpoint_url: hook.url })
      const used = yield* Effect.forkChild(use(here))
      const { headers, body } = yield* hook.take
      yield* answered(there, JSON.parse(body) as Given)
      assert.deepInclude(yield* Fiber.join(used), { state: "responded" })
      const [begun, delivery, callback] = yield* named(USE, "deliver", CALLBACK)
      assert.strictEqual(headers["traceparent"], traceparentOf(TRACE, delivery?.spanId ?? ""))
      for (const span of [delivery, callback]) {
        assert.strictEqual(span?.traceId, TRACE)
        assert.isTrue(isBelow(span, begun?.spanId))
      }
    })
  )
})

describe("an app that brings a trace of its own", () => {
  const OTHER = "4bf92f3577b34da6a3ce929d0e0e4736"
  const SPAN = "00f067aa0ba902b7"

  it.live("goes on with that, which points to the use", () =>
    Effect.gen(function* () {
      const { here, there, named } = yield* traced()
      const bot = yield* loggedIn(there)
      const used = yield* Effect.forkChild(use(here))
      const given = yield* event<Given>(bot, "INTERACTION_CREATE")
      yield* answered(there, given, { traceparent: traceparentOf(OTHER, SPAN) })
      yield* Fiber.join(used)
      const [callback] = yield* named(CALLBACK)
      assert.deepInclude(callback, { traceId: OTHER, parentSpanId: SPAN })
      assert.deepStrictEqual(
        callback?.links?.map(({ traceId }) => traceId),
        [TRACE]
      )
    })
  )
})

describe("a server that does not trace", () => {
  it.live("sends no trace with a delivery", () =>
    Effect.gen(function* () {
      const hook = yield* RecordingEndpoint.start(() =>
        Effect.succeed({ json: { type: 4, data: { content: "pong" } } })
      )
      const [here, there] = yield* nodes({ settings: { interactions_endpoint_url: hook.url } })
      yield* rest(there, "POST", `/applications/${APP}/commands`, { name: "ping", description: "Pings" })
      assert.deepInclude(yield* use(here), { state: "responded" })
      assert.notProperty((yield* hook.take).headers, "traceparent")
    })
  )
})
