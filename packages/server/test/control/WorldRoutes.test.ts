import { http } from "@backlot/domain/base/Limits"
import { assert, describe, it, layer } from "@effect/vitest"
import { Effect } from "effect"
import { ask, call } from "../fixture/Client.ts"
import { ALICE, APP, at, LIVE, running, SECRETS, world } from "../fixture/Running.ts"

const control = (path: string) => at(`/control/v1${path}`)
const put = (body: string) => Effect.flatMap(control("/world"), (url) => call(url, { method: "PUT", body }))
const exported = Effect.map(Effect.flatMap(control("/world"), ask), ({ body }) => Object(body))
const clock = Effect.map(Effect.flatMap(control("/clock"), ask), ({ body }) => body)
const setClock = (json: unknown) => Effect.flatMap(control("/clock"), (url) => ask(url, { json }))

const FROZEN = { ...world, now: "2026-01-01T00:00:00.000Z" }

describe("the world", () => {
  it.live("is put as JSON or as YAML, and 204 says so", () =>
    Effect.gen(function* () {
      assert.deepInclude(yield* put("users:\n  - id: 300000000000000009\n    username: zoe\n"), {
        status: 204,
        text: ""
      })
      assert.deepEqual(
        (yield* exported).users.map((user: { username: string }) => user.username),
        ["zoe"]
      )
      assert.deepInclude(yield* put(JSON.stringify(world)), { status: 204 })
      assert.deepEqual((yield* exported).users[0].username, "alice")
    }).pipe(Effect.provide(running()))
  )

  it.live("is exported in parts, and an unknown part is refused", () =>
    Effect.gen(function* () {
      const whole = yield* exported
      const parts = (names: string) => Effect.flatMap(control(`/world?parts=${names}`), ask)
      const { users, guilds } = whole
      assert.deepStrictEqual((yield* parts("guilds,users")).body, { users, guilds })
      assert.deepStrictEqual((yield* parts("now")).body, { now: whole.now })
      assert.deepStrictEqual(Object.keys(Object(yield* parts(Object.keys(whole).join())).body), Object.keys(whole))
      const { status, body } = yield* parts("users,shops")
      assert.strictEqual(status, 400)
      assert.nestedPropertyVal(body, "errors.parts._errors[0].code", "BASE_TYPE_CHOICES")
      assert.strictEqual((yield* parts("")).status, 400)
    }).pipe(Effect.provide(running({ clock: "frozen", world: FROZEN })))
  )

  it.live("comes back the same from an export that is put again", () =>
    Effect.gen(function* () {
      const before = yield* exported
      assert.strictEqual((yield* put(JSON.stringify(before))).status, 204)
      assert.deepStrictEqual(yield* exported, before)
    }).pipe(Effect.provide(running({ clock: "frozen", world: FROZEN })))
  )

  it.live("that breaks rules is refused whole, with path and line of each fault", () =>
    Effect.gen(function* () {
      const before = yield* exported
      const broken = [
        "users:",
        `  - { id: "${ALICE}", username: alice, locale: german }`,
        "  - id: seven",
        "    username: bob",
        "shops: []"
      ].join("\n")
      const { status, text } = yield* put(broken)
      assert.strictEqual(status, 400)
      const { message, code, errors, error_count } = JSON.parse(text)
      assert.deepStrictEqual(
        { message, code },
        { message: "This world breaks rules; nothing was changed.", code: 50035 }
      )
      const places = errors.map(({ path, line }: { path: string; line: number }) => [path, line])
      // The faults are in the order of the text.
      assert.deepStrictEqual(places, [
        ["users[0].locale", 2],
        ["users[1].id", 3],
        ["shops", 5]
      ])
      assert.strictEqual(error_count, 3)
      for (const fault of errors) assert.hasAllKeys(fault, ["path", "line", "column", "code", "message"])
      assert.deepStrictEqual(yield* exported, before)
    }).pipe(Effect.provide(running({ clock: "frozen", world: FROZEN })))
  )

  it.live("with very many faults is told the first of them, and how many there are", () =>
    Effect.gen(function* () {
      const { status, text } = yield* put(JSON.stringify({ users: Array.from({ length: 1_200 }, () => 7) }))
      assert.strictEqual(status, 400)
      const { errors, error_count } = JSON.parse(text)
      assert.deepStrictEqual({ errors: errors.length, error_count }, { errors: http.faults, error_count: 1_200 })
      assert.strictEqual(errors[0].path, "users[0]")
    }).pipe(Effect.provide(running()))
  )

  it.live.each([
    ["no YAML", "a: [1", 1, 4],
    ["a cut JSON", '{\n  "users": [', 2, 12],
    ["a field given twice", "users: []\nusers: []", 2, 1]
  ] as const)("that cannot be read is refused with its line: %s", ([, body, line, column]) =>
    Effect.gen(function* () {
      const { status, text } = yield* put(body)
      assert.strictEqual(status, 400)
      const [fault, ...more] = JSON.parse(text).errors
      assert.deepInclude(fault, { path: "", line, column, code: "UNREADABLE" })
      assert.deepStrictEqual(more, [])
    }).pipe(Effect.provide(running()))
  )

  it.live.each([
    ["a number", "7"],
    ["nothing", ""],
    ["a list", "[]"],
    ["bytes that are no text", Uint8Array.of(0xff)]
  ] as const)("that is none is refused: %s", ([, body]) =>
    Effect.gen(function* () {
      const { status, text } = yield* call(yield* control("/world"), { method: "PUT", body })
      assert.strictEqual(status, 400, text)
      assert.deepStrictEqual((yield* exported).users.length, 1)
    }).pipe(Effect.provide(running()))
  )

  it.live("goes back by reset to what it was last given, the clock too", () =>
    Effect.gen(function* () {
      const before = yield* exported
      const headers = { authorization: `Bot ${SECRETS.bot}` }
      const commands = yield* at(`/api/v10/applications/${APP}/commands`)
      yield* call(commands, { headers, json: { name: "adopt", description: "Adopt a pet" } })
      yield* setClock({ advance_ms: 5_000 })
      assert.notDeepEqual(yield* exported, before)
      assert.deepInclude(yield* call(yield* control("/reset"), { method: "POST" }), { status: 204, text: "" })
      assert.deepStrictEqual(yield* exported, before)
      assert.deepStrictEqual(yield* clock, { now: FROZEN.now, mode: "frozen" })
    }).pipe(Effect.provide(running({ clock: "frozen", world: FROZEN })))
  )
})

