/** Every endpoint of every contract with generated hostile input. Number of runs: see `hostile/Runs.ts`. */
import { assert, describe, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import fc from "fast-check"
import { ENDLESS, ENDPOINTS, type Endpoint, SAMPLES } from "./Endpoints.ts"
import { REFUSED_CODES } from "./LobbySamples.ts"
import { type HostileRequest, hostileRequest, requestOf, unconvertible, validDraft } from "./Mutation.ts"
import { CAP, parameters } from "./Runs.ts"
import { NO_INTERACTIONS, partsOf, type Scene, scene, sceneWith } from "./Scene.ts"
import { mayChange, Untouched } from "./Untouched.ts"
import { judge } from "./Verdict.ts"
import { exchange } from "./Wire.ts"

const covered = ENDPOINTS.filter(({ name }) => !ENDLESS.includes(name))

const sampleOf = ({ name }: Endpoint, { interactions }: Pick<Scene, "interactions">) => {
  const make = SAMPLES[name]
  if (make === undefined) throw new Error(`no sample for ${name}`)
  return make(interactions)
}

const send = ({ port }: Scene, { bytes, method }: HostileRequest) => exchange(port, bytes, [method])

/** All state that the control plane shows. */
const worldOf = ({ control }: Scene) =>
  Effect.flatMap(control("/world"), (response) => Effect.promise(() => response.text()))

/** The sample as far as it is known without a scene. */
const empty = (endpoint: Endpoint) => sampleOf(endpoint, { interactions: NO_INTERACTIONS })

class Shared extends Context.Service<Shared, Scene>()("HostileInput/Shared") {
  static readonly layer = Layer.effect(Shared, scene)
}

/** Endpoints that only read share one scene; for every other there is one with what its sample names. */
const sceneFor = Effect.fnUntraced(function* (endpoint: Endpoint) {
  if (endpoint.method === "GET") return yield* Shared
  return yield* sceneWith(partsOf((interactions) => sampleOf(endpoint, { interactions })))
})

/** The event log up to the event of a new reading of the clock; it also contains requests without a route. */
const eventsUntil = ({ control }: Scene, now: number) =>
  Effect.gen(function* () {
    yield* control("/clock", { method: "POST", body: JSON.stringify({ now }) })
    const stream = yield* control("/events", { headers: { "last-event-id": "0" } })
    const last = new Date(now).toISOString()
    return yield* Effect.promise(async () => {
      let text = ""
      const decoder = new TextDecoder()
      for await (const chunk of stream.body ?? []) {
        text += decoder.decode(chunk, { stream: true })
        if (text.includes(last)) break
      }
      return [...text.matchAll(/^event: (.*)$/gm)]
        .map(([, type]) => type)
        .filter((type) => type !== "rest.unknown_route")
    })
  })

layer(Layer.merge(Shared.layer, Untouched.layer), { excludeTestServices: true })((it) => {
  describe("the table of endpoints", () => {
    it("has a sample for each endpoint of every contract, and no other", () => {
      assert.sameMembers(
        Object.keys(SAMPLES),
        covered.map(({ name }) => name)
      )
    })

    it.effect.each(covered.filter(({ name }) => name !== "attachment"))("takes the sample of $name", (endpoint) =>
      Effect.gen(function* () {
        const played = yield* sceneFor(endpoint)
        const outcome = yield* send(played, requestOf(validDraft(endpoint, sampleOf(endpoint, played))))
        const { status = 999, body = "" } = outcome.answers[0] ?? {}
        const refusal = REFUSED_CODES[endpoint.name]
        if (refusal === undefined) assert.isBelow(status, 300, body)
        else assert.strictEqual(JSON.parse(body).code, refusal, body)
      })
    )
  })

  describe("hostile input", () => {
    it.effect(
      "that is refused leaves no event, at any endpoint",
      () =>
        Effect.gen(function* () {
          const played = yield* scene
          const far = Date.UTC(2040, 0, 1)
          const before = yield* eventsUntil(played, far)
          for (const endpoint of covered) {
            const requests = fc.sample(hostileRequest(endpoint, sampleOf(endpoint, played)), parameters(3))
            for (const request of requests.filter(({ refused }) => refused)) {
              judge(endpoint, request, yield* send(played, request))
            }
          }
          assert.deepStrictEqual(yield* eventsUntil(played, far + 1), [...before, "clock.changed"])
        }),
      CAP
    )

    it.effect.each(covered)(
      "at $name is answered 4xx with a well-formed body, never 5xx, never a hang, the state unchanged",
      (endpoint) =>
        Effect.gen(function* () {
          const { played, passOn } = yield* (yield* Untouched).take
          const run = Effect.runPromiseWith(yield* Effect.context<never>())
          let world = yield* worldOf(played)
          let touched = false
          const property = fc.asyncProperty(hostileRequest(endpoint, sampleOf(endpoint, played)), (request) =>
            run(
              Effect.gen(function* () {
                const answer = judge(endpoint, request, yield* send(played, request))
                const after = yield* worldOf(played)
                if (answer.status >= 400) assert.strictEqual(after, world)
                touched ||= mayChange(request, answer)
                world = after
              })
            )
          )
          yield* Effect.promise(() => fc.assert(property, parameters(endpoint.method === "GET" ? 3 : 6)))
          if (!touched) yield* passOn
        }),
      CAP
    )

    // The worlds' own decoder meets these values in a test of the domain, faster.
    it.effect.each(
      covered.filter((endpoint) => endpoint.name !== "put_world" && unconvertible(endpoint, empty(endpoint)).length > 0)
    )(
      "at $name is answered without a 5xx with an object without text at any place of the body",
      (endpoint) =>
        Effect.gen(function* () {
          const { played, passOn } = yield* (yield* Untouched).take
          let touched = false
          for (const request of unconvertible(endpoint, sampleOf(endpoint, played))) {
            if (mayChange(request, judge(endpoint, request, yield* send(played, request)))) touched = true
          }
          if (!touched) yield* passOn
        }),
      CAP
    )
  })
})
