import { assert, describe, it } from "@effect/vitest"
import { fieldsOf } from "../../src/interaction/Modal.ts"
import { FIELDS, faultsOf, label, modal, OPTIONS, row, shown, text } from "./SampleModal.ts"

const of = (length: number) => "🐈".repeat(length)
const labelled = (component: object) => modal(label(component))
const INNER = "components[0].component"

type Row = readonly [what: string, data: unknown, faults: ReadonlyArray<string>]

const judges = (name: string, rows: ReadonlyArray<Row>) =>
  describe(name, () => {
    it.each(rows)("%s", (_, data, faults) => assert.deepStrictEqual(faultsOf(data), faults))
  })

judges("custom_id 1-100, title 1-45, components 1-5", [
  ["at their least", { custom_id: "m", title: "t", components: [label(text())] }, []],
  ["at their most", { ...modal(label(text())), custom_id: of(100), title: of(45) }, []],
  [
    "nothing at all",
    {},
    ["custom_id: BASE_TYPE_REQUIRED", "title: BASE_TYPE_REQUIRED", "components: BASE_TYPE_REQUIRED"]
  ],
  [
    "null",
    { custom_id: null, title: null, components: null },
    ["custom_id: BASE_TYPE_REQUIRED", "title: BASE_TYPE_REQUIRED", "components: BASE_TYPE_REQUIRED"]
  ],
  [
    "empty",
    { custom_id: "", title: "", components: [] },
    ["custom_id: BASE_TYPE_BAD_LENGTH", "title: BASE_TYPE_BAD_LENGTH", "components: BASE_TYPE_BAD_LENGTH"]
  ],
  [
    "too long",
    { ...modal(label(text())), custom_id: of(101), title: of(46) },
    ["custom_id: BASE_TYPE_BAD_LENGTH", "title: BASE_TYPE_BAD_LENGTH"]
  ],
  ["five components", modal(...[1, 2, 3, 4, 5].map((n) => label(text({ custom_id: `t${n}` })))), []],
  [
    "six components",
    modal(...[1, 2, 3, 4, 5, 6].map((n) => label(text({ custom_id: `t${n}` })))),
    ["components: BASE_TYPE_MAX_LENGTH"]
  ],
  ["no object", "modal", [": MODEL_TYPE_CONVERT"]],
  [
    "wrong types, all at once",
    { custom_id: 5, title: [], components: {} },
    ["custom_id: STRING_TYPE_CONVERT", "title: STRING_TYPE_CONVERT", "components: LIST_TYPE_CONVERT"]
  ]
])

judges("children: action row with one text input, label, text display", [
  ["a row with a text input", modal(row(text({ label: "Name" }))), []],
  ["an empty row", modal(row()), ["components[0].components: BASE_TYPE_BAD_LENGTH"]],
  [
    "a row with two text inputs",
    modal(row(text({ label: "A" }), text({ label: "B", custom_id: "u" }))),
    ["components[0].components[1]: COMPONENT_LAYOUT_WIDTH_EXCEEDED"]
  ],
  [
    "a row with a button",
    modal(row({ type: 2, style: 1, label: "Press", custom_id: "b" })),
    ["components[0].components[0]: UNION_TYPE_CHOICES"]
  ],
  ["a row with a select", modal(row(FIELDS.user_select)), ["components[0].components[0]: UNION_TYPE_CHOICES"]],
  ["a text display", modal({ type: 10, content: "Read me" }), []],
  ["a container", modal({ type: 17, components: [] }), ["components[0]: UNION_TYPE_CHOICES"]],
  ["a text input outside of everything", modal(text()), ["components[0]: UNION_TYPE_CHOICES"]],
  ["no type", modal({}), ["components[0]: TAG_FIELD_MISSING"]],
  ["no object", modal(5), ["components[0]: MODEL_TYPE_CONVERT"]]
])

judges("label: label ≤ 45, description ≤ 100, and one component", [
  ...Object.entries(FIELDS).map(([kind, field]): Row => [kind, labelled(field), []]),
  ["texts at their most", modal(label(text(), { label: of(45), description: of(100) })), []],
  [
    "texts that are too long",
    modal(label(text(), { label: of(46), description: of(101) })),
    ["components[0].label: BASE_TYPE_BAD_LENGTH", "components[0].description: BASE_TYPE_BAD_LENGTH"]
  ],
  [
    "neither label nor component",
    modal({ type: 18 }),
    ["components[0].label: BASE_TYPE_REQUIRED", "components[0].component: BASE_TYPE_REQUIRED"]
  ],
  ["a row in a label", labelled(row(text())), [`${INNER}: UNION_TYPE_CHOICES`]],
  ["a button in a label", labelled({ type: 2, style: 1, custom_id: "b" }), [`${INNER}: UNION_TYPE_CHOICES`]],
  ["a text display in a label", labelled({ type: 10, content: "x" }), [`${INNER}: UNION_TYPE_CHOICES`]]
])

