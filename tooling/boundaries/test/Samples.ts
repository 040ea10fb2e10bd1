/** A small repository that keeps every rule, and for each rule the least that breaks it. */

import type { Rule } from "../src/Rule.ts"
import * as Cycle from "../src/rules/CycleRules.ts"
import * as File from "../src/rules/FileRules.ts"
import * as Import from "../src/rules/ImportRules.ts"
import * as ManifestRule from "../src/rules/ManifestRules.ts"
import * as Page from "../src/rules/PageRules.ts"
import * as Room from "../src/rules/RoomRules.ts"
import * as World from "../src/rules/WorldRules.ts"

const MODULES = { "./*": { "@backlot/source": "./src/*.ts", types: "./dist/*.d.ts", default: "./dist/*.js" } }

/** Offers every module but these. */
const without = (...blocked: ReadonlyArray<string>) => ({
  exports: { ...MODULES, ...Object.fromEntries(blocked.map((path) => [path, null])) }
})

const manifest = (name: string, more: object = {}) =>
  JSON.stringify({
    name: `@backlot/${name}`,
    version: "0.1.0",
    description: "A package of the samples.",
    keywords: ["one", "two", "three"],
    license: "MIT",
    sideEffects: false,
    engines: { node: ">=22" },
    exports: MODULES,
    files: ["dist", "src"],
    ...more
  })

const workspace = (...catalog: ReadonlyArray<string>) => ["catalog:", ...catalog.map((line) => `  ${line}`)].join("\n")

/** Joined, so that this file itself keeps the rule. */
const machinePath = ["", "work", "elsewhere"].join("/")
const siblingPath = ["..", "shared"].join("/")

const effect = { effect: "catalog:" }
const domain = { "@backlot/domain": "workspace:*", ...effect }

export const good: Readonly<Record<string, string>> = {
  "package.json": JSON.stringify({ name: "root", devDependencies: { vitest: "catalog:" } }),
  "pnpm-workspace.yaml": workspace("effect: 4.1.0", "vitest: 5.1.1"),
  ".ci/run": `export DOCUMENT=${machinePath}`,
  "packages/document/package.json": manifest("document"),
  "packages/document/README.md": "# Document",
  "packages/domain/package.json": manifest("domain", {
    dependencies: effect,
    devDependencies: { vitest: "catalog:" },
    ...without("./base/Command")
  }),
  "packages/domain/README.md": "# Domain\n\n`base`",
  "packages/domain/src/base/Name.ts": `import { Result } from "effect"\nimport "effect/encoding/Hex"\nexport const name = Result.succeed("a.Date.now()")\n`,
  "packages/domain/src/base/Command.ts": `import { name } from "./Name.ts"\nexport { name }\nexport const command = name\n`,
  "packages/domain/test/Name.test.ts": `import { it } from "vitest"\nimport "../src/base/Name.ts"\nit("runs", () => {})\n`,
  "packages/ports/package.json": manifest("ports", {
    dependencies: domain,
    devDependencies: { vitest: "catalog:" },
    ...without("./conformance/*")
  }),
  "packages/ports/README.md": "# Ports\n\n`conformance/`",
  "packages/ports/src/conformance/Storage.ts": `import { it } from "vitest"\nexport const suite = () => it("stores", () => {})\n`,
  "packages/adapters-memory/package.json": manifest("adapters-memory", { dependencies: domain, ...without("./Clock") }),
  "packages/adapters-memory/README.md": "# Memory",
  "packages/adapters-memory/src/Clock.ts": `import "node:timers"\nexport const now = () => Date.now() + Math.random()\n`,
  "packages/server/package.json": manifest("server", { dependencies: domain, ...without("./Embed", "./Routes") }),
  "packages/server/README.md": "# Server",
  "packages/server/src/Embed.ts": `import "effect/http"\nimport "node:http"\nimport { name } from "@backlot/domain/base/Name"\nexport const embed = new Date(String(name))\n`,
  "apps/cli/package.json": manifest("cli", { files: ["dist"], devDependencies: effect, ...without("./main") }),
  "apps/cli/README.md": "# The program",
  "apps/cli/src/main.ts": `import "effect"\nsetTimeout(() => process.env["PORT"], Date.now())\n`,
  "packages/server/src/Routes.ts": `import "./Embed.ts"\nexport const routes = []\n`
}

