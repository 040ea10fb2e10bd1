import type { InvalidForm } from "@backlot/domain/error/ServiceError"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import * as Access from "../../src/access/Access.ts"
import { requireGuild } from "../../src/access/Access.ts"
import { changedBy } from "../../src/audit/AuditLog.ts"
import * as Commands from "../../src/command/Commands.ts"
import * as WorldEdits from "../../src/world/WorldEdits.ts"
import { codes, decide, decided, ISSUER, installIn, installOn, look, open, pass, SITE } from "../fixture/Authorizing.ts"
import {
  ALICE,
  applicationOf,
  BOB,
  CAROL,
  HARBOUR,
  harbourFile,
  NOBODY,
  PET_SHOP,
  QUAY,
  slash
} from "../fixture/Harbour.ts"
import { describeOnEachStore, events, rows, transact } from "../fixture/Stores.ts"

const [ADMINISTRATOR, MANAGE_GUILD, KICK, MANAGE_MESSAGES] = [1n << 3n, 1n << 5n, 1n << 1n, 1n << 13n]
const pure = { response_type: undefined, scope: "bot" }
const commandsAlone = { response_type: undefined, scope: "applications.commands" }

const faultsOf = (failure: { readonly _tag: string }) => {
  assert.strictEqual(failure._tag, "InvalidForm")
  // The tag says so.
  return (failure as InvalidForm).faults.map(({ path, code }) => [path.join("."), code])
}

const happened = Effect.map(events, (all) => all.map(({ type, data }) => ({ type, data })))

/** Alice in Quay, with these rights of a role. */
const withRights = (permissions: bigint, member: object = {}) => {
  const [harbour, quay] = harbourFile().guilds
  const role = { id: "200000000000000012", name: "Helper", permissions: permissions.toString() }
  return open({
    guilds: [harbour, { ...quay, roles: [role], members: [{ user_id: ALICE, roles: [role.id], ...member }] }]
  })
}

