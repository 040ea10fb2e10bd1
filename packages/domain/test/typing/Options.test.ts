import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { formatPath, type Path } from "../../src/error/Fault.ts"
import type { ApplicationCommand } from "../../src/record/ApplicationCommand.ts"
import { type DirectoryAttachment, directoryOf } from "../../src/typing/Directory.ts"
import { validateUse } from "../../src/typing/Options.ts"
import type { RawOption } from "../../src/typing/RawOption.ts"
import { optionNameAt } from "../../src/typing/UseReading.ts"
import { adopt, alice, blep, command, directory, everyType, option, permissions } from "./PetShop.ts"

const use = (given: ReadonlyArray<RawOption>, used: ApplicationCommand = permissions) =>
  Result.getOrThrow(validateUse(used, given, directory))

const faults = (given: ReadonlyArray<RawOption>, used: ApplicationCommand = permissions) =>
  Result.getOrThrow(Result.flip(validateUse(used, given, directory))).faults.map(
    ({ path, message }) => `${formatPath(path)}: ${message}`
  )

const get = (options: ReadonlyArray<RawOption>): ReadonlyArray<RawOption> => [
  { name: "user", options: [{ name: "get", options }] }
]

describe("the options sent", () => {
  it("have their types filled in, in the order given", () => {
    const given = [
      { name: "weight", value: 1.5 },
      { name: "text", value: "a" },
      { name: "loud", type: 5, value: false }
    ]
    assert.deepStrictEqual(use(given, command("all", everyType)).options, [
      { name: "weight", type: 10, value: 1.5 },
      { name: "text", type: 3, value: "a" },
      { name: "loud", type: 5, value: false }
    ])
  })

  it("nest in their group and subcommand", () => {
    assert.deepStrictEqual(use(get([{ name: "user", value: alice }])).options, [
      { name: "user", type: 2, options: [{ name: "get", type: 1, options: [{ name: "user", type: 6, value: alice }] }] }
    ])
  })

  it("of a subcommand without options are an empty list", () => {
    assert.deepStrictEqual(use([{ name: "list" }]).options, [{ name: "list", type: 1, options: [] }])
  })

  it("of a command without options are none", () => {
    assert.deepStrictEqual(use([], command("ping")).options, [])
  })

  it("hold nothing but the fields of the wire", () => {
    const given = [{ name: "animal", type: 3, value: "Dog", focused: false, options: [] }]
    assert.deepStrictEqual(use(given, adopt).options, [{ name: "animal", type: 3, value: "Dog" }])
  })

  const paths: ReadonlyArray<readonly [path: string, given: ReadonlyArray<RawOption>, used: ApplicationCommand]> = [
    ["adopt", [{ name: "animal", value: "Dog" }], adopt],
    ["permissions list", [{ name: "list" }], permissions],
    ["permissions user get", get([{ name: "user", value: alice }]), permissions]
  ]
  it.each(paths)("come with the full name of the command: %s", (path, given, used) => {
    assert.strictEqual(use(given, used).path, path)
  })
})

