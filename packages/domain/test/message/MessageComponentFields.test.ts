import { assert, describe, it } from "@effect/vitest"
import { faults, sound } from "../fixture/SampleMessage.ts"

const inRow = (component: object) => ({ components: [{ type: 1, components: [component] }] })

/** `field: code` of each fault of one component. */
const faultsOf = (component: object) =>
  faults(inRow(component)).map((fault) => fault.replace("components[0].components[0].", ""))

/** A component as answered, as JSON, which shows the order of its fields. */
const answered = (component: object) => JSON.stringify(sound(inRow(component)).components[0]?.components?.[0])

const text = (length: number) => "x".repeat(length)
const button = { type: 2, style: 1, custom_id: "b" }
const link = { type: 2, style: 5, url: "https://example.com" }
const premium = { type: 2, style: 6, sku_id: "1" }
const option = { label: "l", value: "v" }
const picks = { type: 3, custom_id: "s", options: [option] }
const users = { type: 5, custom_id: "s" }
const channels = { type: 8, custom_id: "s" }

type Cases = ReadonlyArray<readonly [string, object, ReadonlyArray<string>]>

describe("a button", () => {
  const cases: Cases = [
    ["needs a style", { type: 2, custom_id: "b" }, ["style: BASE_TYPE_REQUIRED"]],
    ["has a style that is a number", { ...button, style: "x" }, ["style: NUMBER_TYPE_COERCE"]],
    ["has a style from 1", { ...button, style: 0 }, ["style: BASE_TYPE_CHOICES"]],
    ["has a style to 6", { ...button, style: 7 }, ["style: BASE_TYPE_CHOICES"]],
    ["of a link needs a url", { ...link, url: null }, ["url: BASE_TYPE_REQUIRED"]],
    ["of a link has no custom_id", { ...link, custom_id: "b" }, ["custom_id: BUTTON_COMPONENT_FIELD_INVALID"]],
    ["of a product needs a sku_id", { ...premium, sku_id: null }, ["sku_id: BASE_TYPE_REQUIRED"]],
    [
      "of a product has nothing else",
      { ...premium, custom_id: "b", label: "l", url: "https://a.b", emoji: { name: "👍" } },
      ["custom_id", "label", "url", "emoji"].map((field) => `${field}: BUTTON_COMPONENT_FIELD_INVALID`)
    ],
    [
      "of another style has neither url nor sku_id",
      { ...button, url: "https://a.b", sku_id: "1" },
      ["url: BUTTON_COMPONENT_FIELD_INVALID", "sku_id: BUTTON_COMPONENT_FIELD_INVALID"]
    ],
    ["has a label of 80", { ...button, label: text(81) }, ["label: BASE_TYPE_MAX_LENGTH"]],
    ["has a label that is text", { ...button, label: ["e"] }, ["label: STRING_TYPE_CONVERT"]],
    ["is disabled or not", { ...button, disabled: 1 }, ["disabled: BOOLEAN_TYPE_CONVERT"]],
    ["has an emoji with a name", { ...button, emoji: {} }, ["emoji.name: BUTTON_COMPONENT_INVALID_EMOJI"]],
    [
      "has a standard emoji by itself",
      { ...button, emoji: { name: "smile" } },
      ["emoji.name: BUTTON_COMPONENT_INVALID_EMOJI"]
    ],
    [
      "has no custom emoji as text",
      { ...button, emoji: { name: "<:tick:1>" } },
      ["emoji.name: BUTTON_COMPONENT_INVALID_EMOJI"]
    ],
    ["has a flag", { ...button, emoji: { name: "🇩🇪" } }, []],
    ["has a key", { ...button, emoji: { name: "1️⃣" } }, []],
    ["has a custom emoji with an id alone", { ...button, emoji: { id: "1" } }, []],
    ["has an emoji name of 32", { ...button, emoji: { name: text(33) } }, ["emoji.name: BASE_TYPE_MAX_LENGTH"]],
    ["has an emoji with a snowflake", { ...button, emoji: { name: "e", id: "x" } }, ["emoji.id: NUMBER_TYPE_COERCE"]],
    ["has a snowflake of a product", { ...premium, sku_id: "x" }, ["sku_id: NUMBER_TYPE_COERCE"]],
    [
      "tells every fault at once",
      { type: 2, style: 1, label: text(81), id: -1 },
      ["custom_id: BASE_TYPE_REQUIRED", "label: BASE_TYPE_MAX_LENGTH", "id: NUMBER_TYPE_MIN"]
    ]
  ]
  it.each(cases)("%s", (_, component, expected) => assert.deepStrictEqual(faultsOf(component), expected))
})

