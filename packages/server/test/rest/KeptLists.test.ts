import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { type Asked, call } from "../fixture/Client.ts"
import { APP, at, OTHER_APP, running, SECRETS, world } from "../fixture/Running.ts"

const BOT = { authorization: `Bot ${SECRETS.bot}` }
const COMMANDS = `/api/v10/applications/${APP}/commands`
const FEED = { name: "feed", description: "Feeds a pet", name_localizations: { de: "füttern", fr: "nourrir" } }

const ask = (path: string, asked: Asked = {}) =>
  Effect.flatMap(at(path), (url) => call(url, { ...asked, headers: { ...BOT, ...asked.headers } }))

/** The names in a list. Asks twice, so that the second answer comes from the cache. */
const listed = (path: string, headers: Readonly<Record<string, string>> = {}) =>
  Effect.gen(function* () {
    const first = yield* ask(path, { headers })
    const second = yield* ask(path, { headers })
    assert.strictEqual(second.status, 200)
    assert.strictEqual(second.text, first.text)
    const commands: ReadonlyArray<{ readonly name: string; readonly name_localized?: string }> = JSON.parse(second.text)
    return commands.map(({ name, name_localized }) => name_localized ?? name)
  })

const given = (changes: object) =>
  Effect.flatMap(at("/control/v1/world"), (url) => call(url, { method: "PUT", json: { ...world, ...changes } }))

describe("a list that is asked for again", () => {
  it.live("shows every change of the commands", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* listed(COMMANDS), [])
      const created = yield* ask(COMMANDS, { json: FEED })
      assert.deepStrictEqual(yield* listed(COMMANDS), ["feed"])
      const command = `${COMMANDS}/${JSON.parse(created.text).id}`
      yield* ask(command, { method: "PATCH", json: { name: "nurse" } })
      assert.deepStrictEqual(yield* listed(COMMANDS), ["nurse"])
      yield* ask(command, { method: "DELETE" })
      assert.deepStrictEqual(yield* listed(COMMANDS), [])
    }).pipe(Effect.provide(running()))
  )

  it.live("is told to each reader in the locale of the request, and whole to who asks for it", () =>
    Effect.gen(function* () {
      yield* ask(COMMANDS, { json: FEED })
      for (const name of ["x-service-locale", "x-discord-locale", "accept-language"]) {
        assert.deepStrictEqual(yield* listed(COMMANDS), ["feed"])
        assert.deepStrictEqual(yield* listed(COMMANDS, { [name]: "de" }), ["füttern"])
        assert.deepStrictEqual(yield* listed(COMMANDS, { [name]: "fr" }), ["nourrir"])
      }
      const whole = yield* ask(`${COMMANDS}?with_localizations=true`)
      assert.include(whole.text, '"name_localizations":{"de":"füttern","fr":"nourrir"}')
      assert.notInclude((yield* ask(COMMANDS)).text, "name_localizations")
    }).pipe(Effect.provide(running()))
  )

  it.live("is never told to another caller", () =>
    Effect.gen(function* () {
      yield* listed(COMMANDS)
      const callers: ReadonlyArray<readonly [number, Readonly<Record<string, string>>]> = [
        [401, { authorization: `Bearer ${SECRETS.bot}` }],
        [401, { authorization: "" }],
        [403, { authorization: `Bot ${SECRETS.otherBot}` }],
        [403, { authorization: `Bearer ${SECRETS.identify}` }],
        [200, { authorization: `Bearer ${SECRETS.update}` }]
      ]
      for (const [status, headers] of callers) {
        assert.strictEqual((yield* ask(COMMANDS, { headers })).status, status, JSON.stringify(headers))
      }
      assert.strictEqual((yield* ask(`/api/v10/applications/${OTHER_APP}/commands`)).status, 403)
    }).pipe(Effect.provide(running()))
  )

  it.live("is refused as soon as the caller's token or the application's place in the guild is gone", () =>
    Effect.gen(function* () {
      const guild = `/api/v10/applications/${APP}/guilds/${world.guilds[0]?.id}/commands`
      const installs = [{ application_id: APP, scopes: ["applications.commands"] }]
      yield* given({ guilds: world.guilds.map((each) => ({ ...each, installs })) })
      assert.deepStrictEqual(yield* listed(guild), [])
      yield* given({})
      assert.strictEqual((yield* ask(guild)).status, 403)
      yield* listed(COMMANDS)
      yield* given({ applications: world.applications.map((each) => ({ ...each, bot: { token: `new-${each.id}` } })) })
      assert.strictEqual((yield* ask(COMMANDS)).status, 401)
    }).pipe(Effect.provide(running()))
  )

  it.live("counts in the caller's window like any other request", () =>
    Effect.gen(function* () {
      const remaining = Effect.map(ask(COMMANDS), ({ headers }) => Number(headers["x-ratelimit-remaining"]))
      const first = yield* remaining
      assert.strictEqual(yield* remaining, first - 1)
      assert.strictEqual(yield* remaining, first - 2)
      for (let left = first - 2; left > 0; left--) yield* remaining
      assert.strictEqual((yield* ask(COMMANDS)).status, 429)
    }).pipe(Effect.provide(running({ clock: "frozen", limits: "enforce" })))
  )

  it.live("is refused once the caller's token has ended", () =>
    Effect.gen(function* () {
      const headers = { authorization: "Bearer ends-soon" }
      assert.strictEqual((yield* ask(COMMANDS, { headers })).status, 200)
      assert.strictEqual((yield* ask(COMMANDS, { headers })).status, 200)
      yield* Effect.flatMap(at("/control/v1/clock"), (url) => call(url, { json: { advance_ms: 11_000 } }))
      assert.strictEqual((yield* ask(COMMANDS, { headers })).status, 401)
    }).pipe(
      Effect.provide(
        running({
          clock: "frozen",
          world: {
            ...world,
            tokens: [
              { token: "ends-soon", application_id: APP, scopes: ["applications.commands.update"], expires_in: 10 }
            ]
          }
        })
      )
    )
  )
})