judges("text input", [
  ["at its least", labelled(text({ min_length: 0, max_length: 1, value: "", placeholder: "" })), []],
  [
    "at its most",
    labelled(
      text({ custom_id: of(100), min_length: 4000, max_length: 4000, value: of(4000), placeholder: of(100), style: 2 })
    ),
    []
  ],
  [
    "beyond everything",
    labelled(
      text({ custom_id: of(101), min_length: 4001, max_length: 4001, value: of(4001), placeholder: of(101), style: 3 })
    ),
    [
      `${INNER}.style: BASE_TYPE_CHOICES`,
      `${INNER}.custom_id: BASE_TYPE_BAD_LENGTH`,
      `${INNER}.value: BASE_TYPE_MAX_LENGTH`,
      `${INNER}.placeholder: BASE_TYPE_MAX_LENGTH`,
      `${INNER}.min_length: NUMBER_TYPE_MAX`,
      `${INNER}.max_length: NUMBER_TYPE_MAX`
    ]
  ],
  [
    "below everything",
    labelled(text({ min_length: -1, max_length: 0 })),
    [`${INNER}.min_length: NUMBER_TYPE_MIN`, `${INNER}.max_length: NUMBER_TYPE_MIN`]
  ],
  [
    "more at least than at most",
    labelled(text({ min_length: 5, max_length: 4 })),
    [`${INNER}.max_length: NUMBER_TYPE_MIN`]
  ],
  ["no style", labelled(text({ style: null })), [`${INNER}.style: BASE_TYPE_REQUIRED`]],
  ["no custom_id", labelled(text({ custom_id: null })), [`${INNER}.custom_id: BASE_TYPE_REQUIRED`]],
  ["no label in a row", modal(row(text())), ["components[0].components[0].label: BASE_TYPE_REQUIRED"]],
  [
    "a label of 46 in a row",
    modal(row(text({ label: of(46) }))),
    ["components[0].components[0].label: BASE_TYPE_BAD_LENGTH"]
  ],
  ["a label inside a label", labelled(text({ label: "Twice" })), [`${INNER}.label: TEXT_INPUT_LABEL_INVALID`]],
  ["a label that is null inside a label", labelled(text({ label: null })), []]
])

judges("min_values must be either omitted or at least 1 if required is omitted or true", [
  ["omitted", labelled(FIELDS.user_select), []],
  [
    "0 and required omitted",
    labelled({ ...FIELDS.user_select, min_values: 0 }),
    [`${INNER}.min_values: NUMBER_TYPE_MIN`]
  ],
  [
    "0 and required",
    labelled({ ...FIELDS.files, min_values: 0, required: true }),
    [`${INNER}.min_values: NUMBER_TYPE_MIN`]
  ],
  ["0 and not required", labelled({ ...FIELDS.checkboxes, min_values: 0, required: false }), []]
])

judges("what else is true of components in modals", [
  [
    "custom_id unique over the modal, however deep",
    modal(label(text()), row(text({ label: "Again" }))),
    ["components[1].components[0].custom_id: COMPONENT_CUSTOM_ID_DUPLICATED"]
  ],
  ["ids are unique", modal(label(text({ id: 7 }), { id: 7 })), [`${INNER}.id: COMPONENT_ID_DUPLICATED`]],
  [
    "no select is disabled",
    labelled({ ...FIELDS.role_select, disabled: true }),
    [`${INNER}.disabled: SELECT_COMPONENT_DISABLED_IN_MODAL`]
  ],
  [
    "a radio group has at least two options",
    labelled({ ...FIELDS.radio, options: OPTIONS.slice(1, 2) }),
    [`${INNER}.options: BASE_TYPE_BAD_LENGTH`]
  ],
  ["files are at most ten", labelled({ ...FIELDS.files, max_values: 11 }), [`${INNER}.max_values: NUMBER_TYPE_MAX`]]
])

describe("a sound modal", () => {
  it("has an id on every component, in reading order, none taken twice", () => {
    const { components } = shown(
      modal({ type: 10, content: "Hello" }, label(text({ id: 2 })), row(text({ custom_id: "u", label: "Name" })))
    )
    assert.deepStrictEqual(
      components.map(({ id, component, components }) => [id, component?.id ?? components?.[0]?.id]),
      [
        [1, undefined],
        [3, 2],
        [4, 5]
      ]
    )
  })
  it("says of a text input that it is required, unless it is not", () => {
    const [first, second] = fieldsOf(shown(modal(label(text()), label(text({ custom_id: "u", required: false })))))
    assert.deepInclude(first, { required: true, label: null, min_length: null, max_length: null })
    assert.deepInclude(second, { required: false })
  })
  it("keeps `required` of a select, which messages ignore", () => {
    const [field] = fieldsOf(shown(labelled({ ...FIELDS.role_select, required: false })))
    assert.deepInclude(field, { required: false, min_values: 1, max_values: 1 })
  })
  it("lists what there is to fill in, in reading order", () => {
    const data = modal({ type: 10, content: "Hello" }, label(FIELDS.radio), row(text({ label: "Name" })))
    assert.deepStrictEqual(
      fieldsOf(shown(data)).map(({ custom_id }) => custom_id),
      ["radio", "t"]
    )
  })
})
