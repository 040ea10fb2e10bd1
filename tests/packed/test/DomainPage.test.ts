/** The program of packages/domain/README.md compiles under --strict, and prints what stands below each block. */
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, expect, it, vi } from "vitest"
import { blocksOf } from "./PageBlocks.ts"
import { type Projects, pack, run } from "./Projects.ts"

vi.setConfig({ testTimeout: 90_000, hookTimeout: 120_000 })

const PACKAGE = join(import.meta.dirname, "../../../packages/domain")
const PAGE = readFileSync(join(PACKAGE, "README.md"), "utf8")

let projects: Projects

beforeAll(() => {
  projects = pack()
})

afterAll(() => projects.remove())

it("compiles, and prints what the page shows", async () => {
  const project = projects.make("typescript", ["@backlot/domain", "typescript"])
  writeFileSync(join(project, "consumer.ts"), blocksOf(PAGE, "ts").join("\n"))
  expect(await run(project, ["node_modules/typescript/bin/tsc", "-p", "."])).toEqual({ code: 0, output: "" })
  expect(await run(project, ["consumer.js"])).toEqual({ code: 0, output: blocksOf(PAGE, "text").join("") })
})

it("names the documented paths of its package", () => {
  const { exports } = JSON.parse(readFileSync(join(PACKAGE, "package.json"), "utf8"))
  const documented = Object.keys(exports).filter((path) => /^\.\/\w+$/.test(path) && exports[path] !== null)
  const named = Array.from(PAGE.matchAll(/^\| `@backlot\/domain\/(\w+)` \|/gm), ([, name]) => `./${name}`)
  expect(named.toSorted()).toEqual(documented.toSorted())
})
