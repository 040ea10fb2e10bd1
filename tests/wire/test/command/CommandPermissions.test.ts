/** service.md "Guild application command permissions", "Authentication"; wire-rest.md §0 (12), §1, §3.3; decision 31. */
import * as EmbeddedServer from "@backlot/testkit/EmbeddedServer"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import {
  ADOPT,
  ALICE,
  APP,
  BOB,
  BOT_TOKEN,
  DOCKED,
  ELSEWHERE,
  GENERAL,
  GUILD,
  harbour,
  IDENTIFY_TOKEN,
  MODERATOR,
  PERMISSIONS_TOKEN,
  STAFF,
  STAFF_ROOM,
  STRANGER
} from "../Harbour.ts"
import { type Call, call, type Reply } from "../Stage.ts"

const NOBODY = "999999999999999999"
const SCOPE = "applications.commands.permissions.update"
const [BOBS, CLIENT, UPDATE] = ["bobs-permissions-token", "client-permissions-token", "update-token"] as const
const BOT = `Bot ${BOT_TOKEN}`
const USER = `Bearer ${PERMISSIONS_TOKEN}`

/** alice owns the guild; bob is a plain member. */
const open = Effect.gen(function* () {
  const play = harbour(null)
  const tokens = [
    ...play.tokens,
    { token: BOBS, application_id: APP, user_id: BOB, scopes: [SCOPE] },
    { token: CLIENT, application_id: APP, scopes: [SCOPE] },
    { token: UPDATE, application_id: APP, scopes: ["applications.commands.update"] }
  ]
  const server = yield* EmbeddedServer.start({ world: { ...play, tokens }, clock: "frozen" })
  const at = (authorization: string, path: string, asked: Call = {}) =>
    call(`${server.addresses.rest_url}/v10/applications/${APP}/guilds/${GUILD}/commands/${path}`, {
      ...asked,
      headers: { ...asked.headers, ...(authorization === "" ? {} : { authorization }) }
    })
  const set = (command: string, json: unknown, authorization: string = USER) =>
    at(authorization, `${command}/permissions`, { method: "PUT", json })
  return { at, set, api: server.addresses.rest_url, url: server.addresses.url }
})

const of = (id: string, permissions: ReadonlyArray<object>) => ({
  id,
  application_id: APP,
  guild_id: GUILD,
  permissions
})
const allow = (type: number, id: string) => ({ id, type, permission: true })
const deny = (type: number, id: string) => ({ id, type, permission: false })
const DOCKED_ENTRY = of(DOCKED, [allow(1, MODERATOR)])

const answered = ({ status, body }: Reply) => [status, body.code]
const json = ({ text }: Reply): unknown => JSON.parse(text)

