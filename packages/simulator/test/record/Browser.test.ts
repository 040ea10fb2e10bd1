/** The console makes scenarios in a browser. Source: product.md "Scenario files" (recording). */
import { readFileSync } from "node:fs"
import { dirname, join, resolve } from "node:path"
import { assert, describe, it } from "@effect/vitest"

const root = resolve(import.meta.dirname, "../../../..")

/** The imports of a workspace module; its own modules as paths. */
const importsOf = (path: string): ReadonlyArray<string> =>
  [...readFileSync(path, "utf8").matchAll(/^(?:import|export)\s(?!type\b)[^;]*?from "([^"]+)"/gms)].map(
    ([, name = ""]) => {
      if (name.startsWith(".")) return join(dirname(path), name)
      const [, folder, module] = /^@backlot\/([\w-]+)\/(.+)$/.exec(name) ?? []
      return folder === undefined ? name : join(root, "packages", folder, "src", `${module}.ts`)
    }
  )

const reached = (path: string, seen = new Set<string>()): ReadonlySet<string> => {
  if (seen.has(path)) return seen
  seen.add(path)
  if (path.startsWith("/")) for (const next of importsOf(path)) reached(next, seen)
  return seen
}

describe("making a scenario of a recording", () => {
  it("needs nothing of Node: ToScenario.ts", () => {
    const all = [...reached(join(root, "packages/simulator/src/record/ToScenario.ts"))]
    const outside = all.filter((name) => !name.startsWith("/") && !/^(?:effect|yaml)(?:\/|$)/.test(name))
    assert.deepStrictEqual(outside, [])
    assert.isAbove(all.length, 1)
  })
})
