/** Selects the scenarios of a run. Source: `only` and `tags` of scenario/Scenario.ts; `simulate --grep`, `--tags`. */
import type { LoadedScenario } from "@backlot/scenario/file/LoadedScenario"

export interface Selection {
  /** Matches the file's path and the name; a /pattern/ too. Undefined matches all. */
  readonly grep?: RegExp | undefined
  /** `a`, `!b`: a scenario needs one of the plain tags, and none of those after `!`. */
  readonly tags?: ReadonlyArray<string> | undefined
}

/** Whether each is selected, in the order of `scenarios`. */
export const choose = (
  scenarios: ReadonlyArray<LoadedScenario>,
  { grep, tags = [] }: Selection
): ReadonlyArray<boolean> => {
  const wanted = tags.filter((tag) => !tag.startsWith("!"))
  const unwanted = tags.filter((tag) => tag.startsWith("!")).map((tag) => tag.slice(1))
  const onlySome = scenarios.some(({ only }) => only)
  return scenarios.map(
    (scenario) =>
      (!onlySome || scenario.only) &&
      (grep === undefined || grep.test(`${scenario.file} ${scenario.name}`)) &&
      (wanted.length === 0 || wanted.some((tag) => scenario.tags.includes(tag))) &&
      !unwanted.some((tag) => scenario.tags.includes(tag))
  )
}
