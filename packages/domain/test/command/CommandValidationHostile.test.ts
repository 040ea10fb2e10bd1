import { isDeepStrictEqual } from "node:util"
import { Result } from "effect"
import { describe, expect, it } from "vitest"
import { validate, validateBulk, validateEdit } from "../../src/command/CommandValidation.ts"
import type { Fault } from "../../src/error/Fault.ts"
import { toErrorTree } from "../../src/error/Fault.ts"
import { faults, inGlobal, inGuild, option, slash } from "../fixture/CommandFixture.ts"

const failure = <A>(result: Result.Result<A, ReadonlyArray<Fault>>) => (Result.isFailure(result) ? result.failure : [])

describe("a bad name never hides a duplicate option", () => {
  it("every fault of a messy body stands in one tree", () => {
    const body = {
      name: "Bad Name",
      name_localizations: { de: "Auch Schlecht", xx: "x" },
      description: "",
      default_member_permissions: "none",
      nsfw: "yes",
      contexts: [0, 7, "x"],
      options: [
        { type: 3, name: "a", description: "d", min_value: 1 },
        {
          type: 4,
          name: "a",
          description: "d",
          required: true,
          choices: [
            { name: "One", value: "one" },
            { name: "One", value: 1 }
          ]
        },
        "junk",
        { type: 1, name: "sub", description: "d", options: { name: "x" } },
        { name: "b", description: 5 }
      ]
    }
    const e = (code: string, message: string) => ({ code, message })
    const leaf = (code: string, message: string) => ({ _errors: [e(code, message)] })
    const badName = leaf("APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")
    const locales =
      "ar, bg, cs, da, de, el, en-GB, en-US, es-419, es-ES, fi, fr, he, hi, hr, hu, id, it, ja, ko, lt, nl, no, pl, " +
      "pt-BR, ro, ru, sv-SE, th, tr, uk, vi, zh-CN, zh-TW"
    expect(toErrorTree(failure(validate(body, inGlobal)))).toEqual({
      name: badName,
      name_localizations: { de: badName, xx: leaf("BASE_TYPE_CHOICES", `Value must be one of (${locales}).`) },
      description: leaf("BASE_TYPE_BAD_LENGTH", "Must be between 1 and 100 in length."),
      default_member_permissions: leaf("NUMBER_TYPE_COERCE", 'Value "none" is not int.'),
      nsfw: leaf("BOOLEAN_TYPE_CONVERT", "Must be either true or false."),
      contexts: {
        1: leaf("BASE_TYPE_CHOICES", "Value must be one of (0, 1, 2)."),
        2: leaf("NUMBER_TYPE_COERCE", 'Value "x" is not int.')
      },
      options: {
        0: {
          min_value: leaf(
            "APPLICATION_COMMAND_MIN_VALUE_INVALID",
            "Min value cannot be configured for this type of option"
          )
        },
        1: {
          choices: {
            0: { value: leaf("NUMBER_TYPE_COERCE", 'Value "one" is not int.') },
            1: leaf(
              "APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_ALREADY_EXISTS",
              "Choice name One is already used in these choices"
            )
          },
          _errors: [
            e("APPLICATION_COMMAND_OPTIONS_NAME_INVALID", "Option name a is already used in these options"),
            e(
              "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
              "Required options must be placed before non-required options"
            )
          ]
        },
        2: leaf("MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType"),
        3: {
          options: { 0: leaf("MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType") },
          _errors: [
            e(
              "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
              "Sub-command and sub-command group option types are mutually exclusive to all other types"
            )
          ]
        },
        4: {
          description: leaf("STRING_TYPE_CONVERT", 'Could not interpret "5" as string.'),
          _errors: [e("TAG_FIELD_MISSING", 'Field "type" is required to determine the model type.')]
        }
      }
    })
  })
})

