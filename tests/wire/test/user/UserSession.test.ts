import * as RecordingEndpoint from "@backlot/testkit/RecordingEndpoint"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { ALICE, BOB, GENERAL, ID, SHOP, ZOE } from "../Market.ts"
import { playing, sessionsAt } from "../Playing.ts"
import { deferring, payloadOf, saying } from "../Stage.ts"

const adoptPath = `/applications/${SHOP}/commands/${ID.adopt}`

describe("a session of a user", () => {
  it.live("uses a command by the text that the user types", () =>
    Effect.gen(function* () {
      const { app, as } = yield* playing(saying("A dog!"))
      const used = yield* as(BOB).in(GENERAL).use("/aufnehmen tier:Hund")
      assert.strictEqual(used.state, "responded")
      assert.strictEqual(used.message?.content, "A dog!")
      assert.deepInclude(payloadOf(yield* app.take).data.options[0], { name: "animal", value: "animal_dog" })
    })
  )

  it.live.each(["adopt", "aufnehmen", ID.adopt])("uses a command by its id or a name of it: %s", (command) =>
    Effect.gen(function* () {
      const { app, as } = yield* playing(saying("hi"))
      yield* as(BOB)
        .in(GENERAL)
        .use({ command, options: [{ name: "animal", value: "animal_cat" }] })
      assert.strictEqual(payloadOf(yield* app.take).data.id, ID.adopt)
    })
  )

  it.live("uses a context menu command on a user", () =>
    Effect.gen(function* () {
      const { app, as } = yield* playing(saying("hi"))
      yield* as(BOB).in(GENERAL).use({ command: "Praise", target: ALICE })
      assert.deepInclude(JSON.parse((yield* app.take).body).data, { id: ID.Praise, type: 2, target_id: ALICE })
    })
  )

  it.live("asks the app for choices of what is being typed", () =>
    Effect.gen(function* () {
      const choices = [{ name: "Hay", name_localizations: { de: "Heu" }, value: "hay" }]
      const { as } = yield* playing(() => Effect.succeed({ json: { type: 8, data: { choices } } }))
      const typed = yield* as(BOB).in(GENERAL).type("/care feed give food:h")
      assert.deepInclude(typed.choices?.[0], { name: "Hay", name_localized: "Heu", value: "hay" })
    })
  )

  it.live("waits for as much as is asked for", () =>
    Effect.gen(function* () {
      const { as } = yield* playing(deferring)
      const session = as(BOB).in(GENERAL)
      assert.strictEqual((yield* session.use("/docked")).state, "deferred")
      assert.strictEqual((yield* session.use("/docked", { wait: false })).state, "pending")
    })
  )

  it.live("reads the channel as its user sees it", () =>
    Effect.gen(function* () {
      const { as } = yield* playing(saying("psst", 64))
      yield* as(BOB).in(GENERAL).use("/docked")
      assert.strictEqual((yield* as(BOB).in(GENERAL).messages()).length, 1)
      assert.strictEqual((yield* as(ALICE).in(GENERAL).messages(5)).length, 0)
    })
  )

  it.live("speaks the language that its client is set to", () =>
    Effect.gen(function* () {
      const { app, as } = yield* playing(saying("hi"))
      const session = as(ALICE).in(GENERAL, { locale: "de" })
      assert.strictEqual((yield* session.commands("/adopt", { type: 1 }))[0]?.name_localized, "aufnehmen")
      yield* session.use("/aufnehmen tier:Hund")
      assert.strictEqual(JSON.parse((yield* app.take).body).locale, "de")
    })
  )

  it.live("explains every command, also one that it does not list", () =>
    Effect.gen(function* () {
      const { as } = yield* playing(saying("hi"))
      const { visible, usable, decisions } = yield* as(BOB).in(GENERAL).explain(ID.ban)
      assert.deepStrictEqual([visible, usable], [false, false])
      assert.include(decisions.find(({ outcome }) => outcome === "fail")?.because, "BAN_MEMBERS")
    })
  )
})

describe("the cached index of a session", () => {
  it.live("read-repair: what is stale is refused and reloaded, and the next use works", () =>
    Effect.gen(function* () {
      const { app, as, shop } = yield* playing(saying("hi"))
      const session = as(BOB).in(GENERAL)
      yield* session.use("/adopt animal:Dog")
      yield* app.take
      const animal = { type: 3, name: "beast", description: "Which", required: true }
      yield* shop(adoptPath, "PATCH", { options: [animal] })
      const failure = yield* Effect.flip(session.use("/adopt animal:Dog"))
      assert.deepInclude(failure, { _tag: "UseRefused", reason: "stale", by: "service" })
      yield* session.use("/adopt beast:Dog")
      assert.deepInclude(payloadOf(yield* app.take).data.options[0], { name: "beast", value: "Dog" })
    })
  )

  it.live("is shared by the sessions of one server: one repair mends every copy", () =>
    Effect.gen(function* () {
      const { as, shop } = yield* playing(saying("hi"))
      yield* as(BOB).in(GENERAL).use("/adopt animal:Dog")
      yield* as(ALICE).in(GENERAL).use("/adopt animal:Dog")
      yield* shop(adoptPath, "PATCH", { description: "Another" })
      yield* Effect.flip(as(BOB).in(GENERAL).use("/adopt animal:Dog"))
      assert.strictEqual((yield* as(ALICE).in(GENERAL).use("/adopt animal:Dog")).state, "responded")
    })
  )

  it.live("nothing is refused by an outdated copy: what it does not know is asked for again", () =>
    Effect.gen(function* () {
      const { as, shop } = yield* playing(saying("hi"))
      const session = as(BOB).in(GENERAL)
      yield* session.use("/docked")
      yield* shop(`/applications/${SHOP}/commands`, "POST", { name: "feed", description: "Feeds" })
      assert.strictEqual((yield* session.use("/feed")).state, "responded")
    })
  )

  it.live("a command that is gone is refused as unknown, and found no more", () =>
    Effect.gen(function* () {
      const { as, shop } = yield* playing(saying("hi"))
      const session = as(BOB).in(GENERAL)
      yield* session.use("/adopt animal:Dog")
      yield* shop(adoptPath, "DELETE")
      const failure = yield* Effect.flip(session.use("/adopt animal:Dog"))
      assert.deepInclude(failure, { _tag: "UseRefused", reason: "unknown", by: "service" })
      assert.deepInclude(yield* Effect.flip(session.use("/adopt animal:Dog")), { reason: "unknown" })
    })
  )

  it.live("what is refused here never reaches the service", () =>
    Effect.gen(function* () {
      const { as, control } = yield* playing(saying("hi"))
      const failure = yield* Effect.flip(as(BOB).in(GENERAL).use("/adopt"))
      assert.deepInclude(failure, { _tag: "UseRefused", reason: "options", by: "client", code: 50035 })
      assert.include(failure.message, "animal")
      const { text } = yield* control("/metrics")
      assert.include(text, 'channels/:channel_id/surroundings"')
      assert.notInclude(text, 'channels/:channel_id/interactions"')
    })
  )
})

