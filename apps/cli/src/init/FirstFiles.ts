/** The texts of the files that `init` writes. Source: docs/init.md. */

import { oneLine } from "@backlot/scenario/match/DescribeValue"
import type { App, Scenario } from "@backlot/scenario/Scenario"
import { fileText } from "@backlot/simulator/record/ToScenario"
import type { Explored } from "./Explore.ts"
import type { FirstPlace } from "./FirstWorld.ts"

export const SCENARIO_FILE = "backlot/first.scenario.yaml"
export const WORLD_FILE = "backlot/world.yaml"

/** Schemas of the installed package, as files of the folder `backlot` name them. */
export const SCHEMAS = "node_modules/backlot/dist/schemas"

/** `kind`: the schema's name; undefined: it is not installed. */
const schemaLine = (kind: "scenario" | "world" | undefined): string =>
  kind === undefined ? "" : `# yaml-language-server: $schema=../${SCHEMAS}/${kind}.json\n`

const WORLD_HEAD =
  "# The world that the scenarios of this folder begin with: docs/world.md of Backlot has every field.\n"

/** Lines about what the scenario allows. */
const SHOWN = 5

export const worldText = (world: unknown, hasSchema: boolean): string =>
  `${schemaLine(hasSchema ? "world" : undefined)}${WORLD_HEAD}${fileText(world, "yaml")}`

export const scenarioText = (
  app: typeof App.Type,
  { user, channel }: FirstPlace,
  { answered, ready, allow, commands, misdeeds }: Explored,
  hasSchema: boolean
): string => {
  const greeting = [{ as: user, in: channel, say: "hello", expect: { message: { content: "hello" } } }]
  const scenario: Omit<Scenario, "steps"> & { readonly steps: unknown } = {
    name: "first",
    world: "world.yaml",
    app: { ...app, ...(ready === undefined ? {} : { ready }) },
    ...(allow.length === 0 ? {} : { allow }),
    steps: answered ?? greeting
  }
  const found = commands.length === 0 ? "" : `# The bot registered ${commands.join(", ")}.\n`
  const allowed =
    allow.length === 0
      ? ""
      : misdeeds
          .slice(0, SHOWN)
          .map((line) => `# It is allowed: ${oneLine(line)}\n`)
          .join("")
  return `${schemaLine(hasSchema ? "scenario" : undefined)}${found}${allowed}${fileText(scenario, "yaml")}`
}