describe("command permissions over HTTP", () => {
  it.live("are listed and got by a bot and by a bearer token with the scope", () =>
    Effect.gen(function* () {
      const { at } = yield* open
      for (const authorization of [BOT, USER, `Bearer ${CLIENT}`]) {
        const listed = yield* at(authorization, "permissions")
        assert.strictEqual(listed.status, 200)
        assert.strictEqual(listed.text, JSON.stringify([DOCKED_ENTRY]))
        const got = yield* at(authorization, `${DOCKED}/permissions`)
        assert.strictEqual(got.text, JSON.stringify(DOCKED_ENTRY))
        assert.strictEqual(got.headers.get("content-type"), "application/json")
      }
    })
  )

  it.live("are not shown to another bearer token: 403 code 50026", () =>
    Effect.gen(function* () {
      const { at } = yield* open
      for (const token of [IDENTIFY_TOKEN, UPDATE]) {
        for (const path of ["permissions", `${DOCKED}/permissions`]) {
          assert.deepStrictEqual(answered(yield* at(`Bearer ${token}`, path)), [403, 50026])
        }
      }
    })
  )

  it.live.each([
    ["a command without an entry", ADOPT, 10066, "Unknown application command permissions"],
    ["the application without an entry", APP, 10066, "Unknown application command permissions"],
    ["an unknown command", NOBODY, 10063, "Unknown application command"],
    ["another application's command", ELSEWHERE, 10063, "Unknown application command"],
    ["another application", STRANGER, 10063, "Unknown application command"]
  ] as const)("of %s are 404", ([, id, code, message]) =>
    Effect.gen(function* () {
      const { at, set } = yield* open
      const got = yield* at(BOT, `${id}/permissions`)
      assert.deepStrictEqual([got.status, json(got)], [404, { message, code }])
      if (code === 10063) assert.deepStrictEqual(answered(yield* set(id, { permissions: [] })), [404, 10063])
    })
  )

  it.live("are replaced whole, with constants, and an empty list removes the entry", () =>
    Effect.gen(function* () {
      const { at, set } = yield* open
      const constants = [deny(1, GUILD), deny(3, String(BigInt(GUILD) - 1n)), allow(2, NOBODY)]
      for (const [id, permissions] of [
        [ADOPT, [allow(1, MODERATOR), allow(2, BOB), deny(3, STAFF_ROOM)]],
        [ADOPT, constants],
        [APP, constants]
      ] as const) {
        const put = yield* set(id, { permissions })
        assert.strictEqual(put.status, 200)
        assert.strictEqual(put.text, JSON.stringify(of(id, permissions)))
        assert.strictEqual((yield* at(BOT, `${id}/permissions`)).text, put.text)
      }
      assert.deepStrictEqual(json(yield* at(BOT, "permissions")), [
        of(APP, constants),
        of(ADOPT, constants),
        DOCKED_ENTRY
      ])
      assert.deepStrictEqual(json(yield* set(ADOPT, { permissions: [] })), of(ADOPT, []))
      assert.deepStrictEqual(answered(yield* at(BOT, `${ADOPT}/permissions`)), [404, 10066])
      assert.deepStrictEqual(json(yield* at(BOT, "permissions")), [of(APP, constants), DOCKED_ENTRY])
    })
  )

  it.live("take 100 overwrites and no more", () =>
    Effect.gen(function* () {
      const { set } = yield* open
      const users = (count: number) => Array.from({ length: count }, (_, i) => deny(2, String(1000 + i)))
      assert.strictEqual((yield* set(ADOPT, { permissions: users(100) })).status, 200)
      const refused = yield* set(ADOPT, { permissions: users(101) })
      assert.deepStrictEqual(answered(refused), [400, 50035])
      assert.deepStrictEqual(refused.body.errors, {
        permissions: { _errors: [{ code: "BASE_TYPE_MAX_LENGTH", message: "Must be 100 or fewer in length." }] }
      })
    })
  )

  it.live("show every fault of a body in one tree", () =>
    Effect.gen(function* () {
      const { at, set } = yield* open
      const permissions = [allow(1, MODERATOR), deny(1, MODERATOR), allow(3, NOBODY), { id: "x", type: 4 }]
      const refused = yield* set(DOCKED, { permissions })
      assert.deepStrictEqual(answered(refused), [400, 50035])
      assert.hasAllKeys(refused.body.errors, ["permissions"])
      assert.nestedProperty(refused.body.errors, "permissions.1._errors")
      for (const place of ["2.id", "3.id", "3.type", "3.permission"]) {
        assert.nestedProperty(refused.body.errors, `permissions.${place}._errors`)
      }
      assert.deepStrictEqual(json(yield* at(BOT, `${DOCKED}/permissions`)), DOCKED_ENTRY)
    })
  )
})

