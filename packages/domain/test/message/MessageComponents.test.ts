import { assert, describe, it } from "@effect/vitest"
import { faults, sound } from "../fixture/SampleMessage.ts"

describe("components ≤ 5 action rows", () => {
  const button = (custom_id: unknown = "a") => ({ type: 2, style: 1, label: "Press", custom_id })
  const row = (...components: ReadonlyArray<unknown>) => ({ type: 1, components })
  const rows = (...components: ReadonlyArray<unknown>) => ({ components })

  it.each<[string, object, ReadonlyArray<string>]>([
    ["five rows", rows(...[1, 2, 3, 4, 5].map((n) => row(button(`b${n}`)))), []],
    ["six rows", rows(...[1, 2, 3, 4, 5, 6].map((n) => row(button(`b${n}`)))), ["components: BASE_TYPE_MAX_LENGTH"]],
    ["a button outside a row", rows(button()), ["components[0]: UNION_TYPE_CHOICES"]],
    ["a row without type", rows({ components: [button()] }), ["components[0]: TAG_FIELD_MISSING"]],
    ["an empty row", rows(row()), ["components[0].components: BASE_TYPE_BAD_LENGTH"]],
    [
      "six buttons in a row",
      rows(row(...[1, 2, 3, 4, 5, 6].map((n) => button(`b${n}`)))),
      ["components[0].components: BASE_TYPE_BAD_LENGTH"]
    ],
    [
      "a select beside a button",
      rows(row({ type: 5, custom_id: "s" }, button())),
      ["components[0].components[1]: COMPONENT_LAYOUT_WIDTH_EXCEEDED"]
    ],
    ["a text input", rows(row({ type: 4, custom_id: "t" })), ["components[0].components[0]: UNION_TYPE_CHOICES"]],
    [
      "a button without custom_id",
      rows(row(button(null))),
      ["components[0].components[0].custom_id: BASE_TYPE_REQUIRED"]
    ],
    [
      "a custom_id of 101",
      rows(row(button("x".repeat(101)))),
      ["components[0].components[0].custom_id: BASE_TYPE_BAD_LENGTH"]
    ],
    [
      "a custom_id that is no text",
      rows(row(button(7))),
      ["components[0].components[0].custom_id: STRING_TYPE_CONVERT"]
    ],
    [
      "a custom_id twice",
      rows(row(button()), row(button())),
      ["components[1].components[0].custom_id: COMPONENT_CUSTOM_ID_DUPLICATED"]
    ],
    ["no object", rows("row"), ["components[0]: MODEL_TYPE_CONVERT"]],
    ["no object in a row", rows(row("button")), ["components[0].components[0]: MODEL_TYPE_CONVERT"]],
    ["a component without type", rows(row({ style: 1 })), ["components[0].components[0]: TAG_FIELD_MISSING"]],
    ["a type that is no number", rows(row({ type: "b" })), ["components[0].components[0]: UNION_TYPE_CHOICES"]],
    ["an id below 0", rows({ ...row(button()), id: -1 }), ["components[0].id: NUMBER_TYPE_MIN"]],
    ["an id beyond int32", rows({ ...row(button()), id: 2 ** 31 }), ["components[0].id: NUMBER_TYPE_MAX"]],
    [
      "an id twice",
      rows({ ...row({ ...button(), id: 7 }), id: 7 }),
      ["components[0].components[0].id: COMPONENT_ID_DUPLICATED"]
    ],
    ["an id of 0 is none", rows({ ...row({ ...button(), id: 0 }), id: 0 }), []]
  ])("%s", (_, body, expected) => assert.deepStrictEqual(faults(body), expected))

  it("every component gets a numeric id, in reading order", () =>
    assert.deepStrictEqual(sound(rows(row(button("a"), button("b")), row({ type: 5, custom_id: "s" }))).components, [
      {
        type: 1,
        id: 1,
        components: [
          { ...button("a"), id: 2 },
          { ...button("b"), id: 3 }
        ]
      },
      { type: 1, id: 4, components: [{ type: 5, id: 5, custom_id: "s", min_values: 1, max_values: 1 }] }
    ]))

  it("an id that is given stays, and none of the others takes it", () =>
    assert.deepStrictEqual(
      sound(rows(row({ ...button("a"), id: 2 }, { ...button("b"), id: 0 }), row(button("c")))).components.map(
        ({ id, components }) => [id, components?.map((child) => child.id)]
      ),
      [
        [1, [2, 3]],
        [4, [5]]
      ]
    ))
})
