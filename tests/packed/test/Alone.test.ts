/** Each package for builders alone in an empty project, as npm installs it from a registry: its modules load, or its program runs. */
import { writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { expect, it, vi } from "vitest"
import { publishedNames } from "./Projects.ts"
import { shell } from "./Shell.ts"
import { usePacked } from "./UsePacked.ts"

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })

const NAMES = publishedNames().filter((name) => name !== "backlot")

/** The suites of ports are for those who have vitest. */
const LOADED = `
import { readdirSync } from "node:fs"
const [name] = process.argv.slice(2)
const files = readdirSync("node_modules/" + name + "/dist", { recursive: true })
const modules = files.filter((file) => file.endsWith(".js") && !file.startsWith("conformance"))
let count = 0
for (const module of [name, ...modules.map((file) => name + "/" + file.slice(0, -3))]) {
  try {
    import.meta.resolve(module)
  } catch (error) {
    // Of those that are for the package alone.
    if (error.code === "ERR_PACKAGE_PATH_NOT_EXPORTED") continue
    throw error
  }
  await import(module)
  count++
}
console.log("loaded " + count)
process.exit()
`

const packed = usePacked()

it.each(NAMES)("%s", async (name) => {
  const project = packed.projects.make(`alone-${name.replace(/\W/g, "-")}`, [])
  // One machine: what was fetched for one is there for the next.
  const { run } = shell(join(dirname(project), "machine-alone"), packed.registry)
  writeFileSync(join(project, "package.json"), '{ "private": true, "type": "module" }')
  writeFileSync(join(project, "load.js"), LOADED)
  const installed = await run(project, `npm install ${name}`)
  expect(installed.code === 0 ? "" : installed.output).toBe("")
  if (name === "@backlot/cli") expect((await run(project, "npx backlot --version")).output).toMatch(/^backlot v/m)
  else expect((await run(project, `node load.js ${name}`)).output.trim()).toMatch(/^loaded [1-9]\d*$/m)
})