describe("replacing command permissions", () => {
  const REFUSED: ReadonlyArray<readonly [string, string, number, number, string]> = [
    ["without a token", "", 401, 0, "401: Unauthorized"],
    ["with a bot token", BOT, 403, 20001, "Bots cannot use this endpoint"],
    ["with a token without the scope", `Bearer ${IDENTIFY_TOKEN}`, 403, 50026, "Missing required OAuth2 scope"],
    ["with client credentials without the scope", `Bearer ${UPDATE}`, 403, 50026, "Missing required OAuth2 scope"],
    ["by a user who may not manage the guild", `Bearer ${BOBS}`, 403, 50013, "Missing Permissions"]
  ]
  it.live.each(REFUSED)("%s is refused, and nothing changes", ([, authorization, status, code, message]) =>
    Effect.gen(function* () {
      const { at, set } = yield* open
      const refused = yield* set(DOCKED, { permissions: [deny(2, NOBODY)] }, authorization)
      assert.deepStrictEqual([refused.status, json(refused)], [status, { message, code }])
      assert.deepStrictEqual(json(yield* at(BOT, "permissions")), [DOCKED_ENTRY])
    })
  )

  it.live("is judged on the application's owner with client credentials, which act for them", () =>
    Effect.gen(function* () {
      const { at, set, url } = yield* open
      const permissions = [deny(2, NOBODY)]
      assert.strictEqual((yield* set(ADOPT, { permissions }, `Bearer ${CLIENT}`)).status, 200)
      assert.deepStrictEqual(json(yield* at(BOT, `${ADOPT}/permissions`)), of(ADOPT, permissions))
      // bob has no manage permissions.
      yield* call(`${url}/control/v1/applications/${APP}`, { method: "PATCH", json: { owner_id: BOB } })
      assert.deepStrictEqual(answered(yield* set(ADOPT, { permissions: [] }, `Bearer ${CLIENT}`)), [403, 50013])
    })
  )

  it.live("is refused in the decided order", () =>
    Effect.gen(function* () {
      const { api } = yield* open
      const put = (authorization: string, path: string, body: string) =>
        Effect.promise(async () => {
          const headers = { authorization, "content-type": "application/json" }
          const response = await fetch(`${api}/v10${path}`, { method: "PUT", headers, body })
          const refused: unknown = await response.json()
          // Every refusal has a code.
          return [response.status, (refused as { readonly code: number }).code]
        })
      const path = (app: string, guild: string, command: string) =>
        `/applications/${app}/guilds/${guild}/commands/${command}/permissions`
      assert.deepStrictEqual(yield* put("Bearer nobody", path("x", "x", "x"), "{"), [401, 0])
      assert.deepStrictEqual(yield* put(BOT, path("x", "x", "x"), "{"), [403, 20001])
      assert.deepStrictEqual(yield* put(`Bearer ${UPDATE}`, path("x", "x", "x"), "{"), [403, 50026])
      assert.deepStrictEqual(yield* put(USER, path(NOBODY, NOBODY, "x"), "{"), [400, 50035])
      assert.deepStrictEqual(yield* put(USER, path(NOBODY, NOBODY, NOBODY), "{"), [404, 10002])
      assert.deepStrictEqual(yield* put(USER, path(STRANGER, NOBODY, NOBODY), "{"), [403, 20012])
      assert.deepStrictEqual(yield* put(USER, path(APP, NOBODY, NOBODY), "{"), [404, 10004])
      assert.deepStrictEqual(yield* put(USER, path(APP, GUILD, NOBODY), "{"), [400, 50109])
      assert.deepStrictEqual(yield* put(USER, path(APP, GUILD, NOBODY), "{}"), [404, 10063])
      assert.deepStrictEqual(yield* put(`Bearer ${BOBS}`, path(APP, GUILD, DOCKED), "{}"), [400, 50035])
      assert.deepStrictEqual(yield* put(`Bearer ${BOBS}`, path(APP, GUILD, DOCKED), `{"permissions":[]}`), [403, 50013])
    })
  )

  it.live("of all commands at once is disabled: 405, and GET stays", () =>
    Effect.gen(function* () {
      const { at } = yield* open
      for (const authorization of [BOT, USER, ""]) {
        const refused = yield* at(authorization, "permissions", { method: "PUT", json: [] })
        assert.strictEqual(refused.status, 405)
        assert.strictEqual(refused.text, '{"message":"405: Method Not Allowed","code":0}')
        assert.strictEqual(refused.headers.get("allow"), "GET")
      }
      assert.strictEqual((yield* at(BOT, "permissions")).status, 200)
    })
  )

  it.live("tells the log of events what the gateway dispatches", () =>
    Effect.gen(function* () {
      const { set, url } = yield* open
      yield* set(ADOPT, { permissions: [deny(2, BOB)] })
      const told = yield* Effect.promise(async (signal) => {
        const stream = await fetch(`${url}/control/v1/events`, { headers: { "last-event-id": "0" }, signal })
        let text = ""
        const decoder = new TextDecoder()
        for await (const chunk of stream.body ?? []) {
          text += decoder.decode(chunk, { stream: true })
          const [, data] = /^event: command_permissions\.updated\ndata: (.*)\n/m.exec(text) ?? []
          if (data !== undefined) return JSON.parse(data)
        }
      })
      assert.deepStrictEqual(told.data, of(ADOPT, [deny(2, BOB)]))
    })
  )
})

describe("a command's permissions", () => {
  it.live("go with it, and do not come back with its name", () =>
    Effect.gen(function* () {
      const { at, api } = yield* open
      const path = `${api}/v10/applications/${APP}/guilds/${GUILD}/commands`
      const headers = { authorization: BOT }
      assert.strictEqual((yield* call(`${path}/${DOCKED}`, { method: "DELETE", headers })).status, 204)
      const again = yield* call(path, { json: { name: "docked", description: "Again" }, headers })
      const { id } = json(again) as { readonly id: string }
      assert.deepStrictEqual(answered(yield* at(BOT, `${DOCKED}/permissions`)), [404, 10063])
      assert.deepStrictEqual(answered(yield* at(BOT, `${id}/permissions`)), [404, 10066])
      assert.deepStrictEqual(json(yield* at(BOT, "permissions")), [])
    })
  )

  it.live("decide who may use it, from the moment they are set", () =>
    Effect.gen(function* () {
      const { set, url } = yield* open
      const use = (command_id: string, user = BOB) =>
        Effect.map(
          call(`${url}/control/v1/users/${user}/channels/${GENERAL}/interactions?wait=false`, { json: { command_id } }),
          ({ status }) => status < 300
        )
      const before = [yield* use(DOCKED), yield* use(STAFF)]
      yield* set(DOCKED, { permissions: [deny(2, BOB)] })
      yield* set(STAFF, { permissions: [allow(2, BOB)] })
      assert.deepStrictEqual([...before, yield* use(DOCKED), yield* use(STAFF)], [true, false, false, true])
      yield* set(APP, { permissions: [deny(1, GUILD)] })
      assert.deepStrictEqual([yield* use(STAFF), yield* use(DOCKED, ALICE)], [true, true])
    })
  )
})
