/** The time to read a text grows with its length and no faster, whatever the text is. */
import { Result } from "effect"
import { describe, expect, it } from "vitest"
import { parse } from "../src/DocumentText.ts"

const lines = (count: number, line: (index: number) => string) => Array.from({ length: count }, (_, i) => line(i))

/** Texts of `n` parts; each was slow in some reader of YAML or JSON. */
const TEXTS: Readonly<Record<string, (n: number) => string>> = {
  "keys of one mapping": (n) => lines(n, (i) => `k${i}: 1`).join("\n"),
  "keys of one mapping in braces": (n) => `{${lines(n, (i) => `k${i}: 1`).join(", ")}}`,
  "one key again and again": (n) => "a: 1\n".repeat(n),
  "one key again and again in braces": (n) => `{${"a: 1, ".repeat(n)}}`,
  "keys of an ordered mapping": (n) => `!!omap\n${lines(n, (i) => `- k${i}: 1`).join("\n")}`,
  "keys of a set": (n) => `!!set\n${lines(n, (i) => `? k${i}`).join("\n")}`,
  pairs: (n) => `[${"a: 1, ".repeat(n)}]`,
  "double quotes": (n) => '"'.repeat(4 * n),
  "single quotes": (n) => "'a".repeat(4 * n),
  "quotes and spaces": (n) => '" '.repeat(2 * n),
  "quoted words": (n) => `a: ${'"x" '.repeat(n)}`,
  "wrong escapes": (n) => `"${"\\q".repeat(n)}"`,
  "lines of one text": (n) => `"${" \n".repeat(n)}"`,
  "spaces before a line's end": (n) => `a: "b${" ".repeat(4 * n)}\n c"`,
  "closing brackets": (n) => "]".repeat(n),
  commas: (n) => `[${",".repeat(n)}`,
  "question marks": (n) => "? a\n".repeat(n),
  anchors: (n) => "&a ".repeat(n),
  tags: (n) => "!a ".repeat(n),
  "aliases of nothing": (n) => "- *q\n".repeat(n),
  "aliases of many": (n) => lines(n, (i) => `- &a${i} x\n- *a${i}`).join("\n"),
  "aliases of a list of lists": (n) => `a: &a [${"[],".repeat(n)}]\nb:\n${"- *a\n".repeat(n)}`,
  "aliases of aliases": (n) => `k0: &k0 [[]]\n${lines(n, (i) => `k${i + 1}: &k${i + 1} [*k${i}, *k${i}]`).join("\n")}`,
  backquotes: (n) => "- `\n".repeat(n),
  comments: (n) => `a:\n${" # x\n".repeat(n)}`,
  documents: (n) => "---\n".repeat(n),
  directives: (n) => "%a\n".repeat(n),
  "JSON behind JSON": (n) => `${'{"a":1,}'.repeat(n / 4)}x`,
  "JSON without an end": (n) => `[${'"a",'.repeat(n)}`
}

const KIND = { empty: "It is empty", depth: 50 }
const SMALL = 1_500
const FACTOR = 8
/** Of eight times the length: 8 is linear, 64 quadratic. */
const MOST = 28
/** Shorter times say nothing. */
const FLOOR_MS = 20
const ATTEMPTS = 4

/** Processor time: what else the machine does, and whether it stands still meanwhile, is no part of it. */
const timeOf = (work: () => unknown): number => {
  const began = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(began)
  return (user + system) / 1_000
}

/** Of some attempts, because the process has other work too. */
const growth = (work: (n: number) => () => unknown): number => {
  let [small, large] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  const [little, much] = [work(SMALL), work(SMALL * FACTOR)]
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    small = Math.min(small, timeOf(little))
    large = Math.min(large, timeOf(much))
    if (large / Math.max(small, FLOOR_MS) < MOST) break
  }
  return large / Math.max(small, FLOOR_MS)
}

describe("a text is read in a time that grows with its length", () => {
  for (const format of ["yaml", "json"] as const) {
    it.each(Object.entries(TEXTS))(`as ${format}: %s`, (_, text) => {
      const ratio = growth((n) => {
        const given = text(n)
        return () => parse(given, { ...KIND, format })
      })
      expect(ratio).toBeLessThan(MOST)
    })
  }

  it.each([
    ["YAML", (n: number) => lines(n, (i) => `k${i}: 1`).join("\n")],
    ["JSON", (n: number) => `{${lines(n, (i) => `"k${i}": 1`).join(",\n")}}`],
    ["YAML behind an alias", (n: number) => `a: &a\n${lines(n, (i) => `  k${i}: 1`).join("\n")}\nb: *a`]
  ])("and its places are found so, of as many faults: %s", (name, text) => {
    const ratio = growth((n) => {
      const { locate } = Result.getOrThrow(parse(text(n), KIND))
      const under = name.endsWith("alias") ? ["b"] : []
      return () => lines(n, (i) => `k${i}`).map((key) => locate([...under, key]))
    })
    expect(ratio).toBeLessThan(MOST)
  })
})
