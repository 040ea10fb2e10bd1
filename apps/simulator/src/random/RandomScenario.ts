/** A random play as a scenario file. Source: product.md "Scenario files". */
import type { Scenario } from "../scenario/Scenario.ts"
import type { Step } from "../scenario/Step.ts"
import type { RandomWorld } from "./RandomWorld.ts"

/** Tokens and conversations that no step names are left out of the world. */
export const scenarioOf = (world: RandomWorld, steps: ReadonlyArray<Step>, name: string): Scenario => ({
  name,
  world: pruned(world.file, steps),
  clock: "frozen",
  storage: world.storage,
  limits: world.limits,
  steps
})

const pruned = (world: RandomWorld["file"], steps: ReadonlyArray<Step>): RandomWorld["file"] => {
  const text = JSON.stringify(steps)
  return {
    ...world,
    tokens: world.tokens.filter(({ token }) => text.includes(token)),
    direct_channels: world.direct_channels.filter(({ id }) => text.includes(id))
  }
}
