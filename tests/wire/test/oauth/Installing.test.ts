/**
 * Authorizing installs the application; guild commands are possible only after that. Sources: service.md
 * "Authentication"; wire-rest.md §5.2, §5.5.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { ALICE, ask, BOB, type Fields, GUILD, OTHER_GUILD, SHOP, start } from "./Authorizing.ts"

const MANAGE_GUILD = 1n << 5n
const BAN_MEMBERS = 1n << 2n
const VIEW_CHANNEL = 1n << 10n
const ADMINISTRATOR = 1n << 3n

const open = Effect.gen(function* () {
  const { url, json, consent, exchange, tokens } = yield* start()
  const bot = { authorization: "Bot shop-bot-token", "content-type": "application/json" }
  const commands = `${url}/api/v10/applications/${SHOP}/guilds/${GUILD}/commands`
  return {
    url,
    json,
    consent,
    exchange,
    tokens,
    register: (authorization = bot.authorization) =>
      ask(commands, {
        method: "POST",
        headers: { ...bot, authorization },
        body: JSON.stringify({ name: "adopt", description: "Adopt a pet" })
      }),
    /** Without a response_type it only installs. */
    install: (query: Fields, decision: object) =>
      json(`/api/oauth2/authorize?${new URLSearchParams({ client_id: SHOP, ...query })}`, {
        authorize: true,
        ...decision
      }),
    installed: ask(`${url}/control/v1/guilds/${GUILD}/installs/${SHOP}`),
    /** Sets the permissions of bob's only role in the guild. */
    allow: Effect.fnUntraced(function* (permissions: bigint) {
      const role = "200000000000000099"
      yield* json(
        `/control/v1/guilds/${GUILD}/roles/${role}`,
        { name: "staff", permissions: String(permissions) },
        "PUT"
      )
      yield* json(`/control/v1/guilds/${GUILD}/members/${BOB}`, { roles: [role] }, "PATCH")
    })
  }
})

/** The platform's answer when the application is not installed (wire-rest.md §3.3). */
const MISSING_ACCESS = [403, 50001]

describe("to create commands in a guild", () => {
  for (const scope of ["applications.commands", "bot"]) {
    it.live(`the app must be authorized with applications.commands, here by the scope ${scope}`, () =>
      Effect.gen(function* () {
        const { register, install } = yield* open
        const before = yield* register()
        assert.deepStrictEqual([before.status, before.body.code], MISSING_ACCESS)
        assert.strictEqual((yield* install({ scope }, { user_id: ALICE, guild_id: GUILD })).status, 200)
        assert.strictEqual((yield* register()).status, 201)
        assert.strictEqual((yield* register()).status, 200)
      })
    )
  }

  it.live("no code exchange or token retrieval is needed, and no bot scope or permission bit set", () =>
    Effect.gen(function* () {
      const { url, install, installed } = yield* open
      const { body } = yield* install({ scope: "applications.commands" }, { user_id: ALICE, guild_id: GUILD })
      assert.strictEqual(body.location, `${url}/oauth2/authorized`)
      assert.deepStrictEqual(Object((yield* installed).body).scopes, ["applications.commands"])
    })
  )

  it.live("an authorization on the user, or in another guild, is not enough", () =>
    Effect.gen(function* () {
      const { register, install } = yield* open
      const scope = "applications.commands"
      yield* install({ scope, integration_type: "1" }, { user_id: ALICE })
      yield* install({ scope }, { user_id: ALICE, guild_id: OTHER_GUILD })
      const { status, body } = yield* register()
      assert.deepStrictEqual([status, body.code], MISSING_ACCESS)
    })
  )

  it.live("a decision against it is not enough", () =>
    Effect.gen(function* () {
      const { register, install } = yield* open
      yield* install({ scope: "bot" }, { user_id: ALICE, guild_id: GUILD, authorize: false })
      assert.strictEqual((yield* register()).body.code, 50001)
    })
  )

  it.live("no scope but those two is enough, not even that of whom the guild is", () =>
    Effect.gen(function* () {
      const { register, tokens } = yield* open
      const { access_token } = yield* tokens({ scope: "identify guilds sdk.social_layer" }, ALICE)
      assert.strictEqual((yield* register()).body.code, 50001)
      assert.strictEqual((yield* register(`Bearer ${access_token}`)).status, 403)
    })
  )
})

