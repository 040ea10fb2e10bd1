import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { formatPath } from "../../src/error/Fault.ts"
import { type Callback, decodeCallback, PAIRINGS } from "../../src/interaction/Callback.ts"
import type { InteractionType } from "../../src/record/InteractionKind.ts"

const decode = (body: unknown, type: InteractionType = 2, option_type: 3 | 4 | 10 = 3) =>
  decodeCallback(body, { type, option_type, updates: type === 3, launches: true })

const sound = (body: unknown, type: InteractionType = 2, option_type: 3 | 4 | 10 = 3): Callback =>
  Result.getOrThrow(decode(body, type, option_type))

/** `place: code` of each fault; an empty message is "EmptyMessage". */
const faults = (body: unknown, type: InteractionType = 2, option_type: 3 | 4 | 10 = 3): ReadonlyArray<string> => {
  const result = decode(body, type, option_type)
  if (Result.isSuccess(result)) return []
  const error = result.failure
  return error._tag === "InvalidForm" ? error.faults.map((f) => `${formatPath(f.path)}: ${f.code}`) : [error._tag]
}

const message = (body: unknown): string => {
  const result = decode(body)
  if (Result.isSuccess(result) || result.failure._tag !== "InvalidForm") return ""
  return result.failure.faults[0]?.message ?? ""
}

const MINIMAL: Record<number, unknown> = {
  4: { content: "hi" },
  8: { choices: [] },
  9: { custom_id: "m", title: "Pets", components: [{ type: 10, content: "Soon." }] }
}

describe("callback types and who may use them", () => {
  const TABLE: ReadonlyArray<readonly [number, string, ReadonlyArray<number>]> = [
    [1, "PONG", [1]],
    [4, "CHANNEL_MESSAGE_WITH_SOURCE", [2, 3, 5]],
    [5, "DEFERRED_CHANNEL_MESSAGE_WITH_SOURCE", [2, 3, 5]],
    [6, "DEFERRED_UPDATE_MESSAGE", [3, 5]],
    [7, "UPDATE_MESSAGE", [3, 5]],
    [8, "APPLICATION_COMMAND_AUTOCOMPLETE_RESULT", [4]],
    [9, "MODAL", [2, 3]],
    [10, "PREMIUM_REQUIRED", [2, 3, 5]],
    [11, "IFRAME_MODAL", [2, 3]],
    [12, "LAUNCH_ACTIVITY", [2, 3, 5]]
  ]

  it("the table has a row for every callback type", () =>
    assert.deepStrictEqual(
      Object.entries(PAIRINGS).map(([type, allowed]) => [Number(type), allowed]),
      TABLE.map(([type, , allowed]) => [type, allowed])
    ))

  const supported = [1, 4, 5, 8, 9, 10, 12]
  for (const [type, name, allowed] of TABLE) {
    for (const interaction of [1, 2, 4] as const) {
      const body = { type, data: MINIMAL[type] }
      if (!allowed.includes(interaction)) {
        it(`${name} (${type}) may not answer interaction type ${interaction}`, () =>
          assert.deepStrictEqual(faults(body, interaction), ["type: BASE_TYPE_CHOICES"]))
      } else if (supported.includes(type)) {
        it(`${name} (${type}) answers interaction type ${interaction}`, () =>
          assert.strictEqual(sound(body, interaction).type, type))
      } else {
        it(`${name} (${type}) is legal for interaction type ${interaction} but says that it is not supported yet`, () => {
          assert.deepStrictEqual(faults(body, interaction), ["type: SERVICE_UNSUPPORTED"])
          assert.strictEqual(message(body), `Callback type ${type} (${name}) is not supported by this service yet.`)
        })
      }
    }
  }

  it.each([
    ["removed long ago", { type: 2 }, "type: BASE_TYPE_CHOICES"],
    ["unknown", { type: 99 }, "type: BASE_TYPE_CHOICES"],
    ["missing", {}, "type: BASE_TYPE_REQUIRED"],
    ["null", { type: null }, "type: BASE_TYPE_REQUIRED"],
    ["no integer", { type: "four" }, "type: NUMBER_TYPE_COERCE"],
    ["no object", [], ": MODEL_TYPE_CONVERT"]
  ])("a type that is %s is refused", (_, body, fault) => assert.deepStrictEqual(faults(body), [fault]))
  it("a refusal lists the types that may answer, and of them those that this service takes", () =>
    assert.strictEqual(message({ type: 8 }), "Value must be one of (4, 5, 9, 10, 12)."))
  it("a numeric string counts as a type", () => assert.strictEqual(sound({ type: "5" }).type, 5))
})

describe("type 4: message data", () => {
  it("faults stand under data, all at once", () =>
    assert.deepStrictEqual(
      faults({ type: 4, data: { content: "x".repeat(2001), tts: "yes", embeds: [{ color: -1 }] } }),
      ["data.tts: BOOLEAN_TYPE_CONVERT", "data.content: BASE_TYPE_MAX_LENGTH", "data.embeds[0].color: NUMBER_TYPE_MIN"]
    ))
  it("nothing at all is an empty message", () =>
    assert.deepStrictEqual(faults({ type: 4, data: {} }), ["EmptyMessage"]))
  it.each([undefined, null])("data %s is required", (data) =>
    assert.deepStrictEqual(faults({ type: 4, data }), ["data: BASE_TYPE_REQUIRED"])
  )
  it("data that is no object is refused", () =>
    assert.deepStrictEqual(faults({ type: 4, data: "hi" }), ["data: MODEL_TYPE_CONVERT"]))
})

