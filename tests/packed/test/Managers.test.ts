/** `backlot` by each package manager: an empty project, its install line, the program, the library and its types. */
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { beforeAll, describe, expect, it, vi } from "vitest"
import { hasBun, missing, NODES, OLD_NODE, type Shell, shell } from "./Shell.ts"
import { usePacked } from "./UsePacked.ts"

vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 })

const packed = usePacked("backlot")

const PLUG_AND_PLAY = "yarn 4"
const MANAGERS = [
  ["npm", "npm install --save-dev backlot", "npx", "node"],
  ["pnpm", "pnpm add --save-dev backlot", "pnpm exec", "node"],
  ["yarn 1", "yarn add --dev backlot", "yarn", "node"],
  [PLUG_AND_PLAY, "yarn add --dev backlot", "yarn", "yarn node"],
  ["yarn 4 with node_modules", "yarn add --dev backlot", "yarn", "node"],
  ...(hasBun ? ([["bun", "bun add --dev backlot", "bunx", "node"]] as const) : [])
] as const

/** In a folder of its own, in which no package manager finds the files of another. */
const empty = (name: string): string => {
  const project = packed.projects.make(name.replaceAll(" ", "-"), [])
  cpSync(join(import.meta.dirname, "../projects/one"), project, { recursive: true })
  // Without one of its own, yarn takes the folder for a part of a project above it.
  if (name.startsWith("yarn")) writeFileSync(join(project, "yarn.lock"), "")
  return project
}

const at = (project: string, options: Parameters<typeof shell>[2] = {}): Shell =>
  shell(join(dirname(project), "machines", project.slice(dirname(project).length)), packed.registry, options)

const IMPORTED = 'import { Backlot } from "backlot"; console.log(typeof Backlot.start)'

it("every runtime that the tests below are to prove is there", () => expect(missing).toEqual([]))

describe("the package", () => {
  it.each(MANAGERS)("is installed by %s, runs and is imported", async (name, add, run, node) => {
    const project = empty(name)
    const { run: type } = at(project, { manager: name.replace(" with node_modules", "") })
    const typed = (line: string) =>
      type(project, line, name.endsWith("node_modules") ? { YARN_NODE_LINKER: "node-modules" } : {})
    expect(await typed(add)).toMatchObject({ code: 0 })
    expect(await typed(`${run} backlot --version`)).toMatchObject({
      code: 0,
      output: expect.stringContaining("backlot v")
    })
    const played = await typed(`${run} backlot simulate ping.scenario.yaml`)
    expect(played.output).toContain("Scenarios  1 passed (1)")
    writeFileSync(join(project, "import.mjs"), IMPORTED)
    expect((await typed(`${node} import.mjs`)).output).toContain("function\n")
    // The compiler reads no archive.
    if (name === PLUG_AND_PLAY) return
    mkdirSync(join(project, "node_modules/@types"), { recursive: true })
    const types = join(import.meta.dirname, "../node_modules/@types/node")
    symlinkSync(types, join(project, "node_modules/@types/node"))
    const compiler = join(import.meta.dirname, "../node_modules/typescript/bin/tsc")
    expect(await typed(`"${process.execPath}" "${compiler}" -p .`)).toEqual({ code: 0, output: "" })
  })
})

describe("the package of one installation", () => {
  let project: string

  beforeAll(async () => {
    project = empty("versions")
    expect(await at(project).run(project, "npm install --save-dev backlot")).toMatchObject({ code: 0 })
  })

  it.each(NODES)("runs on %s: the program, and the import of the testkit", async (name, node) => {
    const { run } = at(join(dirname(project), name.replaceAll(" ", "-")), { node })
    const played = await run(project, "npx backlot simulate ping.scenario.yaml")
    expect(played.output).toContain("Scenarios  1 passed (1)")
    expect(played.code).toBe(0)
    writeFileSync(join(project, "import.mjs"), `${IMPORTED}; console.log(process.version)`)
    const imported = await run(project, "node import.mjs")
    expect(imported.output).toMatch(/^function\nv2\d+\.\d+\.\d+\n$/)
  })

  it.each(NODES.length > 1 ? [OLD_NODE] : [])(
    "says on %s what to do, and with a newer Node among the packages it runs, while the user's program keeps its own",
    async (name, node) => {
      const { run } = at(join(dirname(project), name.replaceAll(" ", "-")), { node })
      const refused = await run(project, "npx backlot --version")
      expect(refused).toMatchObject({
        code: 2,
        output: expect.stringContaining("npm install --save-dev node@24 brings")
      })
      expect(await run(project, "npm install --save-dev node@24")).toMatchObject({ code: 0 })
      expect(await run(project, "node_modules/.bin/node -v")).toMatchObject({ output: expect.stringMatching(/^v24\./) })
      expect((await run(project, "npx backlot --version")).output).toContain("backlot v")
      expect((await run(project, "npx backlot exec -- node -v")).output).toContain("v20.")
      // A script of npm runs its programs on what its path has, with Backlot or without.
      writeFileSync(
        join(project, "package.json"),
        JSON.stringify({ private: true, type: "module", scripts: { own: "backlot exec -- node -v" } })
      )
      expect((await run(project, "npm run own")).output).toMatch(/^v24\./m)
    }
  )
})
