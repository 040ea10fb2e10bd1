/** Guilds, roles, members and users over HTTP: permissions, order of checks, answers. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import {
  ALICE,
  APP,
  BOB,
  GUILD,
  harbour,
  IDENTIFY_TOKEN,
  MODERATOR,
  PERMISSIONS_TOKEN,
  STAFF_ROOM,
  STRANGER
} from "../Harbour.ts"
import { type Call, call, saying, stage } from "../Stage.ts"

const NOBODY = "999999999999999999"

/** Harbour with these permissions of the bot. */
const played = Effect.fnUntraced(function* (...permissions: ReadonlyArray<string>) {
  const { server, rest, control } = yield* stage(saying("hi"), { world: harbour(null) })
  yield* control(`/guilds/${GUILD}/installs/${APP}`, { method: "PATCH", json: { permissions } })
  const bearer = (path: string, token: string, asked: Call = {}) =>
    call(`${server.addresses.rest_url}${path}`, { ...asked, headers: { authorization: `Bearer ${token}` } })
  return { rest, control, bearer }
})

const refusedAt = (body: { readonly errors: unknown }) => Object.keys(body.errors as object)

describe("a guild over REST", () => {
  it.live("is what a library needs to cache it, with the bot's managed role", () =>
    Effect.gen(function* () {
      const { rest } = yield* played("MANAGE_MESSAGES")
      const { status, body } = yield* rest(`/guilds/${GUILD}?with_counts=true`)
      assert.strictEqual(status, 200)
      assert.nestedPropertyVal(body, "roles[2].tags.bot_id", APP)
      assert.deepInclude(body, { id: GUILD, owner_id: ALICE, approximate_member_count: 3, emojis: [] } as object)
    })
  )

  it.live.each([
    ["emojis", []],
    ["stickers", []],
    ["scheduled-events", []],
    ["invites", []],
    ["webhooks", []]
  ])("has no %s, because this world has none", ([list, expected]) =>
    Effect.gen(function* () {
      const { rest } = yield* played("MANAGE_GUILD", "MANAGE_WEBHOOKS")
      const { status, text } = yield* rest(`/guilds/${GUILD}/${list}`)
      assert.deepStrictEqual([status, JSON.parse(text)], [200, expected])
    })
  )

  it.live("makes a channel with 201, and puts it elsewhere with 204", () =>
    Effect.gen(function* () {
      const { rest } = yield* played("MANAGE_CHANNELS")
      const made = yield* rest(`/guilds/${GUILD}/channels`, { json: { name: "Big Cats", bitrate: null } })
      assert.strictEqual(made.status, 201)
      assert.deepInclude(made.body, { name: "big-cats", position: 2, guild_id: GUILD } as object)
      const { id } = JSON.parse(made.text)
      const moved = yield* rest(`/guilds/${GUILD}/channels`, { method: "PATCH", json: [{ id, position: 0 }] })
      assert.deepStrictEqual([moved.status, moved.text], [204, ""])
    })
  )

  it.live("lists its channels, those too that the bot may not view", () =>
    Effect.gen(function* () {
      const { rest } = yield* played()
      const channels: ReadonlyArray<{ readonly id: string }> = JSON.parse(
        (yield* rest(`/guilds/${GUILD}/channels`)).text
      )
      assert.include(
        channels.map(({ id }) => id),
        STAFF_ROOM
      )
    })
  )

  it.live("answers a role with 200, its deletion with 204", () =>
    Effect.gen(function* () {
      const { rest } = yield* played("MANAGE_ROLES")
      const made = yield* rest(`/guilds/${GUILD}/roles`, { json: { name: "Pilot", permissions: "0", color: 7 } })
      assert.strictEqual(made.status, 200)
      const { id, color } = JSON.parse(made.text)
      assert.strictEqual(color, 7)
      assert.strictEqual((yield* rest(`/guilds/${GUILD}/roles/${id}`, { method: "DELETE" })).status, 204)
      assert.strictEqual((yield* rest(`/guilds/${GUILD}/roles/${id}`)).body.code, 10011)
    })
  )

  it.live("is left by its bot, who may not come back to it", () =>
    Effect.gen(function* () {
      const { rest } = yield* played()
      assert.strictEqual((yield* rest(`/users/@me/guilds/${GUILD}`, { method: "DELETE" })).status, 204)
      assert.strictEqual((yield* rest(`/guilds/${GUILD}`)).body.code, 50001)
      assert.strictEqual((yield* rest("/users/@me/guilds")).text, "[]")
    })
  )
})

