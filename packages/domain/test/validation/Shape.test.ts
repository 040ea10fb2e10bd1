import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import * as Shape from "../../src/validation/Shape.ts"

const { field, looseField, list, models, dict, decoder } = Shape

/** Decoded value and `path CODE` of each fault. */
const outcome = <S extends Schema.ConstraintDecoder<unknown, never>>(schema: S, input: unknown) => {
  const { value, faults } = decoder(schema)(input)
  return { value, faults: faults.map(({ path, code }) => `${path.join(".")} ${code}`) }
}

const Item = Schema.Struct({ name: field(Shape.Text), size: field(Shape.Int) })
const Whole = Schema.Struct({
  name: field(Shape.Text),
  items: field(list(Item)),
  numbers: field(list(Shape.Int)),
  words: field(dict(Shape.Text)),
  grid: field(list(list(Shape.Int)))
})

/** A model of one field per leaf. */
const Leaf = {
  Text: Schema.Struct({ a: field(Shape.Text) }),
  Int: Schema.Struct({ a: field(Shape.Int) }),
  Big: Schema.Struct({ a: field(Shape.Big) }),
  Float: Schema.Struct({ a: field(Shape.Float) }),
  Bool: Schema.Struct({ a: field(Shape.Bool) }),
  Id: Schema.Struct({ a: field(Shape.Id) })
}
const decodeLeaf = (leaf: keyof typeof Leaf, a: unknown) => outcome<(typeof Leaf)[keyof typeof Leaf]>(Leaf[leaf], { a })

describe("leaves take what stands for their value", () => {
  it.each([
    ["Text", "a", "a"],
    ["Text", "", ""],
    ["Int", 5, 5],
    ["Int", "-5", -5],
    ["Int", 5.0, 5],
    ["Int", -0, 0],
    ["Big", "18014398509481983", 18_014_398_509_481_983n],
    ["Big", 7, 7n],
    ["Float", 1.5, 1.5],
    ["Float", "-1.5e3", -1500],
    ["Bool", false, false],
    ["Id", "900000000000000001", "900000000000000001"],
    ["Id", 42, "42"]
  ] as const)("%s takes %j", (leaf, input, value) =>
    expect(decodeLeaf(leaf, input)).toEqual({ value: { a: value }, faults: [] })
  )
})

describe("leaves refuse everything else with a code of their own", () => {
  it.each([
    ["Text", [5, true, [], {}, "\ud800"], "STRING_TYPE_CONVERT"],
    ["Int", [1.5, "x", "", " 1", "1.0", "9".repeat(21), true, [], {}, Number.NaN], "NUMBER_TYPE_COERCE"],
    ["Big", [1.5, "x", "", true, []], "NUMBER_TYPE_COERCE"],
    ["Float", ["x", "", "1e999", Number.POSITIVE_INFINITY, true, []], "NUMBER_TYPE_COERCE"],
    ["Bool", [0, 1, "true", "", []], "BOOLEAN_TYPE_CONVERT"],
    ["Id", ["x", "", -1, "01", "18446744073709551616", 1.5, []], "NUMBER_TYPE_COERCE"]
  ] as const)("%s", (leaf, inputs, code) => {
    for (const input of inputs) expect(decodeLeaf(leaf, input)).toEqual({ value: {}, faults: [`a ${code}`] })
  })
  it("names a long value by its beginning", () =>
    expect(decoder(Item)({ size: "x".repeat(500) }).faults[0]?.message).toBe(`Value "${"x".repeat(100)}…" is not int.`))
})

describe("a field may be left out or null", () => {
  it("left out", () => expect(outcome(Item, {})).toEqual({ value: {}, faults: [] }))
  it("null", () => expect(outcome(Item, { name: null })).toEqual({ value: { name: null }, faults: [] }))
  it("a loose one may be undefined", () =>
    expect(outcome(Schema.Struct({ a: looseField(Shape.Int) }), { a: undefined })).toEqual({
      value: { a: undefined },
      faults: []
    }))
  it("fields that the shape does not name are dropped", () =>
    expect(outcome(Item, { other: 1 })).toEqual({ value: {}, faults: [] }))
})

