import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { type Asked, call } from "../fixture/Client.ts"
import { ALICE, APP, at, running, SECRETS, world } from "../fixture/Running.ts"

const HARBOUR = "200000000000000001"
const BOT = `Bot ${SECRETS.bot}`
const PERSON = `Bearer ${SECRETS.identify}`
const GUILDS = "Bearer guilds-token"
const INSTALLED = {
  ...world,
  guilds: world.guilds.map((guild) => ({ ...guild, installs: [{ application_id: APP, scopes: ["bot"] }] })),
  tokens: [...world.tokens, { token: "guilds-token", application_id: APP, user_id: ALICE, scopes: ["guilds"] }]
}

const ask = (authorization: string, path: string, asked: Asked = {}) =>
  Effect.flatMap(at(path), (url) => call(url, { ...asked, headers: { authorization } }))
const control = (method: string, path: string, json: object) =>
  Effect.flatMap(at(`/control/v1${path}`), (url) => call(url, { method, json }))

/** The answer, read twice, so that the second one is kept. */
const seen = Effect.fnUntraced(function* (authorization: string, path: string) {
  const first = yield* ask(authorization, path)
  const second = yield* ask(authorization, path)
  assert.deepStrictEqual([second.status, second.text], [first.status, first.text])
  return second
})

interface Kept {
  readonly path: string
  readonly who?: string
  /** What changes the answer, and a text that it has from then on. */
  readonly change: Effect.Effect<{ readonly status: number }, unknown, Effect.Services<ReturnType<typeof ask>>>
  readonly shows: string
}

const rename = control("PATCH", `/users/${ALICE}`, { global_name: "Alice of Harbour" })
const describeApp = ask(BOT, "/api/v10/applications/@me", { method: "PATCH", json: { description: "Sells pets" } })
const renameGuild = control("PATCH", `/guilds/${HARBOUR}`, { name: "New Harbour" })

const KEPT: ReadonlyArray<Kept> = [
  { path: "/applications/@me", change: describeApp, shows: "Sells pets" },
  { path: "/oauth2/applications/@me", change: describeApp, shows: "Sells pets" },
  { path: `/applications/${APP}`, change: describeApp, shows: "Sells pets" },
  { path: "/oauth2/@me", who: PERSON, change: rename, shows: "Alice of Harbour" },
  { path: "/oauth2/@me", who: PERSON, change: describeApp, shows: "Sells pets" },
  { path: "/users/@me", who: PERSON, change: rename, shows: "Alice of Harbour" },
  { path: "/users/@me/guilds", change: renameGuild, shows: "New Harbour" },
  { path: "/users/@me/guilds", who: GUILDS, change: renameGuild, shows: "New Harbour" }
]

describe("an answer that is kept", () => {
  it.live("shows the next change of what it was read from", () =>
    Effect.forEach(
      KEPT,
      ({ path, who = BOT, change, shows }) =>
        Effect.gen(function* () {
          const before = yield* seen(who, `/api/v10${path}`)
          assert.strictEqual(before.status, 200, before.text)
          assert.notInclude(before.text, shows)
          assert.isBelow((yield* change).status, 300)
          assert.include((yield* seen(who, `/api/v10${path}`)).text, shows, path)
        }).pipe(Effect.provide(running({ world: INSTALLED }), { local: true })),
      { discard: true }
    )
  )

  it.live("of a command or a lobby changes with it, and is gone with it", () =>
    Effect.gen(function* () {
      const commands = `/api/v10/applications/${APP}/commands`
      for (const [path, body, changed] of [
        [commands, { name: "feed", description: "Feeds" }, { description: "Changed" }],
        ["/api/v10/lobbies", { metadata: { a: "first" } }, { metadata: { a: "Changed" } }]
      ] as const) {
        const made = yield* ask(BOT, path, { method: "POST", json: body })
        const one = `${path}/${JSON.parse(made.text).id}`
        assert.notInclude((yield* seen(BOT, one)).text, "Changed")
        yield* ask(BOT, one, { method: "PATCH", json: changed })
        assert.include((yield* seen(BOT, one)).text, "Changed")
        yield* ask(BOT, one, { method: "DELETE" })
        assert.strictEqual((yield* seen(BOT, one)).status, 404)
      }
    }).pipe(Effect.provide(running()))
  )
})
