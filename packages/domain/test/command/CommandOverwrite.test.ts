import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import * as Limits from "../../src/base/Limits.ts"
import { compare } from "../../src/base/Snowflake.ts"
import { match } from "../../src/command/CommandMatch.ts"
import * as CommandRegistry from "../../src/command/CommandRegistry.ts"
import { EntryPointRemoval, InvalidForm, TooManyCommands } from "../../src/error/ServiceError.ts"
import type { ApplicationCommand, CommandContent, CommandType } from "../../src/record/ApplicationCommand.ts"
import { APPLICATION, content, GUILD, stored } from "../fixture/SampleCommand.ts"

const GLOBAL = { application_id: APPLICATION, scope: "global" } as const
const IN_GUILD = { application_id: APPLICATION, scope: GUILD } as const

/** Ids 1000, 1001, … for `commands` commands: all larger than those of the samples. */
const minted = (commands = 1): CommandRegistry.Minted => ({
  ids: Array.from({ length: CommandRegistry.idsNeeded(commands) }, (_, i) => String(1000 + i))
})

type Element = Partial<CommandContent> & { readonly id?: number }

const overwrite = (
  state: CommandRegistry.Commands,
  list: ReadonlyArray<Element>,
  target: CommandRegistry.Target = GLOBAL
) => {
  const elements = list.map(({ id, ...fields }) => ({
    content: content(fields),
    ...(id === undefined ? {} : { id: String(id) })
  }))
  return CommandRegistry.overwrite(state, { ...target, elements }, minted(list.length))
}

const decided = <A, E>(result: Result.Result<CommandRegistry.Decision<A>, E>) => Result.getOrThrow(result)

const refused = <A, E extends object>(result: Result.Result<A, E>, expected: E) => {
  const error = Result.getOrThrow(Result.flip(result))
  // Fields one by one: errors are deeply equal as soon as their names and messages are.
  assert.deepStrictEqual(Object.entries(error), Object.entries(expected))
  assert.strictEqual(error.constructor, expected.constructor)
}

const untouched = { deletes: [], puts: [], overwritesDeleted: [], created: 0, events: [] }

const ids = (commands: CommandRegistry.Commands) => commands.map(({ id }) => id)

const many = (count: number, type: CommandType, from = 1): Array<ApplicationCommand> =>
  Array.from({ length: count }, (_, i) => stored(from + 2 * i, { type, name: `c${i}` }))

const LIMITS = [
  [1, 100],
  [2, 15],
  [3, 15],
  [4, 1]
] as const