describe("a call about a guild", () => {
  it.live("looks at the guild before the body, and at rights before the form", () =>
    Effect.gen(function* () {
      const { rest } = yield* played()
      const patch = { method: "PATCH", json: { name: 5 } }
      assert.strictEqual((yield* rest(`/guilds/${NOBODY}/roles/${MODERATOR}`, patch)).body.code, 10004)
      assert.strictEqual((yield* rest(`/guilds/x/roles/${MODERATOR}`, patch)).body.code, 50035)
      assert.strictEqual((yield* rest(`/guilds/${GUILD}/roles/${MODERATOR}`, patch)).body.code, 50013)
    })
  )

  it.live("judges every id of its path", () =>
    Effect.gen(function* () {
      const { rest } = yield* played()
      const { body } = yield* rest(`/guilds/y/members/z/roles/@me`, { method: "PUT" })
      assert.sameMembers(refusedAt(body), ["guild_id", "user_id", "role_id"])
    })
  )

  it.live.each([`/guilds/${GUILD}`, `/users/${BOB}`, `/guilds/${GUILD}/members/${BOB}`, `/applications/${APP}`])(
    "at %s is a bot's alone",
    (path) =>
      Effect.gen(function* () {
        const { bearer } = yield* played()
        const { status, body } = yield* bearer(path, PERMISSIONS_TOKEN)
        assert.deepStrictEqual([status, body.code], [403, 20002])
      })
  )

  it.live.each([
    ["/members?limit=0", "limit"],
    ["/members?limit=1001", "limit"],
    ["/members/search?query=a&limit=x", "limit"],
    ["/members/search", "query"],
    ["?with_counts=maybe", "with_counts"]
  ])("refuses the query of %s", ([query, field]) =>
    Effect.gen(function* () {
      const { rest } = yield* played()
      const { status, body } = yield* rest(`/guilds/${GUILD}${query}`)
      assert.deepStrictEqual([status, refusedAt(body)], [400, [field]])
    })
  )

  it.live("lists members only for an application with the privileged intent", () =>
    Effect.gen(function* () {
      const { rest, control } = yield* played()
      const list = () => rest(`/guilds/${GUILD}/members?limit=10`)
      assert.deepStrictEqual([(yield* list()).status, (yield* list()).body.code], [403, 50001])
      yield* control(`/applications/${APP}`, { method: "PATCH", json: { flags: ["GATEWAY_GUILD_MEMBERS"] } })
      assert.lengthOf(JSON.parse((yield* list()).text), 3)
    })
  )
})

describe("a member over REST", () => {
  it.live("gets a role with 204 and shows it", () =>
    Effect.gen(function* () {
      const { rest } = yield* played("MANAGE_ROLES")
      const given = yield* rest(`/guilds/${GUILD}/members/${BOB}/roles/${MODERATOR}`, { method: "PUT" })
      assert.deepStrictEqual([given.status, given.text], [204, ""])
      assert.deepInclude((yield* rest(`/guilds/${GUILD}/members/${BOB}`)).body, { roles: [MODERATOR] } as object)
    })
  )

  it.live("is timed out and let in again", () =>
    Effect.gen(function* () {
      const { rest, control } = yield* played("MODERATE_MEMBERS")
      const path = `/guilds/${GUILD}/members/${BOB}`
      const now: { readonly now: string } = JSON.parse((yield* control("/clock")).text)
      const until = new Date(Date.parse(now.now) + 60_000).toISOString()
      const out = yield* rest(path, { method: "PATCH", json: { communication_disabled_until: until } })
      assert.strictEqual(Date.parse(JSON.parse(out.text).communication_disabled_until), Date.parse(until))
      const back = yield* rest(path, { method: "PATCH", json: { communication_disabled_until: null } })
      assert.isNull(JSON.parse(back.text).communication_disabled_until)
    })
  )

  it.live("who is not connected to voice cannot be muted", () =>
    Effect.gen(function* () {
      const { rest } = yield* played("ADMINISTRATOR")
      const { status, body } = yield* rest(`/guilds/${GUILD}/members/${BOB}`, { method: "PATCH", json: { mute: true } })
      assert.deepStrictEqual([status, body.code], [400, 40032])
    })
  )
})

describe("a user over REST", () => {
  it.live("is anybody, of the guild or not; a bot is marked as one", () =>
    Effect.gen(function* () {
      const { rest } = yield* played()
      assert.deepInclude((yield* rest(`/users/${BOB}`)).body, { id: BOB, username: "bob" } as object)
      assert.deepInclude((yield* rest(`/users/${STRANGER}`)).body, { id: STRANGER, bot: true } as object)
      assert.strictEqual((yield* rest(`/users/${NOBODY}`)).body.code, 10013)
    })
  )

  it.live("is the bot itself under another name", () =>
    Effect.gen(function* () {
      const { rest } = yield* played()
      const edited = yield* rest("/users/@me", { method: "PATCH", json: { username: "Shop", avatar: null } })
      assert.deepInclude(edited.body, { id: APP, username: "Shop", bot: true } as object)
      assert.deepStrictEqual((yield* rest("/users/@me")).body, edited.body)
    })
  )

  it.live("reads with a token of theirs their guilds and their own member", () =>
    Effect.gen(function* () {
      const { bearer } = yield* played()
      const [mine] = JSON.parse((yield* bearer("/users/@me/guilds", PERMISSIONS_TOKEN)).text)
      assert.deepInclude(mine, { id: GUILD, owner: true })
      const member = yield* bearer(`/users/@me/guilds/${GUILD}/member`, PERMISSIONS_TOKEN)
      assert.nestedPropertyVal(member.body, "user.id", ALICE)
      assert.strictEqual((yield* bearer("/users/@me/guilds", IDENTIFY_TOKEN)).body.code, 50026)
    })
  )

  it.live("who is a bot has no member of its own there", () =>
    Effect.gen(function* () {
      const { rest } = yield* played()
      assert.strictEqual((yield* rest(`/users/@me/guilds/${GUILD}/member`)).body.code, 20001)
    })
  )
})

describe("an application by its id", () => {
  it.live("is the bot's own, and no other", () =>
    Effect.gen(function* () {
      const { rest } = yield* played()
      assert.deepStrictEqual((yield* rest(`/applications/${APP}`)).body, (yield* rest("/applications/@me")).body)
      assert.strictEqual((yield* rest(`/applications/${STRANGER}`)).body.code, 20012)
      assert.strictEqual((yield* rest(`/applications/${NOBODY}`)).body.code, 10002)
      assert.strictEqual((yield* rest(`/applications/${APP}/emojis`)).text, '{"items":[]}')
    })
  )
})