describe("the url of a link", () => {
  it.each<[string, string, ReadonlyArray<string>]>([
    ["may have 512 characters", `https://a.b/${text(500)}`, []],
    ["has no more", `https://a.b/${text(501)}`, ["url: BASE_TYPE_MAX_LENGTH"]],
    ["counts as it is answered", `https://a.b/${"ü".repeat(84)}`, ["url: BASE_TYPE_MAX_LENGTH"]],
    ["is well formed", "no url", ["url: URL_TYPE_INVALID_URL"]],
    ["has no blanks", "https://a.b/c d", ["url: URL_TYPE_INVALID_URL"]],
    ["has a host", "https:///c", ["url: URL_TYPE_INVALID_URL"]],
    ["is not on any scheme", "ftp://a.b", ["url: URL_TYPE_INVALID_SCHEME"]],
    ["may lead into the client", "discord://app/settings", []]
  ])("%s", (_, url, expected) => assert.deepStrictEqual(faultsOf({ ...link, url }), expected))

  it("is answered as a URI", () =>
    assert.strictEqual(
      answered({ ...link, url: "https://a.b:80/üſ%20|?q=100%&[x]#{y}" }),
      `{"type":2,"id":2,"style":5,"url":"https://a.b:80/%C3%BC%C5%BF%20%7C?q=100%25&%5Bx%5D#%7By%7D"}`
    ))
})

describe("a select", () => {
  const value = (type: string, id: unknown = "1") => ({ default_values: [{ type, id }] })
  const cases: Cases = [
    ["needs a custom_id", { type: 7 }, ["custom_id: BASE_TYPE_REQUIRED"]],
    ["has a custom_id of 1 character", { ...users, custom_id: "" }, ["custom_id: BASE_TYPE_BAD_LENGTH"]],
    ["has a placeholder of 150", { ...users, placeholder: text(151) }, ["placeholder: BASE_TYPE_MAX_LENGTH"]],
    ["has min_values from 0", { ...users, min_values: -1 }, ["min_values: NUMBER_TYPE_MIN"]],
    ["has min_values to 25", { ...users, min_values: 26 }, ["min_values: NUMBER_TYPE_MAX"]],
    ["has max_values from 1", { ...users, max_values: 0 }, ["max_values: NUMBER_TYPE_MIN"]],
    ["has max_values to 25", { ...users, max_values: 26 }, ["max_values: NUMBER_TYPE_MAX"]],
    ["of texts has as many options as may be chosen", { ...picks, max_values: 2 }, ["options: BASE_TYPE_BAD_LENGTH"]],
    [
      "of texts has as many default options as may be chosen",
      { ...picks, options: ["a", "b"].map((value) => ({ label: "l", value, default: true })) },
      ["options: SELECT_COMPONENT_DEFAULT_VALUES_INVALID"]
    ],
    [
      "of texts has no default options, or as many as must be chosen",
      {
        ...picks,
        min_values: 2,
        max_values: 2,
        options: [
          { ...option, default: true },
          { label: "l", value: "w", default: false }
        ]
      },
      ["options: SELECT_COMPONENT_DEFAULT_VALUES_INVALID"]
    ],
    [
      "of users has as many default values as may be chosen",
      { ...users, default_values: ["1", "2"].map((id) => ({ type: "user", id })) },
      ["default_values: SELECT_COMPONENT_DEFAULT_VALUES_INVALID"]
    ],
    [
      "may have no default values, whatever must be chosen",
      { ...users, min_values: 2, max_values: 2, default_values: [] },
      []
    ],
    [
      "has no more min_values than max_values",
      { ...users, min_values: 3, max_values: 2 },
      ["max_values: NUMBER_TYPE_MIN"]
    ],
    [
      "has no more min_values than the one value it takes by default",
      { ...picks, min_values: 2 },
      ["max_values: NUMBER_TYPE_MIN"]
    ],
    ["may have as many min_values as max_values", { ...users, min_values: 25, max_values: 25 }, []],
    [
      "has a max_values of its own to judge min_values by",
      { ...users, min_values: 2, max_values: "x" },
      ["max_values: NUMBER_TYPE_COERCE"]
    ],
    ["of texts needs options", { type: 3, custom_id: "s" }, ["options: BASE_TYPE_REQUIRED"]],
    ["of texts has an option", { ...picks, options: [] }, ["options: BASE_TYPE_BAD_LENGTH"]],
    ["of texts has 25 options", { ...picks, options: Array(26).fill(option) }, ["options: BASE_TYPE_BAD_LENGTH"]],
    [
      "of texts has distinct values",
      { ...picks, options: [option, option] },
      ["options[1]: SELECT_COMPONENT_OPTION_VALUE_DUPLICATED"]
    ],
    [
      "of texts has options with label and value",
      { ...picks, options: [{ label: "" }, 5] },
      [
        "options[1]: MODEL_TYPE_CONVERT",
        "options[0].value: BASE_TYPE_REQUIRED",
        "options[0].label: BASE_TYPE_BAD_LENGTH"
      ]
    ],
    [
      "of texts has options of 100 characters",
      { ...picks, options: [{ label: text(101), value: text(101), description: text(101) }] },
      [
        "options[0].label: BASE_TYPE_BAD_LENGTH",
        "options[0].value: BASE_TYPE_BAD_LENGTH",
        "options[0].description: BASE_TYPE_MAX_LENGTH"
      ]
    ],
    [
      "of texts has options with an emoji that has a name",
      { ...picks, options: [{ ...option, emoji: {} }] },
      ["options[0].emoji.name: BUTTON_COMPONENT_INVALID_EMOJI"]
    ],
    ["of texts has options with a custom emoji", { ...picks, options: [{ ...option, emoji: { id: "1" } }] }, []],
    ["of channels names known types", { ...channels, channel_types: [0, 6] }, ["channel_types[1]: BASE_TYPE_CHOICES"]],
    [
      "of channels names each once",
      { ...channels, channel_types: [0, 0] },
      ["channel_types: SET_TYPE_CONTAINS_DUPLICATE"]
    ],
    [
      "has 25 default values",
      { ...users, default_values: Array(26).fill({ type: "user", id: "1" }) },
      ["default_values: BASE_TYPE_MAX_LENGTH"]
    ],
    [
      "has default values with type and id",
      { ...users, default_values: [{}] },
      ["default_values[0].type: BASE_TYPE_REQUIRED", "default_values[0].id: BASE_TYPE_REQUIRED"]
    ],
    [
      "has default values that are ids",
      { ...users, ...value("user", "x") },
      ["default_values[0].id: NUMBER_TYPE_COERCE"]
    ],
    ["of users takes users", { ...users, ...value("role") }, ["default_values[0].type: BASE_TYPE_CHOICES"]],
    ["of roles takes roles", { ...users, type: 6, ...value("user") }, ["default_values[0].type: BASE_TYPE_CHOICES"]],
    ["of channels takes channels", { ...channels, ...value("user") }, ["default_values[0].type: BASE_TYPE_CHOICES"]],
    [
      "of both takes no channels",
      { ...users, type: 7, ...value("channel") },
      ["default_values[0].type: BASE_TYPE_CHOICES"]
    ],
    ["of both takes users", { ...users, type: 7, ...value("user") }, []],
    ["of both takes roles", { ...users, type: 7, ...value("role") }, []]
  ]
  it.each(cases)("%s", (_, component, expected) => assert.deepStrictEqual(faultsOf(component), expected))
})

