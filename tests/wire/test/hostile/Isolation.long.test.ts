/** No request with one application's credentials reads or changes another's data. */
import * as EmbeddedServer from "@backlot/testkit/EmbeddedServer"
import * as RecordingEndpoint from "@backlot/testkit/RecordingEndpoint"
import { assert, describe, it, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import fc from "fast-check"
import { call, payloadOf, saying } from "../Stage.ts"
import { ENDLESS, ENDPOINTS, type Endpoint, SAMPLES } from "./Endpoints.ts"
import { requestOf, validDraft } from "./Mutation.ts"
import { type Neighbour, neighbour, ownedBy, worldOf } from "./Neighbours.ts"
import { CAP, parameters } from "./Runs.ts"
import { NO_INTERACTIONS, type Scene, scene } from "./Scene.ts"
import { exchange, portOf } from "./Wire.ts"

interface Token {
  readonly id: string
  readonly token: string
}

interface Held extends Neighbour {
  readonly pending: Token
  readonly answered: Token
}

/** Endpoints whose path names a thing that belongs to an application. */
const OWNED = ENDPOINTS.filter(
  ({ path, surface }) => surface === "rest" && /:(application|webhook|interaction|channel)_/.test(path)
)

/** The sample's body, and for each path parameter the values of `mine` or `theirs` that a request may use. */
const paramsOf = ({ path, name }: Endpoint, mine: Held, theirs: Held) => {
  const choices: Readonly<Record<string, (held: Held) => string>> = {
    application_id: ({ id }) => id,
    guild_id: ({ guild }) => guild,
    command_id: ({ command, guildCommand }) => (path.includes("guild_id") ? guildCommand : command),
    interaction_id: ({ pending }) => pending.id,
    interaction_token: ({ pending }) => pending.token,
    webhook_id: ({ id }) => id,
    webhook_token: ({ answered }) => answered.token,
    channel_id: ({ channel }) => channel,
    message_id: () => (path.includes("channel_id") ? "1" : "@original")
  }
  const names = [...path.matchAll(/:([a-z_]+)/g)].map(([, param = ""]) => param)
  const named = names.filter(
    (param) =>
      Object.hasOwn(choices, param) &&
      param !== "message_id" &&
      param !== "interaction_token" &&
      param !== "webhook_token"
  )
  // A token grants access to anybody who has it, so only its owner's id is exchanged.
  const tokened = names.find((param) => param.endsWith("_token"))
  return fc
    .tuple(...named.map(() => fc.boolean()))
    .filter((foreign) => foreign.includes(true))
    .map((foreign) => ({
      name,
      params: Object.fromEntries(
        names.map((param) => {
          const at = named.indexOf(param)
          const isTheirs = at >= 0 && foreign[at] === true
          return [param, (choices[param] ?? (() => "0"))(param === tokened || !isTheirs ? mine : theirs)]
        })
      )
    }))
}

const start = Effect.fnUntraced(function* (count: number) {
  const app = yield* RecordingEndpoint.start(() => Effect.succeed({ status: 202 }))
  const neighbours = Array.from({ length: count }, (_, n) => neighbour(n + 1))
  const { addresses } = yield* EmbeddedServer.start({
    world: worldOf(neighbours, app.url),
    limits: "off",
    clock: "frozen"
  })
  const control = `${addresses.url}/control/v1`
  const use = ({ user, channel, command }: Neighbour, query: string) =>
    Effect.andThen(
      call(`${control}/users/${user}/channels/${channel}/interactions${query}`, { json: { command_id: command } }),
      Effect.map(app.take, payloadOf)
    )
  const held: Array<Held> = []
  for (const each of neighbours) {
    const pending = yield* use(each, "?wait=false")
    yield* app.answerWith(saying(each.mark))
    held.push({ ...each, pending, answered: yield* use(each, "") })
    yield* app.answerWith(() => Effect.succeed({ status: 202 }))
  }
  const state = Effect.gen(function* () {
    const shown = [(yield* call(`${control}/world`)).text]
    for (const { user, channel, pending } of held) {
      shown.push((yield* call(`${control}/users/${user}/channels/${channel}/messages`)).text)
      // Its trace reports refused requests of strangers; nothing else may change.
      shown.push((yield* call(`${control}/interactions/${pending.id}`)).body.state)
    }
    return shown
  })
  return { port: portOf(addresses.url), held, state }
})

const OF_USERS = new Set(["get_my_oauth2_authorization", "list_my_connections"])

describe("isolation", () => {
  it.live(
    "no request with one application's credentials reads or changes another's data",
    () =>
      Effect.gen(function* () {
        const { port, held, state } = yield* start(3)
        const run = Effect.runPromiseWith(yield* Effect.context<never>())
        const before = yield* state
        const asked = fc
          .tuple(fc.constantFrom(...OWNED), fc.shuffledSubarray(held, { minLength: 2, maxLength: 2 }))
          .chain(([endpoint, pair]) => {
            const [mine, theirs] = pair
            if (mine === undefined || theirs === undefined) throw new Error("two were drawn")
            return fc.record({
              endpoint: fc.constant(endpoint),
              theirs: fc.constant(theirs),
              given: paramsOf(endpoint, mine, theirs),
              authorization: fc.constantFrom(...mine.credentials)
            })
          })
        const property = fc.asyncProperty(asked, ({ endpoint, theirs, given, authorization }) =>
          run(
            Effect.gen(function* () {
              const { body } = (SAMPLES[endpoint.name] ?? assert.fail())(NO_INTERACTIONS)
              const valid = validDraft(endpoint, { credential: "none", params: given.params, query: {}, body })
              const request = requestOf({ ...valid, headers: [...valid.headers, ["Authorization", authorization]] })
              const { answers } = yield* exchange(port, request.bytes, [request.method])
              const [answer] = answers
              assert.isAtLeast(answer?.status ?? 0, 400, answer?.body)
              assert.isBelow(answer?.status ?? 999, 500, answer?.body)
              for (const secret of ownedBy(theirs)) assert.notInclude(answer?.body ?? "", secret)
            })
          )
        )
        yield* Effect.promise(() => fc.assert(property, parameters(150)))
        assert.deepStrictEqual(yield* state, before)
      }),
    CAP
  )

  it.live("what an application asks about itself shows nothing of another", () =>
    Effect.gen(function* () {
      const { port, held } = yield* start(2)
      const own = ENDPOINTS.filter(
        ({ path, method, surface }) =>
          surface === "rest" && method === "GET" && path.includes("@me") && !path.includes("/:")
      )
      for (const [mine, theirs] of [held, held.toReversed()]) {
        if (mine === undefined || theirs === undefined) throw new Error("there are two")
        for (const endpoint of own) {
          // A bot has no authorization and no connections, but a user's bearer token has.
          const credential = mine.credentials[OF_USERS.has(endpoint.name) ? 2 : 0] ?? ""
          const valid = validDraft(endpoint, { credential: "none", params: {}, query: {}, body: undefined })
          const request = requestOf({
            ...valid,
            headers: [...valid.headers, ["Authorization", credential]]
          })
          const { answers } = yield* exchange(port, request.bytes, [request.method])
          assert.strictEqual(answers[0]?.status, 200, endpoint.name)
          for (const secret of [...ownedBy(theirs), theirs.id]) assert.notInclude(answers[0]?.body ?? "", secret)
        }
      }
    })
  )
})

/** One for all endpoints, because nothing may change it. */
class Shared extends Context.Service<Shared, Scene>()("Isolation/Shared") {
  static readonly layer = Layer.effect(Shared, scene)
}

layer(Shared.layer, { excludeTestServices: true })("the control plane", (it) => {
  const endpoints = ENDPOINTS.filter(({ surface }) => surface === "control")
  it.effect.each(endpoints)("refuses $name without its token or with a wrong one, and changes nothing", (endpoint) =>
    Effect.gen(function* () {
      const { port, control, interactions } = yield* Shared
      const world = Effect.flatMap(control("/world"), (response) => Effect.promise(() => response.text()))
      const before = yield* world
      const name = ENDLESS.includes(endpoint.name) ? "health" : endpoint.name
      const sample = { ...(SAMPLES[name] ?? assert.fail())(interactions), credential: "none" } as const
      const valid = validDraft(endpoint, sample)
      for (const header of [
        undefined,
        "Bearer x",
        "Bearer",
        "Bot harbour-control-token",
        "Bearer harbour-control-tokeN"
      ]) {
        const headers = header === undefined ? valid.headers : [...valid.headers, ["Authorization", header] as const]
        const { answers } = yield* exchange(port, requestOf({ ...valid, headers }).bytes, [endpoint.method])
        assert.strictEqual(answers[0]?.status, 401)
      }
      assert.strictEqual(yield* world, before)
    })
  )
})
