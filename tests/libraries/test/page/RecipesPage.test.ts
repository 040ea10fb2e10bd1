/** The bot of docs/recipes.md passes each scenario of the page. */
import { execFile } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { childEnvironment } from "@backlot/test-judges/official/ChildEnvironment"
import { expect, it, onTestFinished } from "vitest"
import { ROOT } from "../ExampleFiles.ts"

const PROGRAM = join(ROOT, "apps/cli/dist/main.js")
const PAGE = readFileSync(join(ROOT, "docs/recipes.md"), "utf8")
const blocks = (language: string) =>
  Array.from(PAGE.matchAll(new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\``, "gm")), ([, block = ""]) => block)

it("docs/recipes.md has recipes that pass", { timeout: 120_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), "backlot-recipes-"))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  symlinkSync(join(ROOT, "tests/libraries/node_modules"), join(folder, "node_modules"))
  writeFileSync(join(folder, "bot.mjs"), blocks("js").join(""))
  const scenarios = blocks("yaml")
  for (const [index, text] of scenarios.entries()) writeFileSync(join(folder, `${index}.scenario.yaml`), text)
  const args = [PROGRAM, "simulate", folder, "--parallel", "2"]
  const { stdout } = await promisify(execFile)(process.execPath, args, { env: childEnvironment() }).catch(
    (failed) => failed
  )
  expect(scenarios.length).toBeGreaterThanOrEqual(9)
  expect(stdout).toContain(`Scenarios  ${scenarios.length} passed (${scenarios.length})`)
})
