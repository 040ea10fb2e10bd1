import { formatTime } from "@backlot/domain/base/IsoTime"
import { compare, fromMs } from "@backlot/domain/base/Snowflake"
import { begun } from "@backlot/domain/guild/ThreadActivity"
import type { ApplicationCommand } from "@backlot/domain/record/ApplicationCommand"
import type { World } from "@backlot/domain/record/World"
import * as Body from "@backlot/ports/Body"
import { store } from "@backlot/ports/Body"
import { Ids } from "@backlot/ports/Ids"
import { Storage } from "@backlot/ports/Storage"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import * as Applications from "../../src/application/Applications.ts"
import * as Commands from "../../src/command/Commands.ts"
import * as Time from "../../src/event/Time.ts"
import * as OAuthTokens from "../../src/oauth/OAuthTokens.ts"
import { schedule } from "../../src/store/Deadlines.ts"
import * as Worlds from "../../src/world/Worlds.ts"
import * as Entering from "../fixture/Entering.ts"
import {
  ALICE,
  applicationOf,
  BOB,
  BOT_TOKEN,
  decode,
  GENERAL,
  harbourFile,
  PET_SHOP,
  settle,
  slash,
  still,
  target,
  throughFile,
  UPDATE_TOKEN,
  WEATHER
} from "../fixture/Harbour.ts"
import { describeOnEachStore, events, rows, STORES, services, transact, WALL_MS, watched } from "../fixture/Stores.ts"

const globals = Effect.flatMap(target(), Commands.list)

const raw = (key: string) => store.put(key, "{}")

