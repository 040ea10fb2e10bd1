/** The HTML page of a load in a real Chromium, as the built program writes it. */
import { describe, expect, it } from "vitest"
import { colouredPixels, looking, NARROW, overflow, PHONE, SCHEMES } from "../browser/ReportPages.ts"
import { soundPage } from "../browser/SoundPage.ts"

const pages = looking("load")
const { look } = pages

soundPage(pages, "load", [])

describe("the page of a load", () => {
  it("begins with its verdict and the missed thresholds, then errors, then figures", async () => {
    const page = await look("load", { timezoneId: "Asia/Kolkata", locale: "en-GB" })
    expect(await page.title()).toBe("Failed: talk, load")
    expect(await page.locator(".verdict").textContent()).toMatch(
      /^Failed\. 1 of 2 thresholds missed\. \d+ of \d+ figures are worse than those of the earlier load\.$/
    )
    const rows = page.getByRole("region", { name: "Thresholds" }).locator("tbody tr")
    expect(await rows.first().textContent()).toMatch(/^errors✗ missed/)
    expect(await page.locator("h2").allTextContents()).toEqual([
      ...["Thresholds", "Errors", "Figures", expect.stringMatching(/^Compared with/), "Course", "Generator"]
    ])
    const began = page.locator("header time")
    const iso = (await began.getAttribute("title")) ?? ""
    expect(await began.textContent()).toContain(new Date(Date.parse(iso) + 330 * 60_000).toISOString().slice(11, 19))
  })

  it("fits into 400 pixels", async () => {
    expect(await overflow(await look("load", PHONE))).toBeLessThanOrEqual(0)
  })

  it.each(SCHEMES)("draws its plots from what was counted, on a %s ground", async (colorScheme) => {
    const page = await look("load", { colorScheme })
    for (const id of ["latency", "throughput", "curve", "inflight", "errors"])
      expect(await colouredPixels(page, id), id).toBeGreaterThan(100)
    expect(await page.locator("#curve .u-label").allTextContents()).toEqual([
      "percentile",
      "all steps",
      "all, sent to answered",
      'alice in #general says "hello"',
      "look for it",
      "all steps, before"
    ])
  })

  it("says under the pointer what a second was like", async () => {
    const page = await look("load")
    await page.locator("#throughput .u-over").hover()
    expect(await page.locator("#throughput .u-value").allTextContents()).toEqual([
      expect.stringMatching(/^\d+$/),
      expect.stringMatching(/^\d+\/s$/),
      expect.stringMatching(/^\d+\/s$/)
    ])
  })

  it("has percentiles of each step, errors by kind with their first, and thresholds", async () => {
    const page = await look("load")
    const cells = (region: string, row: string) =>
      page
        .getByRole("region", { name: region, exact: true })
        .locator("tr", { hasText: row })
        .locator("td")
        .allTextContents()
    expect(await cells("Steps", "look for it")).toEqual([
      "look for it",
      expect.stringMatching(/^\d+$/),
      expect.stringMatching(/^[\d.]+\/s$/),
      expect.stringMatching(/^[1-9]\d*$/),
      ...Array.from({ length: 8 }, () => expect.stringMatching(/^[\d.,]+ m?s$/))
    ])
    expect(await cells("Errors", "http:404")).toEqual([
      "http:404",
      expect.stringMatching(/^\d+$/),
      expect.stringMatching(/./)
    ])
    expect(await cells("Thresholds", "errors")).toEqual(["errors", "✗ missed", "0", expect.stringMatching(/^\d+$/)])
    expect(await cells("Thresholds", "p99")).toContainEqual("✓ met")
  })

  it("shows beside each other what it is compared with, and what is worse", async () => {
    const page = await look("load")
    const compared = page.getByRole("region", { name: "Compared with an earlier load" })
    const rate = compared.locator("tbody tr").first().locator("td").nth(7)
    expect(await rate.textContent()).toMatch(/^\d+\/s[\d.]+\/s▼ −\d\d\.\d%$/)
    expect(await page.getByText(/figures are worse beyond the noise/).isVisible()).toBe(true)
  })

  it("fits into 800 pixels, where wide tables are moved by keys", async () => {
    const page = await look("load", NARROW)
    expect(await overflow(page)).toBeLessThanOrEqual(0)
    const table = page.getByRole("region", { name: "Compared with an earlier load" })
    await table.focus()
    await page.keyboard.press("ArrowRight")
    await page.waitForFunction((region) => (region?.scrollLeft ?? 0) > 0, await table.elementHandle())
  })
})
