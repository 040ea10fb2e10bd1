/** docs/control-plane.md names every operation, and its examples run in one shell beside `backlot start`. */
import { execFile, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { childEnvironment } from "@backlot/test-judges/official/ChildEnvironment"
import { expect, it, onTestFinished } from "vitest"
import { ROOT } from "../ExampleFiles.ts"

const PROGRAM = join(ROOT, "apps/cli/dist/main.js")
const PAGE = readFileSync(join(ROOT, "docs/control-plane.md"), "utf8")
const SCRIPT = Array.from(PAGE.matchAll(/^```sh\n([\s\S]*?)^```/gm), ([, block = ""]) => block).join("")
/** Each element of the world has these four, which a table of the page names by its path. */
const ELEMENT = /^(?:GET|PUT|PATCH|DELETE) \/control\/v1(\/\S+)$/

const start = async (): Promise<{ readonly url: string; readonly folder: string }> => {
  const folder = mkdtempSync(join(tmpdir(), "backlot-page-"))
  const ready = join(folder, "ready.json")
  const args = [PROGRAM, "start", "--memory", "--port", "0", "--ready-file", ready]
  const child = spawn(process.execPath, args, { cwd: ROOT, env: childEnvironment() })
  onTestFinished(async () => {
    const ended = once(child, "exit")
    child.kill("SIGTERM")
    await ended
    rmSync(folder, { recursive: true })
  })
  let printed = ""
  for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
    printed += chunk
    if (printed.includes("Demo app ready")) break
  }
  return { url: JSON.parse(readFileSync(ready, "utf8")).url, folder }
}

it("docs/control-plane.md names every operation and runs as it is written", { timeout: 90_000 }, async () => {
  const { url, folder } = await start()
  const { paths } = JSON.parse(await (await fetch(`${url}/control/v1/openapi.json`)).text())
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(Object(methods)).map((method) => `${method.toUpperCase()} ${path}`)
  )
  expect(operations.length).toBeGreaterThan(60)
  const named = (operation: string) =>
    PAGE.includes(`\`${operation}\``) || PAGE.includes(` | \`${ELEMENT.exec(operation)?.[1]}\` | `)
  expect(operations.filter((operation) => !named(operation))).toEqual([])
  const failing = 'curl() { command curl --fail-with-body "$@" || echo "FAILED: $*" >&2; }\n'
  const script = failing + SCRIPT.replaceAll("http://127.0.0.1:6780", url)
  const { stderr } = await promisify(execFile)("sh", ["-ec", script], { cwd: folder })
  expect(stderr.split("\n").filter((line) => line !== "" && !line.includes("--max-time 1"))).toEqual([])
})