describe("type 5: optional {flags: 64} only", () => {
  it.each<[unknown, boolean]>([
    [undefined, false],
    [null, false],
    [{}, false],
    [{ flags: null }, false],
    [{ flags: 0 }, false],
    [{ flags: 64 }, true],
    [{ flags: 68 }, true],
    [{ flags: 4, content: "ignored" }, false]
  ])("data %j makes ephemeral %s", (data, ephemeral) =>
    assert.deepStrictEqual(sound({ type: 5, data }), { type: 5, ephemeral })
  )
  it("flags that are no integer are refused", () =>
    assert.deepStrictEqual(faults({ type: 5, data: { flags: "x" } }), ["data.flags: NUMBER_TYPE_COERCE"]))
})

describe("autocomplete result", () => {
  const result = (choices: unknown) => ({ type: 8, data: { choices } })
  const choice = (value: unknown, name: unknown = "n") => ({ name, value })
  const one = (value: unknown, option: 3 | 4 | 10, name?: unknown) => faults(result([choice(value, name)]), 4, option)

  it.each([[{ choices: null }], [{ choices: [] }], [{}]])("data %j offers nothing", (data) =>
    assert.deepStrictEqual(sound({ type: 8, data }, 4), { type: 8, choices: [] })
  )
  it("choices ≤ 25", () => {
    assert.deepStrictEqual(faults(result(Array(25).fill(choice("v"))), 4), [])
    assert.deepStrictEqual(faults(result(Array(26).fill(choice("v"))), 4), ["data.choices: BASE_TYPE_BAD_LENGTH"])
  })
  it("name 1–100 characters", () => {
    assert.deepStrictEqual(one("v", 3, "🐈".repeat(100)), [])
    for (const name of ["", "x".repeat(101)]) {
      assert.deepStrictEqual(one("v", 3, name), ["data.choices[0].name: BASE_TYPE_BAD_LENGTH"])
    }
    assert.deepStrictEqual(one("v", 3, null), ["data.choices[0].name: BASE_TYPE_REQUIRED"])
  })
  it.each<[string, 3 | 4 | 10, unknown, string | undefined]>([
    ["STRING of 100", 3, "x".repeat(100), undefined],
    ["STRING of 101", 3, "x".repeat(101), "BASE_TYPE_MAX_LENGTH"],
    ["STRING given a number", 3, 1, "STRING_TYPE_CONVERT"],
    ["INTEGER at its least", 4, -(2 ** 53) + 1, undefined],
    ["INTEGER at its most", 4, 2 ** 53 - 1, undefined],
    ["INTEGER above", 4, 2 ** 53, "NUMBER_TYPE_MAX"],
    ["INTEGER below", 4, -(2 ** 53), "NUMBER_TYPE_MIN"],
    ["INTEGER given a fraction", 4, 0.5, "NUMBER_TYPE_COERCE"],
    ["INTEGER given text", 4, "1", "NUMBER_TYPE_COERCE"],
    ["NUMBER", 10, 0.5, undefined],
    ["NUMBER at its most", 10, 2 ** 53, undefined],
    ["NUMBER above", 10, 1e300, "NUMBER_TYPE_MAX"],
    ["NUMBER below", 10, -1e300, "NUMBER_TYPE_MIN"],
    ["NUMBER given text", 10, "0.5", "NUMBER_TYPE_COERCE"],
    ["a missing value", 3, undefined, "BASE_TYPE_REQUIRED"],
    ["a null value", 4, null, "BASE_TYPE_REQUIRED"]
  ])("JSON type must match option type: %s", (_, option, value, code) =>
    assert.deepStrictEqual(one(value, option), code === undefined ? [] : [`data.choices[0].value: ${code}`])
  )
  it("name_localizations allowed, of known locales and 1–100 characters", () => {
    const localized = (name_localizations: unknown) => result([{ name: "dog", name_localizations, value: "v" }])
    assert.deepStrictEqual(sound(localized({ de: "Hund", fr: null }), 4), {
      type: 8,
      choices: [{ name: "dog", name_localizations: { de: "Hund" }, value: "v" }]
    })
    assert.deepStrictEqual(faults(localized({ de: "", xx: "?" }), 4), [
      "data.choices[0].name_localizations.de: BASE_TYPE_BAD_LENGTH",
      "data.choices[0].name_localizations.xx: BASE_TYPE_CHOICES"
    ])
  })
  it("every choice at fault is reported", () =>
    assert.deepStrictEqual(faults(result([choice(1), choice("v"), choice(2)]), 4), [
      "data.choices[0].value: STRING_TYPE_CONVERT",
      "data.choices[2].value: STRING_TYPE_CONVERT"
    ]))
  it.each([undefined, null])("data %s is required", (data) =>
    assert.deepStrictEqual(faults({ type: 8, data }, 4), ["data: BASE_TYPE_REQUIRED"])
  )
})
