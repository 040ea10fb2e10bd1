import { assert, describe, it } from "@effect/vitest"
import { componentObjects, judgeComponents } from "../../src/component/Component.ts"
import { ComponentType } from "../../src/component/ComponentFields.ts"
import { KINDS, SURFACES } from "../../src/component/ComponentKind.ts"
import { formatPath } from "../../src/error/Fault.ts"

const MODAL = { surface: "modal", files: [] } as const
const faults = (...components: ReadonlyArray<unknown>) =>
  judgeComponents(components, MODAL).map(({ path, code }) => `${formatPath(path)}: ${code}`)

/** `field: code` of each fault of one component in a label. */
const inLabel = (component: object) =>
  faults({ type: 18, label: "l", component }).map((fault) => fault.replace("components[0].component.", ""))

const text = (length: number) => "x".repeat(length)
const input = { type: 4, custom_id: "t", style: 1 }
const label = (component: object = input) => ({ type: 18, label: "l", component })
const options = (count: number, fields: object = {}) =>
  Array.from({ length: count }, (_, i) => ({ label: `l${i}`, value: `v${i}`, ...fields }))
const radio = { type: 21, custom_id: "r", options: options(2) }
const boxes = { type: 22, custom_id: "g", options: options(3) }

describe("components 1-5: rows with one text input, labels, text displays", () => {
  it.each<[string, ReadonlyArray<object>, ReadonlyArray<string>]>([
    ["a row with one text input", [{ type: 1, components: [input] }], []],
    [
      "a row with two",
      [{ type: 1, components: [input, { ...input, custom_id: "u" }] }],
      ["components[0].components[1]: COMPONENT_LAYOUT_WIDTH_EXCEEDED"]
    ],
    ["a text display", [{ type: 10, content: "hi" }], []],
    [
      "a button in a row",
      [{ type: 1, components: [{ type: 2 }] }],
      ["components[0].components[0]: UNION_TYPE_CHOICES"]
    ],
    ["a container", [{ type: 17, components: [] }], ["components[0]: UNION_TYPE_CHOICES"]],
    ["a label in a label", [label(label())], ["components[0].component: UNION_TYPE_CHOICES"]],
    ["a label of nothing", [{ type: 18, label: "l" }], ["components[0].component: BASE_TYPE_REQUIRED"]],
    ["a label without text", [{ type: 18, component: input }], ["components[0].label: BASE_TYPE_REQUIRED"]],
    [
      "a label ≤ 45, description ≤ 100",
      [{ ...label(), label: text(46), description: text(101) }],
      ["components[0].label: BASE_TYPE_BAD_LENGTH", "components[0].description: BASE_TYPE_BAD_LENGTH"]
    ],
    [
      "six",
      Array.from({ length: 6 }, (_, i) => label({ ...input, custom_id: `${i}` })),
      ["components: BASE_TYPE_MAX_LENGTH"]
    ],
    ["a custom_id twice", [label(), label()], ["components[1].component.custom_id: COMPONENT_CUSTOM_ID_DUPLICATED"]]
  ])("%s", (_, components, expected) => assert.deepStrictEqual(faults(...components), expected))
})

describe("what stands in a label", () => {
  it.each<[string, object, ReadonlyArray<string>]>([
    ["a text input", input, []],
    ["a text input has a style", { type: 4, custom_id: "t" }, ["style: BASE_TYPE_REQUIRED"]],
    ["of 1 or 2", { ...input, style: 3 }, ["style: BASE_TYPE_CHOICES"]],
    [
      "value ≤ 4000, placeholder ≤ 100",
      { ...input, value: text(4001), placeholder: text(101) },
      ["value: BASE_TYPE_MAX_LENGTH", "placeholder: BASE_TYPE_MAX_LENGTH"]
    ],
    ["min_length 0-4000", { ...input, min_length: 4001 }, ["min_length: NUMBER_TYPE_MAX"]],
    ["max_length 1-4000", { ...input, max_length: 0 }, ["max_length: NUMBER_TYPE_MIN"]],
    ["no more min_length than max_length", { ...input, min_length: 3, max_length: 2 }, ["max_length: NUMBER_TYPE_MIN"]],
    ["a string select", { type: 3, custom_id: "s", options: options(25) }, []],
    [
      "a select that is disabled",
      { type: 5, custom_id: "s", disabled: true },
      ["disabled: SELECT_COMPONENT_DISABLED_IN_MODAL"]
    ],
    ["a file upload", { type: 19, custom_id: "f", min_values: 0, max_values: 10 }, []],
    ["a file upload of 11", { type: 19, custom_id: "f", max_values: 11 }, ["max_values: NUMBER_TYPE_MAX"]],
    ["a radio group", radio, []],
    ["a radio group of one", { ...radio, options: options(1) }, ["options: BASE_TYPE_BAD_LENGTH"]],
    [
      "a radio group with two defaults",
      { ...radio, options: options(2, { default: true }) },
      ["options: SELECT_COMPONENT_DEFAULT_VALUES_INVALID"]
    ],
    ["a checkbox group", { ...boxes, options: options(10, { default: true }) }, []],
    ["a checkbox group of 11", { ...boxes, options: options(11) }, ["options: BASE_TYPE_BAD_LENGTH"]],
    [
      "a checkbox group has as many options as may be chosen",
      { ...boxes, max_values: 4 },
      ["options: BASE_TYPE_BAD_LENGTH"]
    ],
    ["a checkbox", { type: 23, custom_id: "c", default: true }, []],
    ["a checkbox has a custom_id", { type: 23 }, ["custom_id: BASE_TYPE_REQUIRED"]]
  ])("%s", (_, component, expected) => assert.deepStrictEqual(inLabel(component), expected))

  it("is shown with an id and with what it is when nothing else is said", () =>
    assert.deepStrictEqual(componentObjects([label(), label({ ...boxes, required: false })], MODAL), [
      {
        type: 18,
        id: 1,
        label: "l",
        component: { ...input, id: 2, label: null, required: true, min_length: null, max_length: null }
      },
      {
        type: 18,
        id: 3,
        label: "l",
        component: { ...boxes, id: 4, min_values: 1, max_values: 3, required: false }
      }
    ]))
})

it("every kind stands somewhere", () => {
  const placed = Object.values(SURFACES).flatMap(({ within }) => Object.values(within).flat())
  assert.deepStrictEqual(
    Object.values(ComponentType).filter((kind) => !placed.includes(kind)),
    []
  )
  assert.deepStrictEqual(Object.keys(KINDS).map(Number), Object.values(ComponentType))
})
