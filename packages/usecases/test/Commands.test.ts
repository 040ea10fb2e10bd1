import type { ApplicationCommand, Scope } from "@backlot/domain/ApplicationCommand"
import { compare } from "@backlot/domain/Snowflake"
import * as Collection from "@backlot/usecases/Collection"
import * as Collections from "@backlot/usecases/Collections"
import * as Commands from "@backlot/usecases/Commands"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { HARBOUR, MODERATOR, NOBODY, PET_SHOP, QUAY, settle, slash, target, WEATHER } from "./Harbour.ts"
import { describeOnEachStore, events, rows, transact } from "./Stores.ts"

const create = (body: unknown, scope: Scope = "global") =>
  Effect.flatMap(target(scope), (where) => Commands.create(where, body))
const made = (body: unknown, scope: Scope = "global") => Effect.map(create(body, scope), ({ command }) => command)
const edit = (id: string, body: unknown, scope: Scope = "global") =>
  Effect.flatMap(target(scope), (where) => Commands.edit(where, id, body))
const remove = (id: string, scope: Scope = "global") =>
  Effect.flatMap(target(scope), (where) => Commands.remove(where, id))
const overwrite = (body: unknown, scope: Scope = "global") =>
  Effect.flatMap(target(scope), (where) => Commands.overwrite(where, body))
const list = (scope: Scope = "global", id = PET_SHOP) => Effect.flatMap(target(scope, id), Commands.list)
const get = (id: string, scope: Scope = "global") => Effect.flatMap(target(scope), (where) => Commands.get(where, id))

const names = (commands: ReadonlyArray<ApplicationCommand>) => commands.map(({ name }) => name)
const newer = (a: ApplicationCommand, b: ApplicationCommand) => compare(a.version, b.version) > 0

const commandEvents = Effect.map(events, (all) =>
  all
    .filter(({ type }) => type.startsWith("command."))
    // The decisions write command records into these events.
    .map(({ type, data }) => `${type} ${(data as ApplicationCommand).name}`)
)

/** Gives a command an overwrite in a guild. */
const permit = (command: ApplicationCommand, guild_id = HARBOUR) =>
  transact(
    Collections.commandPermissions.put({
      id: command.id,
      application_id: command.application_id,
      guild_id,
      permissions: [{ id: MODERATOR, type: 1, permission: true }]
    })
  )
const permitted = Effect.map(transact(Collections.commandPermissions.list([])), (all) =>
  all.map(({ id, guild_id }) => `${id} ${guild_id}`)
)

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

describeOnEachStore("permission overwrites", (test) => {
  test(
    "are permanently deleted when their command is deleted, in every guild",
    Effect.gen(function* () {
      yield* settle()
      const [gone, stays] = [yield* made(slash("gone")), yield* made(slash("stays"))]
      for (const command of [gone, stays]) {
        yield* permit(command)
        yield* permit(command, QUAY)
      }
      yield* remove(gone.id)
      assert.deepStrictEqual(yield* permitted, [`${stays.id} ${HARBOUR}`, `${stays.id} ${QUAY}`])
      assert.deepStrictEqual(yield* commandEvents, [
        "command.created gone",
        "command.created stays",
        "command.deleted gone"
      ])
    })
  )

  test(
    "are permanently deleted when their command is renamed, and only then",
    Effect.gen(function* () {
      yield* settle()
      const command = yield* made(slash("blep"))
      yield* permit(command)
      yield* edit(command.id, { description: "Another", nsfw: true })
      yield* create(slash("blep"))
      assert.deepStrictEqual(yield* permitted, [`${command.id} ${HARBOUR}`])
      yield* edit(command.id, { name: "blop" })
      assert.deepStrictEqual(yield* permitted, [])
    })
  )

  test(
    "are permanently deleted when a bulk overwrite removes or renames their command",
    Effect.gen(function* () {
      yield* settle()
      const [removed, renamed, kept] = [yield* made(slash("a")), yield* made(slash("b")), yield* made(slash("c"))]
      for (const command of [removed, renamed, kept]) yield* permit(command)
      yield* overwrite([{ ...slash("b2"), id: renamed.id }, slash("c", { description: "Changed" })])
      assert.deepStrictEqual(yield* permitted, [`${kept.id} ${HARBOUR}`])
    })
  )

  test(
    "of the whole application stay",
    Effect.gen(function* () {
      yield* settle()
      const command = yield* made(slash("blep"))
      yield* permit({ ...command, id: PET_SHOP })
      yield* remove(command.id)
      assert.deepStrictEqual(yield* permitted, [`${PET_SHOP} ${HARBOUR}`])
    })
  )
})

