/** Which scenarios of a run are played. Source: `only` and `tags` of scenario/Scenario.ts; `simulate --grep`, `--tags`. */
import type { LoadedScenario } from "@backlot/scenario/file/LoadedScenario"

export interface Selection {
  /** Part of the name, with the file's path before it; a /pattern/ too. Undefined: any. */
  readonly grep?: RegExp | undefined
  /** Each of them, `!tag` for none with it: `a`, `!b`. A scenario has one of the plain ones, and none of the others. */
  readonly tags?: ReadonlyArray<string> | undefined
}

/** Whether each is chosen, in the order of `scenarios`. */
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
