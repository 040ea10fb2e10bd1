import { runInNewContext } from "node:vm"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { formatMismatch, match, matchInOrder } from "../../src/match/Match.ts"

const told = (expected: unknown, actual: unknown) => match(expected, actual, ["message"]).map(formatMismatch)
const holds = (expected: unknown, actual: unknown) => match(expected, actual).length === 0

/** Plain texts, in values whose fields are not operators. */
const plain = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    fc.string().filter((text) => !text.startsWith("/")),
    fc.double(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(
      fc.string().filter((key) => !key.startsWith("$")),
      tie("value"),
      { maxKeys: 4 }
    )
  )
})).value

describe("a matcher", () => {
  it("matches itself when it is a plain value", () => {
    fc.assert(fc.property(plain, (value) => holds(value, value)))
  })

  it("is held by a value or by its negation, never by both", () => {
    fc.assert(fc.property(plain, plain, (wanted, value) => holds(wanted, value) !== holds({ $not: wanted }, value)))
  })

  it("that is an object matches what has more fields", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom("a", "b"), plain), plain, (wanted, more) =>
        holds(wanted, { ...wanted, further: more })
      )
    )
  })

  it("never throws, whatever it is", () => {
    fc.assert(fc.property(fc.anything(), fc.anything(), (wanted, value) => Array.isArray(match(wanted, value))))
  })

  it.each<[what: string, wanted: unknown, value: unknown]>([
    ["null matches null", null, null],
    ["null matches what is absent", { poll: null }, {}],
    ["undefined expects nothing", { content: undefined }, { content: "Hi" }],
    ["a text between slashes is a pattern", "/^re/i", "Rex"],
    ["a pattern has a text with lines", "/a.b/s", "a\nb"],
    ["a path is no pattern", "/users/alice", "/users/alice"],
    ["a RegExp that remembers its place matches each time", /e/g, "Rex"],
    ["a function says true", (value: number) => value > 3, 4],
    ["a list has elements that match", [{ id: "1" }, "/b/"], [{ id: "1", name: "a" }, "abc"]],
    ["a matcher of vitest is one here", { a: expect.stringContaining("e") }, { a: "Rex" }],
    ["a RegExp of another realm is one", runInNewContext("({ a: /e/ })"), { a: "Rex" }],
    ["an object of another realm is equal", { $exactly: runInNewContext("({ a: [{}], b: undefined })") }, { a: [{}] }],
    ["an empty object matches any object", {}, { a: 1 }]
  ])("%s", (_, wanted, value) => {
    expect(match(wanted, value)).toEqual([])
  })

  it.each<[wanted: unknown, value: unknown, sentence: string]>([
    [{ content: "/Rex/" }, { content: "Hello" }, 'message.content: "Hello" does not match /Rex/'],
    [{ content: "Hi" }, { content: "Hello" }, 'message.content: "Hello" is not "Hi"'],
    [{ flags: 64 }, { flags: "64" }, 'message.flags: "64" is not 64'],
    [{ flags: 64 }, {}, "message.flags: is missing; expected 64"],
    [
      { contents: "Hi" },
      { id: "1", content: "Hi" },
      'message.contents: is missing; expected "Hi"; did you mean content?'
    ],
    [{ tts: true }, { id: "1" }, "message.tts: is missing; expected true"],
    [
      { contents: "Hi", content: "Hi" },
      { content: "Hi" },
      'message.contents: is missing; expected "Hi"; did you mean content?'
    ],
    [Number.isNaN, 5, "message: 5 does not satisfy the function isNaN, which returned false"],
    [{ poll: null }, { poll: { a: 1 } }, "message.poll: { a: 1 } exists, but should not"],
    [{ content: "Hi" }, undefined, "message: is missing; expected an object"],
    [{ content: "Hi" }, [1], "message: [1] is not an object"],
    [[1, 2], [1], "message: [1] has 1 element, not 2"],
    [[1], "text", 'message: "text" is not a list'],
    [
      { embeds: [{ title: "a" }, { title: "b" }] },
      { embeds: [{ title: "a" }, { title: "c" }] },
      'message.embeds[1].title: "c" is not "b"'
    ],
    ["/[/", "a", expect.stringContaining('message: "a" has a pattern that does not compile')],
    [/Rex/, 5, "message: 5 is not a text that matches /Rex/"],
    [expect.stringContaining("z"), "Rex", 'message: "Rex" does not satisfy StringContaining "z", which returned false'],
    // A promise is truthy, but it is not `true`.
    [() => 1, 5, "message: 5 does not satisfy () => 1, which returned 1"],
    [{ $schema: true }, undefined, "message: is missing; expected a value that is valid by a schema"],
    [() => false, 5, "message: 5 does not satisfy () => false, which returned false"],
    [
      () => {
        throw new Error("too small")
      },
      5,
      'message: 5 does not satisfy () => { throw new Error("too small"); }: too small'
    ]
  ])("%j is not matched by %j: %s", (wanted, value, sentence) => {
    expect(told(wanted, value)).toEqual([sentence])
  })

  it("tells every place that differs", () => {
    expect(told({ content: "a", flags: 0, id: "1" }, { content: "b", flags: 64, id: "1" })).toEqual([
      'message.content: "b" is not "a"',
      "message.flags: 64 is not 0"
    ])
  })

  it("does not take a field of the prototype for one of the value", () => {
    expect(holds({ constructor: null, toString: { $exists: false } }, {})).toBe(true)
  })
})

describe("lists in order", () => {
  const events = [{ type: "a" }, { type: "b", data: { n: 1 } }, { type: "a" }]

  it.each<[what: string, wanted: ReadonlyArray<unknown>]>([
    ["others may stand between", [{ type: "a" }, { type: "a" }]],
    ["nothing is expected", []]
  ])("match when %s", (_, wanted) => {
    expect(matchInOrder(wanted, events)).toEqual([])
  })

  it.each<[wanted: ReadonlyArray<unknown>, sentence: string]>([
    [
      [{ type: "b" }, { type: "b" }],
      'trace[1]: is missing among the 1 that came after [1]; [2] is nearest: type: "a" is not "b"'
    ],
    [[{ type: "b", data: { n: 2 } }], "trace[0]: is missing among the 3 that came; [1] is nearest: data.n: 1 is not 2"],
    [[{ type: "a" }, { type: "a" }, { type: "a" }], "trace[2]: is missing: nothing came after [2]"]
  ])("that lack %j say what came nearest", (wanted, sentence) => {
    expect(matchInOrder(wanted, events, ["trace"]).map(formatMismatch)).toEqual([sentence])
  })
})
