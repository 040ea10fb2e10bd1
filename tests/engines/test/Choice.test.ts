import { describe, expect, it } from "vitest"
import { type Engine, enginesFor } from "../src/Choice.ts"

const ALL: ReadonlyArray<Engine> = ["memory", "file", "postgres"]
const BLOCKS = ["commands", "a lobby", "use"]

const sentence = (block: string, index: number) => ({ block, index, on: ALL })

describe("a sentence of the use cases", () => {
  it("runs on memory and on exactly one other engine", () => {
    for (const block of BLOCKS) {
      for (let index = 0; index < 5; index++) {
        expect(enginesFor("memory", sentence(block, index))).toEqual(["memory"])
        expect(enginesFor("pairwise", sentence(block, index))).toHaveLength(1)
        expect(enginesFor("pairwise", sentence(block, index))).not.toContain("memory")
      }
    }
  })

  it("runs on every engine in a deep run", () => {
    expect(enginesFor("every", sentence("use", 0))).toEqual(["file", "postgres"])
  })

  it("runs only on the engines that its block names", () => {
    const on: ReadonlyArray<Engine> = ["file"]
    expect(enginesFor("memory", { block: "use", index: 0, on })).toEqual([])
    expect(enginesFor("pairwise", { block: "use", index: 1, on })).toEqual(["file"])
    expect(enginesFor("pairwise", { block: "use", index: 1, on: ["memory"] })).toEqual([])
  })
})

it.each(BLOCKS)("a block of two sentences runs on both other engines: %s", (block) => {
  const engines = [0, 1].flatMap((index) => enginesFor("pairwise", sentence(block, index)))
  expect(new Set(engines)).toEqual(new Set(["file", "postgres"]))
})
