import type { ApplicationCommand } from "@backlot/domain/record/ApplicationCommand"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import * as Collections from "../../src/store/Collections.ts"
import { HARBOUR, MODERATOR, PET_SHOP, QUAY, settle, slash } from "../fixture/Harbour.ts"
import { commandEvents, create, edit, get, list, made, names, overwrite, remove } from "../fixture/Registering.ts"
import { describeOnEachStore, rows, transact } from "../fixture/Stores.ts"

/** Gives a command an overwrite in a guild. */
const permit = (command: ApplicationCommand, guild_id = HARBOUR) =>
  transact(() =>
    Collections.commandPermissions.put({
      id: command.id,
      application_id: command.application_id,
      guild_id,
      permissions: [{ id: MODERATOR, type: 1, permission: true }]
    })
  )
const permitted = Effect.map(
  transact(() => Collections.commandPermissions.list([])),
  (all) => all.map(({ id, guild_id }) => `${id} ${guild_id}`)
)

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
    "reports all violations together, those that only stored commands reveal beside those of the body",
    Effect.gen(function* () {
      yield* settle()
      const hug = yield* made({ type: 2, name: "Hug" })
      const error = yield* Effect.flip(
        overwrite([slash("Bad Name"), { ...slash("hug"), id: hug.id }, { ...slash("b"), id: hug.id }])
      )
      assert.deepStrictEqual(
        error._tag === "InvalidForm" && error.faults.map(({ path, code }) => `${path.join(".")} ${code}`),
        [
          "0.name APPLICATION_COMMAND_INVALID_NAME",
          "2.id SET_TYPE_CONTAINS_DUPLICATE",
          "1.type APPLICATION_COMMAND_TYPE_IMMUTABLE",
          "2.type APPLICATION_COMMAND_TYPE_IMMUTABLE"
        ]
      )
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
