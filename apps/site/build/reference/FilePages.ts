/** Fields of scenario files and world files, from the JSON Schemas that editors check them by. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { worldJsonSchema } from "@backlot/domain/world/WorldJsonSchema"
import { ROOT } from "../Places.ts"
import { page, type ReferencePage } from "./Reference.ts"
import { definitionTexts, type Schema, schemaText } from "./Schema.ts"

export const filePages = (): ReadonlyArray<ReferencePage> => [
  {
    place: "reference/scenario-fields.md",
    title: "Fields of scenario files",
    description: "Every field of a scenario file with its values, from the JSON Schema of scenarios.",
    source: "docs/scenarios.md",
    text: page(
      "Made of the JSON Schema that `backlot simulate --schema` writes. [Scenario files](scenarios.md) explains them with examples.",
      schemaPage(scenarioSchema(), "## The file")
    )
  },
  {
    place: "reference/world-fields.md",
    title: "Fields of world files",
    description: "Every field of a world file with its limits and defaults, from the JSON Schema of worlds.",
    source: "docs/world.md",
    text: page(
      "Made of the JSON Schema of world files. [The world file](world.md) says what each field means.",
      schemaPage(worldJsonSchema(), "")
    )
  }
]

const schemaPage = (schema: Schema, heading: string): string => {
  // `$defs` of a JSON Schema holds schemas by name.
  const definitions = schema["$defs"] as Readonly<Record<string, Schema>>
  const schemas = { definitions, home: "" }
  const own = heading === "" ? "" : page(heading, schemaText({ properties: schema["properties"] }, schemas))
  return page(own, ...definitionTexts(schemas))
}

const scenarioSchema = (): Schema =>
  JSON.parse(readFileSync(join(ROOT, "packages/scenario/schema/scenario.schema.json"), "utf8")) as Schema
