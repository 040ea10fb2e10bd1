/**
 * Random users find planted mistakes, each within a minute of the processor. Run on request, because it takes many minutes:
 * `BACKLOT_MUTATIONS=all vitest run …/Mutations.test.ts`, or only those about one thing, e.g. `lobby`, or with one word in
 * their sentence; the table of what was found when goes to the error output. Otherwise it is only proved that each mutation can be planted.
 */
import { execFile } from "node:child_process"
import { readFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { promisify } from "node:util"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { LIMIT_MUTATIONS } from "./LimitMutations.ts"
import { copyTree, mutate } from "./MutatedTree.ts"
import { type Mutation, RULE_MUTATIONS } from "./Mutations.ts"

const PACKAGES = resolve(import.meta.dirname, "../../../../packages")
const MINUTE_MS = 60_000

const MUTATIONS = [...RULE_MUTATIONS, ...LIMIT_MUTATIONS]
const wanted = process.env["BACKLOT_MUTATIONS"] ?? ((process.env["BACKLOT_DEEP"] ?? "") === "" ? "" : "all")
const played = MUTATIONS.filter(
  ({ about, sentence }) => wanted === "all" || wanted === about || sentence.includes(wanted)
)

describe("planted mistakes", () => {
  it("each stand in the sources once", () => {
    const misplaced = MUTATIONS.filter(
      ({ file, from }) => readFileSync(join(PACKAGES, file), "utf8").split(from).length !== 2
    )
    assert.deepStrictEqual(misplaced, [])
  })

  if (wanted !== "") {
    it.live(
      "are each found within a minute of the processor",
      () =>
        Effect.gen(function* () {
          assert.isNotEmpty(played, `no mutation is about ${wanted}`)
          const copy = yield* copyTree
          const before = yield* play(copy)
          assert.isUndefined(before.act, "without a mistake nothing is found")
          const missed: Array<string> = []
          process.stderr.write(HEAD)
          for (const mutation of played) {
            const found = yield* Effect.scoped(Effect.andThen(mutate(copy, mutation), play(copy)))
            process.stderr.write(row(mutation, found))
            if (found.act === undefined) missed.push(mutation.sentence)
          }
          assert.deepStrictEqual(missed, [])
        }).pipe(Effect.scoped),
      (played.length + 1) * 4 * MINUTE_MS
    )
  }
})

interface Found {
  readonly steps: number
  /** Of the processor. */
  readonly cpu_ms: number
  readonly act?: string
}

const play = (copy: string) =>
  Effect.promise(async (): Promise<Found> => {
    const program = join(copy, "tests/play/test/random/MutationPlay.ts")
    const { stdout } = await promisify(execFile)(process.execPath, [
      "--conditions=@backlot/source",
      program,
      "1",
      String(MINUTE_MS)
    ])
    // Written by MutationPlay.ts.
    return JSON.parse(stdout.trim().split("\n").at(-1) ?? "") as Found
  })

/** Markdown. Seconds are those of the processor, the start of the program among them. */
const HEAD = "| rule | planted mistake | found after | operations | by |\n|---|---|---|---|---|\n"

const row = ({ about, sentence }: Mutation, { act, cpu_ms, steps }: Found) => {
  const seconds = `${(cpu_ms / 1_000).toFixed(1)} s`
  return `| ${about} | ${sentence} | ${act === undefined ? `NOT in ${seconds}` : seconds} | ${steps} | ${shortened(act ?? "")} |\n`
}

/** An act names all that it sends. */
const shortened = (act: string) => (act.length > ACT ? `${act.slice(0, ACT)}…` : act)
const ACT = 90
