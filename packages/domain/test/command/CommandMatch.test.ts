import { Result } from "effect"
import { describe, expect, it } from "vitest"
import * as Limits from "../../src/base/Limits.ts"
import { bulkKeys, match } from "../../src/command/CommandMatch.ts"
import { places, slash } from "../fixture/CommandFixture.ts"
import { stored } from "../fixture/SampleCommand.ts"

/** `path [CODE]` of what stored commands reveal of a bulk body. */
const stateFaults = (body: unknown) => places(Result.fail(match(STATE, bulkKeys(body)).faults))

const STATE = [stored(1, { name: "a" }), stored(3, { type: 2, name: "Hug" })]

describe("the keys of a bulk body are read as far as they can be", () => {
  it.each([
    ["a sound element", slash({ id: "1" }), { id: "1", type: 1, name: "blep" }],
    ["numbers as text", { id: 1, type: "2", name: "Hug" }, { id: "1", type: 2, name: "Hug" }],
    ["an element with a bad name", { id: "1", name: 5 }, { id: "1", type: 1, name: "" }],
    ["a bad id", { id: "x", name: "a" }, { id: undefined, type: 1, name: "a" }],
    ["a bad type", { id: "1", type: 9, name: "a" }, undefined],
    ["no element", 7, { id: undefined, type: 1, name: "" }]
  ])("%s", (_, element, key) => expect(bulkKeys([element])).toEqual([key]))
  it.each([null, {}, "x", 5])("%j has none", (body) => expect(bulkKeys(body)).toEqual([]))
  it("no more than a body may have", () => expect(bulkKeys(Array(10_000).fill(7))).toHaveLength(Limits.command.bulk))
})

describe("what only the stored commands reveal is found in a body that is at fault", () => {
  it("a type that cannot change", () =>
    expect(stateFaults([{ id: "3", name: "Bad Name" }, 7])).toEqual(["[0].type [APPLICATION_COMMAND_TYPE_IMMUTABLE]"]))
  it("an id that stands twice", () =>
    expect(stateFaults([{ id: "1", type: "x" }, { id: "1" }, { id: "1" }])).toEqual([
      "[2].id [SET_TYPE_CONTAINS_DUPLICATE]"
    ]))
  it("what cannot be read reveals nothing", () => expect(stateFaults([{ id: "x" }, { id: "3", type: [] }])).toEqual([]))
})

it("an element without a key means no stored command", () =>
  expect(match(STATE, [undefined, { type: 1, name: "a" }]).matches).toEqual([undefined, STATE[0]]))
