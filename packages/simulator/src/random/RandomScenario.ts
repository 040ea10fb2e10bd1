/** Writes a random play as a scenario. Source: product.md "Scenario files". */
import { defined } from "@backlot/scenario/Fields"
import type { Scenario } from "@backlot/scenario/Scenario"
import type { Step } from "@backlot/scenario/Step"
import type { RandomWorld } from "../model/RandomWorld.ts"

/** Leaves out tokens and conversations that no step names. */
export const scenarioOf = (world: RandomWorld, steps: ReadonlyArray<Step>, name: string): Scenario => ({
  name,
  world: pruned(world.file, steps),
  clock: "frozen",
  storage: world.storage,
  limits: world.limits,
  steps: steps.map(named(world))
})

/** Replaces ids of users, applications and guild channels by their names. */
export const named = (world: RandomWorld): ((step: Step) => Step) => {
  const { applications, users, guilds } = world.model()
  const channels = guilds.flatMap((guild) => guild.channels)
  const names = new Map<string | undefined, string>([
    ...users.map(({ id, username }) => [id, username] as const),
    ...applications.map(({ id, name }) => [id, name] as const),
    ...channels.map(({ id, name }) => [id, `#${name}`] as const)
  ])
  const nameOf = <Id extends string | undefined>(id: Id) => names.get(id) ?? id
  return (step) => ({
    ...step,
    ...defined({ as: nameOf(step.as), in: nameOf(step.in) }),
    ...(step.app === undefined
      ? {}
      : { app: { ...step.app, ...defined({ application: nameOf(step.app.application) }) } })
  })
}

const pruned = (world: RandomWorld["file"], steps: ReadonlyArray<Step>): RandomWorld["file"] => {
  const text = JSON.stringify(steps)
  return {
    ...world,
    tokens: world.tokens.filter(({ token }) => text.includes(token)),
    direct_channels: world.direct_channels.filter(({ id }) => text.includes(id))
  }
}
