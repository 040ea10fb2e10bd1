import { Result } from "effect"
import { describe, expect, it } from "vitest"
import * as DocumentText from "../src/DocumentText.ts"

const faultOf = (text: string) => {
  const { line, column, message } = Result.getOrThrow(
    Result.flip(DocumentText.parse(text, { empty: "It is empty", depth: 8 }))
  )
  return `${line}:${column} ${message}`
}

const QUOTES = 'A text with ": " needs quotes'

describe("a text that is no YAML says", () => {
  it.each([
    ["where quotes are missing", "steps:\n  - use: /order item: Tea", `2:10 ${QUOTES}: write use: "/order item: Tea"`],
    ["where quotes are missing in the first field", "name: yaml: colon", `1:7 ${QUOTES}: write name: "yaml: colon"`],
    ["where quotes are missing around quotes", 'a: say "x": y', `1:4 ${QUOTES}`],
    ["where quotes are missing inside braces", "a: { use: /order item: Tea }", `1:11 ${QUOTES}`],
    [
      "which line is indented further than its neighbours",
      "steps:\n  - as: alice\n\n     # here\n     in: general\n    use: /ping",
      "5:6 The indentation differs from line 2: it begins at column 6, and the fields there at column 5"
    ],
    [
      "which line is indented less than its neighbours",
      "steps:\n  - as: alice\n    use: /ping\n   in: general",
      "4:4 The indentation differs from line 3: it begins at column 4, and the fields there at column 5"
    ],
    [
      "which line fits no line above",
      "a:\n    b: 1\n  c: 2",
      "3:3 The indentation differs from line 2: it begins at column 3, and the fields there at column 5"
    ],
    [
      "which element is indented otherwise than its list",
      "steps:\n  - a: 1\n - b: 2",
      "3:2 The indentation differs from line 2: it begins at column 2, and the fields there at column 5"
    ],
    ["which bracket is not closed", "a:\n  seen_by: [bob\n  use: /bill", "2:12 This [ has no ]"],
    ["which brace is not closed", "a: { b: 1\nc: 2", "1:4 This { has no }"],
    ["which of two is not closed", "a: [b, {c: 1]\nd: 1", "1:8 This { has no }"],
    ["which quote is not closed", 'a: "x\nb: 2\nc: 3', '1:4 This " is never closed'],
    ["what closes nothing", "a: [b]]", "1:7 ] closes nothing"],
    [
      "that a list begins on a line of its own",
      "a: - b",
      "1:4 A list begins on a line of its own, or is written [a, b]"
    ],
    ["that nothing follows quotes", 'a: "x" y', "1:8 Nothing can follow a text in quotes; put quotes around all of it"],
    ["what cannot stand there", "a: { b: ${x} }", "1:10 { is not allowed here"],
    [
      "that a colon needs a space",
      "a:b\nc: 1",
      "1:1 A field needs a colon and a space after its name, as in name: value"
    ],
    ["which first letters need quotes", "in: @bob", "1:5 A text that begins with @ needs quotes"],
    [
      "that an asterisk needs quotes",
      "a:\n  b: *x*",
      "2:6 *x* refers to nothing: a text that begins with * needs quotes"
    ],
    ["that tabs do not indent", "a:\n  - b: 1\n\tc: 2", "3:1 Tabs do not indent; write spaces"],
    [
      "which escape means nothing",
      'a: "\\d+"',
      `1:5 In "…" \\d means nothing; write \\\\ for a backslash, or put the text in '…', where it is one`
    ]
  ])("%s", (_, text, fault) => {
    expect(faultOf(text)).toBe(fault)
  })

  it("in the parser's words what has no others", () => {
    expect(faultOf("a: 1\na: 2")).toBe("2:1 Map keys must be unique")
  })
})
