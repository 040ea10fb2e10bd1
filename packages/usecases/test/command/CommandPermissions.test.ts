import type { Scope } from "@backlot/domain/record/ApplicationCommand"
import type { CommandPermission, GuildCommandPermissions } from "@backlot/domain/record/World"
import { assert } from "@effect/vitest"
import { Effect, Exit } from "effect"
import * as CommandPermissions from "../../src/command/CommandPermissions.ts"
import * as Commands from "../../src/command/Commands.ts"
import {
  ALICE,
  applicationOf,
  BOB,
  CAROL,
  GENERAL,
  HARBOUR,
  HIDDEN,
  HIDDEN_THREAD,
  harbourFile,
  MODERATOR,
  NOBODY,
  PET_SHOP,
  QUAY,
  settle,
  slash,
  THREAD,
  target,
  WEATHER
} from "../fixture/Harbour.ts"
import { create, edit, get, made, overwrite, remove } from "../fixture/Registering.ts"
import { describeOnEachStore, events, rows } from "../fixture/Stores.ts"

const [KEEPER, CHIEF] = ["200000000000000012", "200000000000000013"] as const
const QUAYSIDE = "200000000000000099"

/** alice may edit overwrites and is below carol; bob owns the guild. Pet Shop is installed at the Quay too. */
const open = Effect.suspend(() => {
  const [harbour, quay] = harbourFile().guilds
  const [weather] = quay?.installs ?? []
  return settle({
    guilds: [
      {
        ...harbour,
        roles: [
          { id: MODERATOR, name: "Moderator", position: 1 },
          { id: KEEPER, name: "Keeper", position: 2, permissions: ["MANAGE_GUILD", "MANAGE_ROLES"] },
          { id: CHIEF, name: "Chief", position: 3, permissions: ["MANAGE_GUILD"] }
        ],
        members: [{ user_id: ALICE, roles: [KEEPER] }, { user_id: BOB }, { user_id: CAROL, roles: [CHIEF] }]
      },
      {
        ...quay,
        channels: [{ id: QUAYSIDE, name: "quayside" }],
        installs: [weather, { application_id: PET_SHOP, scopes: ["bot"] }]
      }
    ]
  })
})

const allow = (type: CommandPermission["type"], id: string) => ({ id, type, permission: true })
const deny = (type: CommandPermission["type"], id: string) => ({ id, type, permission: false })

const at = Effect.fnUntraced(function* (guild_id = HARBOUR, application = PET_SHOP) {
  return { application: yield* applicationOf(application), guild_id }
})

const replace = (id: string, permissions: unknown, user_id: string = ALICE, guild = HARBOUR, application = PET_SHOP) =>
  Effect.flatMap(at(guild, application), (target) =>
    CommandPermissions.replace({ ...target, user_id }, id, { permissions })
  )
const text = (id: string, guild = HARBOUR, application = PET_SHOP) =>
  Effect.flatMap(at(guild, application), (target) => CommandPermissions.getText(target, id))
const listed = (guild = HARBOUR, application = PET_SHOP) =>
  Effect.map(
    Effect.flatMap(at(guild, application), CommandPermissions.listText),
    // `listText` writes such entries.
    (json) => (JSON.parse(json) as ReadonlyArray<GuildCommandPermissions>).map(({ id }) => id)
  )
const refusal = (id: string, permissions: unknown, user_id?: string, guild?: string) =>
  Effect.map(Effect.flip(replace(id, permissions, user_id, guild)), ({ _tag }) => _tag)

