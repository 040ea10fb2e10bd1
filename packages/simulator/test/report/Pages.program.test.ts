import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { expect, it } from "vitest"
import { generate, generatePreload, PAGES, PRELOAD } from "../../pages.ts"

it.each(PAGES)("$file holds the page that page/$folder makes (renew it by `pnpm pages`)", async (page) => {
  const file = join(import.meta.dirname, "../..", page.file)
  expect(await generate(page)).toBe(await readFile(file, "utf8"))
})

it("the preload of apps holds the program that preload makes (renew it by `pnpm pages`)", async () => {
  expect(await generatePreload()).toBe(await readFile(join(import.meta.dirname, "../..", PRELOAD), "utf8"))
})
