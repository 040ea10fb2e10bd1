/** The HTML pages of a run and of a load in a real Chromium, as the built program writes them. */
import type { Browser, Locator, Page } from "playwright-core"
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { launch } from "./Chromium.ts"
import {
  colouredPixels,
  FAILING,
  overflow,
  PASSING,
  type Visit,
  visit,
  type Written,
  writeReports
} from "./ReportPages.ts"

let browser: Browser
let written: Written
let visits: Array<Visit> = []

beforeAll(async () => {
  ;[browser, written] = await Promise.all([launch(), writeReports()])
}, 180_000)

afterAll(async () => {
  await browser.close()
  await written.remove()
})

const look = async (which: "run" | "retried" | "load", options: Parameters<typeof visit>[2] = {}): Promise<Page> => {
  const visited = await visit(browser, written[which], options)
  visits.push(visited)
  return visited.page
}

/** In every test the page makes no request, and the browser reports no error. */
afterEach(async () => {
  const before = visits
  visits = []
  for (const context of browser.contexts()) await context.close()
  expect(before.flatMap(({ asked }) => asked)).toEqual([])
  expect(before.flatMap(({ complaints }) => complaints)).toEqual([])
})

const edges = (some: Locator) => some.evaluateAll((all) => all.map((one) => one.getBoundingClientRect()))

const title = (page: Page) => page.locator("#chosen").textContent()

/** A fold has its content a moment after it is opened. */
const seen = (one: Locator) => one.first().waitFor({ state: "visible", timeout: 10_000 })

/** A fold makes its content, which may have folds too, when it is opened. */
const openAll = async (page: Page) => {
  const closed = page.locator("details:not([open])")
  while ((await closed.count()) > 0) await closed.evaluateAll((all) => all.map((fold) => fold.setAttribute("open", "")))
}

const NARROW = { viewport: { width: 800, height: 900 } }
const SCHEMES = ["light", "dark"] as const

describe("the page of a run", () => {
  it("begins with the scenario that failed: its steps in their time, and the diff of what was expected", async () => {
    const page = await look("run")
    expect(await title(page)).toBe(FAILING)
    expect(await page.locator(".under").textContent()).toMatch(/\.yaml3 steps, [\d.]+ m?s$/)
    expect(await page.locator(".step > summary .time").allTextContents()).toEqual([
      expect.stringMatching(/ m?s$/),
      expect.stringMatching(/ m?s$/),
      "not played"
    ])
    const [track, ...more] = await edges(page.locator(".step:not(.skipped) .track"))
    const [said, used] = await edges(page.locator(".step .track i"))
    expect(more).toHaveLength(1)
    // From the first step to the end of the last.
    expect(said?.left).toBeCloseTo(track?.left ?? Number.NaN, 0)
    expect(used?.right).toBeCloseTo(track?.right ?? Number.NaN, 0)
    expect(used?.left).toBeGreaterThan(said?.left ?? Number.NaN)
    expect(await page.locator(".step.failed .diff .minus").textContent()).toMatch(/content: \/Tom the dog\//)
    expect(await page.locator(".step.failed .diff .plus").textContent()).toMatch(/\*\*Tom\*\* the cat/)
    expect(await page.locator(".step.failed .fault").allTextContents()).toEqual([
      expect.stringMatching(/does not match/)
    ])
  })

  it("shows payloads, the transcript, the world before and after, and what the app wrote", async () => {
    const page = await look("run")
    await page.locator("summary", { hasText: "delivering" }).click()
    await seen(page.locator("details[open] pre.json", { hasText: /"name": "adopt"/ }))
    await page.getByText("What happened, line by line").click()
    await seen(page.getByText('bob in #general says "Good morning"').last())
    await page.locator("summary", { hasText: "commands" }).click()
    await seen(page.locator(".world .plus", { hasText: "name: adopt" }))
    await page.locator("summary", { hasText: "Pet Shop" }).click()
    await seen(page.getByText(/Demo app ready/))
  })

  it("is used by keys alone: search, choose, skip the list, open and close", async () => {
    const page = await look("run")
    await page.keyboard.press("/")
    await page.keyboard.type("quick")
    expect(await page.locator(".list .name").allTextContents()).toEqual([PASSING])
    await page.keyboard.press("ArrowDown")
    expect(await title(page)).toBe(PASSING)
    await page.keyboard.press("/")
    await page.keyboard.press("Escape")
    await page.keyboard.press("k")
    expect(await title(page)).toBe(FAILING)
    await page.locator(".skip-link").focus()
    await page.keyboard.press("Enter")
    expect(await page.evaluate("document.activeElement.id")).toBe("chosen")
    await page.keyboard.press("Tab")
    const first = page.locator("#step-1")
    expect(await page.evaluate("document.activeElement.parentElement.id")).toBe("step-1")
    await page.keyboard.press("Enter")
    expect(await first.getAttribute("open")).toBe("")
    await page.keyboard.press("Enter")
    expect(await first.getAttribute("open")).toBe(null)
  })

  it("goes from attempt to attempt by arrow keys, and shows only scenarios of one status", async () => {
    const page = await look("retried")
    const chosen = page.getByRole("tab", { selected: true })
    expect(await chosen.textContent()).toBe("Attempt 2 ✕")
    await chosen.focus()
    await page.keyboard.press("ArrowRight")
    expect(await chosen.textContent()).toBe("Attempt 2 ✕")
    await page.keyboard.press("ArrowLeft")
    expect(await chosen.textContent()).toBe("Attempt 1 ✕")
    await page.getByRole("button", { name: "passed 1" }).click()
    expect(await page.locator(".list .name").allTextContents()).toEqual([PASSING])
    expect(await page.getByRole("status").textContent()).toBe("1 of 2 scenarios shown")
  })

  it.each(SCHEMES)("fits into 800 pixels with everything open, on a %s ground", async (colorScheme) => {
    const page = await look("run", { ...NARROW, colorScheme })
    await openAll(page)
    expect(await page.locator("details[open]").count()).toBeGreaterThan(10)
    expect(await overflow(page)).toBeLessThanOrEqual(0)
    const ground = await page.evaluate("getComputedStyle(document.body).backgroundColor")
    expect(ground).toBe(colorScheme === "light" ? "rgb(246, 247, 249)" : "rgb(20, 22, 26)")
  })
})

describe("the page of a load", () => {
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
    expect(await cells("Thresholds", "errors")).toEqual(["errors", "0", expect.stringMatching(/^\d+$/), "✗ missed"])
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
