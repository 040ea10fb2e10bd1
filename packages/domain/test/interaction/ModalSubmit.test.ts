import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import fc from "fast-check"
import { formatPath } from "../../src/error/Fault.ts"
import { fieldsOf } from "../../src/interaction/Modal.ts"
import { asksForEntities, idsIn, submitModal } from "../../src/interaction/ModalSubmit.ts"
import type { Entities } from "../../src/interaction/ResolvedData.ts"
import { namesUsers } from "../../src/interaction/SelectedValues.ts"
import { ALICE, alice, BOB, bob, general, MODERATOR, roles, thread } from "../fixture/Harbour.ts"
import { entities } from "../fixture/SampleDelivery.ts"
import { FIELDS, label, modal, OPTIONS, row, shown, text } from "./SampleModal.ts"

const HERE: Entities = entities({
  users: [{ user: alice }, { user: bob }],
  channels: [{ channel: general }, { channel: thread, parent: general }],
  roles
})
const FILE = "700000000000000001"

const submit = (data: unknown, filled: Record<string, unknown>, files: ReadonlyArray<string> = [], field = "files") =>
  submitModal(
    shown(data),
    filled,
    files.map((id) => ({ field, id })),
    HERE
  )

/** What the only field of a modal sends for a value; or the faults, without `fields.x`. */
const sends = (component: object, value: unknown) => {
  const filled = value === undefined ? {} : { x: value }
  const result = submit(modal(label({ ...component, custom_id: "x" })), filled)
  if (Result.isFailure(result)) {
    assert.isTrue(result.failure.every(({ path }) => formatPath(path) === "fields.x"))
    return result.failure.map(({ code }) => code)
  }
  const [labelled] = result.success.components
  const { type: _, id: __, custom_id: ___, ...part } = labelled?.component ?? {}
  return part
}

type Case = readonly [what: string, component: object, value: unknown, sent: unknown]

const { string_select, user_select, role_select, mentionable_select, channel_select, radio, checkboxes, checkbox } =
  FIELDS
const optional = { required: false }
const chosen = OPTIONS.map((option, i) => ({ ...option, default: i === 1 }))

