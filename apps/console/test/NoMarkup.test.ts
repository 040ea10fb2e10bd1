/** Texts of servers are never read as markup: no source of the page, or of the report's page, asks for that. */
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"

const FORBIDDEN =
  /\b(?:innerHTML|outerHTML|insertAdjacentHTML|dangerouslySetInnerHTML|srcdoc|srcDoc|document\.write|eval)\b/
const ROOT = join(import.meta.dirname, "..")

it("no source writes markup or runs text", () => {
  const files = globSync("{src,report}/**/*.{ts,tsx}", { cwd: ROOT })
  expect(files.length).toBeGreaterThan(100)
  const found = files.filter((file) => FORBIDDEN.test(readFileSync(join(ROOT, file), "utf8")))
  expect(found).toEqual([])
})