describe("PUT overwrites the list", () => {
  const a = stored(1, { name: "a" })
  const b = stored(3, { name: "b" })
  const wave = stored(5, { type: 2, name: "a" })
  const launch = stored(7, { type: 4, name: "Launch" })

  it("an identical list changes nothing", () => {
    const result = decided(overwrite([a, b], [{ name: "b" }, { name: "a" }]))
    assert.deepStrictEqual(result, { ...untouched, answer: [a, b] })
  })

  it("all types are overwritten: unmatched commands are removed with their overwrites", () => {
    const result = decided(overwrite([a, b, wave], [{ name: "b" }]))
    assert.deepStrictEqual(result.deletes, ["1", "5"])
    assert.deepStrictEqual(result.overwritesDeleted, ["1", "5"])
    assert.deepStrictEqual(result.events, [
      { type: "command.deleted", data: a },
      { type: "command.deleted", data: wave }
    ])
  })

  it("an empty list removes all", () => {
    assert.deepStrictEqual(decided(overwrite([a, b, wave], [])).deletes, ["1", "3", "5"])
  })

  it("commands that did not exist count toward the daily create limit, others do not", () => {
    const result = decided(overwrite([a], [{ name: "a", description: "New" }, { name: "c" }, { name: "d" }]))
    assert.strictEqual(result.created, 2)
    assert.deepStrictEqual(
      result.events.map(({ type }) => type),
      ["command.updated", "command.created", "command.created"]
    )
  })

  it("an element without id is matched by type and name and keeps its id", () => {
    const [command] = decided(overwrite([a, wave], [{ type: 2, name: "a", nsfw: true }])).answer
    assert.deepStrictEqual([command?.id, command?.type, command?.version], ["5", 2, "1001"])
  })

  it("an element with an id renames the command, keeps the id and deletes its overwrites", () => {
    const result = decided(overwrite([a], [{ id: 1, name: "new" }]))
    assert.deepStrictEqual(ids(result.puts), ["1"])
    assert.deepStrictEqual(result.overwritesDeleted, ["1"])
    assert.deepStrictEqual(result.deletes, [])
    assert.strictEqual(result.created, 0)
  })

  it("an identical element with its id keeps its version", () => {
    assert.deepStrictEqual(decided(overwrite([a], [{ id: 1, name: "a" }])), { ...untouched, answer: [a] })
  })

  it("two commands can exchange their names by id", () => {
    const result = decided(
      overwrite(
        [a, b],
        [
          { id: 1, name: "b" },
          { id: 3, name: "a" }
        ]
      )
    )
    assert.deepStrictEqual(
      result.answer.map(({ id, name }) => [id, name]),
      [
        ["1", "b"],
        ["3", "a"]
      ]
    )
    assert.deepStrictEqual(result.overwritesDeleted, ["1", "3"])
  })

  it.each([
    ["before", [{ name: "a" }, { id: 1, name: "renamed" }]],
    ["after", [{ id: 1, name: "renamed" }, { name: "a" }]]
  ] as const)("the old name of a command renamed by id belongs to a new one standing %s it", (_, list) => {
    const result = decided(overwrite([a], list))
    assert.strictEqual(result.created, 1)
    assert.strictEqual(result.answer.find(({ name }) => name === "renamed")?.id, "1")
    assert.notStrictEqual(result.answer.find(({ name }) => name === "a")?.id, "1")
  })

  it("a command renamed by id onto the name of another one that is not listed replaces that one", () => {
    const result = decided(overwrite([a, b], [{ id: 1, name: "b" }]))
    assert.deepStrictEqual(result.deletes, ["3"])
    assert.deepStrictEqual(ids(result.puts), ["1"])
  })

  it.each([
    ["matched by name when the name exists", "a", "1", 0],
    ["new when the name does not", "c", "1000", 1]
  ] as const)("an element with an unknown id is %s", (_, name, id, created) => {
    const result = decided(overwrite([a], [{ id: 99, name }]))
    assert.deepStrictEqual(ids(result.answer), [id])
    assert.strictEqual(result.created, created)
  })

  it("application command types are immutable", () => {
    const fault = {
      path: [1, "type"],
      code: "APPLICATION_COMMAND_TYPE_IMMUTABLE",
      message: "Application command types are immutable"
    }
    refused(overwrite([a], [{ name: "c" }, { id: 1, type: 2, name: "a" }]), new InvalidForm({ faults: [fault] }))
  })

  it("two elements cannot name the same command, each later one is reported", () => {
    const result = overwrite(
      [a],
      [
        { id: 1, name: "a" },
        { id: 1, name: "x" },
        { id: 1, name: "y" }
      ]
    )
    const error = Result.getOrThrow(Result.flip(result))
    assert.instanceOf(error, InvalidForm)
    assert.deepStrictEqual(
      error.faults.map(({ path, code }) => [path, code]),
      [
        [[1, "id"], "SET_TYPE_CONTAINS_DUPLICATE"],
        [[2, "id"], "SET_TYPE_CONTAINS_DUPLICATE"]
      ]
    )
  })

  it("the faults of matching can be had beside those of a body that is not valid yet", () => {
    const keys = [{ id: "1", type: 3, name: "" }] as const
    assert.deepStrictEqual(
      match([a], keys).faults.map(({ path }) => path),
      [[0, "type"]]
    )
  })

  it.each(LIMITS)("counts per type limit it: of type %i at most %i", (type, max) => {
    const list = (count: number) => Array.from({ length: count }, (_, i) => ({ type, name: `n${i}` }))
    assert.strictEqual(decided(overwrite([], list(max))).created, max)
    refused(overwrite([], list(max + 1)), new TooManyCommands({ type, max }))
  })

  it("a full list of every type is accepted: 131 commands", () => {
    const list = LIMITS.flatMap(([type, max]) => Array.from({ length: max }, (_, i) => ({ type, name: `n${i}` })))
    assert.strictEqual(decided(overwrite([], list)).created, Limits.command.bulk)
  })

  it("removed commands make room for new ones", () => {
    const list = Array.from({ length: 100 }, (_, i) => ({ name: `n${i}` }))
    const result = decided(overwrite(many(100, 1), list))
    assert.deepStrictEqual([result.deletes.length, result.created], [100, 100])
  })

  it("an existing entry point must be present", () => {
    refused(overwrite([a, launch], [{ name: "a" }]), new EntryPointRemoval())
  })

  it("another entry point does not stand for the existing one", () => {
    refused(overwrite([launch], [{ type: 4, name: "Play" }]), new EntryPointRemoval())
  })

  it.each([
    ["its name", { type: 4, name: "Launch" }],
    ["its id", { id: 7, type: 4, name: "Play" }]
  ] as const)("an entry point is present by %s", (_, element) => {
    assert.deepStrictEqual(ids(decided(overwrite([launch], [element])).answer), ["7"])
  })

  it("guild bulk is not affected by the entry point", () => {
    const result = decided(overwrite([stored(1, {}, GUILD)], [], IN_GUILD))
    assert.deepStrictEqual(result.deletes, ["1"])
  })

  it("form faults come before counts, counts before the entry point", () => {
    const excess = Array.from({ length: 16 }, (_, i) => ({ type: 2, name: `n${i}` }) as const)
    const state = [a, launch]
    const first = Result.getOrThrow(Result.flip(overwrite(state, [{ id: 1, type: 3, name: "a" }, ...excess])))
    assert.instanceOf(first, InvalidForm)
    refused(overwrite(state, excess), new TooManyCommands({ type: 2, max: 15 }))
  })

  it("the answer is in ascending order of ids, new commands in the order of the elements", () => {
    const result = decided(overwrite([b, a], [{ name: "z" }, { name: "b" }, { name: "y" }, { name: "a" }]))
    assert.deepStrictEqual(
      result.answer.map(({ name }) => name),
      ["a", "b", "z", "y"]
    )
  })

  it("every new command has an id and a version of its own", () => {
    const { answer } = decided(overwrite([], [{ name: "a" }, { name: "b" }]))
    assert.deepStrictEqual(
      answer.map(({ id, version }) => [id, version]),
      [
        ["1000", "1001"],
        ["1002", "1003"]
      ]
    )
  })
})