const TABLE: Readonly<Record<string, ReadonlyArray<Case>>> = {
  "a text input sends text": [
    ["a text", text(), "Rex", { value: "Rex" }],
    ["lines", text({ style: 2 }), "a\nb", { value: "a\nb" }],
    ["nothing where it is required", text(), "", ["BASE_TYPE_REQUIRED"]],
    ["null where it is required", text(), null, ["BASE_TYPE_REQUIRED"]],
    ["left out where it is required", text(), undefined, ["BASE_TYPE_REQUIRED"]],
    ["left out where it is not", text(optional), undefined, { value: "" }],
    [
      "nothing where it is not required, whatever the least length",
      text({ ...optional, min_length: 3 }),
      "",
      { value: "" }
    ],
    ["left out: the text that stands there", text({ value: "Rex" }), undefined, { value: "Rex" }],
    ["null empties it", text({ ...optional, value: "Rex" }), null, { value: "" }],
    ["too short, in code points", text({ min_length: 3 }), "🐈🐈", ["BASE_TYPE_MIN_LENGTH"]],
    ["long enough, in code points", text({ min_length: 3, max_length: 3 }), "🐈🐈🐈", { value: "🐈🐈🐈" }],
    ["too long", text({ max_length: 3 }), "Rexy", ["BASE_TYPE_MAX_LENGTH"]],
    ["4000 at most", text(), "x".repeat(4001), ["BASE_TYPE_MAX_LENGTH"]],
    ["a number", text(), 5, ["STRING_TYPE_CONVERT"]],
    ["a list", text(), ["Rex"], ["STRING_TYPE_CONVERT"]],
    ["a lone surrogate", text(), "\ud800", ["STRING_TYPE_CONVERT"]]
  ],
  "a string select sends values of its options": [
    ["one", string_select, "b", { values: ["b"] }],
    ["a list", string_select, ["c", "a"], { values: ["c", "a"] }],
    ["too many", string_select, ["a", "b", "c"], ["COMPONENT_USE_VALUE_COUNT"]],
    ["too few", { ...string_select, min_values: 2 }, "a", ["COMPONENT_USE_VALUE_COUNT"]],
    ["one twice", string_select, ["a", "a"], ["SET_TYPE_CONTAINS_DUPLICATE"]],
    ["one that is not offered", string_select, "d", ["BASE_TYPE_CHOICES"]],
    ["two that are not offered", string_select, ["d", "e"], ["BASE_TYPE_CHOICES"]],
    ["none where it is required", string_select, [], ["BASE_TYPE_REQUIRED"]],
    ["none where it is not required", { ...string_select, ...optional }, [], { values: [] }],
    ["left out: its default", { ...string_select, options: chosen }, undefined, { values: ["b"] }],
    ["null empties it", { ...string_select, ...optional, options: chosen }, null, { values: [] }],
    ["a number", string_select, [5], ["STRING_TYPE_CONVERT"]]
  ],
  "entity selects send ids": [
    ["users", user_select, [BOB, ALICE], { values: [BOB, ALICE] }],
    ["a user who is not there", user_select, "999", ["COMPONENT_USE_UNRESOLVED"]],
    ["a role for a user", user_select, MODERATOR, ["COMPONENT_USE_UNRESOLVED"]],
    ["no id", user_select, "bob", ["NUMBER_TYPE_COERCE"]],
    ["a role", role_select, MODERATOR, { values: [MODERATOR] }],
    ["a user for a role", role_select, BOB, ["COMPONENT_USE_UNRESOLVED"]],
    ["a user and a role", mentionable_select, [BOB, MODERATOR], { values: [BOB, MODERATOR] }],
    ["a channel", channel_select, general.id, { values: [general.id] }],
    ["a channel of another type", channel_select, thread.id, ["COMPONENT_USE_CHANNEL_TYPE"]],
    ["any channel, where no types are named", { type: 8 }, thread.id, { values: [thread.id] }],
    [
      "left out: the default values",
      { ...user_select, default_values: [{ type: "user", id: BOB }] },
      undefined,
      { values: [BOB] }
    ]
  ],
  "a radio group sends one value, or null": [
    ["one", radio, "a", { value: "a" }],
    ["two", radio, ["a", "b"], ["COMPONENT_USE_VALUE_COUNT"]],
    ["one that is not offered", radio, "z", ["BASE_TYPE_CHOICES"]],
    ["none where it is required", radio, undefined, ["BASE_TYPE_REQUIRED"]],
    ["none where it is not required", { ...radio, ...optional }, undefined, { value: null }],
    ["left out: its default", { ...radio, options: chosen }, undefined, { value: "b" }]
  ],
  "a checkbox group sends values, as many as it has options at most": [
    ["all", checkboxes, ["a", "b", "c"], { values: ["a", "b", "c"] }],
    ["more than allowed", { ...checkboxes, max_values: 2 }, ["a", "b", "c"], ["COMPONENT_USE_VALUE_COUNT"]],
    ["none where it is required", checkboxes, [], ["BASE_TYPE_REQUIRED"]],
    ["none where it is not required", { ...checkboxes, ...optional }, [], { values: [] }]
  ],
  "a checkbox sends true or false": [
    ["true", checkbox, true, { value: true }],
    ["false", checkbox, false, { value: false }],
    ["left out", checkbox, undefined, { value: false }],
    ["left out: its default", { ...checkbox, default: true }, undefined, { value: true }],
    ["text", checkbox, "true", ["BOOLEAN_TYPE_CONVERT"]]
  ]
}

for (const [sentence, cases] of Object.entries(TABLE)) {
  describe(sentence, () => {
    it.each(cases)("%s", (_, component, value, sent) => assert.deepStrictEqual(sends(component, value), sent))
  })
}

