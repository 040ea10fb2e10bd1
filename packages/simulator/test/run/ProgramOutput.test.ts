import { BOUNDS } from "@backlot/scenario/Bounds"
import { describe, expect, it } from "vitest"
import { ProgramOutput } from "../../src/run/ProgramOutput.ts"

const size = (lines: ReadonlyArray<{ readonly text: string }>) => lines.reduce((sum, { text }) => sum + text.length, 0)

describe("of a program that writes without end, what is kept has a bound, and is the newest:", () => {
  it.each([
    ["short lines", 50_000, "x"],
    ["long lines", 400, "x".repeat(15_000)],
    ["a line without end", 400, undefined]
  ])("%s", (_, times, line) => {
    const output = new ProgramOutput(() => 0)
    const bytes = Buffer.from(line === undefined ? "x".repeat(15_000) : `${line}\n`)
    for (let time = 0; time < times; time++) output.take("stdout", bytes)
    output.take("stdout", Buffer.from("\nnewest\n"))
    // Twice the limit, because it is trimmed in bulk.
    expect(output.text.length).toBeLessThanOrEqual(2 * BOUNDS.output.value + 20)
    expect(output.lines.length).toBeLessThanOrEqual(2 * BOUNDS.outputLines.value)
    expect(size(output.lines)).toBeLessThanOrEqual(2 * BOUNDS.output.value + BOUNDS.outputLine.value)
    expect(output.lines.at(-1)?.text).toBe("newest")
    for (const { text } of output.lines) expect(text.length).toBeLessThan(2 * BOUNDS.outputLine.value)
  })
})
