import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import * as Play from "../Harbour.ts"
import { deferring, isSigned, passing, payloadOf, saying, silent, stage } from "../Stage.ts"

const { ADOPT, ALICE, APP, BOB, BOT_DM, GENERAL, STAFF_ROOM, ZOE } = Play

const DOG = { command_id: ADOPT, options: [{ name: "animal", value: "dog" }] }

describe("using a command", () => {
  it.live.each([
    ["by its id and options", DOG],
    ["by the text that a user types", { text: "/adopt animal:dog" }],
    ["with the version that is current", { ...DOG, version: Play.ADOPT_VERSION }]
  ])("delivers a signed interaction and gives the app's answer: %s", ([, body]) =>
    Effect.gen(function* () {
      const { app, server, use } = yield* stage(saying("A dog!"))
      const used = yield* use(ALICE, GENERAL, body)
      assert.strictEqual(used.status, 200)
      assert.deepInclude(used.body, { state: "responded", response: { type: 4, ephemeral: false } })
      assert.strictEqual(used.body.message.content, "A dog!")
      const received = yield* app.take
      assert.isTrue(isSigned(server.applications[0]?.publicKey ?? "", received))
      const { id, type, data } = payloadOf(received)
      assert.deepStrictEqual({ id, type }, { id: used.body.interaction_id, type: 2 })
      assert.deepInclude(data, { id: ADOPT, options: [{ name: "animal", type: 3, value: "dog" }] })
    })
  )

  it.live("asks for choices while the user types", () =>
    Effect.gen(function* () {
      const choices = [{ name: "Dog", value: "dog" }]
      const { app, use } = yield* stage(() => Effect.succeed({ json: { type: 8, data: { choices } } }))
      const options = [{ name: "animal", value: "d", focused: true }]
      const used = yield* use(ALICE, GENERAL, { command_id: ADOPT, autocomplete: true, options })
      const shown = [{ name: "Dog", name_localized: "Dog", value: "dog" }]
      assert.deepInclude(used.body, { state: "responded", choices: shown })
      const { type, data } = payloadOf(yield* app.take)
      assert.strictEqual(type, 4)
      assert.deepStrictEqual(data.options, [{ name: "animal", type: 3, value: "d", focused: true }])
    })
  )
})

describe("a use that is refused before delivery", () => {
  const INVALID = "INTERACTION_APPLICATION_COMMAND_INVALID"
  const text = (given: string) => ({ text: given })

  it.live.each([
    ["of no command", "unknown", 404, INVALID, ALICE, GENERAL, { command_id: "1" }],
    ["of no visible name", "unknown", 404, "COMMAND_TEXT_UNKNOWN_COMMAND", ALICE, GENERAL, text("/dance")],
    ["that is only talk", "unknown", 404, "COMMAND_TEXT_NOT_A_COMMAND", ALICE, GENERAL, text("hello")],
    ["of an app not installed here", "invisible", 403, INVALID, ALICE, GENERAL, { command_id: Play.ELSEWHERE }],
    [
      "by a member without rights",
      "permission",
      403,
      `${INVALID}_PERMISSIONS`,
      BOB,
      GENERAL,
      { command_id: Play.STAFF }
    ],
    ["in a channel out of sight", "permission", 403, `${INVALID}_PERMISSIONS`, BOB, STAFF_ROOM, DOG],
    ["outside its contexts", "context", 403, INVALID, ALICE, BOT_DM, { command_id: Play.ASHORE }],
    ["of an older version", "stale", 409, `${INVALID}_VERSION`, ALICE, GENERAL, { ...DOG, version: "1" }],
    [
      "with options that are no list",
      "options",
      400,
      "LIST_TYPE_CONVERT",
      ALICE,
      GENERAL,
      { command_id: ADOPT, options: "dog" }
    ],
    ["without a required option", "options", 400, "BASE_TYPE_REQUIRED", ALICE, GENERAL, { command_id: ADOPT }],
    [
      "with a text for a number",
      "options",
      400,
      "NUMBER_TYPE_COERCE",
      ALICE,
      GENERAL,
      text("/adopt animal:dog age:old")
    ]
  ] as const)("%s says why", ([, reason, status, code, user, channel, body]) =>
    Effect.gen(function* () {
      const { app, use } = yield* stage(saying("never"))
      const refused = yield* use(user, channel, body)
      assert.strictEqual(refused.status, status)
      assert.deepInclude(refused.body, { reason, code: 50035 })
      assert.include(JSON.stringify(refused.body.errors), code)
      assert.deepStrictEqual(app.received, [])
    })
  )

  it.live("as stale carries the current command", () =>
    Effect.gen(function* () {
      const { use } = yield* stage(saying("never"))
      const { body } = yield* use(ALICE, GENERAL, { ...DOG, version: "1" })
      assert.deepInclude(body.command, { id: ADOPT, version: Play.ADOPT_VERSION })
    })
  )

  it.live.each([
    ["without a command", ALICE, GENERAL, {}, "", 400, 50035],
    ["with text and a command", ALICE, GENERAL, { ...DOG, text: "/adopt" }, "", 400, 50035],
    ["with an id that is none", ALICE, GENERAL, { command_id: "adoptx" }, "", 400, 50035],
    ["in an unknown language", ALICE, GENERAL, { ...DOG, locale: "tlh" }, "", 400, 50035],
    ["with text and a target", ALICE, GENERAL, { text: "/adopt", target_id: BOB }, "", 400, 50035],
    ["on a target that is none", ALICE, GENERAL, { ...DOG, target_id: "nobody" }, "", 400, 50035],
    ["that is no object", ALICE, GENERAL, [], "", 400, 50035],
    ["until something unknown", ALICE, GENERAL, DOG, "?until=seen", 400, 50035],
    ["with a wish to wait that is none", ALICE, GENERAL, DOG, "?wait=maybe", 400, 50035],
    ["by nobody", "1", GENERAL, DOG, "", 404, 10013],
    ["by a name that nobody has", "alic", GENERAL, DOG, "", 400, 50035],
    ["nowhere", ALICE, "1", DOG, "", 404, 10003],
    ["by somebody who is not there", ZOE, GENERAL, DOG, "", 404, 10007],
    ["in other people's messages", BOB, BOT_DM, DOG, "", 404, 10003]
  ] as const)("is one that nobody understands: %s", ([, user, channel, body, query, status, code]) =>
    Effect.gen(function* () {
      const { app, use } = yield* stage(saying("never"))
      const refused = yield* use(user, channel, body, query)
      assert.strictEqual(refused.status, status)
      assert.deepInclude(refused.body, { code })
      assert.notProperty(refused.body, "reason")
      assert.deepStrictEqual(app.received, [])
    })
  )
})

