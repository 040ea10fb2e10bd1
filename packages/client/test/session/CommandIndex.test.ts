import * as Limits from "@backlot/domain/base/Limits"
import type { OfferedCommand } from "@backlot/domain/typing/Picker"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as CommandIndex from "../../src/session/CommandIndex.ts"
import { ControlUnreachable } from "../../src/session/ControlFailure.ts"

const offered = (id: string, version: string): OfferedCommand => ({
  command: {
    id,
    version,
    application_id: "100000000000000001",
    default_member_permissions: null,
    type: 1,
    name: `command-${id}`,
    name_localizations: null,
    description: "A command",
    description_localizations: null,
    options: [],
    nsfw: false
  },
  application_name: "Pet Shop"
})
const viewpoint = (n: number): CommandIndex.Viewpoint => ({ user_id: String(n), channel_id: "1" })
const [HERE, THERE] = [viewpoint(1), viewpoint(2)]
const KNOWN = CommandIndex.replace(
  CommandIndex.replace(CommandIndex.EMPTY, HERE, [offered("5", "1"), offered("6", "1")]),
  THERE,
  [offered("5", "1")]
)
const versionAt = (index: CommandIndex.CommandIndex, at: CommandIndex.Viewpoint, id: string) =>
  CommandIndex.commandsAt(index, at)?.find(({ command }) => command.id === id)?.command.version

describe("an index of commands", () => {
  it("knows nothing of a place that was never loaded", () => {
    assert.isUndefined(CommandIndex.commandsAt(CommandIndex.EMPTY, HERE))
  })

  it("holds what was loaded for each user and channel, with versions", () => {
    assert.strictEqual(CommandIndex.commandsAt(KNOWN, HERE)?.length, 2)
    assert.strictEqual(versionAt(KNOWN, THERE, "5"), "1")
    assert.isUndefined(versionAt(KNOWN, THERE, "6"))
  })

  it("a stale refusal repairs every copy of the command, and puts it nowhere else", () => {
    const repaired = CommandIndex.repair(KNOWN, offered("6", "2").command)
    assert.strictEqual(versionAt(repaired, HERE, "6"), "2")
    assert.isUndefined(versionAt(repaired, THERE, "6"))
    assert.strictEqual(versionAt(repaired, HERE, "5"), "1")
  })

  it("an unknown command is discarded everywhere", () => {
    const without = CommandIndex.discard(KNOWN, "5")
    assert.isUndefined(versionAt(without, HERE, "5"))
    assert.deepStrictEqual(CommandIndex.commandsAt(without, THERE), [])
  })

  it("a reload replaces all that was known there", () => {
    const reloaded = CommandIndex.replace(KNOWN, HERE, [offered("7", "1")])
    assert.deepStrictEqual(CommandIndex.commandsAt(reloaded, HERE), [offered("7", "1")])
    assert.strictEqual(CommandIndex.commandsAt(reloaded, THERE)?.length, 1)
  })

  it("remembers a bounded number of places, the latest", () => {
    let index = CommandIndex.EMPTY
    for (let n = 0; n <= Limits.userSession.viewpoints; n++) index = CommandIndex.replace(index, viewpoint(n), [])
    assert.strictEqual(index.size, Limits.userSession.viewpoints)
    assert.isUndefined(CommandIndex.commandsAt(index, viewpoint(0)))
    assert.isDefined(CommandIndex.commandsAt(index, viewpoint(1)))
  })
})

describe("a cached index", () => {
  const counting = Effect.gen(function* () {
    let loads = 0
    const indexes = yield* CommandIndex.make(() => Effect.sync(() => [offered("5", String(++loads))]))
    return { indexes, loads: () => loads }
  })

  it.effect("is loaded once, when it is first needed", () =>
    Effect.gen(function* () {
      const { indexes, loads } = yield* counting
      assert.isTrue((yield* indexes.commandsAt(HERE)).fresh)
      assert.isFalse((yield* indexes.commandsAt(HERE)).fresh)
      assert.strictEqual(loads(), 1)
    })
  )

  it.effect("is loaded again once it is forgotten", () =>
    Effect.gen(function* () {
      const { indexes } = yield* counting
      yield* indexes.commandsAt(HERE)
      yield* indexes.forget(HERE)
      const { commands, fresh } = yield* indexes.commandsAt(HERE)
      assert.deepStrictEqual({ fresh, version: commands[0]?.command.version }, { fresh: true, version: "2" })
    })
  )

  it.effect("goes on with the command that a stale refusal told, and without one that is gone", () =>
    Effect.gen(function* () {
      const { indexes, loads } = yield* counting
      yield* indexes.commandsAt(HERE)
      yield* indexes.repair(offered("5", "9").command)
      assert.strictEqual((yield* indexes.commandsAt(HERE)).commands[0]?.command.version, "9")
      yield* indexes.discard("5")
      assert.deepStrictEqual((yield* indexes.commandsAt(HERE)).commands, [])
      assert.strictEqual(loads(), 1)
    })
  )

  it.effect("keeps what it knew when a reload fails", () =>
    Effect.gen(function* () {
      let works = true
      const indexes = yield* CommandIndex.make(() =>
        works ? Effect.succeed([offered("5", "1")]) : Effect.fail(new ControlUnreachable({ message: "gone" }))
      )
      yield* indexes.commandsAt(HERE)
      works = false
      const failure = yield* Effect.flip(indexes.reload(HERE))
      assert.strictEqual(failure.message, "gone")
      assert.strictEqual((yield* indexes.commandsAt(HERE)).commands.length, 1)
    })
  )
})
