import type { ServiceError } from "@backlot/domain/error/ServiceError"
import { Secrets } from "@backlot/ports/Secrets"
import { assert } from "@effect/vitest"
import { Effect, Exit } from "effect"
import * as Access from "../../src/access/Access.ts"
import { requireBot } from "../../src/access/Caller.ts"
import * as Time from "../../src/event/Time.ts"
import * as Entering from "../fixture/Entering.ts"
import {
  ALICE,
  BOT_TOKEN,
  HARBOUR,
  IDENTIFY_TOKEN,
  NOBODY,
  PET_SHOP,
  QUAY,
  settle,
  UPDATE_TOKEN,
  UPDATE_TOKEN_LIFE,
  WEATHER
} from "../fixture/Harbour.ts"
import { countTransactions, describeOnEachStore } from "../fixture/Stores.ts"

const SCOPE = "applications.commands.update"
const bot = `Bot ${BOT_TOKEN}`
const bearer = `Bearer ${UPDATE_TOKEN}`

const enter = (authorization: string | undefined, ids: Access.PathIds) => Entering.enter(authorization, ids, SCOPE)
const refusal = (authorization: string | undefined, ids: Access.PathIds) => Effect.flip(enter(authorization, ids))

const GLOBAL = { application_id: PET_SHOP }
const IN_HARBOUR = { application_id: PET_SHOP, guild_id: HARBOUR }

/** Each request breaks its own rule and every later one. */
const ORDER: ReadonlyArray<readonly [ServiceError["_tag"], string, Access.PathIds]> = [
  ["Unauthorized", "Bot nobody", { application_id: "x", guild_id: "x" }],
  ["MissingScope", `Bearer ${IDENTIFY_TOKEN}`, { application_id: "x", guild_id: "x" }],
  ["InvalidForm", bot, { application_id: NOBODY, guild_id: NOBODY, command_id: "x" }],
  ["UnknownApplication", bot, { application_id: NOBODY, guild_id: NOBODY }],
  ["NotThisApplication", bot, { application_id: WEATHER, guild_id: NOBODY }],
  ["UnknownGuild", bot, { application_id: PET_SHOP, guild_id: NOBODY }],
  ["MissingAccess", bot, { application_id: PET_SHOP, guild_id: QUAY }]
]

const UNREADABLE: ReadonlyArray<string | undefined> = [
  undefined,
  "",
  BOT_TOKEN,
  `bot ${BOT_TOKEN}`,
  `BOT ${BOT_TOKEN}`,
  `Bot${BOT_TOKEN}`,
  `Bot  ${BOT_TOKEN}`,
  `Bot ${BOT_TOKEN} `,
  ` Bot ${BOT_TOKEN}`,
  `Bot ${BOT_TOKEN}x`,
  "Bot ",
  "Bot \u{1f436}",
  `Bot ${"x".repeat(513)}`,
  `Basic ${BOT_TOKEN}`
]

