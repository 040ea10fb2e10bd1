/**
 * Every sentence of service.md "Authentication", with tokens from the real flows. Installing.test.ts covers those on
 * installing.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { ALICE, ask, BOB, basic, type Fields, GUILD, RIVAL, SHOP, start } from "./Authorizing.ts"

const UPDATE = "applications.commands.update"
const EDIT = "applications.commands.permissions.update"
const BOT = "Bot shop-bot-token"

const open = Effect.gen(function* () {
  const { url, form, json, tokens } = yield* start()
  yield* json(`/control/v1/guilds/${GUILD}/installs/${SHOP}`, { scopes: ["bot"] }, "PUT")
  const send = (method: string, path: string, authorization: string, body?: unknown) =>
    ask(`${url}/api/v10${path}`, {
      method,
      headers: { authorization, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) })
    })
  const credentials = Effect.fnUntraced(function* (scope: string, headers: Fields = basic(SHOP)) {
    const { body } = yield* form("/oauth2/token", { grant_type: "client_credentials", scope }, headers)
    return `Bearer ${body.access_token}`
  })
  const ofUser = Effect.fnUntraced(function* (scope: string, user: string) {
    return `Bearer ${(yield* tokens({ scope }, user)).access_token}`
  })
  return { json, send, credentials, ofUser }
})

const COMMANDS = `/applications/${SHOP}/commands`
const IN_GUILD = `/applications/${SHOP}/guilds/${GUILD}/commands`
const command = (name: string) => ({ name, description: "Adopt a pet" })
const permissions = { permissions: [{ id: BOB, type: 2, permission: true }] }

describe("command endpoints", () => {
  it.live("accept either a bot token or a client credentials token for the app", () =>
    Effect.gen(function* () {
      const { send, credentials } = yield* open
      const bearer = yield* credentials(UPDATE)
      for (const [i, authorization] of [BOT, bearer].entries()) {
        for (const path of [COMMANDS, IN_GUILD]) {
          assert.strictEqual((yield* send("POST", path, authorization, command(`adopt-${i}`))).status, 201, path)
          assert.strictEqual((yield* send("GET", path, authorization)).status, 200)
          assert.strictEqual((yield* send("PUT", path, authorization, [])).status, 200)
        }
      }
    })
  )

  it.live("with the Bearer form require the scope applications.commands.update", () =>
    Effect.gen(function* () {
      const { send, credentials } = yield* open
      const bearer = yield* credentials(`identify ${EDIT} sdk.social_layer`)
      for (const path of [COMMANDS, IN_GUILD]) {
        const { status, body } = yield* send("POST", path, bearer, command("adopt"))
        assert.deepStrictEqual([status, body.code], [403, 50026])
      }
    })
  )

  it.live("take no token of a user: that scope is for client credentials only, though a world gives it to one", () =>
    Effect.gen(function* () {
      const { json, send } = yield* open
      const token = { token: "alice-updates", application_id: SHOP, user_id: ALICE, scopes: [UPDATE] }
      const { body: world } = yield* json("/control/v1/world", undefined, "GET")
      yield* json("/control/v1/world", { ...world, tokens: [token] }, "PUT")
      const { status, body } = yield* send("POST", COMMANDS, "Bearer alice-updates", command("adopt"))
      assert.deepStrictEqual([status, body.code], [403, 50026])
    })
  )

  it.live("take no token of another application", () =>
    Effect.gen(function* () {
      const { send, credentials } = yield* open
      for (const authorization of ["Bot rival-bot-token", yield* credentials(UPDATE, basic(RIVAL))]) {
        const { status, body } = yield* send("POST", COMMANDS, authorization, command("adopt"))
        assert.deepStrictEqual([status, body.code], [403, 20012])
      }
    })
  )

  it.live("need no Bearer token to set default_member_permissions at creation", () =>
    Effect.gen(function* () {
      const { send } = yield* open
      const answer = yield* send("POST", IN_GUILD, BOT, { ...command("adopt"), default_member_permissions: "0" })
      assert.strictEqual(answer.status, 201)
      assert.propertyVal(answer.body, "default_member_permissions", "0")
    })
  )
})

describe("editing command permissions", () => {
  const made = Effect.gen(function* () {
    const hands = yield* open
    const { id } = Object((yield* hands.send("POST", IN_GUILD, BOT, command("adopt"))).body)
    const edit = (authorization: string) =>
      hands.send("PUT", `${IN_GUILD}/${id}/permissions`, authorization, permissions)
    return { ...hands, edit }
  })

  it.live("takes a Bearer token with its scope, obtained for a user who can manage the guild and its roles", () =>
    Effect.gen(function* () {
      const { edit, ofUser } = yield* made
      assert.strictEqual((yield* edit(yield* ofUser(EDIT, ALICE))).status, 200)
    })
  )

  it.live("judges the rights of the authenticating user, not of the app or its bot user, as they are now", () =>
    Effect.gen(function* () {
      const { edit, ofUser, json } = yield* made
      const all = { scopes: ["bot"], permissions: "8" }
      yield* json(`/control/v1/guilds/${GUILD}/installs/${SHOP}`, all, "PUT")
      const bob = yield* ofUser(EDIT, BOB)
      const refused = yield* edit(bob)
      assert.deepStrictEqual([refused.status, refused.body.code], [403, 50013])
      const alice = yield* ofUser(EDIT, ALICE)
      yield* json(`/control/v1/guilds/${GUILD}`, { owner_id: BOB }, "PATCH")
      assert.strictEqual((yield* edit(bob)).status, 200)
      assert.strictEqual((yield* edit(alice)).status, 403)
    })
  )

  it.live("rejects a bot token", () =>
    Effect.gen(function* () {
      const { edit } = yield* made
      const { status, body } = yield* edit(BOT)
      assert.deepStrictEqual([status, body.code], [403, 20001])
    })
  )

  it.live("rejects a Bearer token without its scope, whosever it is", () =>
    Effect.gen(function* () {
      const { edit, ofUser, credentials } = yield* made
      for (const bearer of [yield* ofUser("identify guilds sdk.social_layer", ALICE), yield* credentials(UPDATE)]) {
        const { status, body } = yield* edit(bearer)
        assert.deepStrictEqual([status, body.code], [403, 50026])
      }
    })
  )
})

describe("lobby endpoints", () => {
  it.live("authenticate with a bot token, whose value must carry the prefix `Bot ` with the space", () =>
    Effect.gen(function* () {
      const { send } = yield* open
      assert.strictEqual((yield* send("POST", "/lobbies", BOT, {})).status, 201)
      for (const value of [
        "shop-bot-token",
        "Botshop-bot-token",
        "bot shop-bot-token",
        "Bearer shop-bot-token",
        "Bot  "
      ]) {
        assert.strictEqual((yield* send("POST", "/lobbies", value, {})).status, 401, value)
      }
    })
  )

  it.live("of servers take no Bearer token, of client credentials or of a user", () =>
    Effect.gen(function* () {
      const { send, credentials, ofUser } = yield* open
      for (const bearer of [yield* credentials("lobbies.write"), yield* ofUser("sdk.social_layer", ALICE)]) {
        assert.strictEqual((yield* send("POST", "/lobbies", bearer, {})).status, 403)
      }
    })
  )
})