describe("a bulk overwrite as a whole", () => {
  /** All lists of up to three elements over two names, two types, known, unknown and no ids. */
  const elements: ReadonlyArray<Element> = [undefined, 1, 3, 99].flatMap((id) =>
    (["a", "b"] as const).flatMap((name) =>
      ([1, 2] as const).map((type) => ({ type, name, ...(id === undefined ? {} : { id }) }))
    )
  )
  const names = (list: ReadonlyArray<Element>) => new Set(list.map(({ type, name }) => `${type} ${name}`))
  const lists = elements
    .flatMap((x) => [[x], ...elements.flatMap((y) => [[x, y], ...elements.map((z) => [x, y, z])])])
    .filter((list) => names(list).size === list.length)
  const state = [stored(1, { name: "a" }), stored(3, { name: "b" }), stored(5, { type: 2, name: "a" })]

  it("leaves exactly the listed commands, or changes nothing", () => {
    let accepted = 0
    for (const list of lists) {
      const result = overwrite(state, list)
      if (Result.isFailure(result)) continue
      accepted++
      const { answer, deletes, puts, created, overwritesDeleted } = result.success
      const left = new Map(state.map((c) => [c.id, c]))
      for (const id of deletes) assert.isTrue(left.delete(id))
      for (const command of puts) left.set(command.id, command)
      const store = [...left.values()].sort((x, y) => compare(x.id, y.id))
      assert.deepStrictEqual(store, answer)
      assert.deepStrictEqual(names(answer.map(({ type, name }) => ({ type, name }))), names(list))
      assert.strictEqual(store.length, state.length - deletes.length + created)
      const renamed = state.filter((c) => left.has(c.id) && left.get(c.id)?.name !== c.name)
      assert.sameMembers([...overwritesDeleted], [...deletes, ...ids(renamed)])
    }
    assert.isAbove(accepted, 500)
  })
})
