import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import * as CommandRegistry from "../../src/command/CommandRegistry.ts"
import { NameTaken, TooManyCommands, UnknownCommand } from "../../src/error/ServiceError.ts"
import type { ApplicationCommand, CommandContent, CommandType } from "../../src/record/ApplicationCommand.ts"
import { APPLICATION, content, GUILD, option, stored } from "../fixture/SampleCommand.ts"

const GLOBAL = { application_id: APPLICATION, scope: "global" } as const
const IN_GUILD = { application_id: APPLICATION, scope: GUILD } as const

/** Ids 1000, 1001, … for `commands` commands: all larger than those of the samples. */
const minted = (commands = 1): CommandRegistry.Minted => ({
  ids: Array.from({ length: CommandRegistry.idsNeeded(commands) }, (_, i) => String(1000 + i))
})

const named = (state: CommandRegistry.Commands, { type, name }: CommandContent) =>
  state.find((command) => command.type === type && command.name === name)

const lookUp = (state: CommandRegistry.Commands, wanted: CommandContent): CommandRegistry.NameLookup => {
  const before = named(state, wanted)
  return before === undefined ? { sameType: state.filter(({ type }) => type === wanted.type).length } : { before }
}

const create = (
  state: CommandRegistry.Commands,
  fields: Partial<CommandContent>,
  target: CommandRegistry.Target = GLOBAL
) => CommandRegistry.upsert(lookUp(state, content(fields)), { ...target, content: content(fields) }, minted())

/** Of the first command of the state. */
const edit = (state: readonly [ApplicationCommand, ...CommandRegistry.Commands], fields: Partial<CommandContent>) =>
  CommandRegistry.edit({ before: state[0], named: named(state, content(fields)) }, content(fields), minted())

const decided = <A, E>(result: Result.Result<CommandRegistry.Decision<A>, E>) => Result.getOrThrow(result)

const refused = <A, E extends object>(result: Result.Result<A, E>, expected: E) => {
  const error = Result.getOrThrow(Result.flip(result))
  // Fields one by one: errors are deeply equal as soon as their names and messages are.
  assert.deepStrictEqual(Object.entries(error), Object.entries(expected))
  assert.strictEqual(error.constructor, expected.constructor)
}

const untouched = { deletes: [], puts: [], overwritesDeleted: [], created: 0, events: [] }

const many = (count: number, type: CommandType, from = 1): Array<ApplicationCommand> =>
  Array.from({ length: count }, (_, i) => stored(from + 2 * i, { type, name: `c${i}` }))

const LIMITS = [
  [1, 100],
  [2, 15],
  [3, 15],
  [4, 1]
] as const

describe("POST creates", () => {
  it("no command with same name, type and scope exists: the command is created", () => {
    const result = decided(create([stored(1, { name: "other" })], { name: "blep" }))
    const command = result.answer.command
    assert.deepStrictEqual(result, {
      deletes: [],
      puts: [command],
      overwritesDeleted: [],
      created: 1,
      answer: { status: "created", command },
      events: [{ type: "command.created", data: command }]
    })
    assert.strictEqual(command.name, "blep")
  })

  it("on creation the version is the id plus one", () => {
    const { command } = decided(create([], {})).answer
    assert.deepStrictEqual([command.id, command.version], ["1000", "1001"])
  })

  it("a guild command carries its guild and no field of global commands", () => {
    const { command } = decided(create([], {}, IN_GUILD)).answer
    assert.strictEqual(command.guild_id, GUILD)
    for (const key of ["dm_permission", "contexts", "integration_types"]) assert.notProperty(command, key)
  })

  it.each([
    ["of another type", { type: 2 }],
    ["in another case", { type: 3, name: "Blep" }]
  ] as const)("a name used by a command %s is free", (_, fields) => {
    const result = decided(create([stored(1, { name: "blep" }), stored(3, { type: 3, name: "blep" })], fields))
    assert.strictEqual(result.answer.status, "created")
  })

  it.each(LIMITS)("type %i has room for %i commands per scope and no more", (type, max) => {
    const fields = { type, name: "one more" }
    assert.strictEqual(decided(create(many(max - 1, type), fields)).created, 1)
    refused(create(many(max, type), fields), new TooManyCommands({ type, max }))
  })

  it("a full list of one type leaves room for the others", () => {
    assert.strictEqual(decided(create(many(100, 1), { type: 2, name: "Wave" })).created, 1)
  })
})

