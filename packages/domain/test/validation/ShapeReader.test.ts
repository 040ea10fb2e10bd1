/** Readers hold to the schemas they stand beside: here both read the same bodies. */

import { assert, describe, it } from "@effect/vitest"
import { Result, Schema } from "effect"
import fc from "fast-check"
import { SHAPES } from "../../src/command/CommandBody.ts"
import { faultsOf } from "../../src/validation/SchemaFault.ts"
import * as Shape from "../../src/validation/Shape.ts"
import { readerOf, UNSURE, unsureParts } from "../../src/validation/ShapeReader.ts"
import { WorldShape } from "../../src/world/WorldFile.ts"
import { valid } from "../fixture/WorldFixture.ts"

const SHAPE = SHAPES.global.element
const bySchema = Schema.decodeUnknownResult(SHAPE, { errors: "all" })

const absent = fc.constantFrom(null, undefined)
const text = fc.oneof({ weight: 40, arbitrary: fc.string({ maxLength: 6 }) }, fc.constantFrom("\ud800", "\u{1f600}"))
const integer = fc.oneof(
  { weight: 40, arbitrary: fc.oneof(fc.integer(), fc.constantFrom("1", "-3", -0)) },
  fc.constantFrom(1.5, "1e3", "x", 2 ** 60)
)
/** Mostly what the field takes, now and then anything. */
const or = (sound: fc.Arbitrary<unknown>) =>
  fc.oneof(
    { weight: 300, arbitrary: sound },
    { weight: 30, arbitrary: absent },
    { weight: 1, arbitrary: fc.jsonValue() }
  )
const record = (fields: Record<string, fc.Arbitrary<unknown>>) =>
  or(fc.record({ ...fields, unknown: fc.integer() }, { requiredKeys: [] }))

const locale = fc.oneof({ weight: 200, arbitrary: fc.constantFrom("de", "fr", "1", "xx") }, fc.constant("__proto__"))
const dictionary = or(fc.dictionary(locale, or(text), { maxKeys: 4 }))
const named = {
  type: or(integer),
  name: or(text),
  name_localizations: dictionary,
  description: or(text),
  description_localizations: dictionary
}
const choices = or(
  fc.array(record({ name: or(text), name_localizations: dictionary, value: fc.jsonValue() }), { maxLength: 2 })
)
const option = (nested: fc.Arbitrary<unknown>) =>
  record({
    ...named,
    required: or(fc.boolean()),
    autocomplete: or(fc.boolean()),
    choices,
    options: or(fc.array(nested, { maxLength: 2 })),
    channel_types: or(fc.array(integer)),
    min_value: or(integer),
    max_length: or(integer)
  })
const body = record({
  id: or(fc.constantFrom("1", 5, 0, "18446744073709551615", "18446744073709551616")),
  ...named,
  options: or(fc.array(option(option(fc.constant({ name: "leaf", type: 3 }))), { maxLength: 3 })),
  default_member_permissions: or(integer),
  nsfw: or(fc.boolean()),
  integration_types: or(fc.array(integer))
})

/** The text of a value, the order of its keys, -0 and undefined included. */
const exact = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(exact)
  if (typeof value !== "object" || value === null) return Object.is(value, -0) ? "-0" : value
  return Object.entries(value).map(([key, inner]) => [key, exact(inner)])
}

describe("a reader", () => {
  const read = readerOf(SHAPE)

  it("gives exactly what the schema decodes, or is unsure", () => {
    let sure = 0
    fc.assert(
      fc.property(body, (sent) => {
        const value = read?.(sent) ?? UNSURE
        if (value === UNSURE) return
        sure++
        assert.deepStrictEqual(exact(value), exact(Result.getOrThrow(bySchema(sent))))
      }),
      { numRuns: 1000 }
    )
    assert.isAbove(sure, 100)
  })

  it("leads to every fault that the schema finds in the whole body, in its order", () => {
    const decode = Shape.decoder(SHAPE)
    let faulty = 0
    fc.assert(
      fc.property(body, (sent) => {
        const whole = bySchema(sent)
        const expected = Result.isSuccess(whole) ? [] : faultsOf(whole.failure)
        assert.deepStrictEqual(decode(sent).faults, expected)
        if (expected.length > 0) faulty++
      }),
      { numRuns: 1000 }
    )
    assert.isAbove(faulty, 100)
  })

  it("is sure of a sound world", () => {
    assert.notStrictEqual(readerOf(WorldShape)?.(valid()) ?? UNSURE, UNSURE)
  })

  it("is sure of every sound body of JSON", () => {
    const sound = {
      type: 1,
      name: "a",
      description: "b",
      options: [{ type: 3, name: "c", choices: [{ name: "d", value: 1 }] }]
    }
    assert.notStrictEqual(read?.(sound), UNSURE)
    assert.deepStrictEqual(Shape.decoder(SHAPE)(sound), { value: sound, faults: [] })
  })

  it("leaves objects with behaviour of their own, and structs that say more than their fields, to the schema", () => {
    assert.strictEqual(read?.(new (class Body {})()), UNSURE)
    assert.isUndefined(readerOf(Schema.Struct({ name: Schema.String })))
    assert.isUndefined(readerOf(Schema.Struct({ name: Schema.optionalKey(Schema.String) })))
    assert.isUndefined(readerOf(SHAPE.check(Schema.makeFilter(() => false))))
  })

  it("reads structs of more than 32 fields", () => {
    const fields = Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`f${i}`, Shape.field(Shape.Int)]))
    const shape = Schema.Struct(fields)
    const full = Object.fromEntries(Object.keys(fields).map((key, i) => [key, i]))
    assert.deepStrictEqual(readerOf(shape)?.(full), full)
    assert.deepStrictEqual(readerOf(shape)?.({ f35: 1, other: 2 }), { f35: 1 })
    assert.strictEqual(readerOf(shape)?.({ f35: "x" }), UNSURE)
    assert.deepStrictEqual(
      unsureParts(shape, { f1: 1, f35: "x" })?.map(([, , key]) => key),
      ["f35"]
    )
  })
})
