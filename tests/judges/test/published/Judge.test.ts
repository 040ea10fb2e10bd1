import { describe, expect, it } from "vitest"
import { judge, judgePayload, type Kind } from "../../src/published/Judge.ts"
import { ENVELOPE, MESSAGE, SLASH, selecting, typing } from "./SamplePayload.ts"

/** The first look at a type compiles all of them, unless their code is kept already. */
const FIRST_LOOK_MS = 60_000

it("a payload of its published type has no deviation", { timeout: FIRST_LOOK_MS }, () => {
  expect(judgePayload(SLASH)).toEqual([])
})

describe("a deviation is told", () => {
  const { member: _, ...nobody } = SLASH
  const { data: __, ...empty } = SLASH
  it.each<[string, Kind, string]>([
    ["of a field that is missing", nobody, "(root) must have required property 'member'"],
    ["of a payload without data", { ...empty, type: 4 }, "must have required property 'data'"],
    ["of another type", { ...SLASH, version: 2 } as Kind, "/version must be equal to constant"],
    ["of a language that nobody speaks", { ...SLASH, locale: "xx" } as Kind, "/locale must be equal to one of"],
    [
      "deep in what is resolved",
      { ...SLASH, data: { ...SLASH.data, resolved: { users: { "3": { id: "3" } } } } } as Kind,
      "/data/resolved/users/3 must have required property 'username'"
    ],
    ["of a value of another type", typing({ value: true }), "/data/options/0/value must be"],
    ["of a select whose values resolve to nothing", selecting(["3"]), "/data must have required property 'resolved'"],
    ["of a button without its message", { ...ENVELOPE, type: 3, data: { component_type: 2 } }, "'message'"],
    ["of a kind that there is not", { type: 6 }, "no published type is of interaction type 6"]
  ])("%s", (_, payload, told) => expect(judgePayload(payload).join("\n")).toContain(told))
})

describe("what the types are wrong about is corrected", () => {
  it.each<[string, Kind]>([
    ["the option being typed is text", typing({ value: "1", focused: true })],
    ["another option has its own type", typing({ value: 1 })],
    ["nothing chosen resolves nothing", selecting([])]
  ])("%s", (_, payload) => expect(judgePayload(payload)).toEqual([]))
  it("and no more than that", () => {
    expect(judgePayload(typing({ value: 1, focused: true }))).not.toEqual([])
    expect(judgePayload(typing({ value: "1" }))).not.toEqual([])
  })
})

it("a message is judged with everything in it", () => {
  expect(judge("APIMessage", MESSAGE)).toEqual([])
  expect(
    judge("APIMessage", { ...MESSAGE, components: [{ type: 1, components: [{ type: 2, style: 1 }] }] })
  ).not.toEqual([])
})
