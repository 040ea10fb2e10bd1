/** Recording of the users' actions. Source: product.md "Scenario files" (recording). */
import { recording as limits } from "@backlot/domain/base/Limits"
import { make as makeRecorder, type Noted } from "@backlot/server/control/Recording"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import * as Play from "./Harbour.ts"
import { type Call, call, deferring, payloadOf, saying, stage } from "./Stage.ts"

const { ADOPT, ALICE, APP, BOB, GENERAL, GUILD } = Play

interface Entry {
  readonly number: number
  readonly operation: string
  readonly user_id?: string
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  readonly body?: Readonly<Record<string, unknown>>
  readonly status: number
  readonly answer?: Readonly<Record<string, unknown>>
  readonly command?: { readonly name: string }
  readonly messages?: ReadonlyArray<{ readonly content: string; readonly author_id: string }>
}

interface State {
  readonly recording: boolean
  readonly total: number
  readonly full: boolean
  readonly entries: ReadonlyArray<Entry>
}

type Control = (path: string, asked?: Call) => Effect.Effect<{ readonly status: number; readonly body: unknown }>

const handsOf = (control: Control) => {
  const ask = (method: string, query = "") =>
    // The contract gives these answers this shape.
    Effect.map(control(`/recording${query}`, { method }), ({ body }) => body as State)
  return {
    start: ask("POST"),
    read: (query = "") => ask("GET", query),
    stop: ask("DELETE"),
    operations: Effect.map(ask("GET"), ({ entries }) => entries.map(({ operation }) => operation))
  }
}

const NOTED = { at: 0, operation: "say", method: "POST", path: "/", params: {}, query: {}, status: 200 }

const DOG = { command_id: ADOPT, options: [{ name: "animal", value: "dog" }] }