describeOnEachStore("an installation by authorization", (test) => {
  test(
    "in a guild brings the bot and its commands, and the answer names the guild and the permissions",
    Effect.gen(function* () {
      yield* open()
      const answer = yield* decided(
        { scope: "identify bot", permissions: String(MANAGE_MESSAGES) },
        { user_id: BOB, guild_id: QUAY }
      )
      const { code, ...rest } = answer
      assert.isDefined(code)
      assert.deepStrictEqual(rest, {
        to: SITE,
        state: "s",
        guild_id: QUAY,
        permissions: String(MANAGE_MESSAGES),
        iss: ISSUER
      })
      assert.deepStrictEqual(yield* installIn(QUAY), {
        guild_id: QUAY,
        application_id: PET_SHOP,
        scopes: ["bot", "applications.commands"],
        permissions: String(MANAGE_MESSAGES)
      })
      assert.deepStrictEqual(
        (yield* codes).map(({ guild_id }) => guild_id),
        [QUAY]
      )
    })
  )

  test(
    "alone needs no code exchange: it ends on the page of the service",
    Effect.gen(function* () {
      yield* open()
      const { location } = yield* decide(commandsAlone, { user_id: BOB, guild_id: QUAY })
      assert.strictEqual(location, `${ISSUER}/oauth2/authorized`)
      assert.deepStrictEqual((yield* installIn(QUAY))?.scopes, ["applications.commands"])
      assert.deepStrictEqual(yield* codes, [])
    })
  )

  test(
    "is what guild commands need: only then they may be created there",
    Effect.gen(function* () {
      yield* open()
      const application = yield* applicationOf(PET_SHOP)
      const entered = transact(() => requireGuild(application, QUAY))
      assert.strictEqual((yield* Effect.flip(entered))._tag, "MissingAccess")
      yield* decide(commandsAlone, { user_id: BOB, guild_id: QUAY })
      yield* entered
      yield* Commands.create({ application, scope: QUAY }, slash("blep"))
    })
  )

  for (const [sentence, given, method] of [
    ["with a bot", { ...pure, permissions: "2" }, { scopes: ["bot", "applications.commands"], permissions: "2" }],
    ["without a bot", commandsAlone, { scopes: ["applications.commands"] }]
  ] as const) {
    test(
      `in a guild ${sentence} happens as the control plane's: the same events, and the authorization's own`,
      Effect.gen(function* () {
        yield* open()
        const target = { kind: "guild_install" as const, guild_id: QUAY, application_id: PET_SHOP }
        yield* changedBy({ user_id: BOB })(WorldEdits.put(target, method))
        const expected = (yield* happened).filter(({ type }) => type !== "world.replaced")
        yield* open()
        const before = (yield* happened).length
        yield* decide(given, { user_id: BOB, guild_id: QUAY })
        const own = {
          type: "authorization.granted",
          data: {
            application_id: PET_SHOP,
            user_id: BOB,
            scopes: method.scopes,
            guild_id: QUAY,
            integration_type: 0
          }
        }
        assert.deepStrictEqual(
          (yield* happened).slice(before).filter(({ type }) => type !== "world.replaced"),
          [...expected, own]
        )
        assert.include(
          expected.map(({ type }) => type),
          "guild_install.created"
        )
      })
    )
  }

  test(
    "on a user stands beside what the user installed before",
    Effect.gen(function* () {
      yield* open()
      const given = { ...commandsAlone, integration_type: "1" }
      yield* decide(given, { user_id: CAROL })
      assert.deepStrictEqual(yield* installOn(CAROL), {
        user_id: CAROL,
        application_id: PET_SHOP,
        scopes: ["applications.commands"]
      })
      assert.include(
        (yield* happened).map(({ type }) => type),
        "user_install.created"
      )
      const before = yield* installOn(ALICE)
      yield* decide(given, { user_id: ALICE })
      assert.deepStrictEqual(yield* installOn(ALICE), before)
    })
  )

  test(
    "that stands already keeps its scopes, and its bot gets the permissions chosen last",
    Effect.gen(function* () {
      yield* open()
      yield* decide(commandsAlone, { user_id: BOB, guild_id: HARBOUR })
      assert.deepInclude(yield* installIn(HARBOUR), {
        scopes: ["bot", "applications.commands"],
        permissions: String(MANAGE_MESSAGES)
      })
      yield* decide({ ...pure, permissions: "2" }, { user_id: BOB, guild_id: HARBOUR })
      assert.deepInclude(yield* installIn(HARBOUR), { scopes: ["bot", "applications.commands"], permissions: "2" })
    })
  )

  for (const [sentence, asked, chosen, rights, given] of [
    ["all that was asked for, where the user has it", 10n, undefined, MANAGE_GUILD | 10n, 10n],
    ["what the user left of it", 10n, 2n, MANAGE_GUILD | 10n, 2n],
    ["nothing that was not asked for", 2n, 10n, MANAGE_GUILD | 10n, 2n],
    ["nothing that the user does not have", KICK | MANAGE_MESSAGES, undefined, MANAGE_GUILD | KICK, KICK],
    ["no administration from who has none", ADMINISTRATOR, undefined, MANAGE_GUILD, 0n],
    ["all of it from an administrator", KICK | ADMINISTRATOR, undefined, ADMINISTRATOR, KICK | ADMINISTRATOR]
  ] as const) {
    test(
      `gives the bot ${sentence}`,
      Effect.gen(function* () {
        yield* withRights(rights)
        const choice = chosen === undefined ? {} : { permissions: chosen.toString() }
        yield* decide({ ...pure, permissions: asked.toString() }, { guild_id: QUAY, ...choice })
        assert.strictEqual((yield* installIn(QUAY))?.permissions, given.toString())
      })
    )
  }

  test(
    "takes the guild of the request where none is chosen",
    Effect.gen(function* () {
      yield* open()
      yield* decide({ ...commandsAlone, guild_id: QUAY }, { user_id: BOB })
      assert.isDefined(yield* installIn(QUAY))
    })
  )

  test(
    "by prompt=none passes where it stands with as many permissions, and changes nothing",
    Effect.gen(function* () {
      yield* open()
      const given = { ...pure, guild_id: HARBOUR }
      assert.isUndefined(yield* pass({ ...given, permissions: "2" }, BOB))
      yield* decide({ ...given, permissions: "2" }, { user_id: BOB })
      const before = yield* rows
      assert.strictEqual((yield* pass({ ...given, permissions: "2" }, BOB))?.location, `${ISSUER}/oauth2/authorized`)
      assert.isUndefined(yield* pass({ ...given, permissions: "3" }, BOB))
      assert.isUndefined(yield* pass({ ...given, guild_id: QUAY }, BOB))
      assert.isUndefined(yield* pass({ ...given, guild_id: undefined }, BOB))
      assert.isUndefined(yield* pass(given, ALICE))
      assert.deepStrictEqual(yield* rows, before)
    })
  )

  test(
    "by prompt=none does not pass where commands stand without the bot that is asked for",
    Effect.gen(function* () {
      yield* open()
      yield* decide(commandsAlone, { user_id: BOB, guild_id: QUAY })
      assert.isUndefined(yield* pass({ ...pure, guild_id: QUAY, permissions: "0" }, BOB))
      assert.isDefined(yield* pass({ ...commandsAlone, guild_id: QUAY }, BOB))
    })
  )
})

