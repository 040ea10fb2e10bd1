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
import * as Play from "../fixture/Harbour.ts"
import { describeOnEachStore, rows } from "../fixture/Stores.ts"
import { SAMPLES, type Sample } from "../fixture/WorldEditSamples.ts"

const { ALICE, GENERAL, HARBOUR, HIDDEN, MODERATOR, PET_SHOP, WEATHER } = Play

/** Every kind of thing that can hang on an element. */
const full = () => ({
  ...Play.harbourFile(),
  rate_limits: { [PET_SHOP]: { per_second: 100 } },
  commands: [
    { application_id: PET_SHOP, id: "500000000000000001", version: "500000000000000002", ...Play.slash("adopt") },
    {
      application_id: WEATHER,
      id: "500000000000000003",
      version: "500000000000000004",
      guild_id: HARBOUR,
      ...Play.slash("rain")
    }
  ],
  command_permissions: [
    {
      id: "500000000000000001",
      application_id: PET_SHOP,
      guild_id: HARBOUR,
      permissions: [
        { id: MODERATOR, type: 1, permission: true },
        { id: HIDDEN, type: 3, permission: false },
        { id: ALICE, type: 2, permission: true }
      ]
    },
    {
      id: WEATHER,
      application_id: WEATHER,
      guild_id: HARBOUR,
      permissions: [{ id: MODERATOR, type: 1, permission: true }]
    }
  ],
  lobbies: [{ id: "600000000000000001", application_id: PET_SHOP, members: [{ id: ALICE }] }],
  messages: [GENERAL, HIDDEN, Play.ALICE_AND_BOB, Play.ALICE_AND_WEATHER, "600000000000000001"].map(
    (channel_id, i) => ({
      id: `70000000000000000${i}`,
      channel_id,
      content: "Ahoy"
    })
  )
})

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

const LEFT_OUT = /^(event|meta|daily_creates|deadline|interaction|kept|trace|upload)[/.]/
const state = Effect.map(rows, (all) => all.filter(([key]) => !LEFT_OUT.test(key)))

const play = Effect.fnUntraced(function* (samples: ReadonlyArray<Sample>) {
  yield* Effect.flatMap(Play.decode(full()), Worlds.replace)
  let taken = 0
  for (const sample of samples) {
    const before = yield* Worlds.read
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

const RUNS = { memory: 150, file: 12, postgres: 8 }

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