describe("hostile shapes yield faults", () => {
  it.each([null, 5, "x", true, [], [slash()], undefined, Symbol("x"), 5n, () => slash()])("%s for a body", (body) =>
    expect(faults(body)).toEqual([" [MODEL_TYPE_CONVERT]"])
  )
  describe("an object sent for a list of models is walked as if it were a list of its keys", () => {
    const model = "[MODEL_TYPE_CONVERT]"
    it.each([
      ["options", { options: { a: option(), b: 1 } }, [`options[0] ${model}`, `options[1] ${model}`]],
      ["keys that are positions", { options: { 0: option() } }, [`options[0] ${model}`]],
      [
        "of a group",
        { options: [option({ type: 2, options: { 0: {}, 1: {} } })] },
        [0, 1].map((i) => `options[0].options[${i}] ${model}`)
      ],
      ["choices", { options: [option({ choices: { name: "a" } })] }, [`options[0].choices[0] ${model}`]],
      ["one without keys is no list", { options: {} }, ["options [LIST_TYPE_CONVERT]"]],
      ["a list of numbers", { contexts: { 0: 1 } }, ["contexts [LIST_TYPE_CONVERT]"]]
    ])("%s", (_, changes, expected) => expect(faults(slash(changes))).toEqual(expected))
    it("no further than a list", () =>
      expect(
        faults(slash({ options: Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [i, i])) }))
      ).toHaveLength(26))
  })
  it("an array for a text", () => expect(faults(slash({ name: ["blep"] }))).toEqual(["name [STRING_TYPE_CONVERT]"]))
  it("a list for a dictionary", () =>
    expect(faults(slash({ name_localizations: [["de", "x"]] }))).toEqual(["name_localizations [DICT_TYPE_CONVERT]"]))
  it("junk below junk", () =>
    expect(
      faults(slash({ options: [[option()], null, { type: [[]], name: {}, description: [], choices: [[]] }] }))
    ).toEqual([
      "options[0] [MODEL_TYPE_CONVERT]",
      "options[1] [MODEL_TYPE_CONVERT]",
      "options[2].name [STRING_TYPE_CONVERT]",
      "options[2].description [STRING_TYPE_CONVERT]",
      "options[2].choices[0] [MODEL_TYPE_CONVERT]",
      "options[2].type [NUMBER_TYPE_COERCE]"
    ]))
  it("lone surrogates in any text", () =>
    expect(
      faults(slash({ description: "\udc00", options: [option({ choices: [{ name: "a", value: "\ud800" }] })] }))
    ).toEqual(["description [STRING_TYPE_CONVERT]", "options[0].choices[0].value [STRING_TYPE_CONVERT]"]))
  it("values that are no JSON", () => {
    const cycle: { name?: unknown } = {}
    cycle.name = cycle
    expect(faults(slash({ name: cycle }))).toEqual(["name [STRING_TYPE_CONVERT]"])
    expect(faults(slash({ name: 5n, nsfw: Symbol("x") }))).toEqual([
      "name [STRING_TYPE_CONVERT]",
      "nsfw [BOOLEAN_TYPE_CONVERT]"
    ])
    expect(faults(slash({ default_member_permissions: Number.NaN }))).toEqual([
      "default_member_permissions [NUMBER_TYPE_COERCE]"
    ])
  })
})

describe("keys of the prototype are keys like any other", () => {
  const parse = (json: string): object => JSON.parse(json)
  it("__proto__ brings no fields along", () =>
    expect(faults(parse('{"__proto__":{"name":"blep","description":"d"}}'))).toEqual([
      "name [BASE_TYPE_REQUIRED]",
      "description [BASE_TYPE_REQUIRED]"
    ]))
  it("__proto__ and constructor are no locales", () => {
    const name_localizations = parse('{"__proto__":"blep","constructor":"blep"}')
    expect([...faults(slash({ name_localizations }))].sort()).toEqual([
      "name_localizations.__proto__ [BASE_TYPE_CHOICES]",
      "name_localizations.constructor [BASE_TYPE_CHOICES]"
    ])
  })
  it("a fault of shape below __proto__ is reported and pollutes nothing", () => {
    const body = slash({ name_localizations: parse('{"__proto__":{"polluted":1}}') })
    expect(faults(body)).toEqual(["name_localizations.__proto__ [STRING_TYPE_CONVERT]"])
    expect(JSON.stringify(toErrorTree(failure(validate(body, inGlobal))))).toContain('"__proto__"')
    expect({}).not.toHaveProperty("polluted")
  })
  it("an edit copies none of them", () => {
    const existing = { id: "1", application_id: "2", version: "3", ...Result.getOrThrow(validate(slash(), inGlobal)) }
    const edit = validateEdit(existing, parse('{"__proto__":{"nsfw":true}}'), inGlobal)
    expect(Result.getOrThrow(edit).nsfw).toBe(false)
  })
})

