/** The shell lines of docs/faults.md and docs/lobbies.md run in one shell each, beside `backlot start`. */
import { execFile } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { promisify } from "node:util"
import { expect, it } from "vitest"
import { ROOT } from "../ExampleFiles.ts"
import { scriptOf, start } from "./Started.ts"

/** The refusals that the pages show; every other line is answered. */
const REFUSED = [
  ["docs/faults.md", []],
  ["docs/lobbies.md", ['{"message":"Unknown Lobby","code":10031}']]
] as const

it.each(REFUSED)("%s runs as it is written", { timeout: 90_000 }, async (page, refusals) => {
  const { url, folder } = await start()
  const text = readFileSync(join(ROOT, page), "utf8")
  const failing = 'curl() { command curl --fail-with-body "$@" || echo "FAILED: $*" >&2; }\n'
  const script = failing + scriptOf(text).replaceAll("http://127.0.0.1:6780", url)
  const { stdout, stderr } = await promisify(execFile)("sh", ["-ec", script], { cwd: folder })
  expect(stderr.split("\n").filter((line) => line.startsWith("FAILED"))).toHaveLength(refusals.length)
  for (const refusal of refusals) {
    expect(text).toContain(`# ${refusal}`)
    expect(stdout).toContain(refusal)
  }
  expect(stdout).not.toBe("")
})
