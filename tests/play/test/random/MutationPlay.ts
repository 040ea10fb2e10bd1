/**
 * A program: random users until they find something or its time is over; what they found stands on its output as JSON.
 * The time is that of the processor, so that other programs of the machine do not count.
 */

import { runRandom } from "@backlot/simulator/random/RandomRun"
import { Effect, References } from "effect"
import { embedded } from "../run/EmbeddedStages.ts"

const [, , seed, cpu_ms] = process.argv
const spent = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}
const began = spent()

const tell = (found: object) => {
  console.log(JSON.stringify({ cpu_ms: spent() - began, real_ms: performance.now(), ...found }))
  process.exit(0)
}

const run = runRandom({
  seed: Number(seed),
  steps: 100_000,
  steps_per_world: 400,
  storage: "memory",
  shrink_ms: 0,
  onProgress: ({ done }) => {
    if (spent() - began > Number(cpu_ms)) tell({ steps: done })
  }
})
const { failure, steps } = await Effect.runPromise(
  run.pipe(Effect.provide(embedded), Effect.provideService(References.MinimumLogLevel, "None"))
)
const { act, said, did, step, seed: found_in } = failure ?? {}
tell({ steps, act, said, did: did?.[0], step, found_in })