describe("a component is answered with its fields in the order of the official document", () => {
  const emoji = { name: "e", id: 7, animated: true }
  it.each([
    [
      { sku_id: null, url: null, emoji, disabled: false, label: "l", custom_id: "b", style: "1", id: 9, type: "2" },
      `{"type":2,"id":9,"custom_id":"b","style":1,"label":"l","disabled":false,"emoji":{"id":"7","name":"e","animated":true}}`
    ],
    [premium, `{"type":2,"id":2,"style":6,"sku_id":"1"}`],
    [
      { ...button, emoji: { id: "7", name: null } },
      `{"type":2,"id":2,"custom_id":"b","style":1,"emoji":{"id":"7","name":"_"}}`
    ],
    [
      { ...picks, options: [{ ...option, emoji: { animated: true, id: "7" } }] },
      `{"type":3,"id":2,"custom_id":"s","min_values":1,"max_values":1,` +
        `"options":[{"label":"l","value":"v","emoji":{"id":"7","name":"_","animated":true}}]}`
    ],
    [
      { ...picks, options: [{ ...option, default: true, emoji, description: null, x: 1 }], disabled: true },
      `{"type":3,"id":2,"custom_id":"s","min_values":1,"max_values":1,"disabled":true,` +
        `"options":[{"label":"l","value":"v","emoji":{"id":"7","name":"e","animated":true},"default":true}]}`
    ],
    [
      { default_values: [{ id: "1", type: "user" }], placeholder: "p", max_values: 2, min_values: 0, ...users },
      `{"type":5,"id":2,"custom_id":"s","placeholder":"p","min_values":0,"max_values":2,` +
        `"default_values":[{"type":"user","id":"1"}]}`
    ],
    [
      { ...channels, default_values: [], channel_types: ["0", 15] },
      `{"type":8,"id":2,"custom_id":"s","min_values":1,"max_values":1,"channel_types":[0,15],"default_values":[]}`
    ]
  ])("%j", (component, expected) => assert.strictEqual(answered(component), expected))

  it("fields of other kinds and unknown ones are ignored", () =>
    assert.strictEqual(
      answered({ ...users, style: "x", options: 5, required: true }),
      `{"type":5,"id":2,"custom_id":"s","min_values":1,"max_values":1}`
    ))

  it("null counts as absent", () =>
    assert.strictEqual(
      answered({ ...users, id: null, placeholder: null, min_values: null, disabled: null, default_values: null }),
      `{"type":5,"id":2,"custom_id":"s","min_values":1,"max_values":1}`
    ))
})