export interface Sample {
  readonly rule: Rule
  /** Files that replace or join the good ones. */
  readonly bad: Readonly<Record<string, string>>
  /** The one line that the rule must report. */
  readonly offence: string
}

const sample = (rule: Rule, path: string, text: string, offence: string): Sample => ({
  rule,
  bad: { [path]: text },
  offence
})

/** One import in a new file, refused at its first line. */
const importing = (rule: Rule, folder: string, specifier: string): Sample => {
  const path = `${folder}/Bad.ts`
  return sample(rule, path, `import "${specifier}"\n`, `${path}:1 ${specifier}`)
}

/** One expression in a new file, refused at its second line. */
const expression = (rule: Rule, folder: string, text: string, name: string): Sample => {
  const path = `${folder}/Bad.ts`
  return sample(rule, path, `\nexport const x = ${text}\n`, `${path}:2 ${name}`)
}

const importSamples: ReadonlyArray<Sample> = [
  sample(Import.everyPackageHasARow, "packages/extra/package.json", manifest("extra"), "packages/extra"),
  importing(Import.workspaceEdges, "packages/domain/src", "@backlot/ports/conformance/Storage"),
  importing(Import.workspaceEdges, "packages/adapters-memory/src", "@backlot/server/Embed"),
  sample(
    Import.workspaceEdges,
    "packages/domain/src/Bad.ts",
    `export type X = import("@backlot/ports/X").X\n`,
    "packages/domain/src/Bad.ts:1 @backlot/ports/X"
  ),
  {
    rule: Import.workspaceEdges,
    bad: {
      "packages/testkit/package.json": manifest("testkit"),
      "packages/testkit/src/Good.ts": `export * as E from "@backlot/server/Embed"\n`,
      "packages/testkit/src/Bad.ts": `export * from "@backlot/server/Routes"\n`
    },
    offence: "packages/testkit/src/Bad.ts:1 @backlot/server/Routes"
  },
  importing(Import.effectEdges, "packages/domain/src", "effect/http"),
  importing(Import.effectEdges, "packages/domain/src", "effect/encoding/Yaml"),
  importing(Import.effectEdges, "packages/ports/src", "effect/testing"),
  importing(Import.nodeEdges, "packages/domain/src", "node:fs"),
  importing(Import.externalEdges, "packages/ports/src", "vitest"),
  importing(Import.externalEdges, "packages/domain/src", "@effect/platform-node/NodeRuntime"),
  importing(Import.declaredDependencies, "packages/domain/src", "vitest"),
  importing(Import.declaredDependencies, "packages/domain/test", "yaml"),
  importing(Import.throughExports, "packages/server/src", "@backlot/domain"),
  importing(Import.throughExports, "packages/server/src", "@backlot/domain/src/Name.ts"),
  importing(Import.relativeImports, "packages/server/src", "../../../packages/domain/src/base/Name.ts"),
  importing(Import.relativeImports, "packages/domain/src", "../test/Name.test.ts"),
  importing(Import.relativeImports, "packages/domain/src", "./Name")
]