describe("a recording", () => {
  it.live("has nothing until it is started, and keeps what it has when it is stopped", () =>
    Effect.gen(function* () {
      const { control, use, advance } = yield* stage(saying("A dog!"))
      const { start, read, stop, operations } = handsOf(control)
      yield* use(ALICE, GENERAL, DOG)
      assert.deepStrictEqual(yield* read(), { recording: false, total: 0, full: false, entries: [] })
      assert.deepStrictEqual(yield* start, { recording: true, total: 0, full: false, entries: [] })
      yield* use(ALICE, GENERAL, DOG)
      assert.deepInclude(yield* stop, { recording: false, total: 1 })
      yield* advance(1)
      assert.deepStrictEqual(yield* operations, ["use_command"])
      yield* start
      assert.deepStrictEqual(yield* operations, [])
    })
  )

  it.live("tells of each act who did what, and what came of it, in order", () =>
    Effect.gen(function* () {
      const { control, use, advance } = yield* stage(saying("A dog!", 64))
      const { start, read } = handsOf(control)
      yield* start
      yield* use(ALICE, GENERAL, DOG, "?until=responded")
      yield* control(`/users/${BOB}/channels/${GENERAL}/messages`, { json: { content: "hello" } })
      yield* advance(1_000)
      yield* use(BOB, GENERAL, { text: "/staff" })
      const { entries } = yield* read()
      assert.deepStrictEqual(
        entries.map(({ number, operation, user_id, status }) => [number, operation, user_id, status]),
        [
          [1, "use_command", ALICE, 200],
          [2, "say", BOB, 200],
          [3, "set_clock", undefined, 200],
          [4, "use_command", BOB, 403]
        ]
      )
      const [used, , clock, refused] = entries
      assert.deepStrictEqual(used?.params, { user_id: ALICE, channel_id: GENERAL })
      assert.deepStrictEqual([used?.query, used?.body], [{ until: "responded" }, DOG])
      assert.strictEqual(used?.command?.name, "adopt")
      assert.deepInclude(used?.answer, { state: "responded", response: { type: 4, ephemeral: true } })
      assert.deepStrictEqual(clock?.body, { advance_ms: 1_000 })
      assert.strictEqual(refused?.answer?.["reason"], "permission")
    })
  )

  it.live("shows the message that an act is about as its user saw it before", () =>
    Effect.gen(function* () {
      const { control } = yield* stage(saying("hi"))
      const { start, read } = handsOf(control)
      const { text } = yield* control(`/users/${BOB}/channels/${GENERAL}/messages`, { json: { content: "hello" } })
      const said: string = JSON.parse(text).id
      const path = `/users/${BOB}/channels/${GENERAL}/messages/${said}`
      yield* start
      yield* control(`/users/${ALICE}/channels/${GENERAL}/messages`, {
        json: { content: "you too", reply_to: said }
      })
      yield* control(path, { method: "PATCH", json: { content: "good bye" } })
      yield* control(path, { method: "DELETE" })
      const { entries } = yield* read()
      assert.deepStrictEqual(
        entries.map(({ messages }) => messages?.map(({ content }) => content)),
        [["hello"], ["hello"], ["good bye"]]
      )
      assert.strictEqual(entries[0]?.messages?.[0]?.author_id, BOB)
    })
  )

  it.live("tells when an interaction settles that was answered before", () =>
    Effect.gen(function* () {
      const { app, control, use, advance, rest } = yield* stage(deferring)
      const { start, read } = handsOf(control)
      yield* start
      const used = yield* use(ALICE, GENERAL, DOG)
      yield* advance(1)
      const { token } = payloadOf(yield* app.take)
      yield* rest(`/webhooks/${APP}/${token}/messages/@original`, { method: "PATCH", json: { content: "late" } })
      const { entries } = yield* read()
      assert.deepStrictEqual(
        entries.map(({ operation }) => operation),
        ["use_command", "set_clock", "settled"]
      )
      assert.deepStrictEqual(entries[2]?.params, { interaction_id: used.body.interaction_id })
      assert.strictEqual(entries[2]?.answer?.["state"], "responded")
    })
  )

  it.live("holds what users decide and do over the API, and no secret of it", () =>
    Effect.gen(function* () {
      const { server, control } = yield* stage(saying("hi"))
      const { start, stop } = handsOf(control)
      const { url } = server.addresses
      const bearer = { authorization: `Bearer ${Play.PERMISSIONS_TOKEN}` }
      yield* start
      const query = `client_id=${APP}&scope=identify&response_type=code&redirect_uri=own-scheme:/authorize/callback`
      const decided = yield* call(`${url}/oauth2/authorize?${query}`, { json: { user_id: BOB, authorize: true } })
      yield* call(`${url}/api/v10/applications/${APP}/guilds/${GUILD}/commands/${ADOPT}/permissions`, {
        method: "PUT",
        json: { permissions: [{ id: BOB, type: 2, permission: false }] },
        headers: bearer
      })
      yield* call(`${url}/api/v10/lobbies`, {
        method: "PUT",
        json: { secret: "dock" },
        headers: { authorization: `Bot ${Play.BOT_TOKEN}` }
      })
      yield* control(`/applications/${APP}`, {
        method: "PATCH",
        json: { bot: { token: "quite-secret" }, client_secret: "more-secret", description: "A shop" }
      })
      const state = yield* stop
      assert.deepStrictEqual(
        state.entries.map(({ operation, user_id }) => [operation, user_id]),
        [
          ["authorize", BOB],
          ["set_guild_application_command_permissions", ALICE],
          ["patch_world_application", undefined]
        ]
      )
      assert.deepStrictEqual(state.entries[2]?.body, { bot: {}, description: "A shop" })
      const code = new URL(String(JSON.parse(decided.text).location)).searchParams.get("code")
      const told = JSON.stringify(state)
      assert.isNotNull(code)
      for (const secret of ["quite-secret", "more-secret", Play.BOT_TOKEN, code ?? ""]) {
        assert.notInclude(told, secret)
      }
    })
  )

  it.live("is followed without polling", () =>
    Effect.gen(function* () {
      const { control, advance } = yield* stage(saying("hi"))
      const { start, read, stop } = handsOf(control)
      yield* start
      const following = yield* Effect.forkChild(read("?after=0&wait=true"))
      yield* advance(1)
      assert.strictEqual((yield* Fiber.join(following)).total, 1)
      const ending = yield* Effect.forkChild(read("?after=1&wait=true"))
      yield* stop
      assert.deepStrictEqual(yield* Fiber.join(ending), { recording: false, total: 1, full: false, entries: [] })
    })
  )

  it("says that it is full, and takes no more", () => {
    const recorder = recording()
    const fill = (content: string) => {
      recorder.fill(recorder.begin(), { ...NOTED, body: { content } })
    }
    recorder.start()
    for (let i = 0; i < 3; i++) fill("x".repeat(limits.bytes / 2 - 1_000))
    fill("small")
    const { full, total } = recorder.read(0)
    assert.deepStrictEqual([full, total, recorder.begin()], [true, 2, undefined])
    recorder.start()
    for (let i = 0; i <= limits.entries; i++) fill("small")
    assert.deepInclude(recorder.read(limits.entries), { full: true, total: limits.entries, entries: [] })
  })

  it("is full too by acts that are under way, which are recorded still", () => {
    const recorder = recording()
    recorder.start()
    const slots = Array.from({ length: limits.entries + 1 }, () => recorder.begin())
    assert.deepStrictEqual([slots.at(-1), recorder.read(0).full, recorder.read(0).total], [undefined, true, 0])
    for (const slot of slots) recorder.fill(slot, NOTED)
    assert.strictEqual(recorder.read(0).total, limits.entries)
  })

  it("tells acts in the order in which they began, and none that was cut short", () => {
    const recorder = recording()
    recorder.start()
    const [first, second, third] = [recorder.begin(), recorder.begin(), recorder.begin()]
    recorder.fill(third, { ...NOTED, operation: "third" })
    assert.strictEqual(recorder.read(0).total, 0)
    recorder.fill(second)
    recorder.fill(first, { ...NOTED, operation: "first" })
    const told = recorder.read(0).entries.map(({ number, operation }) => [number, operation])
    assert.deepStrictEqual(told, [
      [1, "first"],
      [2, "third"]
    ])
  })

  it.live.each(["after=x", "after=-1", "wait=perhaps"])("is not read with %s", (query) =>
    Effect.gen(function* () {
      const { control } = yield* stage(saying("hi"))
      assert.strictEqual((yield* control(`/recording?${query}`)).status, 400)
    })
  )
})

/** A recorder as its acts use it. */
const recording = () => {
  const { change, has, read } = makeRecorder()
  let slots = 0
  return {
    read,
    start: () => change({ do: "start" }),
    /** Undefined if the act has no place. */
    begin: () => {
      const slot = String(slots++)
      change({ do: "begin", slot })
      return has(slot) ? slot : undefined
    },
    fill: (slot: string | undefined, entry?: Noted) => {
      if (slot !== undefined) change({ do: "fill", slot, entry })
    }
  }
}
