import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { BOUNDS, type Bound, formatBound } from "../src/Bounds.ts"

const sources = ["../src", "../../player/src", "../../simulator/src", "../../../apps/cli/src"].flatMap((folder) =>
  readdirSync(join(import.meta.dirname, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts") && name !== "Bounds.ts")
    .map((name) => readFileSync(join(import.meta.dirname, folder, name), "utf8"))
)
const all: ReadonlyArray<readonly [name: string, bound: Bound]> = Object.entries(BOUNDS)

describe("a bound", () => {
  it.each(all)("%s is one that the code has, and says so", (name, { value, of, why }) => {
    expect(sources.some((text) => new RegExp(`\\bBOUNDS\\.${name}\\b`).test(text))).toBe(true)
    expect([value > 0, of.length > 0, why.endsWith(".")]).toEqual([true, true, true])
  })

  it.each([
    [BOUNDS.file, "64 MiB"],
    [BOUNDS.answer, "30s"],
    [BOUNDS.steps, "20,000 steps"],
    [BOUNDS.parallel, "256"]
  ])("%j is told as %s", (bound, text) => {
    expect(formatBound(bound)).toBe(text)
  })
})
