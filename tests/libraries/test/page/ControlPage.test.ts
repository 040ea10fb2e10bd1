/** docs/control-plane.md names every operation, and its examples run in one shell beside `backlot start`. */
import { execFile } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { promisify } from "node:util"
import { expect, it } from "vitest"
import { ROOT } from "../ExampleFiles.ts"
import { scriptOf, start } from "./Started.ts"

const PAGE = readFileSync(join(ROOT, "docs/control-plane.md"), "utf8")
const SCRIPT = scriptOf(PAGE)
/** Each element of the world has these four, which a table of the page names by its path. */
const ELEMENT = /^(?:GET|PUT|PATCH|DELETE) \/control\/v1(\/\S+)$/

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