describe("a file upload", () => {
  const upload = (more: object = {}) => modal(label({ ...FIELDS.files, ...more }))
  const faultsOf = (result: ReturnType<typeof submit>) =>
    Result.isSuccess(result) ? [] : result.failure.map(({ path, code }) => `${formatPath(path)}: ${code}`)

  it("sends the ids of its files", () =>
    assert.deepStrictEqual(Result.getOrThrow(submit(upload(), {}, [FILE])).components[0]?.component, {
      type: 19,
      id: 2,
      custom_id: "files",
      values: [FILE]
    }))
  it.each<[string, ReturnType<typeof submit>, ReadonlyArray<string>]>([
    ["none where it is required", submit(upload(), {}), ["fields.files: BASE_TYPE_REQUIRED"]],
    ["none where it is not", submit(upload(optional), {}), []],
    ["too many", submit(upload(), {}, ["1", "2", "3"]), ["fields.files: COMPONENT_USE_VALUE_COUNT"]],
    ["a value beside its files", submit(upload(), { files: "a.png" }, [FILE]), ["fields.files: MODAL_SUBMIT_FILES"]],
    [
      "files for another field",
      submit(upload(optional), {}, ["1", "2"], "photos"),
      ["attachments[0].field: MODAL_SUBMIT_NO_UPLOAD", "attachments[1].field: MODAL_SUBMIT_NO_UPLOAD"]
    ],
    [
      "files for a field that takes none",
      submit(modal(label(text())), { t: "x" }, [FILE], "t"),
      ["attachments[0].field: MODAL_SUBMIT_NO_UPLOAD"]
    ]
  ])("with %s", (_, result, faults) => assert.deepStrictEqual(faultsOf(result), faults))

  it("that is not there is as unknown as any field, and every fault is told at once", () =>
    assert.deepStrictEqual(faultsOf(submit(modal(label(text())), { constructor: 1, u: "x" }, [FILE])), [
      "fields.t: BASE_TYPE_REQUIRED",
      "fields.constructor: MODAL_SUBMIT_FIELD_UNKNOWN",
      "fields.u: MODAL_SUBMIT_FIELD_UNKNOWN",
      "attachments[0].field: MODAL_SUBMIT_NO_UPLOAD"
    ]))
})

describe("a modal as submitted", () => {
  it("has rows, labels and displays as they stand, with what was filled in", () => {
    const data = modal({ type: 10, content: "Hello" }, row(text({ label: "Name" })), label(FIELDS.string_select))
    assert.deepStrictEqual(Result.getOrThrow(submit(data, { t: "Rex", string_select: "a" })), {
      custom_id: "survey",
      components: [
        { type: 10, id: 1 },
        { type: 1, id: 2, components: [{ type: 4, id: 3, custom_id: "t", value: "Rex" }] },
        { type: 18, id: 4, component: { type: 3, id: 5, custom_id: "string_select", values: ["a"] } }
      ]
    })
  })
  it("names users in user and mentionable selects only, whom its default values name too", () => {
    const given = { ...FIELDS.mentionable_select, default_values: [{ type: "role", id: MODERATOR }] }
    const data = modal(label(FIELDS.user_select), label(given), label(FIELDS.role_select), label(text()))
    assert.deepStrictEqual(idsIn(shown(data), { user_select: [BOB, "bob"], role_select: "5", t: ALICE }, namesUsers), [
      BOB,
      MODERATOR
    ])
  })
})

it.each(Object.entries(FIELDS))("a modal with %s asks for entities only if it can name some", (kind, field) =>
  assert.strictEqual(
    asksForEntities(shown(modal(label(field)))),
    ["user_select", "role_select", "mentionable_select", "channel_select"].includes(kind)
  )
)

it("more files than can be counted on a stack are refused, each at its place", () => {
  const result = submit(modal(label(text(optional))), {}, Array(300_000).fill(FILE))
  assert.lengthOf(Result.isFailure(result) ? result.failure : [], 300_000)
})

it("more values than any field holds are refused without a look at each", () =>
  assert.deepStrictEqual(sends({ ...user_select, max_values: 25 }, Array(1_000_000).fill(BOB)), [
    "COMPONENT_USE_VALUE_COUNT",
    "SET_TYPE_CONTAINS_DUPLICATE"
  ]))

describe("whatever is filled in", () => {
  const everything = modal(
    ...Object.values(FIELDS)
      .slice(0, 5)
      .map((field) => label(field))
  )
  const more = modal(
    ...Object.values(FIELDS)
      .slice(5)
      .map((field) => label(field))
  )
  const value = fc.oneof(fc.jsonValue(), fc.constantFrom("a", ["a", "b"], BOB, [MODERATOR], general.id, true))
  const filled = fc.dictionary(fc.oneof(fc.constantFrom(...Object.keys(FIELDS)), fc.string()), value)

  it.each([
    ["the first five kinds", everything],
    ["the other five", more]
  ])("is judged without an exception, at the fields that were named: %s", (_, data) =>
    fc.assert(
      fc.property(filled, (given) => {
        const result = submit(data, given)
        const known = fieldsOf(shown(data)).map(({ custom_id }) => custom_id)
        const named = new Set([...known, ...Object.keys(given)])
        if (Result.isFailure(result)) {
          assert.isNotEmpty(result.failure)
          for (const { path } of result.failure) {
            assert.strictEqual(path[0], "fields")
            assert.isTrue(named.has(String(path[1])))
          }
        } else {
          assert.deepStrictEqual(
            result.success.components.map(({ component }) => component?.custom_id),
            known
          )
        }
      })
    )
  )
})
