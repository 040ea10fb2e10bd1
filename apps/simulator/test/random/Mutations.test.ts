/**
 * Random users find planted mistakes, each within a minute of the processor. Run on request, because it takes many minutes:
 * `BACKLOT_MUTATIONS=1 vitest run …/Mutations.test.ts`. Otherwise it is only proved that each mutation can be planted.
 */
import { execFile } from "node:child_process"
import { readFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { promisify } from "node:util"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { copyTree, mutate } from "./MutatedTree.ts"
import { MUTATIONS, type Mutation } from "./Mutations.ts"

const PACKAGES = resolve(import.meta.dirname, "../../../../packages")
const MINUTE_MS = 60_000

describe("planted mistakes", () => {
  it("each stand in the sources once", () => {
    const misplaced = MUTATIONS.filter(
      ({ file, from }) => readFileSync(join(PACKAGES, file), "utf8").split(from).length !== 2
    )
    assert.deepStrictEqual(misplaced, [])
  })

  if (process.env["BACKLOT_MUTATIONS"] === "1") {
    it.live(
      "are each found within a minute of the processor",
      () =>
        Effect.gen(function* () {
          const copy = yield* copyTree
          const before = yield* play(copy)
          assert.isUndefined(before.act, "without a mistake nothing is found")
          const missed: Array<string> = []
          for (const mutation of MUTATIONS) {
            const found = yield* Effect.scoped(Effect.andThen(mutate(copy, mutation), play(copy)))
            process.stderr.write(`${row(mutation, found)}\n`)
            if (found.act === undefined) missed.push(mutation.sentence)
          }
          assert.deepStrictEqual(missed, [])
        }).pipe(Effect.scoped),
      MUTATIONS.length * 4 * MINUTE_MS
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
    const program = join(copy, "apps/simulator/test/random/MutationPlay.ts")
    const { stdout } = await promisify(execFile)(process.execPath, [
      "--conditions=@backlot/source",
      program,
      "1",
      String(MINUTE_MS)
    ])
    // Written by MutationPlay.ts.
    return JSON.parse(stdout.trim().split("\n").at(-1) ?? "") as Found
  })

const row = ({ about, sentence }: Mutation, { act, cpu_ms, steps }: Found) =>
  `| ${about} | ${sentence} | ${act === undefined ? "NOT FOUND" : `${(cpu_ms / 1_000).toFixed(1)} s`} | ${steps} | ${act ?? ""} |`