describeOnEachStore("access", (test) => {
  for (const [tag, authorization, ids] of ORDER) {
    test(
      `${tag} comes before every later refusal`,
      Effect.gen(function* () {
        yield* settle()
        assert.strictEqual((yield* refusal(authorization, ids))._tag, tag)
      })
    )
  }

  test(
    "a bot enters its own routes, with the application they are of",
    Effect.gen(function* () {
      yield* settle()
      const { caller, application } = yield* enter(bot, IN_HARBOUR)
      assert.deepStrictEqual(caller, { kind: "bot", application_id: PET_SHOP })
      assert.strictEqual(application.name, "Pet Shop")
    })
  )

  test(
    "a client credentials token with the scope enters, without a user",
    Effect.gen(function* () {
      yield* settle()
      const { caller } = yield* enter(bearer, IN_HARBOUR)
      assert.deepStrictEqual(caller, { kind: "bearer", application_id: PET_SHOP, scopes: [SCOPE] })
    })
  )

  test(
    "a token of a user names them",
    Effect.gen(function* () {
      yield* settle()
      const { caller } = yield* Entering.identify(`Bearer ${IDENTIFY_TOKEN}`)
      assert.deepStrictEqual(caller, { kind: "bearer", application_id: PET_SHOP, user_id: ALICE, scopes: ["identify"] })
      assert.strictEqual((yield* Effect.flip(requireBot(caller)))._tag, "OnlyBots")
    })
  )

  test(
    "the scope applications.commands.update counts in client credentials only",
    Effect.gen(function* () {
      const token = { token: "alices-update", application_id: PET_SHOP, user_id: ALICE, scopes: [SCOPE] }
      yield* settle({ tokens: [token] })
      assert.strictEqual((yield* refusal("Bearer alices-update", GLOBAL))._tag, "MissingScope")
    })
  )

  test(
    "creating commands with the Bearer form requires the scope applications.commands.update",
    Effect.gen(function* () {
      yield* settle()
      const error = yield* refusal(`Bearer ${IDENTIFY_TOKEN}`, GLOBAL)
      assert.deepStrictEqual([error._tag, "scope" in error && error.scope], ["MissingScope", SCOPE])
    })
  )

  test(
    "the kind of a token must be the one its prefix says",
    Effect.gen(function* () {
      yield* settle()
      for (const wrong of [`Bearer ${BOT_TOKEN}`, `Bot ${UPDATE_TOKEN}`]) {
        assert.strictEqual((yield* refusal(wrong, GLOBAL))._tag, "Unauthorized", wrong)
      }
    })
  )

  test(
    "a missing or bad token, or a missing `Bot ` prefix, is 401",
    Effect.gen(function* () {
      yield* settle()
      for (const authorization of UNREADABLE) {
        assert.strictEqual((yield* refusal(authorization, GLOBAL))._tag, "Unauthorized", authorization)
        assert.strictEqual((yield* Effect.flip(Entering.identify(authorization)))._tag, "Unauthorized", authorization)
      }
    })
  )

  test(
    "a token ends when the service clock reaches its end",
    Effect.gen(function* () {
      yield* settle()
      yield* Time.change({ mode: "frozen" })
      yield* Time.change({ advance_ms: UPDATE_TOKEN_LIFE * 1000 - 1 })
      assert.strictEqual((yield* enter(bearer, GLOBAL)).caller.kind, "bearer")
      yield* Time.change({ advance_ms: 1 })
      assert.strictEqual((yield* refusal(bearer, GLOBAL))._tag, "Unauthorized")
      assert.strictEqual((yield* enter(bot, GLOBAL)).caller.kind, "bot")
    })
  )

  test(
    "bad ids of a path are form errors, each at its parameter's name",
    Effect.gen(function* () {
      yield* settle()
      const error = yield* refusal(bot, {
        application_id: "@me",
        guild_id: HARBOUR,
        command_id: "18446744073709551616"
      })
      assert.deepStrictEqual(error._tag === "InvalidForm" && error.faults, [
        { path: ["application_id"], code: "NUMBER_TYPE_COERCE", message: 'Value "@me" is not snowflake.' },
        {
          path: ["command_id"],
          code: "NUMBER_TYPE_COERCE",
          message: 'Value "18446744073709551616" is not snowflake.'
        }
      ])
    })
  )

  for (const scopes of [["bot"], ["applications.commands"], ["bot", "applications.commands"]]) {
    test(
      `a guild that authorized the application with ${scopes.join(" and ")} is open to it`,
      Effect.gen(function* () {
        const guild = { id: HARBOUR, name: "Harbour", owner_id: ALICE }
        yield* settle({ guilds: [{ ...guild, installs: [{ application_id: PET_SHOP, scopes }] }], direct_channels: [] })
        assert.strictEqual((yield* enter(bot, IN_HARBOUR)).application.id, PET_SHOP)
      })
    )
  }

  test(
    "a guild that authorized the application without applications.commands is closed to it",
    Effect.gen(function* () {
      const guild = { id: HARBOUR, name: "Harbour", owner_id: ALICE }
      const installs = [{ application_id: PET_SHOP, scopes: ["identify"] }]
      yield* settle({ guilds: [{ ...guild, installs }], direct_channels: [] })
      assert.strictEqual((yield* refusal(bot, IN_HARBOUR))._tag, "MissingAccess")
    })
  )

  test(
    "an entry takes one transaction, however it ends",
    Effect.gen(function* () {
      yield* settle()
      for (const request of [enter(bot, IN_HARBOUR), enter(bearer, GLOBAL)]) {
        assert.strictEqual((yield* countTransactions(request)).transactions, 1)
      }
      for (const [tag, authorization, ids] of ORDER) {
        assert.strictEqual((yield* countTransactions(enter(authorization, ids))).transactions, 1, tag)
      }
    })
  )

  test(
    "a token is looked up by its hash alone, so that no comparison can tell of it",
    Effect.gen(function* () {
      yield* settle()
      const secrets = yield* Secrets
      const hashing = (sha256: string): Secrets["Service"] => ({ ...secrets, sha256: () => sha256 })
      const by = (hash: string, authorization: string) =>
        Effect.provideService(Effect.exit(Access.authenticate(authorization)), Secrets, hashing(hash))
      const hash = secrets.sha256(BOT_TOKEN)
      assert.isTrue(Exit.isSuccess(yield* by(hash, "Bot whatever")))
      assert.isTrue(Exit.isFailure(yield* by(secrets.sha256("another"), bot)))
    })
  )
})