describe("POST upserts", () => {
  const before = stored(1, { nsfw: true, options: [option()] })

  it("a command with same name, type and scope exists: it is replaced, keeps its id and counts no create", () => {
    const result = decided(create([before], { description: "New" }))
    const command = result.answer.command
    assert.deepStrictEqual(result, {
      deletes: [],
      puts: [command],
      overwritesDeleted: [],
      created: 0,
      answer: { status: "updated", command },
      events: [{ type: "command.updated", data: command }]
    })
    assert.strictEqual(command.id, before.id)
  })

  it("omitted fields take their defaults, it replaces", () => {
    const { command } = decided(create([before], {})).answer
    assert.notProperty(command, "options")
    assert.isFalse(command.nsfw)
  })

  it("any change of the stored record gives a new, larger version", () => {
    assert.strictEqual(decided(create([before], {})).answer.command.version, "1001")
  })

  it("the version grows even when the minted id is older than the stored version", () => {
    const ahead = { ...before, version: "5000" }
    assert.strictEqual(decided(create([ahead], {})).answer.command.version, "5001")
  })

  it("an identical write changes nothing", () => {
    const result = decided(create([before], { nsfw: true, options: [option()] }))
    assert.deepStrictEqual(result, { ...untouched, answer: { status: "updated", command: before } })
  })

  it("guild commands given dm_permission, contexts, integration_types: ignored, no version bump", () => {
    const guildCommand = stored(1, {}, GUILD)
    const sent = { dm_permission: false, contexts: [0], integration_types: [0, 1] } as const
    const result = decided(create([guildCommand], sent, IN_GUILD))
    assert.deepStrictEqual(result, { ...untouched, answer: { status: "updated", command: guildCommand } })
  })

  it("a full list does not stop an upsert", () => {
    assert.strictEqual(decided(create(many(100, 1), { name: "c7" })).answer.status, "updated")
  })
})

describe("PATCH edits", () => {
  const before = stored(1)

  it("an edit keeps the id, gives a new version and leaves the overwrites alone", () => {
    const result = decided(edit([before], { description: "New" }))
    const command = { ...before, description: "New", version: "1001" }
    assert.deepStrictEqual(result, {
      ...untouched,
      puts: [command],
      answer: command,
      events: [{ type: "command.updated", data: command }]
    })
  })

  it("an identical edit changes nothing", () => {
    assert.deepStrictEqual(decided(edit([before], {})), { ...untouched, answer: before })
  })

  it("a rename deletes all permission overwrites of the command", () => {
    const result = decided(edit([before], { name: "blop" }))
    assert.deepStrictEqual(result.overwritesDeleted, ["1"])
    assert.strictEqual(result.answer.name, "blop")
  })

  it("a rename onto an existing name of the same type is refused", () => {
    refused(edit([before, stored(3, { name: "taken" })], { name: "taken" }), new NameTaken())
  })

  it("a rename onto the name of another type is allowed", () => {
    const state = [before, stored(3, { type: 2, name: "wave" })] as const
    assert.strictEqual(decided(edit(state, { name: "wave" })).answer.name, "wave")
  })

  it("a guild command stays in its guild", () => {
    const result = decided(edit([stored(1, {}, GUILD)], { description: "New" }))
    assert.strictEqual(result.answer.guild_id, GUILD)
    assert.notProperty(result.answer, "contexts")
  })
})

describe("DELETE", () => {
  it.each([1, 4] as const)("a command of type %i is removed with all its permission overwrites", (type) => {
    const before = stored(1, { type })
    const result = decided(CommandRegistry.remove(before))
    assert.deepStrictEqual(result, {
      ...untouched,
      deletes: ["1"],
      overwritesDeleted: ["1"],
      answer: null,
      events: [{ type: "command.deleted", data: before }]
    })
  })

  it("a command that does not exist is unknown", () => {
    refused(CommandRegistry.remove(undefined), new UnknownCommand())
  })
})

describe("the automatic entry point", () => {
  const off = { flags: [], integration_types: [0] } as const
  const on = { flags: ["EMBEDDED"], integration_types: [0, 1] } as const

  it.each([
    ["comes with a world", undefined],
    ["turns it on", off]
  ])("an application with EMBEDDED that %s gets a command named Launch with handler 2", (_, before) => {
    const launch = CommandRegistry.automaticLaunch([stored(1)], before, on)
    assert.deepInclude(launch, { type: 4, name: "Launch", handler: 2, integration_types: [0, 1] })
  })

  it("it is a global command with a record like any other", () => {
    const launch = CommandRegistry.automaticLaunch([], off, on)
    assert.isDefined(launch)
    const { command } = decided(
      CommandRegistry.upsert({ sameType: 0 }, { ...GLOBAL, content: launch }, minted())
    ).answer
    assert.strictEqual(
      JSON.stringify(command),
      `{"id":"1000","application_id":"${APPLICATION}","version":"1001","default_member_permissions":null,"type":4,` +
        `"name":"Launch","name_localizations":null,"description":"","description_localizations":null,` +
        `"dm_permission":true,"contexts":null,"integration_types":[0,1],"nsfw":false,"handler":2}`
    )
  })

  it.each([
    ["when EMBEDDED was on before", [], on, on],
    ["without EMBEDDED", [], undefined, off],
    ["when EMBEDDED turns off", [], on, off],
    ["when an entry point exists", [stored(1, { type: 4, name: "Play" })], off, on]
  ])("none is made %s", (_, state, before, after) => {
    assert.isUndefined(CommandRegistry.automaticLaunch(state, before, after))
  })
})

it("a write without the ids it needs is a defect", () => {
  assert.throws(
    () => CommandRegistry.upsert({ sameType: 0 }, { ...GLOBAL, content: content() }, { ids: ["1"] }),
    /minted ids/
  )
})
