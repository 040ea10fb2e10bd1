/** What every stored kind must do. A kind that forgets one of these fails here, without a line of its own. */
import type { WorldTarget } from "@backlot/domain/element/WorldTarget"
import type { World } from "@backlot/domain/record/World"
import { LIST_NAMES } from "@backlot/domain/world/element/Elements"
import { exportWorld } from "@backlot/domain/world/WorldExport"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Result } from "effect"
import * as WorldEdits from "../../src/world/WorldEdits.ts"
import * as Worlds from "../../src/world/Worlds.ts"
import { fullHarbour } from "../fixture/FullHarbour.ts"
import * as Play from "../fixture/Harbour.ts"
import { STORES, services } from "../fixture/Stores.ts"

const inMemory = Effect.provide(services(STORES.memory), { local: true })

const settled = Effect.gen(function* () {
  yield* Effect.flatMap(Play.decode(fullHarbour()), Worlds.replace)
  // Nobody owns anything but carol, so that everything else can be removed.
  for (const { id } of (yield* Worlds.read).guilds) {
    yield* WorldEdits.put({ kind: "member", guild_id: id, user_id: Play.CAROL }, {})
    yield* WorldEdits.patch({ kind: "guild", guild_id: id }, { owner_id: Play.CAROL })
  }
  for (const { id } of (yield* Worlds.read).applications) {
    yield* WorldEdits.patch({ kind: "application", application_id: id }, { owner_id: Play.CAROL })
  }
  return yield* Worlds.read
})

/** The owners that a record names, each with its target. */
const ownersOf = (record: object, { users }: World): ReadonlyArray<readonly [field: string, target: WorldTarget]> =>
  Object.entries(record).flatMap(([field, id]): ReadonlyArray<readonly [string, WorldTarget]> => {
    if (typeof id !== "string") return []
    if (field === "guild_id") return [[field, { kind: "guild", guild_id: id }]]
    if (field === "application_id") return [[field, { kind: "application", application_id: id }]]
    // Carol owns everything, and a bot goes with its application.
    const removable = id !== Play.CAROL && users.some((user) => user.id === id)
    return field === "user_id" && removable ? [[field, { kind: "user", user_id: id }]] : []
  })

const named = (record: object, field: string): unknown => Reflect.get(record, field)

describe.each(LIST_NAMES)("%s", (list) => {
  it.effect("are put, read, exported and imported", () =>
    Effect.gen(function* () {
      const before = yield* settled
      assert.isNotEmpty(before[list], "FullHarbour.ts has a sample of every kind")
      const imported = yield* Play.throughFile(before)
      assert.deepStrictEqual(imported[list], before[list])
      yield* Worlds.replace(imported)
      assert.deepStrictEqual((yield* Worlds.read)[list], before[list])
    }).pipe(inMemory)
  )

  it.effect("go with their guild, user and application", () =>
    Effect.gen(function* () {
      const world = yield* settled
      for (const [field, target] of world[list].flatMap((record) => ownersOf(record, world))) {
        yield* settled
        yield* WorldEdits.remove(target)
        const id = named(target, field)
        const left: ReadonlyArray<object> = (yield* Worlds.read)[list]
        assert.deepStrictEqual(
          left.filter((one) => named(one, field) === id),
          [],
          `${list} of a removed ${target.kind}`
        )
        // What is left can be imported: it refers to nothing that went.
        yield* Play.throughFile(yield* Worlds.read)
      }
    }).pipe(inMemory)
  )
})

/** A gateway session is no element of the world. */
const isReference = (name: string): boolean => name.endsWith("_id") && name !== "session_id"

const UNKNOWN = "999999999999999999"

describe.each(LIST_NAMES)("%s", (list) => {
  it.effect("refer to elements that exist", () =>
    Effect.gen(function* () {
      const world = yield* settled
      const [record = {}] = world[list]
      for (const field of Object.keys(record).filter(isReference)) {
        const dangling = { ...world, [list]: [{ ...record, [field]: UNKNOWN }] }
        // What an unknown guild or user holds is not in the file.
        if (!JSON.stringify(exportWorld(dangling)).includes(UNKNOWN)) continue
        assert.isTrue(Result.isFailure(yield* Effect.result(Play.throughFile(dangling))), `${field} is not judged`)
      }
    }).pipe(inMemory)
  )
})

it.effect("a guild with records of every kind can be edited", () =>
  Effect.gen(function* () {
    for (const { id: guild_id } of (yield* settled).guilds) {
      yield* WorldEdits.patch({ kind: "guild", guild_id }, { name: "Renamed" })
    }
  }).pipe(inMemory)
)

/** These have keys, which an object has once. */
const KEYED: ReadonlyArray<string> = ["rate_limits", "pictures"]
const LISTS = LIST_NAMES.filter((list) => !KEYED.includes(list))

describe.each(LISTS)("%s", (list) => {
  it.effect("occur once", () =>
    Effect.gen(function* () {
      const world = yield* settled
      const twice = Play.throughFile({ ...world, [list]: [...world[list], ...world[list].slice(0, 1)] })
      assert.isTrue(Result.isFailure(yield* Effect.result(twice)), "a world with a record twice has a fault")
    }).pipe(inMemory)
  )
})
