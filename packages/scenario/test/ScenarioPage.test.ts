/**
 * docs/scenarios.md: the schemas give its tables, and its examples are sound. Renew the tables with
 * `BACKLOT_RENEW_GOLDENS=1 pnpm --filter @backlot/scenario test ScenarioPage`.
 */
import { readFileSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import * as DocumentText from "@backlot/document/DocumentText"
import { describe, expect, it } from "@effect/vitest"
import { Effect, Result, SchemaAST } from "effect"
import { BOUNDS, formatBound } from "../src/Bounds.ts"
import { Expectation } from "../src/Expectation.ts"
import { Scenario } from "../src/file/Scenario.ts"
import { load } from "../src/file/ScenarioFile.ts"
import { scenarioJsonSchema } from "../src/file/ScenarioJsonSchema.ts"
import { judgeFile } from "../src/file/ScenarioJudge.ts"
import { OPERATORS } from "../src/match/MatchOperators.ts"
import { ACTS, BESIDE, beside, common } from "../src/step/Step.ts"
import { folderOf, loaded } from "./Files.ts"

const page = fileURLToPath(new URL("../../../docs/scenarios.md", import.meta.url))
const text = readFileSync(page, "utf8")

type Row = readonly [name: string, description: string]
type Described = { readonly ast: SchemaAST.AST }

const table = (head: string, rows: ReadonlyArray<Row>): string =>
  [
    `| ${head} | |`,
    "|---|---|",
    ...rows.map(([name, description]) => `| \`${name}\` | ${description.replaceAll("|", "\\|")} |`)
  ].join("\n")

const rowsOf = (fields: Readonly<Record<string, Described>>): ReadonlyArray<Row> =>
  Object.entries(fields).map(([name, { ast }]) => [name, SchemaAST.resolveDescription(ast) ?? ""])

/** The descriptions that editors show. */
const described = (names: ReadonlyArray<string>): ReadonlyArray<Row> => {
  const properties: Readonly<Record<string, { readonly description: string }>> = Object(
    scenarioJsonSchema()["properties"]
  )
  return names.map((name) => [name, properties[name]?.description ?? ""])
}

const standing = Object.entries(BESIDE).map(([field, acts]): Row => [field, acts.map((act) => `\`${act}\``).join(", ")])

const TABLES: Readonly<Record<string, string>> = {
  fields: table("field", described(Object.keys(Scenario.fields))),
  common: table("beside any act", rowsOf(common)),
  acts: table("act", rowsOf(ACTS)),
  beside: `${table("field", rowsOf(beside))}\n\n${table("allowed beside", standing)}`,
  expectations: table("field", rowsOf(Expectation.fields)),
  bounds: [
    "| what | most | beyond it |",
    "|---|---|---|",
    ...Object.values(BOUNDS).map((bound) => `| ${bound.of} | ${formatBound(bound)} | ${bound.why} |`)
  ].join("\n"),
  operators: table(
    "operator",
    Object.entries(OPERATORS).map(([name, { description }]) => [name, description])
  )
}

const renewed = Object.entries(TABLES).reduce(
  (made, [name, rows]) =>
    made.replace(
      new RegExp(`(<!-- generated: ${name} -->\n)[^]*?(<!-- end -->)`),
      (_, begin: string, end: string) => `${begin}\n${rows}\n\n${end}`
    ),
  text
)

const blocks = (language: string): ReadonlyArray<string> =>
  Array.from(text.matchAll(new RegExp(`^\`\`\`${language}\n([^]*?)^\`\`\``, "gm")), ([, block]) => block ?? "")

const parsed = (block: string): unknown => {
  const { value } = Result.getOrThrow(DocumentText.parse(block, { empty: "", depth: 20 }))
  return Array.isArray(value) ? { name: "steps", steps: value } : value
}

describe("the page of scenario files", () => {
  it("has the tables that the schemas give", () => {
    if (process.env["BACKLOT_RENEW_GOLDENS"] === "1") writeFileSync(page, renewed)
    expect(readFileSync(page, "utf8")).toBe(renewed)
    for (const name of Object.keys(TABLES)) expect(text).toContain(`<!-- generated: ${name} -->`)
  })

  it("says something of every field", () => {
    expect(Object.values(TABLES).join("\n")).not.toMatch(/\| {2}\|$/m)
  })

  it.each(blocks("yaml").map((block) => [block]))("has sound examples: %s", (block) => {
    expect(judgeFile(parsed(block))).toEqual([])
  })

  it("has an example of every act", () => {
    const values = blocks("yaml").map(parsed)
    const steps: ReadonlyArray<object> = values.flatMap((value) => Object(value)["steps"])
    expect(new Set(steps.flatMap(Object.keys).filter((key) => key in ACTS))).toEqual(new Set(Object.keys(ACTS)))
  })

  it.effect("has a sound example in TypeScript", () =>
    Effect.gen(function* () {
      const [block = "", ...others] = blocks("ts")
      expect(others).toEqual([])
      // The package that people install has the same function: tests/packed.
      const folder = folderOf({
        "a.scenario.ts": block,
        "node_modules/@backlot/.keep": "",
        "node_modules/backlot/package.json": '{ "type": "module", "exports": { "./scenario": "./scenario.js" } }',
        "node_modules/backlot/scenario.js": 'export { scenario } from "@backlot/scenario/Scenario"'
      })
      symlinkSync(process.cwd(), join(folder, "node_modules/@backlot/scenario"))
      const { scenarios } = yield* load(join(folder, "a.scenario.ts"))
      expect(scenarios[0]?.steps).toHaveLength(2)
    })
  )

  it.effect("has whole examples that load", () =>
    Effect.gen(function* () {
      for (const block of blocks("yaml").filter(
        (one) => one.includes("name: ") && !one.includes("world:") && !one.startsWith("-")
      )) {
        expect((yield* loaded({ "a.yaml": block })).scenarios.length).toBeGreaterThan(0)
      }
    })
  )
})
