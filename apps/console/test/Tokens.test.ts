/** Colours and spacing stand in one place, and whatever uses one names one that is there. */
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"

const ROOT = join(import.meta.dirname, "../src")

/** Set by React Aria on a popover. */
const GIVEN = ["--trigger-width"]

it("every variable that a style uses is defined", () => {
  const texts = globSync("**/*.{css,tsx}", { cwd: ROOT }).map(
    (file) => [file, readFileSync(join(ROOT, file), "utf8")] as const
  )
  const defined = new Set([...GIVEN, ...texts.flatMap(([, text]) => text.match(/--[a-z0-9-]+(?="?\s*:)/g) ?? [])])
  const used = texts.flatMap(([file, text]) =>
    [...text.matchAll(/var\((--[a-z0-9-]+)/g)].map(([, name = ""]) => [file, name] as const)
  )
  expect(used.length).toBeGreaterThan(100)
  expect(used.filter(([, name]) => !defined.has(name))).toEqual([])
})
