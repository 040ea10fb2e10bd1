/** The HTML pages of a run and of a load in a real Chromium, as the built program writes them. */
import type { Browser, Locator, Page } from "playwright-core"
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { launch } from "./browser/Chromium.ts"
import { CARDS, DYING, FAILING, HOSTILE, PASSING, REFUSED } from "./browser/ReportFiles.ts"
import { colouredPixels, overflow, type Visit, visit, type Written, writeReports } from "./browser/ReportPages.ts"

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

const look = async (
  which: Exclude<keyof Written, "remove">,
  options: Parameters<typeof visit>[2] = {}
): Promise<Page> => {
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
const PHONE = { viewport: { width: 400, height: 800 } }
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
    const first = page.locator(".step").first()
    expect(await page.evaluate("document.activeElement.id")).toMatch(/^\d-1-1$/)
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
    await step.waitFor({ timeout: 5_000 })
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
    await links(page).last().click()
    expect(await title(page)).toBe(REFUSED)
    const alarm = page.locator(".alarm")
    await inView(alarm)
    expect(await alarm.textContent()).toMatch(/POST \/channels\/1\/messages was answered 404/)
    expect(await page.evaluate("document.activeElement.className")).toContain("alarm")
    await page.goBack()
    expect(await title(page)).toBe(CARDS)
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
    expect(await title(page)).toBe(HOSTILE)
    await openAll(page)
    expect(await page.title()).toBe("Failed: Backlot run")
    expect(await page.locator("img").count()).toBe(0)
    expect(await page.locator(".message .text").textContent()).toBe("hello")
    await links(page).first().click()
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

describe("both pages", () => {
  const PAGES = ["failures", "load"] as const

  it.each(PAGES)("%s: runs no script and no style but its own", async (which) => {
    // Not among the visits: the browser complains, as it should.
    const { page, complaints } = await visit(browser, written[which])
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

  it.each(PAGES)("%s: has one banner, one main part, named navigation, and headings in order", async (which) => {
    const page = await look(which)
    await openAll(page)
    for (const role of ["banner", "main"] as const) expect(await page.getByRole(role).count(), role).toBe(1)
    expect(await page.getByRole("heading", { level: 1 }).count()).toBe(1)
    const levels = await page
      .locator("h1, h2, h3, h4, h5, h6")
      .evaluateAll((all) => all.map(({ tagName }) => Number(tagName[1])))
    for (const [index, level] of levels.entries()) expect(level - (levels[index - 1] ?? 0)).toBeLessThanOrEqual(1)
    const names = await page
      .getByRole("navigation")
      .evaluateAll((all) => all.map((one) => one.getAttribute("aria-label") ?? one.querySelector("h2")?.textContent))
    expect(names).toEqual(which === "load" ? [] : ["What failed", "Scenarios"])
  })
})

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
