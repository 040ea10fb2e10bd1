/** The recorded session of three people, and its replay. */
import * as Player from "@backlot/player/Player"
import { format } from "@backlot/player/Transcript"
import type { Scenario } from "@backlot/scenario/Scenario"
import type { Step } from "@backlot/scenario/Step"
import { toScenario } from "@backlot/simulator/record/ToScenario"
import { Context, Effect, Layer } from "effect"
import { app, everything, server, world } from "./Session.ts"

/** The acts of three people as a scenario. */
const record = Effect.gen(function* () {
  const answering = yield* app
  const hands = yield* server(world(answering.endpoint))
  answering.serve(hands.stage.rest_url)
  yield* hands.start
  const worldAtStart: unknown = yield* hands.world
  yield* everything(hands, answering.settled)
  return { answering, scenario: toScenario(yield* hands.stop, worldAtStart, { clock: "frozen" }) }
})

export class Recorded extends Context.Service<Recorded, Effect.Success<typeof record>>()("ToScenario/Recorded") {
  static readonly layer = Layer.effect(Recorded, record)
}

/** Plays a scenario on a new server, and records it. `played` learns which operations a step was recorded as. */
export const replay = Effect.fnUntraced(function* (
  scenario: Scenario,
  serve: (rest_url: string) => void,
  played: (step: Step, operations: ReadonlyArray<string>) => void = () => undefined
) {
  const hands = yield* server(scenario.world)
  serve(hands.stage.rest_url)
  const player = yield* Player.make({ stage: hands.stage, application: scenario.application })
  yield* hands.start
  const worldAtStart: unknown = yield* hands.world
  let known = 0
  for (const step of scenario.steps) {
    yield* Effect.tapError(player.perform(step), () =>
      Effect.sync(() => console.error(format(player.transcript()), JSON.stringify(step)))
    )
    const { entries } = yield* hands.control("GET", `/recording?after=${known}`)
    known += entries.length
    played(
      step,
      entries.map(({ operation }) => operation)
    )
  }
  return toScenario(yield* hands.stop, worldAtStart, { clock: "frozen" })
})