describeOnEachStore("overwrites of a command", (test) => {
  test(
    "replaced are those there were, and the answer is what is set now, in the order of the wire",
    Effect.gen(function* () {
      yield* open
      const command = yield* made(slash("blep"))
      yield* replace(command.id, [allow(2, CAROL), deny(3, GENERAL)], BOB)
      const permissions = [allow(1, MODERATOR), deny(1, HARBOUR), allow(3, String(BigInt(HARBOUR) - 1n))]
      const answer = yield* replace(command.id, permissions, BOB)
      const expected = JSON.stringify({ id: command.id, application_id: PET_SHOP, guild_id: HARBOUR, permissions })
      assert.strictEqual(JSON.stringify(answer), expected)
      assert.strictEqual(yield* text(command.id), expected)
      assert.deepStrictEqual(yield* listed(), [command.id])
    })
  )

  test(
    "an edit leaves the event that the gateway dispatches, and the command as it is",
    Effect.gen(function* () {
      yield* open
      const command = yield* made(slash("blep"))
      const answer = yield* replace(command.id, [allow(1, MODERATOR)])
      const emptied = yield* replace(command.id, [])
      const told = (yield* events).filter(({ type }) => type === "command_permissions.updated")
      assert.deepStrictEqual(
        told.map(({ data }) => data),
        [answer, emptied]
      )
      assert.deepStrictEqual(emptied, { id: command.id, application_id: PET_SHOP, guild_id: HARBOUR, permissions: [] })
      assert.deepStrictEqual(yield* get(command.id), command)
    })
  )

  test(
    "an empty list removes the entry",
    Effect.gen(function* () {
      yield* open
      const command = yield* made(slash("blep"))
      const before = yield* rows
      yield* replace(command.id, [allow(1, MODERATOR)])
      yield* replace(command.id, [])
      assert.strictEqual((yield* Effect.flip(text(command.id)))._tag, "UnknownCommandPermissions")
      assert.deepStrictEqual(yield* listed(), [])
      const isOurs = ([key]: readonly [string, string]) => key.startsWith("command_permission")
      assert.deepStrictEqual((yield* rows).filter(isOurs), before.filter(isOurs))
    })
  )

  test(
    "the application's id sets those for all its commands, and is listed beside them",
    Effect.gen(function* () {
      yield* open
      const command = yield* made(slash("blep"), HARBOUR)
      yield* replace(command.id, [allow(1, MODERATOR)])
      assert.strictEqual((yield* Effect.flip(text(PET_SHOP)))._tag, "UnknownCommandPermissions")
      const { id } = yield* replace(PET_SHOP, [deny(1, HARBOUR)])
      assert.strictEqual(id, PET_SHOP)
      assert.deepStrictEqual(yield* listed(), [PET_SHOP, command.id])
    })
  )

  test(
    "nobody but their application and guild sees them",
    Effect.gen(function* () {
      yield* open
      const command = yield* made(slash("blep"))
      yield* replace(command.id, [allow(1, MODERATOR)])
      yield* replace(PET_SHOP, [allow(1, MODERATOR)])
      for (const [guild, application] of [
        [QUAY, PET_SHOP],
        [HARBOUR, WEATHER]
      ] as const) {
        assert.deepStrictEqual(yield* listed(guild, application), [])
      }
      assert.strictEqual((yield* Effect.flip(text(command.id, QUAY)))._tag, "UnknownCommandPermissions")
      for (const id of [command.id, PET_SHOP]) {
        assert.strictEqual((yield* Effect.flip(text(id, HARBOUR, WEATHER)))._tag, "UnknownCommand")
        const theirs = replace(id, [], BOB, HARBOUR, WEATHER)
        assert.strictEqual((yield* Effect.flip(theirs))._tag, "UnknownCommand")
      }
      assert.deepStrictEqual(yield* listed(), [PET_SHOP, command.id])
    })
  )

  test(
    "a command that is not there, or of another guild, is unknown, whatever else is wrong",
    Effect.gen(function* () {
      yield* open
      const command = yield* made(slash("blep"), HARBOUR)
      for (const [id, guild] of [
        [NOBODY, HARBOUR],
        [command.id, QUAY]
      ] as const) {
        assert.strictEqual((yield* Effect.flip(text(id, guild)))._tag, "UnknownCommand")
        assert.strictEqual(yield* refusal(id, "all", CAROL, guild), "UnknownCommand")
      }
    })
  )

  test(
    "a guild that the application left in the meantime is refused",
    Effect.gen(function* () {
      yield* open
      const gone = yield* at()
      yield* settle({ guilds: [{ id: HARBOUR, name: "Harbour", owner_id: BOB }], tokens: [] })
      const late = CommandPermissions.replace({ ...gone, user_id: BOB }, PET_SHOP, { permissions: [] })
      assert.strictEqual((yield* Effect.flip(late))._tag, "MissingAccess")
    })
  )

  test(
    "roles and channels of another guild are faults, told before missing rights, and change nothing",
    Effect.gen(function* () {
      yield* open
      const command = yield* made(slash("blep"))
      yield* replace(command.id, [allow(1, MODERATOR)])
      const before = yield* rows
      const error = yield* Effect.flip(
        replace(command.id, [allow(3, QUAYSIDE), allow(1, QUAY), allow(3, THREAD), allow(2, NOBODY)], CAROL)
      )
      assert.deepStrictEqual(error._tag === "InvalidForm" && error.faults.map(({ path }) => path.join(".")), [
        "permissions.0.id",
        "permissions.1.id"
      ])
      assert.deepStrictEqual(yield* rows, before)
    })
  )
})

