/** The plain logic of the inspector: JSON as lines, faults at lines, spans of time, overwrites, timelines. */
import { describe, expect, test } from "vitest"
import { faultsOf, lineFor, linesOf, syntaxFault } from "../src/api/Faults.ts"
import { stepsOf } from "../src/inspector/interaction/Timeline.ts"
import { SentFrames } from "../src/inspector/log/SentFrames.ts"
import { bodyOf, EMPTY } from "../src/inspector/now/FaultForm.ts"
import { opensFor, pathText, rowsOf } from "../src/inspector/part/JsonRows.ts"
import { readSpan, span } from "../src/inspector/part/Spans.ts"
import { withOverwrite } from "../src/inspector/permission/OverwriteList.ts"

describe("JSON as lines", () => {
  test("shows what is open, and long lists a piece at a time", () => {
    const value = { a: [1, 2], long: Array.from({ length: 250 }, (_, at) => at) }
    expect(rowsOf(value, new Map(), 1).map(({ text }) => text)).toEqual(["{ 2 }", "[ 2 ]", "[ 250 ]"])
    const opened = rowsOf(value, new Map([['["long"]', 100]]), 1)
    expect(opened).toHaveLength(3 + 100 + 1)
    expect(opened.at(-1)).toMatchObject({ kind: "more", text: "150 more" })
  })

  test("opens the way to every line that fits a search", () => {
    const value = { data: { options: [{ name: "animal", value: "Dog" }] } }
    const rows = rowsOf(value, opensFor(value, "dog"), 0)
    expect(rows.map(({ path }) => pathText(path))).toContain("data.options[0].value")
    expect(rowsOf(value, opensFor(value, "cat"), 0)).toHaveLength(1)
  })
})

describe("faults", () => {
  const text = '{\n  "name": "x",\n  "permission_overwrites": [\n    { "id": "9",\n      "type": 0 }\n  ]\n}'

  test("of an element stand at the line of their field", () => {
    const lines = linesOf(text)
    expect(lines.get("permission_overwrites[0].type")).toBe(5)
    const [fault] = faultsOf({
      errors: { permission_overwrites: { 0: { id: { _errors: [{ code: "X", message: "no" }] } } } }
    })
    expect(fault).toEqual({ path: "permission_overwrites[0].id", message: "no" })
    expect(lineFor(lines, "permission_overwrites[0].id")).toBe(4)
    expect(lineFor(lines, "permission_overwrites[0].absent")).toBe(4)
    expect(lineFor(lines, "absent")).toBe(1)
  })

  test("of a text that is no JSON name a line", () => {
    expect(syntaxFault(text)).toBeUndefined()
    expect(syntaxFault('{\n"a": }')).toMatchObject({ line: 2 })
  })
})

test.each([
  ["90s", 90_000],
  ["1h 30min", 5_400_000],
  ["2d", 172_800_000],
  ["5", 5_000],
  ["soon", undefined],
  ["5 parsecs", undefined]
])("the span %s", (text, ms) => expect(readSpan(text)).toBe(ms))

test("spans are short", () =>
  expect([39, 2_400, 59_000, 60_000, 192_000, 90_000_000].map(span)).toEqual([
    "39 ms",
    "2.4 s",
    "59 s",
    "1 min",
    "3 min 12 s",
    "1 d 1 h"
  ]))

test("an overwrite is set, changed and taken away", () => {
  const role = { id: "1", type: 1 }
  const one = withOverwrite([], role, true)
  expect(one).toEqual([{ ...role, permission: true }])
  expect(withOverwrite(one, role, false)).toEqual([{ ...role, permission: false }])
  expect(withOverwrite(one, { id: "1", type: 2 }, true)).toHaveLength(2)
  expect(withOverwrite(one, role, undefined)).toEqual([])
})

test("a planned fault has what its surface takes, and no empty fields", () => {
  expect(bodyOf({ ...EMPTY, event: "PING", path: "/x" })).toEqual({
    match: { surface: "rest", path: "/x" },
    status: 500,
    times: 1
  })
  expect(bodyOf({ ...EMPTY, surface: "gateway", action: "disconnect", path: "/x", times: "" })).toEqual({
    match: { surface: "gateway" },
    disconnect: { code: 4000 }
  })
})

test("a timeline tells what each step was and how long it took", () => {
  const at = 1_000
  const [made, answered] = stepsOf(
    [
      { at, what: "created", detail: { options: [{ name: "animal", type: 3, value: "Dog" }] } },
      { at: at + 40, what: "answered", detail: { status: 500, took_ms: 20 } }
    ],
    at
  )
  expect(made).toMatchObject({ title: "Interaction made", note: "animal:Dog", after: 0 })
  expect(answered).toMatchObject({ title: "Answered 500", tone: "bad", after: 40, from: 0.5, to: 1 })
})

test("frames of a stream are read from pieces", () => {
  const sent = new SentFrames()
  expect(sent.read(": hi\n\nid: a.1\nevent: re")).toEqual([])
  expect(sent.read('st\ndata: {"x":1}\n\nid: 2\n\n')).toEqual([
    { id: "a.1", event: "rest", data: '{"x":1}' },
    { id: "2", event: "message", data: "" }
  ])
})
