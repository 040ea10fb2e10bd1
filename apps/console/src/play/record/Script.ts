/** What a recording is as a file. Loaded when somebody records: it brings the parser and the rules of scenarios. */
import { loadFrom } from "@backlot/scenario/file/LoadScenario"
import { textFiles } from "@backlot/scenario/file/TextFiles"
import { fileText, toScenario } from "@backlot/simulator/record/ToScenario"
import { Effect, Result } from "effect"
import type { Session } from "./Session.ts"

export interface Script {
  readonly text: string
  readonly steps: number
}

interface Recorded extends Pick<Session, "entries" | "world" | "clock"> {
  /** The command that starts the app under test; empty: it runs already. */
  readonly app?: string
}

export const scriptOf = ({ entries, world, clock, app = "" }: Recorded, name: string): Script => {
  const command = app.trim()
  const scenario = toScenario(entries, world, {
    ...{ name, clock, worldFile: worldFileOf(name) },
    ...(command === "" ? {} : { app: { command } })
  })
  return { text: fileText(scenario, "yaml"), steps: scenario.steps.length }
}

export const worldText = (world: unknown): string => fileText(world, "yaml")

export const scenarioFileOf = (name: string): string => `${name}.scenario.yaml`
export const worldFileOf = (name: string): string => `${name}.world.yaml`

export interface LineFault {
  /** From 1. */
  readonly line: number
  readonly message: string
}

/** Everything that is wrong with the text; empty for a scenario that can be played. */
export const faultsOf = (text: string, name: string): ReadonlyArray<LineFault> => {
  const file = scenarioFileOf(name)
  // The server judges the world.
  const files = textFiles({ [file]: text, [worldFileOf(name)]: "{}" })
  const loaded = Effect.runSync(Effect.result(loadFrom(files, file)))
  if (Result.isSuccess(loaded)) return []
  return loaded.failure.faults.map(({ line, path, message }) => ({
    line,
    message: path === "" ? message : `${path}: ${message}`
  }))
}
