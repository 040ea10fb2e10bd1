import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { formatPath } from "../../src/error/Fault.ts"
import type { OptionType } from "../../src/record/ApplicationCommand.ts"
import { validateAutocomplete } from "../../src/typing/Options.ts"
import type { RawOption } from "../../src/typing/RawOption.ts"
import { alice, command, directory, option, upload } from "./PetShop.ts"

const search = command("search", [
  option(3, "query", { required: true, autocomplete: true }),
  option(4, "page", { autocomplete: true, min_value: 1 }),
  option(10, "score", { autocomplete: true }),
  option(6, "author", { required: true }),
  option(3, "sort", { max_length: 4 }),
  option(11, "photo")
])

const ask = (given: ReadonlyArray<RawOption>, used = search) => validateAutocomplete(used, given, directory)

const sent = (given: ReadonlyArray<RawOption>) => Result.getOrThrow(ask(given)).options

const faults = (given: ReadonlyArray<RawOption>, used = search) =>
  Result.getOrThrow(Result.flip(ask(given, used))).faults.map(({ path, message }) => `${formatPath(path)}: ${message}`)

const focus = { name: "query", value: "d", focused: true }
const focused = { name: "query", type: 3, value: "d", focused: true } as const

describe("the focused option", () => {
  it("carries focused: true", () => {
    assert.deepStrictEqual(sent([focus]), [focused])
  })

  it("is given apart too", () => {
    assert.deepStrictEqual(Result.getOrThrow(ask([focus])).focused, focused)
  })

  const cases: ReadonlyArray<
    readonly [sentence: string, name: string, type: OptionType, typed: unknown, value: string]
  > = [
    ["has an empty value on first focus", "query", 3, undefined, ""],
    ["may have no value", "query", 3, null, ""],
    ["is text for INTEGER", "page", 4, "1", "1"],
    ["is text for NUMBER", "score", 10, "1.", "1."],
    ["is text even when given as a number", "page", 4, 1, "1"],
    ["is sent as typed when it breaks a rule", "page", 4, "-zero", "-zero"]
  ]
  it.each(cases)("%s", (_, name, type, typed, value) => {
    assert.deepStrictEqual(sent([{ name, value: typed, focused: true }]), [{ name, type, value, focused: true }])
  })

  it("stands in its subcommand", () => {
    const used = command("find", [option(1, "pet", { options: [option(3, "query", { autocomplete: true })] })])
    const { options, path } = Result.getOrThrow(ask([{ name: "pet", options: [focus] }], used))
    assert.deepStrictEqual(options, [{ name: "pet", type: 1, options: [focused] }])
    assert.strictEqual(path, "find pet")
  })
})

describe("the other options", () => {
  it("are sent without focused, typed, in the order given", () => {
    const given = [{ name: "author", value: alice }, focus, { name: "page", value: 2, focused: false }]
    assert.deepStrictEqual(sent(given), [
      { name: "author", type: 6, value: alice },
      focused,
      { name: "page", type: 4, value: 2 }
    ])
  })

  const leftOut: ReadonlyArray<readonly [sentence: string, other: RawOption]> = [
    ["a value of the wrong type", { name: "page", value: "2" }],
    ["a value out of range", { name: "page", value: 0 }],
    ["a value too long", { name: "sort", value: "newest" }],
    ["a user who cannot be found", { name: "author", value: "999" }],
    ["an empty value", { name: "author", value: "" }],
    ["an option of another type", { name: "sort", type: 4, value: "asc" }],
    ["an unknown option", { name: "x", value: "x" }],
    ["the focused one again", { name: "query", value: "dog" }],
    ["an upload", { name: "photo", value: upload }]
  ]
  it.each(leftOut)("are left out when they fail client-side validation: %s", (_, other) => {
    assert.deepStrictEqual(sent([focus, other]), [focused])
    assert.deepStrictEqual(sent([other, focus]), [focused])
  })

  it("may be missing although required", () => {
    assert.deepStrictEqual(sent([{ name: "page", value: "", focused: true }]), [
      { name: "page", type: 4, value: "", focused: true }
    ])
  })
})

describe("refused", () => {
  const find = command("find", [option(1, "pet", { options: [option(3, "query", { autocomplete: true })] })])

  const cases: ReadonlyArray<
    readonly [sentence: string, given: ReadonlyArray<RawOption>, faults: ReadonlyArray<string>]
  > = [
    ["no focus", [{ name: "query", value: "d" }], [": An autocomplete request has exactly one focused option"]],
    [
      "two focused options",
      [focus, { name: "page", value: "1", focused: true }],
      ["[1].focused: An autocomplete request has exactly one focused option"]
    ],
    [
      "a focus on an option without autocomplete",
      [{ name: "sort", value: "a", focused: true }],
      ["[0].focused: This option has no autocomplete"]
    ],
    ["a focus on an unknown option", [{ name: "x", focused: true }], ["[0].name: This command has no such option"]],
    ["a focus of another type", [{ ...focus, type: 4 }], ["[0].type: Value must be one of (3)."]],
    ["a focused object", [{ ...focus, value: {} }], ['[0].value: Could not interpret "object" as string.']]
  ]
  it.each(cases)("%s", (_, given, expected) => {
    assert.deepStrictEqual(faults(given), expected)
  })

  it("a way that leads to no subcommand", () => {
    assert.deepStrictEqual(faults([], find), [": This command is used through one of its subcommands"])
    assert.deepStrictEqual(faults([focus], find), ["[0].name: This command has no such option"])
  })
})
