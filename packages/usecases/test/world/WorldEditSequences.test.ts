/** Sequences of edits against a model that edits the world as a whole, in memory, by the pure functions alone. */
import type { World } from "@backlot/domain/record/World"
import { changesBetween } from "@backlot/domain/world/WorldChange"
import { edit } from "@backlot/domain/world/WorldEdit"
import { elementOf, requireAround } from "@backlot/domain/world/WorldElement"
import { fromSeed } from "@backlot/domain/world/WorldMint"
import { remove } from "@backlot/domain/world/WorldRemoval"
import { Secrets } from "@backlot/ports/Secrets"
import { assert } from "@effect/vitest"
import { Effect, Exit, Result } from "effect"
import fc from "fast-check"
import type { Deadlines } from "../../src/store/Deadlines.ts"
import * as WorldEdits from "../../src/world/WorldEdits.ts"
import * as Worlds from "../../src/world/Worlds.ts"
import { fullHarbour } from "../fixture/FullHarbour.ts"
import * as Play from "../fixture/Harbour.ts"
import { describeOnEachStore, rows } from "../fixture/Stores.ts"
import { SAMPLES, type Sample } from "../fixture/WorldEditSamples.ts"

/** What the service does; undefined when it refuses. */
const real = (sample: Sample) => Effect.map(Effect.exit(carriedOut(sample)), Exit.isSuccess)

const carriedOut = ({
  method,
  target,
  body
}: Sample): Effect.Effect<unknown, unknown, Effect.Services<ReturnType<typeof WorldEdits.put>> | Deadlines> => {
  if (method === "delete") return WorldEdits.remove(target)
  return method === "put" ? WorldEdits.put(target, body) : WorldEdits.patch(target, body)
}

const model = Effect.fnUntraced(function* (world: World, { method, target, body }: Sample) {
  const { sha256 } = yield* Secrets
  if (Result.isFailure(requireAround(world, target))) return undefined
  if (method !== "put" && elementOf(world, target) === undefined) return undefined
  const after =
    method === "delete"
      ? remove(world, target)
      : Result.map(edit(world, { method, target, body }, fromSeed({ seed: "", sha256, ids: [] })), (e) => e.world)
  return Result.getOrUndefined(after)
})

/** The service draws the secrets that the body of a new application or webhook leaves out, which the model cannot know. */
const isMinted = (world: World, { method, target, body }: Sample) =>
  method === "put" &&
  elementOf(world, target) === undefined &&
  ((target.kind === "application" && !JSON.stringify(body).includes("private_key")) ||
    (target.kind === "webhook" && !/"(?:token|source_channel_id)"/.test(JSON.stringify(body))))

const LEFT_OUT = /^(event|meta|daily_creates|deadline|former_member|interaction|kept|trace|upload)[/.]/
const state = Effect.map(rows, (all) => all.filter(([key]) => !LEFT_OUT.test(key)))

const play = Effect.fnUntraced(function* (samples: ReadonlyArray<Sample>) {
  yield* Effect.flatMap(Play.decode(fullHarbour()), Worlds.replace)
  let taken = 0
  for (const sample of samples) {
    const before = yield* Worlds.read
    if (isMinted(before, sample)) continue
    const expected = yield* model(before, sample)
    assert.strictEqual(yield* real(sample), expected !== undefined, `taken: ${JSON.stringify(sample)}`)
    const after = yield* Worlds.read
    if (expected !== undefined) taken++
    const different = Object.entries(changesBetween(expected ?? before, after)).filter(([, list]) => list.length > 0)
    assert.deepStrictEqual(different, [], JSON.stringify(sample))
    assert.deepStrictEqual(
      after.messages.map((m) => m.id),
      (expected ?? before).messages.map((m) => m.id)
    )
  }
  const written = yield* state
  yield* Effect.flatMap(Play.throughFile(yield* Worlds.read), Worlds.replace)
  assert.deepStrictEqual(yield* state, written, "an export of it is another store")
  return taken
})

const RUNS = { memory: 50, file: 12, postgres: 8 }

for (const on of ["memory", "file", "postgres"] as const) {
  describeOnEachStore(
    "a sequence of edits",
    (test) => {
      test(
        "changes what the same edits of the whole world change, and leaves a world that can be put",
        Effect.gen(function* () {
          const drawn = fc.sample(fc.array(fc.constantFrom(...SAMPLES), { minLength: 1, maxLength: 12 }), {
            numRuns: RUNS[on],
            seed: 20_260_101
          })
          const taken = yield* Effect.forEach(drawn, play)
          assert.isAbove(
            taken.reduce((sum, n) => sum + n, 0),
            RUNS[on]
          )
        })
      )
    },
    { on: [on] }
  )
}

describeOnEachStore(
  "each edit",
  (test) => {
    test(
      "of the samples is made from Harbour as the model makes it",
      Effect.forEach(SAMPLES, (sample) => play([sample]), { discard: true })
    )
  },
  { on: ["memory"] }
)