const roomSamples: ReadonlyArray<Sample> = [
  sample(Room.everyRoomHasAPlace, "packages/domain/src/attic/Box.ts", "", "packages/domain/src/attic"),
  sample(Room.everyRoomHasAPlace, "packages/document/src/attic/Box.ts", "", "packages/document/src/attic"),
  sample(
    Room.noRoomCircles,
    "packages/domain/src/error/Bad.ts",
    `import "../base/Name.ts"\nimport "../lobby/Lobby.ts"\n`,
    "packages/domain/src/error/Bad.ts:2 ../lobby/Lobby.ts"
  ),
  {
    rule: Room.noFullFolders,
    bad: Object.fromEntries(Array.from({ length: 41 }, (_, i) => [`docs/pages/${i}.md`, "A page"])),
    offence: "docs/pages 41 files"
  }
]

const cycleSamples: ReadonlyArray<Sample> = [
  sample(
    Cycle.noPackageCycles,
    "packages/domain/package.json",
    manifest("domain", { devDependencies: { "@backlot/ports": "workspace:*" } }),
    "@backlot/domain → @backlot/ports → @backlot/domain"
  ),
  sample(
    Cycle.noFileCycles,
    "packages/domain/src/base/Name.ts",
    `import type { command } from "./Command.ts"\nexport type Command = typeof command\n`,
    "packages/domain/src/base/Command.ts → packages/domain/src/base/Name.ts → packages/domain/src/base/Command.ts"
  ),
  sample(
    Cycle.noFileCycles,
    "packages/domain/src/base/Self.ts",
    `export const self = () => import("@backlot/domain/base/Self")\n`,
    "packages/domain/src/base/Self.ts → packages/domain/src/base/Self.ts"
  ),
  sample(
    Cycle.noBarrels,
    "packages/domain/src/base/index.ts",
    `export * from "./Name.ts"\nexport { command } from "./Command.ts"\n`,
    "packages/domain/src/base/index.ts"
  )
]

const worldSamples: ReadonlyArray<Sample> = [
  expression(World.noWallClock, "packages/domain/src", "Date.now()", "Date.now"),
  expression(World.noWallClock, "packages/server/src", "new Date()", "new Date()"),
  expression(World.noWallClock, "packages/ports/src", "globalThis.performance.now()", "performance.now"),
  expression(World.noDate, "packages/domain/src", `new Date("2026")`, "new Date(value)"),
  expression(World.noDate, "packages/ports/src", `Date.parse("2026")`, "Date.parse"),
  expression(World.noChance, "packages/domain/src", "Math.random()", "Math.random"),
  expression(World.noChance, "packages/server/src", "crypto.randomUUID()", "crypto.randomUUID"),
  expression(World.noTimers, "packages/server/src", "setTimeout(() => {}, 1)", "setTimeout()"),
  expression(World.noTimers, "packages/ports/src", "setInterval(() => {}, 1)", "setInterval()"),
  importing(World.noTimers, "packages/server/src", "node:timers/promises"),
  expression(World.noEnvironment, "packages/server/src", `process.env["HOME"]`, "process.env"),
  importing(World.noEnvironment, "packages/server/src", "node:process"),
  expression(World.noSleepingTests, "packages/domain/test", "setTimeout(() => {}, 1)", "setTimeout()"),
  importing(World.noSleepingTests, "packages/adapters-memory/test", "node:timers/promises")
]

/** A field of a published manifest as it must not be. */
const published = (field: string, value: unknown): Sample =>
  sample(
    ManifestRule.publishedManifests,
    "packages/extra/package.json",
    manifest("extra", { [field]: value }),
    `packages/extra/package.json ${field}`
  )

