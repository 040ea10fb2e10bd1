import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { diffOf, formatDiff } from "../../src/match/Diff.ts"
import { match } from "../../src/match/Match.ts"

const diff = (expected: unknown, actual: unknown, mismatches = match(expected, actual)) =>
  formatDiff(diffOf({ expected, actual, mismatches }))

describe("the diff of a failing step", () => {
  it.each<[what: string, expected: unknown, actual: unknown, lines: ReadonlyArray<string>]>([
    [
      "has only what was expected",
      { message: { content: "Hi", flags: 0 } },
      { message: { content: "Hello", flags: 0, id: "1", embeds: [] }, state: "responded" },
      ["  message:", "-   content: Hi", "+   content: Hello", "    flags: 0"]
    ],
    [
      "shows patterns and operators as written",
      { message: { content: "/Rex/" }, code: { $above: 3, $below: 9 } },
      { message: { content: "Hello!" }, code: 3 },
      ["  message:", "-   content: /Rex/", '+   content: "Hello!"', "- code: { $above: 3, $below: 9 }", "+ code: 3"]
    ],
    [
      "shows what matched as it was",
      { state: { $any: ["responded", "failed"] }, message: { content: "a" } },
      { state: "responded", message: { content: "b" } },
      ["  state: responded", "  message:", "-   content: a", "+   content: b"]
    ],
    [
      "of lists of different length has the fields that were asked for",
      { choices: [{ name: "Dog" }] },
      {
        choices: [
          { name: "Cat", value: 1 },
          { name: "Dog", value: 2 }
        ]
      },
      ["  choices:", "+   - name: Cat", "    - name: Dog"]
    ],
    [
      "of a list that lacks something has its elements",
      { choices: { $contains: [{ name: "Dog" }] } },
      { choices: [{ name: "Cat", value: 1 }] },
      ['- choices: { $contains: [{ name: "Dog" }] }', "+ choices:", "+   - name: Cat"]
    ],
    ["says nothing on the side where nothing is", { modal: { title: "A" } }, {}, ["- modal:", "-   title: A"]],
    [
      "of texts of several lines has them line by line",
      { content: "a\nb\nc" },
      { content: "a\nB\nc" },
      ["  content: |", "    a", "-   b", "+   B", "    c"]
    ],
    ["tells a text from a number", { code: "5" }, { code: 5 }, ['- code: "5"', "+ code: 5"]],
    [
      "tells what looks alike in words",
      { a: /x/ },
      { a: new Date(0) },
      [expect.stringMatching(/^- /), expect.stringMatching(/^\+ /)]
    ],
    [
      "keeps the lines near to what differs",
      Object.fromEntries([..."abcdefghij"].map((key) => [key, key === "j" ? 2 : 1])),
      Object.fromEntries([..."abcdefghij"].map((key) => [key, 1])),
      ["  …", "  g: 1", "  h: 1", "  i: 1", "- j: 2", "+ j: 1"]
    ]
  ])("%s", (_, expected, actual, lines) => {
    expect(diff(expected, actual).split("\n")).toEqual(lines)
  })

  it("takes what is no field of the outcome from the mismatch", () => {
    const mismatches = [{ path: ["within"], expected: "3s", actual: 4_000, message: "took longer" }]
    expect(diff({ within: "3s", state: "responded" }, { state: "responded" }, mismatches)).toBe(
      "- within: 3s\n+ within: 4000\n  state: responded"
    )
  })

  it("tells in words what looks alike", () => {
    const mismatches = [
      { path: ["seen_by", 1], expected: "bob", actual: "bob", message: "does not see the message" },
      ...match({ state: "failed" }, { state: "responded" })
    ]
    expect(
      diff({ state: "failed", seen_by: ["alice", "bob"] }, { state: "responded" }, mismatches).split("\n")
    ).toEqual([
      "- state: failed",
      "+ state: responded",
      "  seen_by:",
      "-   - bob",
      '+   - "\\"bob\\" does not see the message"'
    ])
  })

  it("puts what is judged below another field there", () => {
    const mismatches = match(true, false, ["message", "ephemeral"])
    expect(
      diff(
        { ephemeral: true, message: { content: "Hi" } },
        { message: { content: "Hi", ephemeral: false } },
        mismatches
      )
    ).toBe("  message:\n    content: Hi\n-   ephemeral: true\n+   ephemeral: false")
  })

  it("of lists in order has only what is missing", () => {
    const mismatches = [{ path: ["trace", 1], expected: { what: "b" }, actual: undefined, message: "is missing" }]
    expect(diff({ trace: [{ what: "a" }, { what: "b" }] }, { trace: [{ what: "a" }, { what: "c" }] }, mismatches)).toBe(
      "- trace:\n-   - what: b"
    )
  })

  it("is never empty when something does not match", () => {
    fc.assert(
      fc.property(fc.anything(), fc.anything(), (expected, actual) => {
        const mismatches = match(expected, actual)
        const changes = diffOf({ expected, actual, mismatches }).filter(({ sign }) => sign !== " ")
        expect(changes.length > 0).toBe(mismatches.length > 0)
      })
    )
  })

  it("has no control characters but those of its colours", () => {
    const lines = diffOf({
      expected: {},
      actual: {},
      mismatches: match({ "a\u001b": "b\u0007\u2028" }, { "a\u001b": "\u202e" })
    })
    expect(formatDiff(lines)).toBe('- "a\\u001b": "b\\u0007\\u2028"\n+ "a\\u001b": "\\u202e"')
    expect(formatDiff(lines, { colours: true })).toContain("\u001b[32m- ")
  })
})