layer(running(), LIVE)("the control plane", (it) => {
  it.effect("is healthy and says its version", () =>
    Effect.gen(function* () {
      const answer = yield* ask(yield* control("/health"))
      assert.deepStrictEqual(answer, { status: 200, body: { status: "ok", version: "embedded" } })
    })
  )

  it.effect.each([
    ["PUT", "/health", 405],
    ["GET", "/reset", 405],
    ["DELETE", "/world", 405],
    ["GET", "/nothing", 404]
  ] as const)("answers what it does not have as the other surfaces do: %s %s", ([method, path, status]) =>
    Effect.gen(function* () {
      const answer = yield* ask(yield* control(path), { method })
      assert.strictEqual(answer.status, status)
      assert.deepInclude(answer.body, { code: 0 })
    })
  )
})

describe("the clock", () => {
  it.live("is read, advanced, set and frozen", () =>
    Effect.gen(function* () {
      const at = (now: string, mode: "real" | "frozen" = "frozen") => ({ status: 200, body: { now, mode } })
      assert.deepStrictEqual(yield* clock, at(FROZEN.now).body)
      assert.deepStrictEqual(yield* setClock({ advance_ms: 1_500 }), at("2026-01-01T00:00:01.500Z"))
      assert.deepStrictEqual(yield* setClock({ advance_ms: 0 }), at("2026-01-01T00:00:01.500Z"))
      assert.deepStrictEqual(yield* setClock({ now: "2027-05-01T02:00:00+02:00" }), at("2027-05-01T00:00:00.000Z"))
      assert.deepStrictEqual(yield* setClock({ now: 0 }), at("1970-01-01T00:00:00.000Z"))
      assert.deepStrictEqual(yield* clock, at("1970-01-01T00:00:00.000Z").body)
      const { body } = yield* setClock({ mode: "real" })
      assert.deepInclude(body, { mode: "real" })
      assert.match(Object(body).now, /^1970-01-01T00:00:0/)
    }).pipe(Effect.provide(running({ clock: "frozen", world: FROZEN })))
  )

  it.live.each([
    ["nothing", {}],
    ["two things at once", { advance_ms: 1, mode: "real" }],
    ["a list", []],
    ["a number", 7],
    ["null", null],
    ["an unknown field", { forward: 1 }],
    ["an unknown mode", { mode: "slow" }],
    ["a step back", { advance_ms: -1 }],
    ["a fraction", { advance_ms: 0.5 }],
    ["a number as text", { advance_ms: "1000" }],
    ["no number", { advance_ms: null }],
    ["a step out of all dates", { advance_ms: Number.MAX_SAFE_INTEGER }],
    ["no date", { now: "tomorrow" }],
    ["a date that is none", { now: "2026-02-30T00:00:00Z" }],
    ["a moment before 1970", { now: -1 }],
    ["a moment whose ids would be too long", { now: "2091-01-01T00:00:00Z" }],
    ["a moment out of all dates", { now: Number.MAX_SAFE_INTEGER }]
  ] as const)("takes one change that it understands, not %s", ([, json]) =>
    Effect.gen(function* () {
      const { status, body } = yield* setClock(json)
      assert.strictEqual(status, 400)
      assert.deepInclude(body, { code: 50035 })
      assert.isNotEmpty(Object(body).message)
      assert.deepStrictEqual(yield* clock, { now: FROZEN.now, mode: "frozen" })
    }).pipe(Effect.provide(running({ clock: "frozen", world: FROZEN })))
  )

  it.live("can be far from the wall clock, and everything still works", () =>
    Effect.gen(function* () {
      const headers = { authorization: `Bot ${SECRETS.bot}` }
      for (const [i, now] of ["2015-03-01T00:00:00Z", "2089-12-31T00:00:00Z"].entries()) {
        assert.strictEqual((yield* setClock({ now })).status, 200)
        const commands = yield* at(`/api/v10/applications/${APP}/commands`)
        const made = yield* ask(commands, { headers, json: { name: `adopt${i}`, description: "Adopt a pet" } })
        assert.strictEqual(made.status, 201)
        assert.match(Object(made.body).id, /^\d{17,19}$/)
      }
    }).pipe(Effect.provide(running({ clock: "frozen", ids: "clock" })))
  )
})
