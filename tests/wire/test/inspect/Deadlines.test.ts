/** Inspectors see what will happen when the service clock advances. Our choice: docs/choices.md "Control plane". */
import * as EmbeddedServer from "@backlot/testkit/EmbeddedServer"
import * as RecordingEndpoint from "@backlot/testkit/RecordingEndpoint"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { ADOPT, ALICE, APP, BOB, CLIENT_SECRET, GENERAL, harbour } from "../Harbour.ts"
import { deferring, handsOn, type Reply, saying, stage } from "../Stage.ts"

interface Coming {
  readonly due_ms: number
  readonly kind: string
  readonly id?: string
  readonly application_id?: string
  readonly what: string
}

interface Deadlines {
  readonly now: string
  readonly mode: string
  readonly more: boolean
  readonly deadlines: ReadonlyArray<Coming>
}

const DOG = { command_id: ADOPT, options: [{ name: "animal", value: "dog" }] }
const deadlinesIn = ({ text }: Reply) => JSON.parse(text) as Deadlines

/** Kind, id and milliseconds from now, without the lobby of the world. */
const told = (all: Deadlines) =>
  all.deadlines
    .filter(({ kind }) => kind !== "lobby_idle")
    .map(({ kind, id, due_ms }) => [kind, id, due_ms - Date.parse(all.now)])

describe("the deadlines", () => {
  it.live("have the end to answer, then that of a deferral, and the end of a token, in the order of time", () =>
    Effect.gen(function* () {
      let script: RecordingEndpoint.EndpointScript = () => Effect.succeed({ status: 202 })
      const { app, control, use } = yield* stage((request) => script(request))
      const all = Effect.map(control("/deadlines"), deadlinesIn)
      const pending = (yield* use(ALICE, GENERAL, DOG, "?wait=false")).body.interaction_id
      yield* app.take
      script = deferring
      const deferred = (yield* use(BOB, GENERAL, DOG)).body.interaction_id
      script = saying("hi")
      const answered = (yield* use(BOB, GENERAL, DOG)).body.interaction_id
      const first = yield* all
      assert.deepInclude(first, { mode: "frozen", more: false })
      assert.deepStrictEqual(told(first).slice(0, 1), [["acknowledge", pending, 3_000]])
      assert.sameDeepMembers(told(first).slice(1), [
        ["deferral", deferred, 900_000],
        ["interaction_token", answered, 900_000]
      ])
      yield* control("/clock", { json: { advance_ms: 3_000 } })
      assert.sameDeepMembers(told(yield* all), [
        ["deferral", deferred, 897_000],
        ["interaction_token", answered, 897_000]
      ])
      yield* control("/clock", { json: { advance_ms: 897_000 } })
      assert.deepStrictEqual(told(yield* all), [])
    })
  )

  it.live("have idle lobbies and tokens", () =>
    Effect.gen(function* () {
      const { addresses } = yield* EmbeddedServer.start({ world: harbour(null), clock: "frozen" })
      const { control, rest } = handsOn(addresses.url)
      const all = Effect.map(control("/deadlines"), deadlinesIn)
      const before = (yield* all).deadlines.length
      const lobby = JSON.parse((yield* rest("/lobbies", { json: { members: [{ id: BOB }] } })).text)
      const authorization = `Basic ${Buffer.from(`${APP}:${CLIENT_SECRET}`).toString("base64")}`
      yield* Effect.promise((signal) =>
        fetch(`${addresses.url}/api/v10/oauth2/token`, {
          method: "POST",
          headers: { authorization },
          body: new URLSearchParams({ grant_type: "client_credentials", scope: "identify" }),
          signal
        })
      )
      const after = yield* all
      assert.strictEqual(after.deadlines.length, before + 2)
      const due = after.deadlines.map(({ due_ms }) => due_ms)
      assert.deepStrictEqual(due, due.toSorted())
      const ofLobby = after.deadlines.find(({ id }) => id === lobby.id)
      assert.deepInclude(ofLobby, { kind: "lobby_idle", application_id: APP, due_ms: Date.parse(after.now) + 300_000 })
      const ofToken = after.deadlines.find(({ kind }) => kind === "access_token")
      assert.deepInclude(ofToken, { application_id: APP, due_ms: Date.parse(after.now) + 604_800_000 })
    })
  )

  it.live("have webhook events that are sent again", () =>
    Effect.gen(function* () {
      const app = yield* RecordingEndpoint.start(() => Effect.succeed({ status: 500 }))
      const { applications, ...others } = harbour(null)
      const [petShop, ...more] = applications
      const webhooks = { event_webhooks_url: app.url, event_webhooks_types: ["LOBBY_MESSAGE_CREATE"] }
      const world = { ...others, applications: [{ ...petShop, ...webhooks }, ...more] }
      const { addresses } = yield* EmbeddedServer.start({ world, clock: "frozen" })
      const { control, rest } = handsOn(addresses.url)
      const lobby = JSON.parse((yield* rest("/lobbies", { json: { members: [{ id: BOB }] } })).text)
      yield* rest(`/lobbies/${lobby.id}/messages`, { json: { content: "Ahoy" } })
      yield* app.take
      const found = Effect.map(control("/deadlines"), (reply) =>
        deadlinesIn(reply).deadlines.find(({ kind }) => kind === "webhook_event")
      )
      const event = yield* Effect.repeat(found, { until: (one) => one !== undefined })
      assert.deepInclude(event, {
        what: "the webhook event LOBBY_MESSAGE_CREATE after 1 failed tries is sent again",
        application_id: APP
      })
    })
  )
})
