/**
 * The published JSON Schema of scenario files: editors complete them, and refuse what the loader refuses. The loader
 * alone judges relations between parts (variables, fragments, columns of examples, files).
 */
import type { JsonSchema } from "effect"
import { matcherDefinitions } from "../schema/MatcherJsonSchema.ts"
import { type Definitions, jsonOf } from "../schema/SchemaJson.ts"
import { requiring, rulesJson } from "../schema/ShapeRules.ts"
import { ACTS, BESIDE, beside, common, REQUIRED_BESIDE } from "../step/Step.ts"
import { NAME } from "../variable/VariablePath.ts"
import { Scenario } from "./Scenario.ts"
import { FRAGMENT_FIELDS, isSubstituted } from "./ScenarioJudge.ts"

type Json = JsonSchema.JsonSchema

/** Draft 2020-12. */
export const scenarioJsonSchema = (): Json => {
  const definitions: Definitions = { ...matcherDefinitions, Step: {} }
  definitions["Step"] = step(definitions)
  const properties = Object.entries(Scenario.fields).map(([field, schema]) => {
    return [field, { ...jsonOf(schema, isSubstituted(field), definitions), ...NARROWED[field] }]
  })
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    $id: "urn:backlot:schema:scenario",
    title: "Backlot scenario",
    description: "A world, programs under test, and steps that users play; or fragments for other files to import.",
    type: "object",
    properties: Object.fromEntries(properties),
    additionalProperties: false,
    ...rulesJson("Scenario"),
    // A file without steps may have fragments for others.
    if: { required: ["fragments"], properties: { fragments: true, steps: false } },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { propertyNames: { enum: FRAGMENT_FIELDS } },
    else: requiring("name", "steps"),
    $defs: definitions
  }
}

const named: Json = { propertyNames: { pattern: NAME.source } }
const steps: Json = { type: "array", items: { $ref: "#/$defs/Step" } }

/** Rules of `ScenarioJudge.ts` beyond the types of fields. */
const NARROWED: Readonly<Record<string, Json>> = {
  steps,
  fragments: { type: "object", additionalProperties: { ...steps, minItems: 1 } },
  variables: named,
  examples: { items: { type: "object", minProperties: 1, ...named } }
}

/** Exactly one act with its own fields; or no act, with something to expect or to capture. */
const step = (definitions: Definitions): Json => {
  const fields = Object.entries({ ...ACTS, ...common, ...beside })
  const { capture, ...properties } = Object.fromEntries(
    fields.map(([field, schema]) => [field, jsonOf(schema, true, definitions)])
  )
  const acts = Object.keys(ACTS)
  return {
    description: "One thing that a user, the app or the world does, and what is expected of it.",
    type: "object",
    properties: {
      ...properties,
      capture: { ...capture, type: "object", ...named }
    },
    additionalProperties: false,
    oneOf: [
      ...acts.map((act) => ({ title: act, ...requiring(act) })),
      {
        title: "expect",
        properties: Object.fromEntries(acts.map((act) => [act, false])),
        anyOf: ["expect", "capture"].map((field) => requiring(field))
      }
    ],
    dependentSchemas: Object.fromEntries(
      Object.entries(BESIDE).map(([field, partners]) => [field, { anyOf: partners.map((act) => requiring(act)) }])
    ),
    dependentRequired: Object.fromEntries(Object.entries(REQUIRED_BESIDE).map(([act, field]) => [act, [field]]))
  }
}
