/** What holds of every report page. */
import { describe, expect, it } from "vitest"
import { type Looking, openAll, type Which } from "./ReportPages.ts"

export const soundPage = ({ look, alone }: Looking, which: Which, navigation: ReadonlyArray<string>) =>
  describe(`the page ${which}`, () => {
    it("runs no script and no style but its own", async () => {
      // The browser complains, as it should.
      const { page, complaints } = await alone(which)
      await page.evaluate(`(() => {
        const add = (name, text) => document.body.append(Object.assign(document.createElement(name), { textContent: text }))
        add("script", "document.title = 'broken'")
        add("style", "body { display: none }")
        document.body.setAttribute("onclick", "document.title = 'broken'")
        document.body.click()
      })()`)
      expect(await page.title()).toMatch(/^Failed: /)
      expect(await page.locator("body").isVisible()).toBe(true)
      expect(complaints.length).toBeGreaterThanOrEqual(3)
      for (const complaint of complaints) expect(complaint).toMatch(/Content Security Policy/)
    })

    it("has one banner, one main part, named navigation, and headings in order", async () => {
      const page = await look(which)
      await openAll(page)
      for (const role of ["banner", "main"] as const) expect(await page.getByRole(role).count(), role).toBe(1)
      expect(await page.getByRole("heading", { level: 1 }).count()).toBe(1)
      const tags = await page.locator("h1, h2, h3, h4, h5, h6").evaluateAll((all) => all.map(({ tagName }) => tagName))
      const levels = tags.map((tag) => Number(tag.slice(1)))
      for (const [index, level] of levels.entries()) expect(level - (levels[index - 1] ?? 0)).toBeLessThanOrEqual(1)
      for (const name of navigation) expect(await page.getByRole("navigation", { name }).count(), name).toBe(1)
      expect(await page.getByRole("navigation").count()).toBe(navigation.length)
    })
  })