const manifestSamples: ReadonlyArray<Sample> = [
  sample(
    ManifestRule.publicFaces,
    "packages/domain/src/base/Inner.ts",
    "export const inner = 1\n",
    "packages/domain/package.json exports: ./base/Inner"
  ),
  published("version", undefined),
  published("description", "Things"),
  published("keywords", ["one"]),
  published("license", "UNLICENSED"),
  published("engines", undefined),
  published("files", ["src"]),
  published("exports", { "./*": { default: "./dist/*.js", types: "./dist/*.d.ts" } }),
  published("exports", { ".": { require: { default: "./a.cjs" }, types: "./a.d.ts", default: "./a.js" } }),
  published("exports", { "./*": "./dist/*.js" }),
  published("sideEffects", undefined),
  published("repository", "https://example.com/backlot"),
  sample(
    ManifestRule.fromCatalog,
    "packages/domain/package.json",
    manifest("domain", { dependencies: { effect: "^4.1.0" } }),
    "packages/domain/package.json effect: ^4.1.0"
  ),
  sample(
    ManifestRule.fromCatalog,
    "packages/ports/package.json",
    manifest("ports", { dependencies: { "@backlot/domain": "0.1.0" } }),
    "packages/ports/package.json @backlot/domain: 0.1.0"
  ),
  sample(
    ManifestRule.catalogIsUsed,
    "pnpm-workspace.yaml",
    workspace("effect: 4.1.0", "vitest: 5.1.1", "left-over: 1.0.0"),
    "left-over"
  ),
  sample(
    ManifestRule.exactVersions,
    "pnpm-workspace.yaml",
    workspace("effect: ^4.1.0", "vitest: 5.1.1"),
    "pnpm-workspace.yaml effect: ^4.1.0"
  )
]

/** One statement in a test, refused at its first line. */
const silenced = (text: string, name: string): Sample =>
  sample(File.everyTestRuns, "packages/domain/test/Bad.test.ts", text, `packages/domain/test/Bad.test.ts:1 ${name}`)

const fileSamples: ReadonlyArray<Sample> = [
  sample(File.everyPackageHasAReadme, "packages/domain/README.md", "\n", "packages/domain/README.md"),
  sample(File.noLongFiles, "packages/domain/src/Long.ts", "\n".repeat(401), "packages/domain/src/Long.ts 401 lines"),
  ...["src/utils.ts", "src/Helpers.ts", "test/types.d.ts", "src/common/Name.ts"].map((name) =>
    sample(File.noGrabBags, `packages/domain/${name}`, "", `packages/domain/${name}`)
  ),
  silenced(`it.skip("x", () => {})`, "it.skip"),
  silenced(`describe.only("x", () => {})`, "describe.only"),
  silenced(`it.todo("x")`, "it.todo"),
  silenced(`it.effect.skip("x", () => {})`, "it.effect.skip"),
  silenced(`it.skipIf(true)("x", () => {})`, "it.skipIf"),
  silenced(`it.each([1])("x", { skip: true }, () => {})`, "{ skip }"),
  sample(File.noMachinePaths, "docs/setup.md", `Read ${machinePath} first\n`, `docs/setup.md:1 ${machinePath}`),
  sample(File.noMachinePaths, "biome.json", `{ "extends": "${siblingPath}" }`, `biome.json:1 ${siblingPath}`)
]

const page = (link: string): Sample =>
  sample(
    Page.linksResolve,
    "docs/page.md",
    `# Page\n\n[domain](../packages/domain/README.md#domain), [here](#page), \`[none](none.md)\`, [it](${link})\n`,
    `docs/page.md ${link}`
  )

const pageSamples: ReadonlyArray<Sample> = [
  ...["gone.md", "../packages/gone", "#gone", "../packages/domain/README.md#gone"].map(page),
  sample(Page.linksResolve, "docs/page.md", "# Page\n\n[it] is gone.\n\n[it]: gone.md\n", "docs/page.md gone.md"),
  sample(Page.readmesShowTheirPackage, "packages/domain/README.md", "# Domain", "packages/domain/README.md base"),
  sample(
    Page.readmesShowTheirPackage,
    "packages/document/package.json",
    manifest("document", { exports: { "./Text": "./src/Text.ts" } }),
    "packages/document/README.md @backlot/document/Text"
  )
]

export const samples: ReadonlyArray<Sample> = [
  ...importSamples,
  ...roomSamples,
  ...cycleSamples,
  ...worldSamples,
  ...manifestSamples,
  ...fileSamples,
  ...pageSamples
]