describe("refused", () => {
  type Case = readonly [sentence: string, given: ReadonlyArray<RawOption>, faults: ReadonlyArray<string>]

  const nesting: ReadonlyArray<Case> = [
    ["the base command of subcommands", [], [": This command is used through one of its subcommands"]],
    [
      "a group without its subcommand",
      [{ name: "user" }],
      ["[0].options: This command is used through one of its subcommands"]
    ],
    [
      "a group that has no subcommands",
      [{ name: "empty" }],
      ["[0].options: No subcommand exists here, so this cannot be used"]
    ],
    ["an unknown subcommand", [{ name: "lst" }], ["[0].name: This command has no such option. Did you mean list?"]],
    [
      "a second subcommand",
      [{ name: "list" }, { name: "user" }],
      ["[1].name: Only one subcommand can be used at a time"]
    ],
    [
      "the same subcommand twice",
      [{ name: "list" }, { name: "list" }],
      ["[1].name: Only one subcommand can be used at a time"]
    ],
    [
      "a subcommand with a value",
      [{ name: "list", value: "x" }],
      ["[0].value: A subcommand takes options, not a value"]
    ],
    ["a subcommand of another type", [{ name: "list", type: 2 }], ["[0].type: Value must be one of (1)."]],
    [
      "an option that its subcommand does not have",
      [{ name: "list", options: [{ name: "user", value: alice }] }],
      ["[0].options[0].name: This command has no such option"]
    ],
    ["a required option missing in a subcommand", get([]), ["[0].options[0].options.user: This option is required"]]
  ]
  it.each(nesting)("%s", (_, given, expected) => {
    assert.deepStrictEqual(faults(given), expected)
  })

  it("a command made only of empty groups", () => {
    const hollow = command("hollow", [option(2, "empty", { options: [] })])
    const none = "No subcommand exists here, so this cannot be used"
    assert.deepStrictEqual(faults([], hollow), [`: ${none}`])
    assert.deepStrictEqual(faults([{ name: "empty" }], hollow), [`: ${none}`, `[0].options: ${none}`])
  })

  const leaves: ReadonlyArray<Case> = [
    ["a required option missing", [], ["animal: This option is required"]],
    [
      "an unknown option",
      [
        { name: "animal", value: "a" },
        { name: "x", value: 1 }
      ],
      ["[1].name: This command has no such option"]
    ],
    [
      "an option without a name",
      [
        { name: "", value: 1 },
        { name: "animal", value: "a" }
      ],
      ["[0].name: This field is required"]
    ],
    [
      "the same option twice",
      [
        { name: "animal", value: "a" },
        { name: "animal", value: "a" }
      ],
      ["[1].name: This option is given twice"]
    ],
    ["an option of another type", [{ name: "animal", type: 4, value: "a" }], ["[0].type: Value must be one of (3)."]],
    [
      "a value with options in it",
      [{ name: "animal", value: "a", options: [{ name: "x" }] }],
      ["[0].options: This option takes a value, not options"]
    ],
    [
      "a focus",
      [{ name: "animal", value: "a", focused: true }],
      ["[0].focused: Only an autocomplete request has a focused option"]
    ],
    [
      "names of prototypes",
      [{ name: "__proto__", value: 1 }],
      ["[0].name: This command has no such option", "animal: This option is required"]
    ]
  ]
  it.each(leaves)("%s", (_, given, expected) => {
    assert.deepStrictEqual(faults(given, adopt), expected)
  })

  it("options of a command that has none", () => {
    const user = command("Profile", [], { type: 2 })
    assert.deepStrictEqual(faults([{ name: "x", value: 1 }], user), ["[0].name: This command has no such option"])
  })

  it("all at once", () => {
    const given = [
      { name: "animal", value: "Dragon" },
      { name: "only_smol", value: "yes" },
      { name: "tail", value: 1 }
    ]
    assert.deepStrictEqual(faults(given, blep), [
      "[0].value: Value must be one of (animal_dog, animal_cat, animal_penguin).",
      "[1].value: Must be either true or false.",
      "[2].name: This command has no such option"
    ])
  })

  it.each([
    ["options", adopt],
    ["subcommands", permissions]
  ] as const)("a flood of unknown %s", (_, used) => {
    const flood = Array.from({ length: 300_000 }, () => ({ name: "x" }))
    assert.isAtLeast(faults(flood, used).length, flood.length)
  })
})

describe("files", () => {
  const show = command("show", [option(11, "photo"), option(11, "scan"), option(3, "title")])
  const upload = (id: string, made: string) => ({ id, filename: `${id}.png`, option: made })
  const files = (attachments: ReadonlyArray<DirectoryAttachment>, given: ReadonlyArray<RawOption> = []) =>
    Result.match(validateUse(show, given, directoryOf({ attachments })), {
      onSuccess: ({ options }) => options.map(({ name, value }) => `${name} ${value}`),
      onFailure: (refused) => refused.files.map(({ path, message }) => `${formatPath(path)}: ${message}`)
    })

  it("fill the options that they were made for", () => {
    assert.deepStrictEqual(files([upload("1", "scan"), upload("2", "photo")]), ["photo 2", "scan 1"])
    assert.deepStrictEqual(files([upload("1", "scan")], [{ name: "scan", value: "1.png" }]), ["scan 1"])
  })

  it.each([
    ["no option of the command", "picture"],
    ["an option of another type", "title"]
  ])("made for %s are refused", (_, made) =>
    assert.deepStrictEqual(files([upload("1", "photo"), upload("2", made)]), [
      "[1].option: No ATTACHMENT option of this command takes this file"
    ])
  )

  it("made for the same option are refused but for the first", () =>
    assert.deepStrictEqual(files([upload("1", "photo"), upload("2", "photo")]), [
      "[1].option: Another file is attached to this option already"
    ]))

  it("made for no option are there to be named", () => {
    const free = { id: "1", filename: "cat.png" }
    assert.deepStrictEqual(files([free]), [])
    assert.deepStrictEqual(files([free], [{ name: "photo", value: "cat.png" }]), ["photo 1"])
  })
})

describe("the option that a fault is about", () => {
  const given = [
    { name: "user", options: [{ name: "get", options: [{ name: "age", value: 1 }] }] },
    { name: "x" },
    { name: "" }
  ]
  it.each<[string, Path, string | undefined]>([
    ["the option of a value", [0, "options", 0, "options", 0, "value"], "age"],
    ["an option that is missing", [0, "options", 0, "options", "animal"], "animal"],
    ["a subcommand without options", [0, "options", 0, "options"], "get"],
    ["a missing option of the command", ["animal"], "animal"],
    ["none, when it is the list", [], undefined],
    ["none, when there is no such option", [7, "value"], undefined],
    ["none, when it has no name", [2, "name"], undefined]
  ])("is %s", (_, path, name) => assert.strictEqual(optionNameAt(given, path), name))
})