describe("waiting for an answer", () => {
  it.live("ends with the acknowledgement, unless more is wanted", () =>
    Effect.gen(function* () {
      const { use } = yield* stage(deferring)
      assert.deepInclude((yield* use(ALICE, GENERAL, DOG)).body, { state: "deferred" })
      assert.deepInclude((yield* use(ALICE, GENERAL, DOG, "?until=acknowledged")).body, { state: "deferred" })
    })
  )

  it.live("until=responded goes on until the deferral is completed", () =>
    Effect.gen(function* () {
      const { app, use, interaction, rest } = yield* stage(deferring)
      const waiting = yield* Effect.forkChild(use(ALICE, GENERAL, DOG, "?until=responded"))
      const { id, token } = payloadOf(yield* app.take)
      // The app's endpoint answers before the wait can see the answer.
      yield* Effect.eventually(Effect.filterOrFail(interaction(id), ({ body }) => body.state === "deferred"))
      assert.strictEqual(waiting.pollUnsafe(), undefined)
      const path = `/webhooks/${APP}/${token}/messages/@original`
      assert.strictEqual((yield* rest(path, { method: "PATCH", json: { content: "At last" } })).status, 200)
      const { body } = yield* Fiber.join(waiting)
      assert.strictEqual(body.state, "responded")
      assert.strictEqual(body.message.content, "At last")
      assert.notProperty(body, "wait_expired")
    })
  )

  it.live("until=responded ends when the interaction fails", () =>
    Effect.gen(function* () {
      const { app, use, advance } = yield* stage(silent, { clock: "frozen" })
      const waiting = yield* Effect.forkChild(use(ALICE, GENERAL, DOG, "?until=responded"))
      yield* app.take
      yield* advance(3_000)
      assert.deepInclude((yield* Fiber.join(waiting)).body, { state: "timed_out" })
    })
  )

  it.live("wait=false answers before the app does", () =>
    Effect.gen(function* () {
      const { app, use, interaction } = yield* stage(silent)
      const { status, body } = yield* use(ALICE, GENERAL, DOG, "?wait=false")
      assert.strictEqual(status, 200)
      assert.deepStrictEqual(Object.keys(body), ["interaction_id", "state"])
      assert.strictEqual(body.state, "pending")
      assert.strictEqual(payloadOf(yield* app.take).id, body.interaction_id)
      assert.deepInclude((yield* interaction(body.interaction_id)).body, { state: "pending" })
    })
  )

  it.effect("expires after 10 s of real time, though the service clock stands still", () =>
    Effect.gen(function* () {
      const { app, use, interaction } = yield* stage(silent, { clock: "frozen" })
      const waiting = yield* Effect.forkChild(use(ALICE, GENERAL, DOG))
      const { id } = payloadOf(yield* app.take)
      const { status, body } = yield* passing(Fiber.join(waiting))
      assert.strictEqual(status, 200)
      assert.deepInclude(body, { interaction_id: id, state: "pending", wait_expired: true })
      assert.include(body.error, "the service clock is frozen")
      assert.deepInclude((yield* interaction(id)).body, { state: "pending" })
    })
  )
})
