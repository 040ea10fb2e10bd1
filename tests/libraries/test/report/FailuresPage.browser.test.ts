/** The HTML page of a run with failures in a real Chromium: what it begins with, where its links lead, what it shows. */
import type { Locator, Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { CARDS, DYING, FAILING, HOSTILE, REFUSED } from "../browser/ReportFiles.ts"
import { edges, looking, openAll, overflow, PHONE, SCHEMES, seen } from "../browser/ReportPages.ts"

const { look } = looking("failures", "retried")

const title = (page: Page) => page.locator("#chosen").textContent()

/** The page follows a link a moment after the click. */
const shows = (page: Page, scenario: string) =>
  page.locator("#chosen", { hasText: scenario }).waitFor({ timeout: 60_000 })

describe("the page of a run that failed", () => {
  const links = (page: Page) => page.locator(".failures a")

  it("begins with the verdict in words, then each failure with its step and its reason", async () => {
    const page = await look("failures")
    expect(await page.title()).toBe("Failed: Backlot run")
    expect(await page.locator(".verdict").textContent()).toMatch(/Failed\. 4 of 5 scenarios failed\.$/)
    expect(await links(page).allTextContents()).toEqual([
      `${CARDS} step 4: bob in #general reads the channelmessages.length: 2 is not 9`,
      expect.stringMatching(new RegExp(`^${DYING} step 2: waits for .* ended with exit code 7 while this step`)),
      expect.stringContaining(HOSTILE),
      expect.stringMatching(
        new RegExp(
          `^${REFUSED} outside of stepsEvery step held, but .*404: 10003 Unknown Channel; before the first step$`
        )
      )
    ])
    const [verdict, failures, layout] = await edges(page.locator(".verdict, .failures, .layout"))
    expect(verdict?.bottom).toBeLessThan(failures?.top ?? 0)
    expect(failures?.bottom).toBeLessThanOrEqual(layout?.top ?? 0)
    expect(verdict?.top).toBeGreaterThanOrEqual(0)
  })

  const inView = async (place: Locator) => {
    const [edge] = await edges(place)
    expect(edge?.top).toBeGreaterThanOrEqual(0)
    expect(edge?.top).toBeLessThan(place.page().viewportSize()?.height ?? 0)
  }

  it("leads by keys to the failing step, which is open, in view, and has the focus", async () => {
    const page = await look("failures", PHONE)
    await links(page).nth(1).focus()
    await page.keyboard.press("Enter")
    const step = page.locator("details:has(> summary:focus)")
    await step.waitFor({ timeout: 60_000 })
    expect(await title(page)).toBe(DYING)
    expect(await step.locator("summary").first().getAttribute("id")).toBe("2-1-2")
    await inView(step)
    // Closed, it opens again by the same link.
    await page.keyboard.press("Enter")
    expect(await step.getAttribute("open")).toBe(null)
    await links(page).nth(1).focus()
    await page.keyboard.press("Enter")
    await page.locator("details[open]:has(> summary:focus)").waitFor()
    await inView(step)
  })

  it("leads to the reason where no step failed, and back", async () => {
    const page = await look("failures")
    await links(page).first().click()
    await shows(page, CARDS)
    await links(page).last().click()
    await shows(page, REFUSED)
    const alarm = page.locator(".alarm:focus")
    await alarm.waitFor({ timeout: 60_000 })
    await inView(alarm)
    expect(await alarm.textContent()).toMatch(/POST \/channels\/1\/messages was answered 404/)
    await page.goBack()
    await shows(page, CARDS)
  })

  it("opens at the step that its address names, in the attempt that it names", async () => {
    const page = await look("retried", { hash: "#1-1-2" })
    expect(await title(page)).toBe(FAILING)
    expect(await page.getByRole("tab", { selected: true }).textContent()).toBe("Attempt 1 ✕")
    const step = page.locator("details[open]:has(> summary:focus)")
    expect(await step.locator("summary").first().getAttribute("id")).toBe("1-1-2")
    await inView(step)
  })

  it("leads to each failure as text without JavaScript", async () => {
    const page = await look("failures", { javaScriptEnabled: false })
    expect(await page.locator(".side").isVisible()).toBe(false)
    await links(page).last().click()
    const place = page.locator("section:target")
    expect(await place.locator("h2").textContent()).toBe(REFUSED)
    expect(await place.locator(".alarm").textContent()).toMatch(/Every step held, but calls of the app were refused/)
    await inView(place)
  })

  it("shows messages as cards: author, text, embed, components", async () => {
    const page = await look("failures")
    await page.getByText("alice in #general uses /pets list").click()
    const own = page.locator("details[open] .message", { hasText: "has no pets yet." })
    await seen(own)
    expect(await own.locator(".said > header").textContent()).toMatch(/^Pet ShopAPP.*only this user sees it$/)
    expect(await own.locator(".mention").textContent()).toBe("@Alice")
    const card = page.locator(".step.failed .message").first()
    expect(await card.locator("strong").first().textContent()).toBe("Lost:")
    expect(await card.locator("em").textContent()).toBe("one")
    expect(await card.locator("code").textContent()).toBe("parrot")
    expect(await card.locator(".mention").allTextContents()).toEqual(["@Alice", "#general"])
    expect(await card.locator(".text").first().textContent()).toBe(
      `Lost: one parrot\nAsk @Alice in #general\n${HOSTILE}`
    )
    const embed = card.locator(".embed")
    expect(await page.evaluate("getComputedStyle(document.querySelector('.step.failed .embed')).borderLeftColor")).toBe(
      "rgb(255, 136, 0)"
    )
    expect(await embed.locator("dt").allTextContents()).toEqual(["Name", "Answers to"])
    expect(await embed.locator(".footer").textContent()).toBe("Seen at the pier")
    expect(await card.locator(".button").allTextContents()).toEqual(["Found it", "Too late (disabled)"])
    expect(await card.locator(".select li").allTextContents()).toEqual(["Pier", "Mast"])
    expect(await card.locator(".select .chosen").textContent()).toBe("Mast")
  })

  it("shows what people and apps wrote as text, wherever it stands", async () => {
    const page = await look("failures")
    await openAll(page)
    await links(page).nth(2).click()
    await shows(page, HOSTILE)
    await openAll(page)
    expect(await page.title()).toBe("Failed: Backlot run")
    expect(await page.locator("img").count()).toBe(0)
    expect(await page.locator(".message .text").textContent()).toBe("hello")
    await links(page).first().click()
    await shows(page, CARDS)
    expect(await page.locator(".step.failed .message").last().locator(".text").textContent()).toBe(HOSTILE)
    expect(await page.locator(".step.failed dd").last().textContent()).toBe(HOSTILE)
  })

  it.each([
    ["Asia/Kolkata", 330],
    ["America/St_Johns", undefined]
  ])("has the times of %s, with the ISO text as their title", async (timezoneId, minutes) => {
    const page = await look("failures", { timezoneId, locale: "en-GB" })
    const began = page.locator(".facts time")
    const iso = (await began.getAttribute("datetime")) ?? ""
    expect(await began.getAttribute("title")).toBe(iso)
    const shown = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "medium", timeZone: timezoneId })
    expect(await began.textContent()).toBe(shown.format(new Date(iso)))
    if (minutes !== undefined) {
      const there = new Date(Date.parse(iso) + minutes * 60_000).toISOString()
      expect(await began.textContent()).toContain(there.slice(11, 19))
    }
    const times = page.locator(".step.failed .times")
    expect(await times.textContent()).toMatch(
      /^began \d\d:\d\d:\d\d\.\d{3}took [\d.]+ m?sservice clock \d+ \w+ \d{4}, /
    )
    const step = (await times.locator("time").first().getAttribute("datetime")) ?? ""
    expect(Date.parse(step) - Date.parse(iso)).toBeGreaterThan(0)
    expect(Date.parse(step) - Date.parse(iso)).toBeLessThan(60_000)
  })

  it.each(SCHEMES)("fits into 400 pixels with everything open, on a %s ground", async (colorScheme) => {
    const page = await look("failures", { ...PHONE, colorScheme })
    await openAll(page)
    expect(await overflow(page)).toBeLessThanOrEqual(0)
  })
})