describeOnEachStore("putting a world", (test) => {
  test(
    "fills an empty store; from then on it is not empty",
    Effect.gen(function* () {
      assert.isTrue(yield* Worlds.isEmpty)
      const world = yield* decode(harbourFile())
      yield* Worlds.replace(world)
      assert.isFalse(yield* Worlds.isEmpty)
      const { now } = yield* Worlds.read
      const channels = world.channels.map((channel) => begun(channel, now ?? 0))
      assert.deepStrictEqual(still(yield* Worlds.read), still({ ...world, channels }))
    })
  )

  test(
    "replaces everything but the log and the ids",
    Effect.gen(function* () {
      yield* settle()
      const { command } = yield* Commands.create(yield* target(), slash("blep"))
      yield* OAuthTokens.issue({
        grant_type: "client_credentials",
        scope: "identify",
        client_id: PET_SHOP,
        client_secrets: ["pet-shop-secret"]
      })
      const strays = [" first", "evens", "event0", "eventual/1", "interaction/1", "meta0", "metal/1", "~last"]
      yield* transact(() => Body.forEach(strays, raw))
      yield* transact(() => schedule({ name: "a", kind: "test.note", due_ms: WALL_MS + 1, payload: 1 }))
      const log = yield* events
      const kept = (yield* rows).filter(([key]) => key.startsWith("event/"))

      yield* Worlds.replace(yield* decode({}))
      const left = (yield* rows).map(([key]) => key)
      assert.deepStrictEqual(
        left.filter((key) => !/^(event|meta)\//.test(key)),
        []
      )
      assert.deepStrictEqual((yield* rows).filter(([key]) => key.startsWith("event/")).slice(0, -1), kept)
      assert.deepStrictEqual((yield* events).slice(0, -1), log)
      assert.isTrue(compare(yield* (yield* Ids).next, command.version) > 0)
    })
  )

  test(
    "tells of it in the log",
    Effect.gen(function* () {
      yield* settle()
      assert.deepStrictEqual(
        (yield* events).map(({ type, data }) => [type, data]),
        [["world.replaced", { applications: 2, users: 3, guilds: 2 }]]
      )
    })
  )

  test(
    "that can not be kept leaves the old one and the clock as they were",
    Effect.gen(function* () {
      yield* settle()
      const before = yield* rows
      const cycle: { self?: unknown } = {}
      cycle.self = cycle
      const broken: World = {
        ...(yield* decode(harbourFile({ now: "2030-01-01" }))),
        messages: [{ id: "1", channel_id: GENERAL, cycle }]
      }
      assert.isTrue((yield* Effect.exit(Worlds.replace(broken)))._tag === "Failure")
      assert.deepStrictEqual(yield* rows, before)
      assert.strictEqual((yield* Time.read).now, WALL_MS)
    })
  )

  test(
    "makes its bot tokens and bearer tokens good, and the former ones worthless",
    Effect.gen(function* () {
      yield* settle()
      yield* settle({
        tokens: [],
        applications: [
          { id: PET_SHOP, name: "Pet Shop", owner_id: ALICE },
          { id: WEATHER, name: "Weather", owner_id: BOB, bot: { id: "100000000000000003", token: "new" } }
        ]
      })
      assert.strictEqual((yield* Entering.identify("Bot new")).application.id, WEATHER)
      for (const old of [`Bot ${BOT_TOKEN}`, `Bearer ${UPDATE_TOKEN}`]) {
        assert.strictEqual((yield* Effect.flip(Entering.identify(old)))._tag, "Unauthorized")
      }
    })
  )
})

describeOnEachStore("the clock of a world", (test) => {
  test(
    "goes to the world's now, in the mode asked for",
    Effect.gen(function* () {
      const now = Date.UTC(2030, 0, 1)
      const world = yield* decode(harbourFile({ now: formatTime(now) }))
      yield* Worlds.replace(world, "real")
      yield* TestClock.adjust(5)
      assert.deepStrictEqual(yield* Time.read, { now: now + 5, mode: "real" })
      yield* Worlds.replace(world, "frozen")
      yield* TestClock.adjust(5)
      assert.deepStrictEqual(yield* Time.read, { now, mode: "frozen" })
    })
  )

  test(
    "is left alone by a world without now, but for its mode",
    Effect.gen(function* () {
      const world = yield* decode(harbourFile())
      yield* Time.change({ advance_ms: 60_000 })
      yield* Worlds.replace(world)
      assert.deepStrictEqual(yield* Time.read, { now: WALL_MS + 60_000, mode: "real" })
      yield* Worlds.replace(world, "frozen")
      yield* TestClock.adjust(5)
      assert.deepStrictEqual(yield* Time.read, { now: WALL_MS + 60_000, mode: "frozen" })
    })
  )

  test(
    "is stored with the world",
    Effect.gen(function* () {
      yield* Worlds.replace(yield* decode(harbourFile({ now: "2030-01-01" })), "frozen")
      yield* Time.change({ now: 0 })
      yield* Worlds.reset("frozen")
      yield* Time.restore
      assert.deepStrictEqual(yield* Time.read, { now: Date.UTC(2030, 0, 1), mode: "frozen" })
    })
  )
})

describeOnEachStore("a reset", (test) => {
  test(
    "goes back to the world last given",
    Effect.gen(function* () {
      yield* settle({ guilds: [], direct_channels: [] })
      yield* settle()
      const before = still(yield* Worlds.read)
      yield* Commands.create(yield* target(), slash("blep"))
      yield* Applications.update(yield* applicationOf(PET_SHOP), { description: "Changed" })
      yield* Worlds.reset("real")
      assert.deepStrictEqual(still(yield* Worlds.read), before)
      yield* Worlds.reset("real")
      assert.deepStrictEqual(still(yield* Worlds.read), before)
    })
  )

  test(
    "also clears the clock: to the world's now, else to the wall",
    Effect.gen(function* () {
      yield* settle()
      yield* Time.change({ advance_ms: 900_000 })
      yield* Worlds.reset("real")
      assert.deepStrictEqual(yield* Time.read, { now: WALL_MS, mode: "real" })
      yield* Time.change({ advance_ms: 900_000 })
      yield* Worlds.reset("frozen")
      assert.deepStrictEqual(yield* Time.read, { now: WALL_MS, mode: "frozen" })
      yield* settle({ now: "2030-01-01" })
      yield* Time.change({ advance_ms: 900_000 })
      yield* Worlds.reset("frozen")
      assert.deepStrictEqual(yield* Time.read, { now: Date.UTC(2030, 0, 1), mode: "frozen" })
    })
  )

  test(
    "of a store that never held a world changes nothing",
    Effect.gen(function* () {
      const before = yield* rows
      yield* Worlds.reset("real")
      assert.deepStrictEqual(yield* rows, before)
    })
  )
})

describeOnEachStore("an application with an Activity", (test) => {
  const activity = {
    applications: [{ id: PET_SHOP, name: "Pet Shop", owner_id: ALICE, flags: ["EMBEDDED"] }],
    guilds: [],
    direct_channels: [],
    tokens: []
  }
  const launch = { type: 4, name: "Launch", description: "", handler: 2 } as const
  const shown = ({ type, name, description, handler }: ApplicationCommand) => ({ type, name, description, handler })

  test(
    "gets an entry point command named Launch with handler 2 by itself",
    Effect.gen(function* () {
      yield* settle(activity)
      const commands = yield* globals
      assert.deepStrictEqual(commands.map(shown), [launch])
      assert.deepStrictEqual(commands[0]?.integration_types, [0, 1])
      assert.strictEqual(BigInt(commands[0]?.version ?? 0), BigInt(commands[0]?.id ?? 0) + 1n)
    })
  )

  test(
    "keeps the entry point that its world gives",
    Effect.gen(function* () {
      const own = { ...launch, application_id: PET_SHOP, name: "Play", handler: 1 }
      yield* settle({ ...activity, commands: [own] })
      assert.deepStrictEqual(
        (yield* globals).map(({ name }) => name),
        ["Play"]
      )
    })
  )

  test(
    "gets it again by a reset, once",
    Effect.gen(function* () {
      yield* settle(activity)
      const [first] = yield* globals
      yield* Commands.remove(yield* target(), first?.id ?? "")
      assert.deepStrictEqual(yield* globals, [])
      yield* Worlds.reset("real")
      assert.deepStrictEqual((yield* globals).map(shown), [launch])
      yield* Worlds.replace(yield* throughFile(yield* Worlds.read))
      assert.deepStrictEqual((yield* globals).map(shown), [launch])
    })
  )
})

describeOnEachStore("an entry point that was deleted", (test) => {
  const activity = {
    applications: [{ id: PET_SHOP, name: "Pet Shop", owner_id: ALICE, flags: ["EMBEDDED"] }],
    guilds: [],
    direct_channels: [],
    tokens: []
  }

  test(
    "stays deleted when its export is imported, and by a reset to that",
    Effect.gen(function* () {
      yield* settle(activity)
      const [launch] = yield* globals
      yield* Commands.remove(yield* target(), launch?.id ?? "")
      yield* Worlds.replace(yield* throughFile(yield* Worlds.read))
      assert.deepStrictEqual(yield* globals, [])
      yield* Worlds.reset("real")
      assert.deepStrictEqual(yield* globals, [])
    })
  )

  test(
    "is not made where a world says so, and is where it says nothing, whatever other commands it gives",
    Effect.gen(function* () {
      const commands = [{ application_id: PET_SHOP, ...slash("other") }]
      yield* settle({ ...activity, commands, automatic_launch: false })
      assert.deepStrictEqual(
        (yield* globals).map(({ name }) => name),
        ["other"]
      )
      yield* settle({ ...activity, commands })
      assert.deepStrictEqual(
        (yield* globals).map(({ name }) => name),
        ["other", "Launch"]
      )
    })
  )
})

describeOnEachStore("ids after a world was put", (test) => {
  const later = String(fromMs(WALL_MS + 3_600_000))

  test(
    "and versions are larger than those it brought",
    Effect.gen(function* () {
      yield* settle({ commands: [{ application_id: PET_SHOP, id: "7", version: later, ...slash("old") }] })
      const made = (yield* Commands.create(yield* target(), slash("new"))).command
      assert.isTrue(compare(made.id, later) > 0)
      const [old] = yield* globals
      const edited = yield* Commands.edit(yield* target(), old?.id ?? "", { description: "Changed" })
      assert.isTrue(compare(edited.version, made.version) > 0)
    })
  )

  test(
    "that the world leaves out are larger than those it gives",
    Effect.gen(function* () {
      const given = { application_id: PET_SHOP, id: later, version: later, ...slash("given") }
      yield* settle({ commands: [given, { application_id: PET_SHOP, ...slash("minted") }] })
      const [first, second] = yield* globals
      assert.strictEqual(first?.id, later)
      assert.isTrue(compare(second?.id ?? "0", later) > 0)
    })
  )
})

describe("clearing a store", () => {
  it.effect("holds few rows in memory at once, however many there are", () => {
    const held = { most: 0 }
    const read = (_: unknown, found: number) => {
      held.most = Math.max(held.most, found)
    }
    const store = Layer.effect(
      Storage,
      Effect.map(Storage, (storage) => watched(storage, { read }))
    ).pipe(Layer.provide(STORES.memory))
    return Effect.gen(function* () {
      yield* transact(() =>
        Body.forEach(
          Array.from({ length: 1_000 }, (_, i) => `command/${i}`),
          raw
        )
      )
      yield* Worlds.replace(yield* decode({}))
      assert.deepStrictEqual(
        (yield* rows).filter(([key]) => key.startsWith("command/")),
        []
      )
      assert.isAtMost(held.most, 64)
    }).pipe(Effect.provide(services(store)))
  })
})
