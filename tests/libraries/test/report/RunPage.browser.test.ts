/** The HTML page of a run in a real Chromium, as the built program writes it. */
import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { FAILING, PASSING } from "../browser/ReportFiles.ts"
import { edges, looking, NARROW, openAll, overflow, SCHEMES, seen } from "../browser/ReportPages.ts"
import { soundPage } from "../browser/SoundPage.ts"

const pages = looking("run", "retried")
const { look } = pages

const title = (page: Page) => page.locator("#chosen").textContent()

soundPage(pages, "run", ["What failed", "Scenarios"])

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
    const names = () => page.locator(".list .name").allTextContents()
    await expect.poll(names).toHaveLength(2)
    await page.keyboard.press("/")
    await page.keyboard.type("quick")
    await expect.poll(names).toEqual([PASSING])
    await page.keyboard.press("ArrowDown")
    await expect.poll(() => title(page)).toBe(PASSING)
    await page.keyboard.press("/")
    await page.keyboard.press("Escape")
    await page.keyboard.press("k")
    await expect.poll(() => title(page)).toBe(FAILING)
    await page.locator(".skip-link").focus()
    await page.keyboard.press("Enter")
    expect(await page.evaluate("document.activeElement.id")).toBe("chosen")
    // The scrubber and the screens come before the steps.
    const focused = () => page.evaluate<string>("document.activeElement.id")
    for (let tabs = 0; tabs < 15 && !/-1-1$/.test(await focused()); tabs += 1) await page.keyboard.press("Tab")
    const first = page.locator(".step").first()
    expect(await focused()).toMatch(/^\d-1-1$/)
    await page.keyboard.press("Enter")
    expect(await first.getAttribute("open")).toBe("")
    await page.keyboard.press("Enter")
    expect(await first.getAttribute("open")).toBe(null)
  })

  it("shows what each person saw after the chosen step, and goes through the steps by keys and by itself", async () => {
    const page = await look("run")
    const [slider, where] = [page.getByLabel("Step", { exact: true }), page.locator(".where")]
    // At the failed step.
    expect(await where.textContent()).toMatch(/^2 of 3 .*✗ /)
    const screen = (name: string) => page.getByRole("region", { name: `The screen of ${name}` })
    expect(await page.locator(".screen .whose").allTextContents()).toEqual(["Bob #general", "Alice #general"])
    expect(await screen("Alice").locator(".seen").count()).toBe(2)
    expect(await screen("Alice").locator("[data-change=new] .text").textContent()).toMatch(/Tom the cat/)
    await slider.focus()
    await page.keyboard.press("ArrowLeft")
    expect(await where.textContent()).toMatch(/^1 of 3 bob in #general says/)
    expect(await screen("Alice").locator("[data-change=new] .text").textContent()).toBe("Good morning")
    await page.keyboard.press("Home")
    expect(await page.locator(".seen").count()).toBe(0)
    await page.getByRole("button", { name: "To the failed step" }).click()
    expect(await page.evaluate("document.activeElement.id")).toMatch(/-1-2$/)
    expect(await page.evaluate("location.hash")).toMatch(/-1-2$/)
    await page.keyboard.press("Home")
    await slider.fill("0")
    await page.getByRole("button", { name: "Play the steps" }).click()
    await page.locator(".where", { hasText: "1 of 3" }).waitFor()
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
