/** The console makes scenarios in a browser. Source: product.md "Scenario files" (recording). */
import { existsSync, readFileSync } from "node:fs"
import { dirname, join, resolve } from "node:path"
import { assert, describe, it } from "@effect/vitest"

const root = resolve(import.meta.dirname, "../../../..")

/** The imports of a workspace module; its own modules as paths. */
const importsOf = (path: string): ReadonlyArray<string> =>
  [...readFileSync(path, "utf8").matchAll(/^(?:import|export)\s(?!type\b)[^;]*?from "([^"]+)"/gms)].map(
    ([, name = ""]) => {
      if (name.startsWith(".")) return join(dirname(path), name)
      const [, folder, module] = /^@backlot\/([\w-]+)\/(.+)$/.exec(name) ?? []
      return folder === undefined ? name : fileOf(join(root, "packages", folder, "src"), module ?? "")
    }
  )

/** A few modules have a shorter name than their file: `@backlot/scenario/Step`. */
const fileOf = (source: string, module: string): string =>
  ["", "file", "step"].map((room) => join(source, room, `${module}.ts`)).find(existsSync) ?? module

const reached = (path: string, seen = new Set<string>()): ReadonlySet<string> => {
  if (seen.has(path)) return seen
  seen.add(path)
  if (path.startsWith("/")) for (const next of importsOf(path)) reached(next, seen)
  return seen
}

describe("what the console does with scenarios", () => {
  it.each([
    ["makes one of a recording", "simulator/src/record/ToScenario.ts"],
    ["loads one", "scenario/src/file/LoadScenario.ts"],
    ["has the files of one as texts", "scenario/src/file/TextFiles.ts"],
    ["opens what a player needs", "player/src/PlayerEdges.ts"],
    ["plays its steps", "player/src/PlayerOn.ts"],
    ["sends their requests", "player/src/stage/FetchHttp.ts"],
    ["judges the app", "simulator/src/run/AppVerdict.ts"],
    ["shows a report", "simulator/src/report/ReportData.ts"]
  ])("needs nothing of Node: it %s", (_, module) => {
    const all = [...reached(join(root, "packages", module))]
    const outside = all.filter(
      (name) => !name.startsWith("/") && !/^(?:effect|yaml|diff|ajv|ajv-formats|re2js)(?:\/|$)/.test(name)
    )
    assert.deepStrictEqual(outside, [])
    assert.isAbove(all.length, 1)
  })
})
