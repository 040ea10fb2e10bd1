import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { formatPath } from "../../src/error/Fault.ts"
import { componentOf, judgeUse } from "../../src/interaction/ComponentUse.ts"
import { type Nameable, namesEntities } from "../../src/interaction/SelectedValues.ts"
import { MessageFlag, type MessageObject } from "../../src/message/Message.ts"
import { ALICE, alice, BOB, bob, bot, EVERYONE, general, MODERATOR, roles, thread } from "../fixture/Harbour.ts"
import { answered } from "../fixture/SampleComponent.ts"

const NOBODY_KNOWN = "300000000000000099"
const nameable: Nameable = {
  users: [{ user: alice }, { user: bob }, { user: bot }],
  channels: [{ channel: general }, { channel: thread, parent: general }],
  roles
}

const row = (...components: ReadonlyArray<unknown>) => ({ type: 1, components })
const saying = (...components: ReadonlyArray<unknown>): MessageObject => answered({ content: "hi", components }).message
const option = (value: string) => ({ label: value, value })

/** What using it with these values makes, or `place: code` of each fault. */
const using = (message: MessageObject, custom_id: string, values: ReadonlyArray<string> = []) => {
  const component = componentOf(message, custom_id)
  assert.isDefined(component)
  return Result.match(judgeUse(message, component, values, nameable), {
    onSuccess: (used) => used as unknown,
    onFailure: (faults) => faults.map(({ path, code }) => `${formatPath(path)}: ${code}`)
  })
}

const select = (type: number, fields: object = {}) => saying(row({ type, custom_id: "s", ...fields }))
const strings = (fields: object = {}) => select(3, { options: ["a", "b", "c"].map(option), ...fields })

const fault = (place: string, code: string) => [`${place}: COMPONENT_USE_${code}`]
const [COUNT, UNRESOLVED] = [fault("values", "VALUE_COUNT"), fault("values[0]", "UNRESOLVED")]

describe("the component that a user names", () => {
  const button = (custom_id: string) => ({ type: 2, style: 1, label: "a", custom_id })

  it("stands in any row", () => {
    const message = saying(row(button("a"), button("b")), row(button("c")))
    assert.deepStrictEqual(
      ["a", "b", "c", "d"].map((id) => componentOf(message, id)?.id),
      [2, 3, 5, undefined]
    )
  })
  it("stands at any depth: in containers, and beside the text of sections", () => {
    const text = { type: 10, content: "hello" }
    const components = [
      { type: 17, components: [row(button("in a row")), { type: 9, components: [text], accessory: button("beside") }] }
    ]
    const { message } = answered({ flags: MessageFlag.IS_COMPONENTS_V2, components })
    assert.deepStrictEqual(using(message, "in a row"), { custom_id: "in a row", component_type: 2, id: 3 })
    assert.deepStrictEqual(using(message, "beside"), { custom_id: "beside", component_type: 2, id: 6 })
  })
})

describe("a button", () => {
  it.each([1, 2, 3, 4])("of style %i is pressed", (style) =>
    assert.deepStrictEqual(using(saying(row({ type: 2, style, label: "a", custom_id: "b" })), "b"), {
      custom_id: "b",
      component_type: 2,
      id: 2
    })
  )
  it.each([5, 6])("of style %i makes no interaction, even in a world that gives it a custom_id", (style) => {
    const { message } = answered()
    const link = { type: 2, id: 2, style, custom_id: "b" }
    const linked = { ...message, components: [{ type: 1, id: 1, components: [link] }] }
    assert.deepStrictEqual(using(linked, "b"), fault("custom_id", "NOT_INTERACTIVE"))
  })
  it("takes no values", () =>
    assert.deepStrictEqual(using(answered().message, "more", ["x"]), fault("values", "VALUES")))
  it("that is disabled cannot be pressed", () => {
    const message = saying(row({ type: 2, style: 1, label: "a", custom_id: "b", disabled: true }))
    assert.deepStrictEqual(using(message, "b"), fault("custom_id", "DISABLED"))
  })
  it("of a loading message cannot be pressed", () => {
    const { message } = answered()
    const loading = { ...message, flags: MessageFlag.LOADING }
    assert.deepStrictEqual(using(loading, "more"), fault("custom_id", "LOADING"))
  })
})

describe("what is no component to use", () => {
  it("makes no interaction", () => {
    const { message } = answered()
    const input = { ...message, components: [{ type: 4, id: 1, custom_id: "text" }] }
    assert.deepStrictEqual(using(input, "text"), fault("custom_id", "NOT_INTERACTIVE"))
  })
})

describe("a select", () => {
  it.each<[string, MessageObject, ReadonlyArray<string>]>([
    ["one of its strings", strings(), ["b"]],
    ["several, in the order of the user", strings({ max_values: 3 }), ["c", "a"]],
    ["none, when it may be empty", strings({ min_values: 0 }), []],
    ["a user", select(5), [BOB]],
    ["a bot", select(5), [bot.id]],
    ["a role", select(6), [MODERATOR]],
    ["everyone, by the guild's id", select(6), [EVERYONE]],
    ["a user and a role", select(7, { max_values: 2 }), [ALICE, MODERATOR]],
    ["a channel", select(8), [general.id]],
    ["a channel of an allowed type", select(8, { channel_types: [11, 12] }), [thread.id]]
  ])("takes %s", (_, message, values) => {
    const component_type = componentOf(message, "s")?.type
    assert.deepStrictEqual(using(message, "s", values), { custom_id: "s", component_type, id: 2, values })
  })

  it.each<[string, MessageObject, ReadonlyArray<string>, ReadonlyArray<string>]>([
    ["no value", strings(), [], COUNT],
    ["fewer than min_values", strings({ min_values: 2, max_values: 3 }), ["a"], COUNT],
    ["more than max_values", strings(), ["a", "b"], COUNT],
    ["a value that is no option", strings(), ["d"], ["values[0]: BASE_TYPE_CHOICES"]],
    ["a value twice", strings({ max_values: 2 }), ["a", "a"], ["values[1]: SET_TYPE_CONTAINS_DUPLICATE"]],
    ["a disabled one's", strings({ disabled: true }), ["a"], fault("custom_id", "DISABLED")],
    ["what is no id", select(5), ["bob"], ["values[0]: NUMBER_TYPE_COERCE"]],
    ["an unknown user", select(5), [NOBODY_KNOWN], UNRESOLVED],
    ["a role as a user", select(5), [MODERATOR], UNRESOLVED],
    ["a user as a role", select(6), [ALICE], UNRESOLVED],
    ["a channel as a mentionable", select(7), [general.id], UNRESOLVED],
    ["a channel of another type", select(8, { channel_types: [2] }), [general.id], fault("values[0]", "CHANNEL_TYPE")]
  ])("refuses %s", (_, message, values, faults) => assert.deepStrictEqual(using(message, "s", values), faults))

  it("tells every fault at once", () =>
    assert.deepStrictEqual(using(strings(), "s", ["d", "e"]), [
      ...COUNT,
      "values[0]: BASE_TYPE_CHOICES",
      "values[1]: BASE_TYPE_CHOICES"
    ]))
  it.each([
    [2, false],
    [3, false],
    [5, true],
    [6, true],
    [7, true],
    [8, true]
  ])("of type %i names entities: %s", (type, expected) => assert.strictEqual(namesEntities(type), expected))
})
