/** The time to load a scenario file grows with its length and no faster, whatever it says. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { loaded } from "./Files.ts"

const lines = (n: number, line: (i: number) => string) => Array.from({ length: n }, (_, i) => line(i)).join("\n")
const steps = (n: number, step: (i: number) => string) => `name: a\nsteps:\n${lines(n, (i) => `  - ${step(i)}`)}`

/** Files of `n` parts. */
const FILES: Readonly<Record<string, (n: number) => string>> = {
  steps: (n) => steps(n, () => "{ as: alice, in: general, say: hi }"),
  "steps that are unknown": (n) => steps(n, (i) => `{ as: alice, sya${i}: hi }`),
  "wrong values": (n) => steps(n, () => "{ as: [], say: {} }"),
  "unknown fields": (n) => `name: a\nsteps: []\n${lines(n, (i) => `field${i}: 1`)}`,
  "fields of one expectation": (n) =>
    `name: a\nsteps:\n  - as: alice\n    use: /a\n    expect:\n${lines(n, (i) => `      contnt${i}: a`)}`,
  "variables in a text": (n) => steps(1, () => `{ as: alice, in: general, say: "${"${a}".repeat(n)}" }`),
  "variables without an end": (n) => steps(1, () => `{ as: alice, in: general, say: "${"${".repeat(n)}" }`),
  captures: (n) => steps(n, (i) => `{ as: alice, in: general, say: "\${c${i}}" }`),
  "operators of a matcher": (n) =>
    steps(1, () => `{ as: alice, use: /a, expect: { message: { content: [${"{ $any: [] }, ".repeat(n)}] } } }`),
  "a regular expression": (n) =>
    steps(1, () => `{ as: alice, use: /a, expect: { message: { content: { $regex: "${"(a*)*".repeat(n)}" } } } }`),
  documents: (n) => lines(n, (i) => `---\nname: a${i}\nsteps: []`),
  examples: (n) =>
    `name: a\nexamples:\n${lines(n, (i) => `  - { a: ${i} }`)}\nsteps: [{ as: alice, in: general, say: "\${a}" }]`
}

const SMALL = 100
const FACTOR = 8
/** For eight times the length, 8 is linear and 64 quadratic. */
const MOST = 28
/** Shorter times say nothing. */
const FLOOR_MS = 10
const ATTEMPTS = 4

/** Processor time: what else the machine does, and whether it stands still meanwhile, is no part of it. */
const timeOf = (text: string) =>
  Effect.gen(function* () {
    const begun = process.cpuUsage()
    yield* Effect.exit(loaded({ "a.scenario.yaml": text }))
    const { user, system } = process.cpuUsage(begun)
    return (user + system) / 1_000
  })

describe("a scenario file is loaded in a time that grows with its length", () => {
  it.live.each(Object.entries(FILES))("%s", ([, text]) =>
    Effect.gen(function* () {
      let [small, large] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
      for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
        small = Math.min(small, yield* timeOf(text(SMALL)))
        large = Math.min(large, yield* timeOf(text(SMALL * FACTOR)))
        if (large < (MOST / 2) * Math.max(small, FLOOR_MS)) break
      }
      assert.isBelow(large / Math.max(small, FLOOR_MS), MOST)
    })
  )
})
