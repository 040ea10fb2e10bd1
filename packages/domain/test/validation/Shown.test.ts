import { Schema } from "effect"
import { expect, test } from "vitest"
import * as Shape from "../../src/validation/Shape.ts"
import {
  atLeast,
  atMost,
  described,
  localizations,
  oneOf,
  setOf,
  text,
  whole
} from "../../src/validation/ShapeLimits.ts"
import { shownOf } from "../../src/validation/Shown.ts"

const shown = (shape: Schema.Top) => Schema.toJsonSchemaDocument(shownOf(shape)).schema

const Inner = Schema.Struct({ id: Shape.needed(Shape.Id) })

const Body = Schema.Struct({
  name: Shape.needed(text(1, 3)),
  nick: Shape.field(text(0, 3)),
  said: Shape.optional(Shape.Text),
  inner: Shape.field(Inner)
}).annotate({ description: "A body." })

test("a shape shows which fields are needed, and which may be null", () => {
  const { required, properties, description } = shown(Body)
  expect(required).toEqual(["name"])
  expect(description).toBe("A body.")
  expect(properties).toMatchObject({
    name: { type: "string" },
    nick: { anyOf: [{ type: "string" }, { type: "null" }] },
    said: { type: "string" },
    inner: { anyOf: [{ type: "object", required: ["id"] }, { type: "null" }] }
  })
})

type AnyShape = Schema.Top & Schema.ConstraintDecoder<unknown, never>

test.each<readonly [sentence: string, shape: AnyShape, value: unknown, refused: unknown]>([
  ["lengths in code points", text(1, 2), "👍👍", "abc"],
  ["ranges", whole(1, 5), 5, 6],
  ["choices", oneOf(Shape.Int, [1, 2]), 2, 3],
  ["one choice", oneOf(Shape.Int, [1]), 1, 2],
  ["sets", setOf(Shape.list(Shape.Any), [0, 1]), [0, 1], [2]],
  ["the bound of a list", Shape.list(Shape.Int, 1), [1], [1, 2]],
  ["the most elements", atMost(Shape.list(Shape.Int), 1), [1], [1, 2]],
  ["the least elements", atLeast(Shape.list(Shape.Int), 1), [1], []],
  ["known locales", localizations(Shape.dict(Shape.Text), 1, 2, "Names"), { de: "ab" }, { de: "abc" }],
  ["models", Shape.models(Inner, 1), [{ id: "1" }], [{}]]
])("a shape shows %s, and takes what its rule must refuse", (_, shape, value, refused) => {
  // What is shown decodes nothing, so it needs no services.
  const accepts = Schema.is(shownOf(shape) as Schema.Schema<unknown>)
  expect([accepts(value), accepts(refused)]).toEqual([true, false])
  expect(Shape.decoder(shape)(refused).faults).toEqual([])
})

test("a described shape is judged as before", () => {
  const shape = described(Shape.Bool, "Yes or no.")
  expect(shown(shape)).toMatchObject({ type: "boolean", description: "Yes or no." })
  expect(Shape.decoder(Schema.Struct({ a: Shape.field(shape) }))({ a: 1 }).faults).toHaveLength(1)
})

test("a shape shows one schema, so that a document names it once; a plain schema shows itself", () => {
  expect(shownOf(Body)).toBe(shownOf(Body))
  const plain = Schema.Struct({ a: Schema.String })
  expect(shownOf(plain)).toBe(plain)
})
