/**
 * The golden file is the published schema. After a deliberate change, renew it with `BACKLOT_RENEW_GOLDENS=1 pnpm
 * --filter @backlot/scenario test ScenarioJsonSchema`, and read the difference.
 */
import { globSync, readFileSync, writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import * as DocumentText from "@backlot/document/DocumentText"
import { Ajv2020 } from "ajv/dist/2020.js"
import { Result } from "effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { scenarioJsonSchema } from "../src/file/ScenarioJsonSchema.ts"
import { judgeFile } from "../src/file/ScenarioJudge.ts"
import { OPERATORS } from "../src/match/MatchOperators.ts"
import { ACTS, BESIDE, beside, common } from "../src/step/Step.ts"
import { SAMPLES } from "./StepSamples.ts"

const schema = scenarioJsonSchema()
// Strict: anything that the compiler does not know, or ignores, is a mistake in the schema.
const validate = new Ajv2020({
  strict: true,
  strictTypes: false,
  allowUnionTypes: true
}).compile(schema)
const golden = fileURLToPath(new URL("../schema/scenario.schema.json", import.meta.url))

const both = (value: unknown) => ({ schema: validate(value), loader: judgeFile(value).length === 0 })
const accepted = { schema: true, loader: true }
const refused = { schema: false, loader: false }

const scenarioOf = (...steps: ReadonlyArray<unknown>) => ({ name: "a", steps })

describe("the published JSON Schema of scenarios", () => {
  it("is the golden file", () => {
    const text = `${pretty(schema, "")}\n`
    if (process.env["BACKLOT_RENEW_GOLDENS"] === "1") writeFileSync(golden, text)
    expect(readFileSync(golden, "utf8")).toBe(text)
    expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(schema)))
  })

  it("describes every field, for editors", () => {
    expect(fieldsWithoutDescription(schema)).toEqual([])
  })

  it("knows every operator", () => {
    expect(Object.keys(definition("Matcher")["properties"] ?? {})).toEqual(Object.keys(OPERATORS))
  })

  it("accepts every example, as the loader does", () => {
    const files = globSync(fileURLToPath(new URL("../../../examples/**/*.scenario.{yaml,yml,json}", import.meta.url)))
    expect(files.length).toBeGreaterThan(5)
    for (const file of files) {
      const { value } = Result.getOrThrow(DocumentText.parse(readFileSync(file, "utf8"), { empty: "", depth: 50 }))
      expect(both(value), file).toEqual(accepted)
    }
  })

  it("accepts every kind of step, as the loader does", () => {
    expect(new Set(SAMPLES.flatMap(Object.keys))).toEqual(new Set(Object.keys({ ...common, ...ACTS, ...beside })))
    for (const step of SAMPLES) expect({ step, ...both(scenarioOf(step)) }).toEqual({ step, ...accepted })
  })

  it("accepts a variable where it can stand, as the loader does", () => {
    const steps = [
      { read: "${n}" },
      { select: "${x}", values: "${list}" },
      { submit: "${fields}" },
      { wait: "${time}" },
      { advance: "${n}s" },
      { server: "${how}" },
      { use: { command: "x", options: "${options}" } },
      { expect: { ephemeral: "${yes}", seen_by: "${users}", body: { $any: "${some}" }, state: "${state}" } }
    ]
    for (const step of steps) expect({ step, ...both(scenarioOf(step)) }).toEqual({ step, ...accepted })
    expect(
      both({ ...scenarioOf({ read: 1 }), clock: "${c}", load: { users: "${n}" }, app: { command: "${c}" } })
    ).toEqual(accepted)
  })

  it("accepts a path of a capture that a variable says, as the loader does", () => {
    const step = { read: 1, capture: { found: "${path}" } }
    expect(both({ ...scenarioOf(step), variables: { path: "messages[0].id" } })).toEqual(accepted)
  })

  const files: ReadonlyArray<readonly [what: string, value: unknown]> = [
    ["that is no object", []],
    ["without steps", { name: "a" }],
    ["without a name", { steps: [{ read: true }] }],
    ["without a step", scenarioOf()],
    ["with an unknown field", { ...scenarioOf({ read: 1 }), wrold: "x" }],
    ["with a name of a variable that none can have", { ...scenarioOf({ read: 1 }), variables: { "a b": 1 } }],
    ["with examples without columns", { ...scenarioOf({ read: 1 }), examples: [{}] }],
    ["with app and apps", { ...scenarioOf({ read: 1 }), app: { command: "a" }, apps: [{ command: "a" }] }],
    ["with a variable where none can stand", { ...scenarioOf({ read: 1 }), tags: "${tags}" }],
    ["with an empty fragment", { ...scenarioOf({ read: 1 }), fragments: { a: [] } }],
    ["of fragments that has what these have not", { fragments: { a: [{ read: 1 }] }, world: "x" }],
    ["with an empty stage", { ...scenarioOf({ read: 1 }), load: { stages: [] } }]
  ]
  it.each(files)("refuses a file %s, as the loader does", (_, value) => {
    expect(both(value)).toEqual(refused)
  })

  it("accepts a file of fragments, as the loader does", () => {
    expect(both({ fragments: { a: [{ read: 1 }] }, variables: { x: 1 }, import: ["b.yaml"] })).toEqual(accepted)
  })

  const steps: ReadonlyArray<readonly [what: string, step: unknown]> = [
    ["is no object", "/ping"],
    ["does nothing", { as: "alice" }],
    ["has an unknown act", { uses: "/ping" }],
    ["chooses without values", { select: "size" }],
    ["calls by two methods", { app: { get: "/a", put: "/b" } }],
    ["waits for nothing", { wait: { within: "3s" } }],
    ["waits for an event that there is not", { wait: { event: "gateway.sesion" } }],
    ["expects an event that there is not", { expect: { events: [{ type: "message.create" }] } }],
    ["waits for data of nothing", { wait: { message: {}, data: {} } }],
    ["goes on by no duration", { advance: "soon" }],
    ["permits nobody", { permit: { overwrites: [{ allow: true }] } }],
    ["expects a state that there is not", { expect: { state: "respnded" } }],
    ["expects no state that there is", { expect: { state: { $not: "fialed" } } }],
    ["expects one of refusals that there are not", { expect: { refused: { $any: ["stale", "permision"] } } }],
    ["expects a list of nothing", { expect: { gateway: [] } }],
    ["expects an unknown operator", { expect: { body: { a: [{ $contian: 1 }] } } }],
    ["expects a field beside an operator", { expect: { body: { $contains: 1, a: 1 } } }],
    ["expects by an operand of the wrong type", { expect: { body: { $exists: "yes" } } }],
    ["captures by a name that none can have", { read: 1, capture: { "1": "body" } }]
  ]
  it.each(steps)("refuses a step that %s, as the loader does", (_, step) => {
    expect(both(scenarioOf(step))).toEqual(refused)
  })

  it("refuses two acts in one step, as the loader does", () => {
    fc.assert(
      fc.property(fc.constantFrom(...SAMPLES), fc.constantFrom(...SAMPLES), (one, other) => {
        const acts = (step: object) => Object.keys(step).filter((key) => key in ACTS)
        fc.pre(acts(one).length + acts(other).length > 1 && String(acts(one)) !== String(acts(other)))
        expect(both(scenarioOf({ ...one, ...other }))).toEqual(refused)
      })
    )
  })

  it("refuses what stands beside an act that does not take it, as the loader does", () => {
    for (const [field, acts] of Object.entries(BESIDE)) {
      const value = SAMPLES.map((step) => Object.entries(step).find(([key]) => key === field)?.[1]).find(
        (it) => it !== undefined
      )
      for (const step of SAMPLES) {
        const takes = acts.some((act) => act in step)
        const made = { ...step, [field]: value }
        expect({ made, ...both(scenarioOf(made)) }).toEqual({ made, ...(takes ? accepted : refused) })
      }
    }
  })

  it("refuses a value of another type anywhere in a step, or a field more, as the loader does", () => {
    const wrong = fc.constantFrom<unknown>(null, true, 7, "x", [], [7], {}, { unknown_field: 1 })
    let refusals = 0
    fc.assert(
      fc.property(fc.constantFrom(...SAMPLES), fc.nat(), wrong, (step, at, value) => {
        // Only the loader knows which schemas are sound.
        const paths = pathsOf(step).filter((path) => !path.includes("$schema"))
        const made = put(step, paths[at % paths.length] ?? [], value)
        const { schema, loader } = both(scenarioOf(made))
        expect({ made, schema }).toEqual({ made, schema: loader })
        refusals += loader ? 0 : 1
      }),
      { numRuns: 2_000 }
    )
    expect(refusals).toBeGreaterThan(500)
  })
})