describe("what lies beyond a limit is not looked at", () => {
  const junk = Array.from({ length: 10_000 }, (_, i) => i)
  it("10,000 options: the list is too long, 26 of them are at fault", () => {
    const found = faults(slash({ options: junk }))
    expect(found).toHaveLength(27)
    expect(found).toContain("options[25] [MODEL_TYPE_CONVERT]")
    expect(found).toContain("options [BASE_TYPE_MAX_LENGTH]")
  })
  it("10,000 choices", () => expect(faults(slash({ options: [option({ choices: junk })] }))).toHaveLength(27))
  it("10,000 contexts of no type", () => expect(faults(slash({ contexts: junk.map(String) })).length).toBeLessThan(30))
  it("10,000 locales", () =>
    expect(faults(slash({ name_localizations: Object.fromEntries(junk.map((i) => [`l${i}`, "x"])) }))).toHaveLength(35))
  it("10,000 commands", () => expect(failure(validateBulk(junk, inGlobal))).toHaveLength(132))
  it("lists below lists to any depth", () => {
    const nest = (depth: number): unknown => ({
      type: 2,
      name: "a",
      description: "d",
      options: depth === 0 ? [] : [nest(depth - 1)]
    })
    expect(faults(slash({ options: [nest(1000)] }))).toEqual(["options[0].options[0].type [BASE_TYPE_CHOICES]"])
  })
})

describe("an answer to a hostile body is bounded", () => {
  it("a bulk body of which everything is wrong", () => {
    const junk = (depth: number): unknown => ({ type: 2, options: Array(26).fill(depth === 0 ? 7 : junk(depth - 1)) })
    const faults = failure(validateBulk(Array(131).fill(junk(1)), inGlobal))
    expect(faults.length).toBeGreaterThan(50_000)
    expect(JSON.stringify(toErrorTree(faults)).length).toBeLessThan(500_000)
  })
})

describe("validation is total", () => {
  const SEEDS = Array.from({ length: 20 }, (_, i) => i + 1)
  const sound = {
    ...slash({ name_localizations: { de: "x" }, contexts: [0, 1], default_member_permissions: "8", nsfw: false }),
    options: [
      {
        type: 2,
        name: "g",
        description: "d",
        options: [{ type: 1, name: "s", description: "d", options: [option()] }]
      },
      option({ choices: [{ name: "A", value: "a" }], min_length: 1 }),
      option({ type: 7, channel_types: [0, 5] })
    ]
  }
  // A linear congruential generator: the seed in the test's name reproduces a failure.
  const generator = (seed: number) => {
    let state = seed
    return (below: number) => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
      return Math.floor((state / 2_147_483_648) * below)
    }
  }
  const odd = [
    null,
    "",
    "x",
    -1,
    0,
    1.5,
    1e308,
    true,
    false,
    [],
    {},
    [[]],
    [null],
    { a: 1 },
    "\ud800",
    "9".repeat(40),
    [0, 0],
    "de"
  ]
  const mutate = (value: unknown, draw: (below: number) => number): unknown => {
    if (draw(12) === 0) return odd[draw(odd.length)]
    if (Array.isArray(value)) return value.map((item) => mutate(item, draw))
    if (typeof value !== "object" || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mutate(item, draw)]))
  }
  it.each(SEEDS)("mutated bodies of seed %i give content that is sound again, or faults", (seed) => {
    const draw = generator(seed)
    for (let i = 0; i < 100; i++) {
      const body = mutate(sound, draw)
      for (const context of [inGlobal, inGuild]) {
        const result = validate(body, context)
        if (Result.isSuccess(result)) {
          const again = validate(result.success, context)
          if (!isDeepStrictEqual(again, result)) expect(again, JSON.stringify(body)).toEqual(result)
        } else if (result.failure.length === 0) expect.unreachable(`no faults: ${JSON.stringify(body)}`)
        if (failure(validateBulk([body, body], context)).length === 0) {
          expect.unreachable(`twice, and no faults: ${JSON.stringify(body)}`)
        }
      }
    }
  })
})
