import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { Stages } from "@backlot/player/stage/Stage"
import { load } from "@backlot/scenario/file/ScenarioFile"
import { nameOf } from "@backlot/simulator/random/RandomFailure"
import { describeRandom, failureText } from "@backlot/simulator/random/RandomReport"
import type { RandomProgress, RandomResult } from "@backlot/simulator/random/RandomResult"
import { runRandom } from "@backlot/simulator/random/RandomRun"
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Layer } from "effect"
import { embedded, openStage, temporaryFolder } from "../run/EmbeddedStages.ts"

/** Real time for a whole run here, on a machine that is busy with other tests too. */
const PATIENCE_MS = 300_000

describe("random users", () => {
  it.live(
    "find the service as the specification has it",
    () =>
      Effect.gen(function* () {
        const result = yield* runRandom({ seed: 20_260, steps: 600, steps_per_world: 200, storage: "memory" })
        assert.isUndefined(result.failure, describeRandom(result))
        assert.deepInclude(result, { steps: 600, worlds: 3 })
        assert.match(describeRandom(result), /Service and model agree\.$/)
      }).pipe(Effect.provide(embedded)),
    PATIENCE_MS
  )

  it.live(
    "find nothing lost when the server is killed and started again on its file",
    () =>
      Effect.gen(function* () {
        const result = yield* runRandom({ seed: 12, steps: 250, steps_per_world: 250, storage: "file" })
        assert.isUndefined(result.failure, describeRandom(result))
        assert.isAbove(result.operations["kill server"] ?? 0, 0)
      }).pipe(Effect.provide(embedded)),
    PATIENCE_MS
  )
})

const worldOf = (world: unknown): { readonly guilds: ReadonlyArray<object>; readonly users: ReadonlyArray<object> } =>
  JSON.parse(JSON.stringify(world))

describe("a difference between service and model", () => {
  /** A server on which every member of a guild may administrate: the model has it otherwise. */
  const wrong = Layer.succeed(Stages, {
    open: (request) => {
      const world: { readonly guilds: ReadonlyArray<{ readonly roles: ReadonlyArray<object> }> } = JSON.parse(
        JSON.stringify(request.world)
      )
      const guilds = world.guilds.map((guild) => ({
        ...guild,
        roles: guild.roles.map((role, i) => (i === 0 ? { ...role, permissions: "8" } : role))
      }))
      return openStage({ ...request, world: { ...world, guilds } })
    }
  })

  it.live(
    "is told with its seed and step, what was said and done, and as a small scenario that fails again",
    () =>
      Effect.gen(function* () {
        const told: Array<RandomProgress["phase"]> = []
        const onProgress = ({ phase }: RandomProgress) => void told.push(phase)
        const { failure, ...result } = yield* runRandom({
          seed: 3,
          steps: 500,
          storage: "memory",
          onProgress,
          shrink_ms: PATIENCE_MS
        })
        assert.isDefined(failure)
        assert.isTrue(failure?.reproduced)
        assert.strictEqual(failure?.seed, 3)
        assert.isAtMost(failure?.operations_after ?? 99, 5)
        assert.isBelow(failure?.operations_after ?? 99, failure?.operations_before ?? 0)
        assert.include(told, "shrinking")
        const text = describeRandom({ ...result, failure }, "found.yaml")
        assert.match(text, /Service and model differ: seed 3, operation \d+\./)
        const { guilds, users } = worldOf(failure?.scenario.world)
        assert.deepStrictEqual([guilds.length, users.length < 4], [1, true])
        assert.include(text, "Again: simulate found.yaml\n")
        assert.include(text, "simulate --random --seed 3 --storage memory")
      }).pipe(Effect.provide(wrong)),
    PATIENCE_MS
  )

  it("has a name without what steps capture", () =>
    assert.strictEqual(nameOf(7, "dave in #staff uses /${c36}"), "random users, seed 7: dave in #staff uses /c36"))

  it.live(
    "is told as it came where the run is interrupted while it is made smaller",
    () =>
      Effect.gen(function* () {
        const shrinking = yield* Deferred.make<void>()
        const cut = yield* Deferred.make<RandomResult>()
        const run = yield* runRandom({
          seed: 3,
          storage: "memory",
          onProgress: ({ phase }) => void (phase === "shrinking" && Deferred.doneUnsafe(shrinking, Effect.void)),
          onCut: (result) => Effect.asVoid(Deferred.succeed(cut, result))
        }).pipe(Effect.forkChild)
        yield* Deferred.await(shrinking)
        yield* Fiber.interrupt(run)
        const result = yield* Deferred.await(cut)
        assert.isTrue(result.interrupted)
        assert.strictEqual(result.steps, result.failure?.operations_after)
        assert.match(
          describeRandom(result),
          /Interrupted\.\nService and model differ.* operations, not made smaller\./s
        )
      }).pipe(Effect.provide(wrong)),
    PATIENCE_MS
  )

  it.live(
    "is found at the same step with the same seed, and its file is a scenario",
    () =>
      Effect.gen(function* () {
        const run = runRandom({ seed: 3, steps: 500, storage: "memory", shrink_ms: 0 })
        const [one, other] = [yield* run, yield* run]
        assert.isDefined(one.failure)
        assert.strictEqual(one.failure?.step, other.failure?.step)
        assert.deepStrictEqual(one.failure?.said, other.failure?.said)
        if (one.failure === undefined) return
        const file = join(yield* temporaryFolder, "found.yaml")
        writeFileSync(file, failureText(one.failure))
        const { scenarios } = yield* load(file)
        assert.deepStrictEqual(
          scenarios.map(({ steps }) => steps.length),
          [one.failure.scenario.steps.length]
        )
      }).pipe(Effect.provide(wrong)),
    PATIENCE_MS
  )
})
