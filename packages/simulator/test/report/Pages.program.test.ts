import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { expect, it } from "vitest"
import { generate, generatePreload, PAGES, PRELOADS } from "../../pages.ts"

it.each(PAGES)("$file holds the page that page/$folder makes (renew it by `pnpm pages`)", async (page) => {
  const file = join(import.meta.dirname, "../..", page.file)
  expect(await generate(page)).toBe(await readFile(file, "utf8"))
})

it.each(PRELOADS)("$file holds the program that $entry makes (renew it by `pnpm pages`)", async (preload) => {
  expect(await generatePreload(preload)).toBe(await readFile(join(import.meta.dirname, "../..", preload.file), "utf8"))
})
