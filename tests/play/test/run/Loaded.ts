/** Scenarios as if loaded from a file. */
import { join } from "node:path"
import type { LoadedScenario } from "@backlot/scenario/file/LoadedScenario"
import type { Scenario } from "@backlot/scenario/Scenario"
import { harbour } from "./Harbour.ts"

/** In the harbour by default. */
export const loaded = (
  scenario: Partial<Scenario> & Pick<Scenario, "name" | "steps">,
  folder = import.meta.dirname
): LoadedScenario => {
  const file = join(folder, `${scenario.name}.scenario.yaml`)
  const place = { file, line: 1, column: 1 }
  return {
    file,
    place,
    scenario,
    name: scenario.name,
    tags: scenario.tags ?? [],
    only: scenario.only ?? false,
    world: scenario.world ?? harbour,
    variables: scenario.variables ?? {},
    steps: scenario.steps.map((step, index) => ({ step, place: { ...place, line: 10 + index } }))
  }
}
