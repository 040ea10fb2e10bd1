import { resolve } from "node:path"
import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { CheckFolder } from "./Checking.ts"

const slash = (name: string, more: object = {}) => ({ name, description: `Does ${name} things`, ...more })
const wrong = { name: "Loud", description: "Shouts" }
const discordJs = resolve(import.meta.dirname, "../../../examples/discord-js-bot/package.json")

/** The places and codes of what JSON reports, without the rest. */
const told = (stdout: string, kind: "errors" | "warnings" = "errors"): ReadonlyArray<string> =>
  JSON.parse(stdout)[kind].map(
    (one: Record<string, unknown>) => `${one["file"]}:${one["line"]}:${one["column"]} ${one["path"]} ${one["code"]}`
  )

describe("check", () => {
  it.effect("tells file, line, column, path, message and code of a fault, with the lines around it", () =>
    Effect.gen(function* () {
      const files = yield* CheckFolder.make
      yield* files.give("commands.json", [slash("ping"), wrong])
      expect(yield* files.check(["./commands.json"])).toEqual({
        code: 1,
        stderr: "",
        stdout: [
          "commands.json:7:5 [1].name: Command name is invalid [APPLICATION_COMMAND_INVALID_NAME]",
          "    5 |   },",
          "    6 |   {",
          '  > 7 |     "name": "Loud",',
          "      |     ^",
          '    8 |     "description": "Shouts"',
          "",
          "A command with errors has its warnings once the errors are gone.",
          "",
          "2 commands: 1 error",
          ""
        ].join("\n")
      })
    })
  )

  it.effect("ends with 0 where all is good", () =>
    Effect.gen(function* () {
      const files = yield* CheckFolder.make
      yield* files.give("commands.json", [slash("ping")])
      expect(yield* files.check(["./commands.json"])).toEqual({ code: 0, stderr: "", stdout: "1 command: all good\n" })
    })
  )

  it.effect.each<[string, string, unknown, string]>([
    ["one command", "a.json", wrong, "a.json:2:3 name"],
    ["a list", "a.json", [wrong], "a.json:3:5 [0].name"],
    ["{ commands }", "a.json", { commands: [wrong] }, "a.json:4:7 commands[0].name"],
    ["YAML", "a.yaml", "- description: Shouts\n  name: Loud\n", "a.yaml:2:3 [0].name"],
    [
      "a module's default export",
      "a.mjs",
      'export default [\n  { name: "Loud", description: "x" }\n]',
      "a.mjs:2:5 [0].name"
    ],
    ["a module's commands", "a.mjs", 'export const commands = {\n  name: "Loud", description: "x" }', "a.mjs:2:3 name"],
    [
      "TypeScript",
      "a.ts",
      'interface A { name: string }\nconst loud: A = {\n  name: "Loud"\n}\nexport default [{ ...loud, description: "x" }] as const',
      "a.ts:3:3 [0].name"
    ],
    [
      "CommonJS, a command's module",
      "a.cjs",
      'module.exports = { data: { name: "Loud", description: "x" }, execute() {} }',
      "a.cjs:1:1 data.name"
    ],
    [
      "values with toJSON",
      "a.mjs",
      'export default [\n  { toJSON: () => ({ name: "Loud", description: "x" }) }\n]',
      "a.mjs:2:3 [0].name"
    ],
    [
      "a promise that is exported",
      "a.mjs",
      'export default Promise.resolve([\n  { name: "Loud", description: "x" }\n])',
      "a.mjs:2:5 [0].name"
    ],
    [
      "data beside what is executed",
      "a.mjs",
      'export const execute = () => {}\nexport const data = { toJSON: () => ({ name: "Loud", description: "x" }) }',
      "a.mjs:2:21 name"
    ],
    [
      "a text that begins with a byte order mark",
      "a.json",
      '\uFEFF[{ "name": "Loud", "description": "x" }]',
      "a.json:1:4 [0].name"
    ],
    [
      "a module that begins with one",
      "a.mjs",
      '\uFEFFexport default [{ name: "Loud", description: "x" }]',
      "a.mjs:1:19 [0].name"
    ],
    [
      "a Map of command modules",
      "a.mjs",
      'export default new Map([["loud", { data: { name: "Loud", description: "x" } }]])',
      "a.mjs:1:16 loud.data.name"
    ]
  ])("reads %s", ([, name, content, place]) =>
    Effect.gen(function* () {
      const files = yield* CheckFolder.make
      yield* files.give(name, content)
      const { code, stdout } = yield* files.check([`./${name}`, "--format", "json"])
      expect({ code, told: told(stdout) }).toEqual({ code: 1, told: [`${place} APPLICATION_COMMAND_INVALID_NAME`] })
    })
  )

  it.effect("runs a module with what it imports, types taken away", () =>
    Effect.gen(function* () {
      const files = yield* CheckFolder.make
      yield* files.give("types.ts", "export interface Command { readonly name: string; readonly description: string }")
      yield* files.give("loud.ts", 'export const loud = { name: "Loud", description: "x" }')
      yield* files.give(
        "a.ts",
        'import { loud } from "./loud.ts"\nimport type { Command } from "./types"\nexport const commands = [loud] satisfies Command[]'
      )
      expect(told((yield* files.check(["./a.ts", "--format", "json"])).stdout)).toEqual([
        "a.ts:3:26 [0].name APPLICATION_COMMAND_INVALID_NAME"
      ])
    })
  )

  it.effect("reads JSON and YAML on stdin as the file -", () =>
    Effect.gen(function* () {
      const files = yield* CheckFolder.make
      expect(yield* files.check(["-"], JSON.stringify([wrong]))).toMatchObject({
        code: 1,
        stdout: expect.stringContaining("stdin:1:3 [0].name: Command name is invalid")
      })
      expect(yield* files.check(["-"], "name: ping\ndescription: Answers\n")).toMatchObject({ code: 0 })
    })
  )

  it.effect("holds a file that is JSON by its name to that", () =>
    Effect.gen(function* () {
      const files = yield* CheckFolder.make
      const text = '{ "name": "ping", "description": "Answers", }'
      yield* files.give("ping.json", text)
      yield* files.give("ping.yaml", text)
      expect(yield* files.check(["./ping.json"])).toMatchObject({
        code: 2,
        stderr: expect.stringMatching(/ping\.json:1:4\d /)
      })
      expect(yield* files.check(["./ping.yaml"])).toMatchObject({ code: 0 })
    })
  )

  it.effect("reads builders and collections of discord.js", () =>
    Effect.gen(function* () {
      const files = yield* CheckFolder.make
      yield* files.give(
        "commands.mjs",
        `import { createRequire } from "node:module"
        const { Collection, SlashCommandBuilder } = createRequire(${JSON.stringify(discordJs)})("discord.js")
        const ping = new SlashCommandBuilder().setName("ping").setDescription("Answers")
          .addIntegerOption((option) => option.setName("times").setDescription("How often").setMinValue(3).setMaxValue(2))
        const unfinished = new SlashCommandBuilder().setName("pong")
        export const commands = new Collection([["ping", { data: ping, execute() {} }], ["pong", { data: unfinished }]])`
      )
      const { code, stdout } = yield* files.check(["./commands.mjs", "--format", "json"])
      expect({ code, errors: told(stdout), warnings: told(stdout, "warnings") }).toEqual({
        code: 1,
        errors: [expect.stringMatching(/commands\.mjs:\d+:\d+ pong\.data BUILDER_REFUSES/)],
        warnings: [expect.stringMatching(/ ping\.data\.options\[0\]\.min_value RANGE_EMPTY$/)]
      })
    })
  )

  it.effect.each([
    [
      "a getter that throws",
      'export default [{ get name() { throw new Error("no name") }, description: "a thing" }]',
      "no name"
    ],
    ["a toJSON that can not be looked at", 'export default { get toJSON() { throw new Error("no") } }', "no"],
    ["a holder that can not be looked at", 'export default { get commands() { throw new Error("no") } }', "no"],
    [
      "an option that has itself",
      'const a = { name: "a", options: [] }; a.options.push(a); export default a',
      "circular"
    ],
    ["a function, which is not called", "export default () => []", "A function is no definition, and is not called"],
    ["a class", "export default [class Ping {}]", "A function is no definition"],
    ["a promise in a list", "export default [Promise.resolve({})]", "A promise is no definition"],
    ["a list that has itself", "const a = []; a.push(a); export default a", "deeper than 6 levels"]
  ] as const)("tells as a fault of the definition: %s", ([, module, about]) =>
    Effect.gen(function* () {
      const files = yield* CheckFolder.make
      yield* files.give("hostile.mjs", module)
      const { code, stdout } = yield* files.check(["./hostile.mjs", "--format", "json"])
      expect({ code, ...JSON.parse(stdout) }).toMatchObject({
        code: 1,
        errors: [{ code: "BUILDER_REFUSES", message: expect.stringContaining(about) }]
      })
    })
  )

  it.effect("says of thousands of commands only that they are too many", () =>
    Effect.gen(function* () {
      const files = yield* CheckFolder.make
      yield* files.give(
        "many.json",
        Array.from({ length: 5_000 }, (_, i) => slash(`c${i}`))
      )
      const { code, stdout } = yield* files.check(["./many.json", "--format", "json"])
      expect({ code, told: told(stdout), warnings: told(stdout, "warnings") }).toEqual({
        code: 1,
        told: [expect.stringMatching(/BASE_TYPE_MAX_LENGTH$/), expect.stringMatching(/30032$/)],
        warnings: []
      })
    })
  )

  it.effect("takes all files as the commands of one scope", () =>
    Effect.gen(function* () {
      const files = yield* CheckFolder.make
      yield* files.give("a.json", slash("ping"))
      yield* files.give("b.json", [{ name: "Ping", type: 2 }, slash("ping")])
      const { stdout } = yield* files.check(["./a.json", "./b.json", "--format", "json"])
      expect(told(stdout)).toEqual(["b.json:6:3 [1] APPLICATION_COMMANDS_DUPLICATE_NAME"])
    })
  )

  it.effect.each<[string, ReadonlyArray<object>, ReadonlyArray<string>, ReadonlyArray<string>]>([
    [
      "types have a limit of their own",
      Array.from({ length: 16 }, (_, i) => ({ name: `M ${i}`, type: 2 })),
      [],
      ["30032"]
    ],
    [
      "a command has at most 8000 characters",
      [slash("a", { options: Array.from({ length: 25 }, (_, i) => bulky(`o${i}`)) })],
      [],
      ["APPLICATION_COMMAND_TOO_LARGE"]
    ],
    ["an entry point is for applications with an Activity", [{ name: "Launch", type: 4 }], [], ["BASE_TYPE_CHOICES"]],
    ["… which --application-flags says", [{ name: "Launch", type: 4 }], ["--application-flags", "EMBEDDED"], []],
    [
      "… and for no guild",
      [{ name: "Launch", type: 4 }],
      ["--application-flags", "EMBEDDED", "--guild", "7"],
      ["BASE_TYPE_CHOICES"]
    ],
    [
      "integration types are those of the application",
      [slash("a", { integration_types: [1] })],
      ["--integration-types", "0"],
      ["APPLICATION_COMMAND_INTEGRATION_TYPE_INVALID"]
    ]
  ])("%s", ([, commands, flags, codes]) =>
    Effect.gen(function* () {
      const files = yield* CheckFolder.make
      yield* files.give("a.json", commands)
      const { stdout } = yield* files.check(["./a.json", "--format", "json", ...flags])
      expect(JSON.parse(stdout).errors.map(({ code }: { code: string }) => code)).toEqual(codes)
    })
  )
})

