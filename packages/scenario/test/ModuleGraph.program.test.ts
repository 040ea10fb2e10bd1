import { symlinkSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { type Files, folderOf } from "./Files.ts"
import { inNode } from "./NodeProcess.ts"

const scenario = "export default { name, steps: [{ read: true }] }"
const named = (name: string) => `export const name = "${name}"`
const importing = { "a.mjs": `import { name } from "./b.mjs"\n${scenario}` }
const counted = "globalThis.times = (globalThis.times ?? 0) + 1\nexport const name = `run ${globalThis.times}`"

/** The files before each load of a.mjs, each course in a folder of its own. */
const COURSES = {
  far: [
    {
      "a.mjs": `import { name } from "./lib/b.mjs"\n${scenario}`,
      "lib/b.mjs": 'export { name } from "../c.mjs"',
      "c.mjs": named("old")
    },
    {},
    { "c.mjs": named("new") }
  ],
  required: [
    {
      "a.mjs": `const { default: { name } } = await import("./b.cjs")\n${scenario}`,
      "b.cjs": "exports.name = 'old'"
    },
    { "b.cjs": "exports.name = 'new'" }
  ],
  shared: [{ ...importing, "b.mjs": counted }, {}, {}],
  broken: [{ ...importing, "b.mjs": "export const = 1" }, { "b.mjs": named("right") }],
  beside: [
    {
      "a.mjs": `import data from "./data.json" with { type: "json" }\nimport { name } from "./b.mjs"\n${scenario}`,
      "data.json": '{ "name": "no" }',
      "b.mjs": "export const = 1"
    },
    { "b.mjs": named("right") }
  ],
  linked: [
    { "lib/a.mjs": `import { name } from "./b.mjs"\n${scenario}`, "lib/b.mjs": named("old") },
    { "lib/b.mjs": named("new") }
  ],
  threw: [{ ...importing, "b.mjs": `${named("no")}\nthrow new Error(name)` }, { "b.mjs": named("right") }],
  missing: [importing, { "b.mjs": named("right") }],
  endless: [{ "a.mjs": "await new Promise(() => setInterval(() => {}, 1000))" }]
} as const satisfies Readonly<Record<string, ReadonlyArray<Files>>>

type Loadings = Readonly<
  Record<string, ReadonlyArray<{ readonly told: string; readonly sources: ReadonlyArray<string> }>>
>

/** The name of a.mjs, or its faults. One process plays all courses, because it is slow to start. */
const playAll = async (): Promise<Loadings> => {
  const folders = Object.entries(COURSES).map(([name, [first = {}, ...changes]]) => {
    const folder = folderOf({ "lib/empty": "", ...first })
    if (name === "linked") symlinkSync(join("lib", "a.mjs"), join(folder, "a.mjs"))
    return [name, folder, [{}, ...changes]]
  })
  // In the shape that the program prints.
  return (await inNode(`
import { writeFileSync } from "node:fs"
import { TestClock } from "effect/testing"
const passing = Effect.andThen(TestClock.adjust(1000), Effect.promise(() => new Promise((go) => setImmediate(go))))
const loading = async (folder, isEndless) => {
  const loaded = Effect.catch(load(folder + "/a.mjs"), Effect.succeed)
  const waited = Effect.raceFirst(loaded, isEndless ? Effect.forever(passing) : Effect.never)
  const { scenarios, message, sources } = await Effect.runPromise(Effect.scoped(Effect.provide(waited, TestClock.layer())))
  const short = (text) => text.replaceAll(folder + "/", "")
  return { told: short(scenarios?.[0].name ?? message), sources: sources.map(short) }
}
const all = {}
for (const [name, folder, changes] of ${JSON.stringify(folders)}) {
  all[name] = []
  for (const files of changes) {
    for (const [file, text] of Object.entries(files)) writeFileSync(folder + "/" + file, text)
    all[name].push(await loading(folder, name === "endless"))
  }
}
console.log(JSON.stringify(all))
process.exit()`)) as Loadings
}

let played: Promise<Loadings> | undefined

describe("a module", () => {
  it.each<[what: string, course: keyof typeof COURSES, told: ReadonlyArray<string | RegExp>, sources: string]>([
    ["is run anew once one changed that its imports import by a path", "far", ["old", "old", "new"], "lib/b.mjs c.mjs"],
    ["is run anew with what is required, and imported while it runs", "required", ["old", "new"], "b.cjs"],
    ["is run once while nothing changed", "shared", ["run 1", "run 1", "run 1"], "b.mjs"],
    [
      "says where one is broken that it imports, and loads once that is right",
      "broken",
      [/^b\.mjs:1:14 Unexpected token$/, "right"],
      "b.mjs"
    ],
    [
      "says where one is broken that it imports beside what is no script",
      "beside",
      [/^b\.mjs:1:14 Unexpected token$/, "right"],
      "data.json b.mjs"
    ],
    ["that is a link is run anew with what it imports where it lies", "linked", ["old", "new"], "lib/a.mjs lib/b.mjs"],
    [
      "says where one threw that it imports, and loads once that is right",
      "threw",
      [/^b\.mjs:2:7 it throws Error: no$/, "right"],
      "b.mjs"
    ],
    [
      "says what is missing that it imports, and loads once that is there",
      "missing",
      [/^a\.mjs:1:22 it imports the module b\.mjs, which does not exist$/, "right"],
      "b.mjs"
    ],
    ["that does not end to load is refused", "endless", [/^a\.mjs:1:1 it did not load within 20s$/], ""]
  ])("%s", async (_, course, told, sources) => {
    played ??= playAll()
    const loadings = (await played)[course]
    expect(loadings?.map((one) => one.told)).toEqual(
      told.map((one) => (typeof one === "string" ? one : expect.stringMatching(one)))
    )
    for (const one of loadings ?? []) expect(one.sources.join(" ")).toBe(`a.mjs ${sources}`.trim())
  })
})
