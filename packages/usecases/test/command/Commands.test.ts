import { compare } from "@backlot/domain/base/Snowflake"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import * as Commands from "../../src/command/Commands.ts"
import * as Collection from "../../src/store/Collection.ts"
import * as Collections from "../../src/store/Collections.ts"
import { HARBOUR, NOBODY, settle, slash, target, WEATHER } from "../fixture/Harbour.ts"
import { commandEvents, create, edit, get, list, made, names, newer, remove } from "../fixture/Registering.ts"
import { describeOnEachStore, rows, transact } from "../fixture/Stores.ts"

describeOnEachStore("creating a command", (test) => {
  test(
    "makes a new one whose version is its id plus one, and tells of it",
    Effect.gen(function* () {
      yield* settle()
      const { status, command } = yield* create(slash("blep"))
      assert.strictEqual(status, "created")
      assert.strictEqual(BigInt(command.version), BigInt(command.id) + 1n)
      assert.deepStrictEqual(yield* get(command.id), command)
      assert.deepStrictEqual(yield* commandEvents, ["command.created blep"])
    })
  )

  test(
    "whose name is already used in the same application, type and scope updates the existing command",
    Effect.gen(function* () {
      yield* settle()
      const before = yield* made(slash("blep", { nsfw: true, default_member_permissions: "8" }))
      const { status, command } = yield* create(slash("blep", { description: "Another" }))
      assert.strictEqual(status, "updated")
      assert.strictEqual(command.id, before.id)
      assert.isTrue(newer(command, before))
      assert.deepStrictEqual([command.nsfw, command.default_member_permissions], [false, null])
      assert.deepStrictEqual(yield* list(), [command])
      assert.deepStrictEqual(yield* commandEvents, ["command.created blep", "command.updated blep"])
    })
  )

  test(
    "identical to the stored one changes nothing: no version, no event",
    Effect.gen(function* () {
      yield* settle()
      const before = yield* made(slash("blep", { options: [] }))
      assert.deepStrictEqual(yield* create(slash("blep", { name_localizations: null })), {
        status: "updated",
        command: before
      })
      assert.deepStrictEqual(yield* commandEvents, ["command.created blep"])
    })
  )

  test(
    "that breaks rules leaves nothing behind and tells every fault",
    Effect.gen(function* () {
      yield* settle()
      const before = yield* rows
      const error = yield* Effect.flip(create({ name: "Blep", options: [{ type: 3, name: "a" }] }))
      assert.deepStrictEqual(error._tag === "InvalidForm" && error.faults.map(({ path }) => path.join(".")), [
        "name",
        "description",
        "options.0.description"
      ])
      assert.deepStrictEqual(yield* rows, before)
    })
  )

  test(
    "in a guild that is gone since the caller was let in is refused",
    Effect.gen(function* () {
      yield* settle()
      const inHarbour = yield* target(HARBOUR)
      yield* settle({ guilds: [] })
      const error = yield* Effect.flip(Commands.create(inHarbour, slash("blep")))
      assert.strictEqual(error._tag, "UnknownGuild")
    })
  )

  test(
    "of an application that is gone since the caller was let in is refused",
    Effect.gen(function* () {
      yield* settle()
      const where = yield* target()
      yield* settle({ applications: [], users: [], guilds: [], direct_channels: [], tokens: [] })
      const error = yield* Effect.flip(Commands.create(where, slash("blep")))
      assert.strictEqual(error._tag, "UnknownApplication")
    })
  )
})

describeOnEachStore(
  "creating commands at once",
  (test) => {
    test(
      "of many fibers at once under one name leaves one command, as the last of them wrote it",
      Effect.gen(function* () {
        yield* settle()
        const answers = yield* Effect.forEach(
          Array.from({ length: 40 }, (_, i) => slash("blep", { description: `Number ${i}` })),
          (body) => create(body),
          { concurrency: "unbounded" }
        )
        assert.strictEqual(answers.filter(({ status }) => status === "created").length, 1)
        const last = answers.map(({ command }) => command).reduce((a, b) => (newer(a, b) ? a : b))
        assert.deepStrictEqual(yield* list(), [last])
        assert.strictEqual(new Set(answers.map(({ command }) => command.version)).size, 40)
        assert.strictEqual((yield* commandEvents).length, 40)
      })
    )

    test(
      "of many fibers at once never goes beyond the limit of its type",
      Effect.gen(function* () {
        yield* settle()
        const results = yield* Effect.forEach(
          Array.from({ length: 20 }, (_, i) => ({ type: 2, name: `Menu ${i}` })),
          (body) =>
            Effect.flip(create(body)).pipe(
              Effect.map((e) => e._tag),
              Effect.orElseSucceed(() => "created")
            ),
          { concurrency: "unbounded" }
        )
        assert.strictEqual(results.filter((result) => result === "created").length, 15)
        assert.strictEqual(results.filter((result) => result === "TooManyCommands").length, 5)
        assert.strictEqual((yield* list()).length, 15)
      })
    )
  },
  { interleave: true }
)