/** Refused choices. */
const REFUSED = [
  ["without a guild", {}, {}, "guild_id", "BASE_TYPE_REQUIRED"],
  ["in a guild that is no id", {}, { guild_id: "harbour" }, "guild_id", "NUMBER_TYPE_COERCE"],
  ["in an unknown guild", {}, { guild_id: NOBODY }, "guild_id", "OAUTH2_GUILD_UNKNOWN"],
  ["in a guild of others", {}, { guild_id: QUAY, user_id: CAROL }, "guild_id", "OAUTH2_GUILD_UNKNOWN"],
  ["in a guild without MANAGE_GUILD", {}, { guild_id: HARBOUR, user_id: ALICE }, "guild_id", "OAUTH2_GUILD_FORBIDDEN"],
  [
    "in another guild than the one that is fixed",
    { guild_id: QUAY, disable_guild_select: "true" },
    { guild_id: HARBOUR },
    "guild_id",
    "OAUTH2_GUILD_FIXED"
  ],
  [
    "with permissions of words",
    {},
    { guild_id: QUAY, permissions: "all" },
    "permissions",
    "OAUTH2_PERMISSIONS_INVALID"
  ],
  [
    "with permissions below zero",
    {},
    { guild_id: QUAY, permissions: "-1" },
    "permissions",
    "OAUTH2_PERMISSIONS_INVALID"
  ]
] as const

describeOnEachStore("an installation that the user may not have", (test) => {
  for (const [sentence, given, choice, field, code] of REFUSED) {
    test(
      `${sentence} is a fault of the form, and leaves neither installation nor code`,
      Effect.gen(function* () {
        yield* open()
        const before = yield* rows
        const failure = yield* Effect.flip(decide({ scope: "bot identify", ...given }, { user_id: BOB, ...choice }))
        assert.deepStrictEqual(faultsOf(failure), [[field, code]])
        assert.deepStrictEqual(yield* rows, before)
      })
    )
  }

  test(
    "is not shown as allowed either",
    Effect.gen(function* () {
      const until = "2026-01-02T00:00:00Z"
      yield* withRights(MANAGE_GUILD, { timed_out_until: until })
      const { guilds } = yield* look(pure)
      assert.deepStrictEqual(
        guilds.map(({ id, is_allowed }) => [id, is_allowed]),
        [
          [HARBOUR, false],
          [QUAY, false]
        ]
      )
      assert.deepStrictEqual(faultsOf(yield* Effect.flip(decide(pure, { guild_id: QUAY }))), [
        ["guild_id", "OAUTH2_GUILD_FORBIDDEN"]
      ])
    })
  )

  test(
    "gives no rights over the application elsewhere",
    Effect.gen(function* () {
      yield* open()
      yield* decide(commandsAlone, { user_id: BOB, guild_id: QUAY })
      const ids = { application_id: PET_SHOP, guild_id: QUAY }
      const weather = yield* Access.authenticate("Bot weather-bot-token", ids)
      const failure = yield* Effect.flip(Access.enter(weather, "applications.commands.update"))
      assert.strictEqual(failure._tag, "NotThisApplication")
    })
  )
})