describe("what is no refusal of a use", () => {
  it.live("an unknown user or a channel out of sight is told with its status and code", () =>
    Effect.gen(function* () {
      const { as } = yield* playing(saying("hi"))
      const stranger = yield* Effect.flip(as(ZOE).in(GENERAL).use("/docked"))
      assert.deepInclude(stranger, { _tag: "ControlRefused", status: 404, code: 10007 })
      const nobody = yield* Effect.flip(as("1").in(GENERAL).commands())
      assert.deepInclude(nobody, { _tag: "ControlRefused", status: 404, code: 10013 })
    })
  )

  it.live("a wrong control token is told, and the right one opens", () =>
    Effect.gen(function* () {
      const { as, server } = yield* playing(saying("hi"), { controlToken: "right" })
      assert.isNotEmpty(yield* as(BOB).in(GENERAL).commands())
      const wrong = yield* sessionsAt(server.addresses.control_url, "wrong")
      const failure = yield* Effect.flip(wrong.as(BOB).in(GENERAL).commands())
      assert.deepInclude(failure, { _tag: "ControlRefused", status: 401 })
    })
  )

  it.live("no server, no answer in time and an answer of something else are unreachable", () =>
    Effect.gen(function* () {
      const other = yield* RecordingEndpoint.start(() => Effect.succeed({ json: { hello: 1 } }))
      const silent = yield* RecordingEndpoint.start(() => Effect.never)
      for (const [url, timeout] of [
        ["http://127.0.0.1:1/control/v1", undefined],
        [other.url, undefined],
        [silent.url, 20]
      ] as const) {
        const sessions = yield* sessionsAt(url, undefined, timeout)
        const failure = yield* Effect.flip(sessions.as(BOB).in(GENERAL).commands())
        assert.strictEqual(failure._tag, "ControlUnreachable")
        assert.include(failure.message, url)
      }
    })
  )
})

describe("what a session asks before a use", () => {
  it.live.each([
    ["everyone, whose names a text may say", "/docked", ""],
    ["nobody but whom options name", { command: ID.docked }, "?everyone=false"]
  ] as const)("%s", ([, what, query]) =>
    Effect.gen(function* () {
      const around = { user: { id: BOB, username: "bob", locale: "de" }, users: [], channels: [], roles: [] }
      const server = yield* RecordingEndpoint.start(() => Effect.succeed({ json: { ...around, commands: [] } }))
      yield* Effect.exit((yield* sessionsAt(server.url)).as(BOB).in(GENERAL).use(what))
      const path = `/users/${BOB}/channels/${GENERAL}/surroundings${query}`
      assert.strictEqual(server.received[0]?.url, `/interactions${path}`)
    })
  )
})

describe("what a session sends for messages and modals", () => {
  it.live.each([
    ["press", `/users/${BOB}/messages/7/components`, { custom_id: "yes" }],
    ["select", `/users/${BOB}/messages/7/components`, { custom_id: "pick", values: ["a", "b"] }],
    ["submit", `/users/${BOB}/modals/8`, { fields: { name: "Rex", toppings: ["a"] } }]
  ] as const)("%s", ([kind, path, body]) =>
    Effect.gen(function* () {
      const answer = { interaction_id: "9", state: "responded" }
      const server = yield* RecordingEndpoint.start(() => Effect.succeed({ json: answer }))
      const session = (yield* sessionsAt(server.url)).as(BOB).in(GENERAL)
      const calls = {
        press: session.press("7", "yes", { until: "responded" }),
        select: session.select("7", "pick", ["a", "b"], { until: "responded" }),
        submit: session.submit("8", { name: "Rex", toppings: ["a"] }, { until: "responded" })
      }
      assert.deepStrictEqual(yield* calls[kind], { interaction_id: "9", state: "responded" })
      const [sent] = server.received
      assert.strictEqual(sent?.method, "POST")
      assert.strictEqual(sent?.url, `/interactions${path}?until=responded`)
      assert.deepStrictEqual(JSON.parse(sent?.body ?? ""), body)
    })
  )
})