describe("who may not manage the guild", () => {
  const bot = { scope: "bot", permissions: String(ADMINISTRATOR | VIEW_CHANNEL | BAN_MEMBERS) }
  const byBob = { user_id: BOB, guild_id: GUILD }

  it.live("installs nothing there, by whatever way the guild is named", () =>
    Effect.gen(function* () {
      const { install, installed } = yield* open
      for (const [query, decision] of [
        [{}, byBob],
        [{ guild_id: GUILD }, { user_id: BOB }],
        [{ guild_id: GUILD, disable_guild_select: "true" }, { user_id: BOB }],
        [{ guild_id: GUILD, disable_guild_select: "true" }, byBob],
        [{ guild_id: OTHER_GUILD }, byBob]
      ] as const) {
        const { status, text } = yield* install({ ...bot, ...query }, decision)
        assert.strictEqual(status, 400)
        assert.include(text, "OAUTH2_GUILD_FORBIDDEN")
      }
      assert.strictEqual((yield* installed).status, 404)
    })
  )

  it.live("and has lost the right between the look and the decision, installs nothing", () =>
    Effect.gen(function* () {
      const { install, installed, allow, tokens, url } = yield* open
      yield* allow(MANAGE_GUILD)
      const { access_token } = yield* tokens({ scope: "identify guilds" })
      const looked = yield* ask(`${url}/api/oauth2/authorize?client_id=${SHOP}&scope=bot`, {
        headers: { authorization: `Bearer ${access_token}` }
      })
      assert.deepInclude(Object(looked.body).guilds[0], { id: GUILD, is_allowed: true })
      yield* allow(0n)
      assert.strictEqual((yield* install(bot, byBob)).status, 400)
      assert.strictEqual((yield* installed).status, 404)
    })
  )

  it.live("gives the bot nothing that they have not themselves, whatever they send", () =>
    Effect.gen(function* () {
      const { install, installed, allow } = yield* open
      yield* allow(MANAGE_GUILD)
      const all = String((1n << 50n) - 1n)
      assert.strictEqual((yield* install(bot, { ...byBob, permissions: all })).status, 200)
      const { permissions } = Object((yield* installed).body)
      assert.strictEqual(BigInt(permissions) & (ADMINISTRATOR | BAN_MEMBERS), 0n)
      assert.strictEqual(BigInt(permissions) & ~BigInt(bot.permissions), 0n)
    })
  )
})

describe("the tokens of an authorization that installed the application", () => {
  const way = { guild_id: GUILD, permissions: "1024" }

  it.live("come with the guild where the scope bot was among them, and without it else", () =>
    Effect.gen(function* () {
      const { tokens } = yield* open
      const commands = yield* tokens({ scope: "identify applications.commands" }, ALICE, way)
      assert.notProperty(commands, "guild")
      assert.nestedPropertyVal(yield* tokens({ scope: "identify bot" }, ALICE, way), "guild.id", GUILD)
    })
  )

  it.live("redirect back carries guild_id and permissions when a guild install was part of it", () =>
    Effect.gen(function* () {
      const { consent } = yield* open
      const { back } = yield* consent({ scope: "identify bot", permissions: "1024" }, ALICE, way)
      assert.strictEqual(back.searchParams.get("guild_id"), GUILD)
      assert.strictEqual(back.searchParams.get("permissions"), "1024")
      const plain = yield* consent({ scope: "identify" }, ALICE, way)
      const onUser = yield* consent({ scope: "identify applications.commands", integration_type: "1" }, ALICE)
      for (const { back } of [plain, onUser]) {
        assert.deepStrictEqual(
          [back.searchParams.has("guild_id"), back.searchParams.has("permissions")],
          [false, false]
        )
      }
    })
  )
})
