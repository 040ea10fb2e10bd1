/** The lines of docs/prompt.md run beside `backlot start`, and print what the page shows. */
import { execFile } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { promisify } from "node:util"
import { childEnvironment } from "@backlot/test-judges/official/ChildEnvironment"
import { expect, it } from "vitest"
import { ROOT } from "../ExampleFiles.ts"
import { PROGRAM, scriptOf, start } from "./Started.ts"

const PAGE = readFileSync(join(ROOT, "docs/prompt.md"), "utf8")
const SHOWN = /^```text\n([\s\S]*?)^```/m.exec(PAGE)?.[1] ?? ""

it("docs/prompt.md runs as it is written", { timeout: 120_000 }, async () => {
  const { url, folder } = await start()
  const script = `backlot() { "${process.execPath}" "${PROGRAM}" "$@"; }\n${scriptOf(PAGE)}`
  const env = { ...childEnvironment(), BACKLOT_SERVER: url }
  const { stdout, stderr } = await promisify(execFile)("sh", ["-ec", script], { cwd: folder, env })
  expect(stderr).toBe("")
  expect(SHOWN).not.toBe("")
  expect(stdout).toContain(SHOWN)
  expect(stdout).toContain("praises: The boats")
  expect(stdout).toMatch(/^default_member_permissions +fail /m)
})