describeOnEachStore("a bulk overwrite", (test) => {
  test(
    "keeps what is matched, changes what differs, makes what is new and deletes the rest",
    Effect.gen(function* () {
      yield* settle()
      const [same, changed, gone] = [
        yield* made(slash("same")),
        yield* made(slash("changed")),
        yield* made(slash("gone"))
      ]
      const inGuild = yield* made(slash("gone"), HARBOUR)
      const answer = yield* overwrite([slash("new"), slash("changed", { nsfw: true }), slash("same")])
      assert.deepStrictEqual(answer, yield* list())
      assert.deepStrictEqual(names(answer), ["same", "changed", "new"])
      assert.deepStrictEqual(answer[0], same)
      assert.strictEqual(answer[1]?.id, changed.id)
      assert.strictEqual((yield* Effect.flip(get(gone.id)))._tag, "UnknownCommand")
      assert.deepStrictEqual(yield* list(HARBOUR), [inGuild])
      assert.deepStrictEqual((yield* commandEvents).slice(4), [
        "command.deleted gone",
        "command.created new",
        "command.updated changed"
      ])
    })
  )

  test(
    "exchanges names by ids",
    Effect.gen(function* () {
      yield* settle()
      const [a, b] = [yield* made(slash("a")), yield* made(slash("b"))]
      yield* overwrite([
        { ...slash("b"), id: a.id },
        { ...slash("a"), id: b.id }
      ])
      assert.deepStrictEqual(
        (yield* list()).map(({ id, name }) => [id, name]),
        [
          [a.id, "b"],
          [b.id, "a"]
        ]
      )
    })
  )

  test(
    "is all or nothing: too many of one type change nothing",
    Effect.gen(function* () {
      yield* settle()
      yield* create(slash("blep"))
      const before = yield* rows
      const menus = Array.from({ length: 16 }, (_, i) => ({ type: 2, name: `Menu ${i}` }))
      assert.strictEqual((yield* Effect.flip(overwrite(menus)))._tag, "TooManyCommands")
      assert.strictEqual((yield* Effect.flip(overwrite([slash("new"), { name: "Bad name" }])))._tag, "InvalidForm")
      assert.deepStrictEqual(yield* rows, before)
    })
  )

  test(
    "must name the entry point that exists",
    Effect.gen(function* () {
      yield* settle({
        applications: [{ id: PET_SHOP, name: "Pet Shop", owner_id: "300000000000000001", flags: ["EMBEDDED"] }],
        guilds: [],
        direct_channels: [],
        tokens: []
      })
      assert.strictEqual((yield* Effect.flip(overwrite([slash("blep")])))._tag, "EntryPointRemoval")
      const [launch] = yield* list()
      yield* overwrite([{ type: 4, name: "Launch", handler: 2 }, slash("blep")])
      assert.strictEqual((yield* list())[0]?.id, launch?.id)
    })
  )

  test(
    "with an empty list deletes every command of its scope",
    Effect.gen(function* () {
      yield* settle()
      yield* create(slash("a"))
      const inGuild = yield* made(slash("a"), HARBOUR)
      assert.deepStrictEqual(yield* overwrite([]), [])
      assert.deepStrictEqual([yield* list(), yield* list(HARBOUR)], [[], [inGuild]])
    })
  )
})

describeOnEachStore("stored commands", (test) => {
  test(
    "are found by their id alone until they are gone",
    Effect.gen(function* () {
      yield* settle()
      const { id } = yield* made(slash("blep"), HARBOUR)
      const byId = transact(Collections.commands.by("id", Collection.id(id)))
      assert.deepStrictEqual(names(yield* byId), ["blep"])
      yield* remove(id, HARBOUR)
      assert.deepStrictEqual(yield* byId, [])
    })
  )
})