const bulky = (name: string) => ({
  name,
  type: 3,
  description: "x".repeat(100),
  choices: Array.from({ length: 3 }, (_, i) => ({ name: `${i}${"y".repeat(99)}`, value: "z".repeat(99) + i }))
})

describe("check's warnings", () => {
  const useless = [slash("ping", { name_localizations: { de: "ping" } })]

  it.effect("tell what is legal and useless, and refuse nothing", () =>
    Effect.gen(function* () {
      const files = yield* CheckFolder.make
      yield* files.give("a.json", useless)
      const { code, stdout } = yield* files.check(["./a.json"])
      expect({ code, stdout }).toEqual({
        code: 0,
        stdout: expect.stringMatching(
          /^a\.json:6:7 warning: \[0\]\.name_localizations\.de: .* \[LOCALIZATION_REPEATS_DEFAULT\]\n[\s\S]*\n1 command: 1 warning\n$/
        )
      })
    })
  )

  it.effect.each([
    ["--no-warnings", 0, 0],
    ["--max-warnings=1", 0, 1],
    ["--max-warnings=0", 1, 1]
  ] as const)("%s", ([flag, exit, count]) =>
    Effect.gen(function* () {
      const files = yield* CheckFolder.make
      yield* files.give("a.json", useless)
      const { code, stdout } = yield* files.check(["./a.json", "--format", "json", flag])
      expect({ code, count: JSON.parse(stdout).warnings.length }).toEqual({ code: exit, count })
    })
  )

  it.effect("are said to come later where a command has errors, and only there", () =>
    Effect.gen(function* () {
      const files = yield* CheckFolder.make
      const later = "\nA command with errors has its warnings once the errors are gone.\n"
      const printed = Effect.fnUntraced(function* (command: object, ...flags: ReadonlyArray<string>) {
        yield* files.give("a.json", [slash("ping"), { ...slash("pong"), ...command }])
        return (yield* files.check(["./a.json", ...flags])).stdout
      })
      const range = { type: 4, min_value: 9, max_value: 3, required: true }
      const options = [{ ...slash("item"), type: 3 }, slash("count", range)]
      expect(yield* printed({ options })).toContain(later)
      expect(yield* printed({ options }, "--no-warnings")).not.toContain(later)
      const sound = yield* printed({ options: options.toReversed() })
      expect(sound).toContain("[RANGE_EMPTY]")
      expect(sound).not.toContain(later)
    })
  )

  it.effect("tell of fields that the service ignores when --strict asks", () =>
    Effect.gen(function* () {
      const files = yield* CheckFolder.make
      yield* files.give("a.json", [
        slash("ping", { nfsw: true, options: [{ ...slash("a"), type: 3, requried: true }] })
      ])
      const warnings = (...flags: ReadonlyArray<string>) =>
        Effect.map(files.check(["./a.json", "--format", "json", ...flags]), ({ stdout }) => told(stdout, "warnings"))
      expect(yield* warnings()).toEqual([])
      expect(yield* warnings("--strict")).toEqual([
        "a.json:5:5 [0].nfsw UNKNOWN_FIELD",
        "a.json:11:9 [0].options[0].requried UNKNOWN_FIELD"
      ])
    })
  )
})
