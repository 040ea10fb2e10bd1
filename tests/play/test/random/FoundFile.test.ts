/** What random users find is written as a scenario file: it fails where the service is wrong, and passes where it is right. */
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { Stages } from "@backlot/player/stage/Stage"
import { load } from "@backlot/scenario/file/ScenarioFile"
import { failureText } from "@backlot/simulator/random/RandomReport"
import { runRandom } from "@backlot/simulator/random/RandomRun"
import * as Runner from "@backlot/simulator/run/Runner"
import { assert, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { embedded, openStage, temporaryFolder } from "../run/EmbeddedStages.ts"

/** As much of a world as is changed. */
interface Guilds {
  readonly guilds: ReadonlyArray<{ readonly roles: ReadonlyArray<object> }>
}

/** Servers on which every member of a guild may administrate, whatever the world says. */
const wrong = Layer.succeed(Stages, {
  open: (request) => {
    const world: Guilds = JSON.parse(JSON.stringify(request.world))
    const guilds = world.guilds.map((guild) => ({
      ...guild,
      roles: guild.roles.map((role, index) => (index === 0 ? { ...role, permissions: "8" } : role))
    }))
    return openStage({ ...request, world: { ...world, guilds } })
  }
})

const played = Effect.fnUntraced(function* (file: string) {
  const { scenarios } = yield* load(file)
  const options = { seed: 3, ids: "wall", parallel: 1, bail: false, retries: 0, environment: {} } as const
  const run = yield* Runner.make(scenarios, { ...options, listen: () => {} })
  yield* run.play
  const [attempt] = run.result().scenarios[0]?.attempts ?? []
  return { verdict: run.verdict(), failed: attempt?.steps.flatMap(({ failure }) => failure?.message ?? []) }
})

it.live(
  "the file that random users write of a difference reproduces it, and holds where there is none",
  () =>
    Effect.gen(function* () {
      const { failure } = yield* runRandom({ seed: 3, steps: 500, storage: "memory" }).pipe(Effect.provide(wrong))
      if (failure === undefined) return assert.fail("nothing was found")
      const file = join(yield* temporaryFolder, "found.yaml")
      writeFileSync(file, failureText(failure))
      const there = yield* Effect.provide(played(file), wrong)
      assert.deepStrictEqual([there.verdict, there.failed?.length], ["failed", 1])
      assert.deepInclude(yield* Effect.provide(played(file), embedded), { verdict: "passed" })
    }),
  300_000
)