describe("what is sound survives beside what is not", () => {
  it.each<[string, unknown, unknown, ReadonlyArray<string>]>([
    ["a faulty field is left out", { name: 5, numbers: [1] }, { numbers: [1] }, ["name STRING_TYPE_CONVERT"]],
    [
      "a faulty field of an element",
      { items: [{ name: 5, size: 1 }, { name: "b" }] },
      { items: [{ size: 1 }, { name: "b" }] },
      ["items.0.name STRING_TYPE_CONVERT"]
    ],
    [
      "a faulty model stays in its place as {}",
      { items: [{ size: 1 }, 7, { size: 3 }] },
      { items: [{ size: 1 }, {}, { size: 3 }] },
      ["items.1 MODEL_TYPE_CONVERT"]
    ],
    [
      "a list with another faulty element is left out",
      { name: "a", numbers: [1, "x", 3] },
      { name: "a" },
      ["numbers.1 NUMBER_TYPE_COERCE"]
    ],
    ["and so are lists of lists", { name: "a", grid: [[1], ["x"]] }, { name: "a" }, ["grid.1.0 NUMBER_TYPE_COERCE"]],
    [
      "a faulty entry of a dictionary is left out",
      { words: { a: 1, b: "c" } },
      { words: { b: "c" } },
      ["words.a STRING_TYPE_CONVERT"]
    ],
    ["no list", { items: {} }, {}, ["items LIST_TYPE_CONVERT"]],
    ["no dictionary", { words: [] }, {}, ["words DICT_TYPE_CONVERT"]],
    ["no model at all", [], {}, [" MODEL_TYPE_CONVERT"]],
    [
      "all at once",
      { name: [], items: [null, { size: "x" }], words: 1 },
      { items: [{}, {}] },
      [
        "name STRING_TYPE_CONVERT",
        "items.0 MODEL_TYPE_CONVERT",
        "items.1.size NUMBER_TYPE_COERCE",
        "words DICT_TYPE_CONVERT"
      ]
    ]
  ])("%s", (_, input, value, faults) => expect(outcome(Whole, input)).toEqual({ value, faults }))
  it("a list at the root", () => expect(outcome(list(Item), 5)).toEqual({ value: [], faults: [" LIST_TYPE_CONVERT"] }))
})

describe("lists and dictionaries keep one more than their limit, and nothing behind it is looked at", () => {
  const Bounded = Schema.Struct({ list: field(list(Item, 2)), dict: field(dict(Shape.Text, 2)) })
  it("a list", () =>
    expect(outcome(Bounded, { list: [{}, {}, 5, 6, 7] })).toEqual({
      value: { list: [{}, {}, {}] },
      faults: ["list.2 MODEL_TYPE_CONVERT"]
    }))
  it("a list of models", () =>
    expect(outcome(Schema.Struct({ list: field(models(Item, 2)) }), { list: [{}, {}, {}, 5] })).toEqual({
      value: { list: [{}, {}, {}] },
      faults: []
    }))
  it("a dictionary", () =>
    expect(outcome(Bounded, { dict: { a: "a", b: "b", c: "c", d: 4 } })).toEqual({
      value: { dict: { a: "a", b: "b", c: "c" } },
      faults: []
    }))
})

describe("an object sent for a list of models is walked as if it were a list of its keys", () => {
  const Listed = Schema.Struct({ name: field(Shape.Text), items: field(models(Item, 2)) })
  it.each<[string, unknown, ReadonlyArray<string>]>([
    ["names", { a: {}, b: {} }, ["items.0 MODEL_TYPE_CONVERT", "items.1 MODEL_TYPE_CONVERT"]],
    ["positions", { 0: {}, 7: {} }, ["items.0 MODEL_TYPE_CONVERT", "items.1 MODEL_TYPE_CONVERT"]],
    ["more than a list keeps", { a: 1, b: 2, c: 3, d: 4 }, [0, 1, 2].map((i) => `items.${i} MODEL_TYPE_CONVERT`)],
    ["no keys", {}, ["items LIST_TYPE_CONVERT"]],
    ["text", "ab", ["items LIST_TYPE_CONVERT"]]
  ])("%s", (_, items, faults) =>
    expect(outcome(Listed, { name: "a", items })).toEqual({ value: { name: "a" }, faults })
  )
})

describe("rule faults at or below a place whose shape is wrong are left out, as they only repeat it", () => {
  const fault = (...path: ReadonlyArray<string | number>) => ({ path, code: "A", message: "m" })
  const shape = [fault("a", 0)]
  it.each([
    ["at it", fault("a", 0), false],
    ["below it", fault("a", 0, "name"), false],
    ["above it", fault("a"), true],
    ["beside it", fault("a", 1), true]
  ])("%s", (_, rule, kept) => expect(Shape.withoutEchoes(shape, [rule])).toEqual(kept ? [...shape, rule] : shape))
  it("below the root is everything", () =>
    expect(Shape.withoutEchoes([fault()], [fault("a"), fault()])).toEqual([fault()]))
})
