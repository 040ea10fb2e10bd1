import { describe, expect, it } from "vitest"
import { fileNameOf, freshLines } from "../src/play/record/Growth.ts"

describe("the fresh lines of a text that grows", () => {
  it.each([
    ["nothing new", "a\nb\n", "a\nb\n", []],
    ["lines at the end", "a\nb\n", "a\nb\nc\nd\n", [2, 3]],
    ["a line between", "a\nc\n", "a\nb\nc\n", [1]],
    ["a line that became another", "a\nb\nc\n", "a\nx\nc\n", [1]],
    ["everything, at first", "", "a\nb", [0, 1]],
    ["no line twice, where lines are equal", "a\na\n", "a\na\na\n", [2]]
  ])("are %s", (_, before, after, fresh) => {
    expect(freshLines(before, after)).toEqual(fresh)
  })
})

it("a name for files has nothing that a path or a shell reads", () => {
  expect(["adopt a pet", "../../etc/passwd", " ", "Würfel #2", "$(rm)"].map(fileNameOf)).toEqual([
    "adopt-a-pet",
    "etc-passwd",
    "recorded",
    "Würfel-2",
    "rm"
  ])
})