describeOnEachStore("scopes of commands", (test) => {
  test(
    "a global and a guild CHAT_INPUT command may share a name",
    Effect.gen(function* () {
      yield* settle()
      const global = yield* made(slash("blep"))
      const inGuild = yield* made(slash("blep"), HARBOUR)
      assert.notStrictEqual(global.id, inGuild.id)
      assert.strictEqual(inGuild.guild_id, HARBOUR)
      assert.deepStrictEqual(yield* list(), [global])
      assert.deepStrictEqual(yield* list(HARBOUR), [inGuild])
    })
  )

  test(
    "a global CHAT_INPUT and a global USER command may share a name",
    Effect.gen(function* () {
      yield* settle()
      yield* create(slash("blep"))
      assert.strictEqual((yield* create({ type: 2, name: "blep" })).status, "created")
    })
  )

  test(
    "different apps may reuse names",
    Effect.gen(function* () {
      yield* settle()
      yield* create(slash("blep"))
      const { status } = yield* Commands.create(yield* target("global", WEATHER), slash("blep"))
      assert.strictEqual(status, "created")
      assert.strictEqual((yield* list("global", WEATHER)).length, 1)
    })
  )

  test(
    "a command is found, edited and deleted in its own scope alone",
    Effect.gen(function* () {
      yield* settle()
      const global = yield* made(slash("blep"))
      const inGuild = yield* made(slash("blep"), HARBOUR)
      const refusals = [
        get(inGuild.id),
        get(global.id, HARBOUR),
        edit(global.id, {}, HARBOUR),
        remove(inGuild.id),
        get(NOBODY),
        remove(NOBODY)
      ]
      for (const refused of refusals) assert.strictEqual((yield* Effect.flip(refused))._tag, "UnknownCommand")
      yield* remove(inGuild.id, HARBOUR)
      assert.deepStrictEqual([yield* list(), yield* list(HARBOUR)], [[global], []])
    })
  )

  test(
    "a list stands in the order of ids",
    Effect.gen(function* () {
      yield* settle()
      for (const name of ["c", "a", "b"]) yield* create(slash(name))
      const commands = yield* list()
      assert.deepStrictEqual(names(commands), ["c", "a", "b"])
      assert.deepStrictEqual(
        commands,
        commands.toSorted((a, b) => compare(a.id, b.id))
      )
    })
  )
})

describeOnEachStore("editing a command", (test) => {
  test(
    "replaces the sent fields entirely and keeps the others",
    Effect.gen(function* () {
      yield* settle()
      const before = yield* made(slash("blep", { name_localizations: { de: "blöp", fr: "bloup" }, nsfw: true }))
      const after = yield* edit(before.id, { name_localizations: { de: "plöp" } })
      assert.deepStrictEqual(after, { ...before, version: after.version, name_localizations: { de: "plöp" } })
      assert.isTrue(newer(after, before))
      assert.deepStrictEqual(yield* get(before.id), after)
      assert.deepStrictEqual(yield* commandEvents, ["command.created blep", "command.updated blep"])
    })
  )

  test(
    "to a name that another one has is refused",
    Effect.gen(function* () {
      yield* settle()
      const blep = yield* made(slash("blep"))
      yield* create(slash("other"))
      assert.strictEqual((yield* Effect.flip(edit(blep.id, { name: "other" })))._tag, "NameTaken")
      assert.deepStrictEqual(names(yield* list()), ["blep", "other"])
    })
  )

  test(
    "judges the command as it is when it is written",
    Effect.gen(function* () {
      yield* settle()
      const { id } = yield* made(slash("blep"))
      yield* Effect.all([edit(id, { description: "One" }), edit(id, { nsfw: true })], { concurrency: "unbounded" })
      const { description, nsfw } = yield* get(id)
      assert.deepStrictEqual([description, nsfw], ["One", true])
    })
  )
})

describeOnEachStore("stored commands", (test) => {
  test(
    "are found by their id alone until they are gone",
    Effect.gen(function* () {
      yield* settle()
      const { id } = yield* made(slash("blep"), HARBOUR)
      const byId = transact(() => Collections.commands.by("id", Collection.id(id)))
      assert.deepStrictEqual(names(yield* byId), ["blep"])
      yield* remove(id, HARBOUR)
      assert.deepStrictEqual(yield* byId, [])
    })
  )
})