/** In the layout of the formatter of this project: short lists of plain values on one line. */
const pretty = (value: unknown, indent: string, before = 0): string => {
  if (typeof value !== "object" || value === null) return JSON.stringify(value)
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{", "}"]
  const fields = Object.entries<unknown>(Object(value)).filter(([, field]) => field !== undefined)
  if (fields.length === 0) return `${open}${close}`
  const inner = `${indent}  `
  const items = fields.map(([key, item]) => {
    const name = Array.isArray(value) ? "" : `${JSON.stringify(key)}: `
    return `${name}${pretty(item, inner, inner.length + name.length + 1)}`
  })
  const line = `[${items.join(", ")}]`
  const isPlain: boolean = Array.isArray(value) && value.every((item) => typeof item !== "object")
  return isPlain && before + line.length <= 120
    ? line
    : `${open}\n${inner}${items.join(`,\n${inner}`)}\n${indent}${close}`
}

type Path = ReadonlyArray<string>

const pathsOf = (value: unknown): ReadonlyArray<Path> =>
  typeof value === "object" && value !== null
    ? Object.entries(value).flatMap(([key, one]) => [[key], ...pathsOf(one).map((path) => [key, ...path])])
    : []

const put = (value: unknown, [key, ...rest]: Path, made: unknown): unknown => {
  if (key === undefined) return made
  if (Array.isArray(value)) return value.with(Number(key), put(value[Number(key)], rest, made))
  return { ...Object(value), [key]: put(Object(value)[key], rest, made) }
}

const definition = (name: string): Readonly<Record<string, object>> => Object(Object(schema["$defs"])[name])

/** `false` refuses a field. Fields inside a branch of a choice are described at the field itself. */
const fieldsWithoutDescription = (at: unknown, path = ""): ReadonlyArray<string> => {
  if (typeof at !== "object" || at === null) return []
  return Object.entries(at).flatMap(([key, value]) => {
    const isBranch = /^(oneOf|allOf|if|then)$/.test(key)
    const fields = key === "properties" ? Object.entries<unknown>(Object(value)) : []
    const silent = fields.filter(
      ([, field]) => typeof field !== "boolean" && Object(field)["description"] === undefined
    )
    return [
      ...silent.map(([name]) => `${path}/${name}`),
      ...(isBranch ? [] : fieldsWithoutDescription(value, `${path}/${key}`))
    ]
  })
}
