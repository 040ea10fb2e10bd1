/** Writes a random play as a scenario. Source: product.md "Scenario files". */
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
  const channels = guilds.flatMap((guild) => guild.channels.map(({ id, name }) => [id, `#${name}`] as const))
  const names = new Map<string, string>([
    ...users.map(({ id, username }) => [id, username] as const),
    ...applications.map(({ id, name }) => [id, name] as const),
    ...channels
  ])
  const nameOf = (id: string) => names.get(id) ?? id
  return (step) => ({
    ...step,
    ...(step.as === undefined ? {} : { as: nameOf(step.as) }),
    ...(step.in === undefined ? {} : { in: nameOf(step.in) }),
    ...(step.app?.application === undefined ? {} : { app: { ...step.app, application: nameOf(step.app.application) } })
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