describeOnEachStore("the rights to edit overwrites", (test) => {
  const judged: ReadonlyArray<readonly [string, string, unknown, boolean]> = [
    ["a role below the user's highest", ALICE, [deny(1, MODERATOR)], true],
    ["a role above the user's highest", ALICE, [deny(1, CHIEF)], false],
    ["a member whose highest role stands above", ALICE, [deny(2, CAROL)], false],
    ["a user who is no member", ALICE, [deny(2, NOBODY)], true],
    ["a channel the user sees", ALICE, [deny(3, GENERAL)], true],
    ["a channel hidden from the user", ALICE, [deny(3, HIDDEN)], false],
    ["a thread of a channel hidden from the user", ALICE, [deny(3, HIDDEN_THREAD)], false],
    ["anything, as owner of the guild", BOB, [deny(1, CHIEF), deny(2, CAROL), deny(3, HIDDEN)], true],
    ["a role below theirs, without MANAGE_ROLES", CAROL, [deny(1, MODERATOR)], false],
    ["anything, by who is no member", NOBODY, [deny(2, NOBODY)], false]
  ]
  for (const [name, user, permissions, allowed] of judged) {
    test(
      `${name}: ${allowed ? "allowed" : "refused, and nothing changes"}`,
      Effect.gen(function* () {
        yield* open
        const command = yield* made(slash("blep"))
        const before = yield* rows
        if (allowed) yield* replace(command.id, permissions, user)
        else {
          assert.strictEqual(yield* refusal(command.id, permissions, user), "MissingPermissions")
          assert.deepStrictEqual(yield* rows, before)
        }
      })
    )
  }

  test(
    "hang on targets that are removed too, but not on those that stay",
    Effect.gen(function* () {
      yield* open
      const command = yield* made(slash("blep"))
      yield* replace(command.id, [allow(1, CHIEF), allow(3, HIDDEN)], BOB)
      assert.strictEqual(yield* refusal(command.id, [allow(1, CHIEF)]), "MissingPermissions")
      assert.strictEqual(yield* refusal(command.id, [allow(3, HIDDEN)]), "MissingPermissions")
      yield* replace(command.id, [allow(3, HIDDEN), allow(1, CHIEF), allow(1, MODERATOR)])
    })
  )

  test(
    "hang on being able to run the command, wherever: its channel overwrites are not asked",
    Effect.gen(function* () {
      yield* open
      const command = yield* made(slash("blep"))
      const everywhere = String(BigInt(HARBOUR) - 1n)
      yield* replace(command.id, [deny(3, everywhere)], BOB)
      yield* replace(command.id, [deny(3, everywhere), allow(1, MODERATOR)])
      yield* replace(command.id, [deny(1, HARBOUR)], BOB)
      assert.strictEqual(yield* refusal(command.id, [allow(1, MODERATOR)]), "MissingPermissions")
      yield* replace(command.id, [deny(1, HARBOUR), allow(2, ALICE)], BOB)
      yield* replace(command.id, [allow(2, ALICE)])
    })
  )

  test(
    "hang on default_member_permissions and the application's overwrites as running it does",
    Effect.gen(function* () {
      yield* open
      const [banned, plain] = [
        yield* made(slash("ban", { default_member_permissions: "4" })),
        yield* made(slash("blep"))
      ]
      assert.strictEqual(yield* refusal(banned.id, [allow(1, MODERATOR)]), "MissingPermissions")
      yield* replace(PET_SHOP, [deny(2, ALICE)], BOB)
      assert.strictEqual(yield* refusal(plain.id, [allow(1, MODERATOR)]), "MissingPermissions")
      // For the application itself no command has to be usable.
      yield* replace(PET_SHOP, [])
      yield* replace(plain.id, [allow(1, MODERATOR)])
    })
  )
})

describeOnEachStore("overwrites are deleted for good", (test) => {
  const SCOPES: ReadonlyArray<Scope> = ["global", HARBOUR]
  const ways: ReadonlyArray<
    readonly [
      string,
      (id: string, scope: Scope) => Effect.Effect<unknown, unknown, Effect.Services<ReturnType<typeof remove>>>
    ]
  > = [
    ["deleted", (id, scope) => remove(id, scope)],
    ["renamed", (id, scope) => Effect.andThen(edit(id, { name: "other" }, scope), edit(id, { name: "blep" }, scope))],
    ["left out of a bulk overwrite", (_, scope) => overwrite([slash("other")], scope)],
    [
      "renamed by a bulk overwrite",
      (id, scope) =>
        Effect.andThen(overwrite([{ ...slash("other"), id }], scope), overwrite([{ ...slash("blep"), id }], scope))
    ]
  ]
  for (const [how, lose] of ways) {
    test(
      `when their command is ${how}: making the name again does not bring them back`,
      Effect.gen(function* () {
        for (const scope of SCOPES) {
          yield* open
          const command = yield* made(slash("blep"), scope)
          yield* replace(command.id, [allow(1, MODERATOR)])
          yield* lose(command.id, scope)
          const { command: again } = yield* create(slash("blep"), scope)
          assert.strictEqual((yield* Effect.flip(text(again.id)))._tag, "UnknownCommandPermissions")
          assert.deepStrictEqual(yield* listed(), [])
        }
      })
    )
  }

  test(
    "and kept while their command only changes otherwise",
    Effect.gen(function* () {
      yield* open
      const command = yield* made(slash("blep"))
      yield* replace(command.id, [allow(1, MODERATOR)])
      const kept = yield* text(command.id)
      yield* edit(command.id, { description: "Another", default_member_permissions: "0" })
      yield* Commands.overwrite(yield* target(), [slash("blep", { nsfw: true })])
      yield* create(slash("blep"))
      assert.strictEqual(yield* text(command.id), kept)
    })
  )
})

describeOnEachStore(
  "edits at once",
  (test) => {
    test(
      "are judged one after another: who lost the right to run the command does not edit any more",
      Effect.gen(function* () {
        yield* open
        const command = yield* made(slash("blep"))
        const [denied, edited] = yield* Effect.all(
          [
            Effect.exit(replace(command.id, [deny(2, ALICE)], BOB)),
            Effect.exit(replace(command.id, [allow(1, MODERATOR)], ALICE))
          ],
          { concurrency: "unbounded" }
        )
        assert.isTrue(Exit.isSuccess(denied))
        const last = [deny(2, ALICE)]
        assert.deepStrictEqual(JSON.parse(yield* text(command.id)).permissions, last)
        const told = (yield* events).filter(({ type }) => type === "command_permissions.updated")
        assert.strictEqual(told.length, Exit.isSuccess(edited) ? 2 : 1)
        assert.deepStrictEqual(yield* listed(), [command.id])
      })
    )
  },
  { interleave: true }
)
