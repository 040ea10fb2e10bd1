/** The built site in a real Chromium, served as plain files. */
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import type { Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { open, pagesOfTests, type Watched } from "../browser/Chromium.ts"
import { shot, violations } from "../console/ConsolePage.ts"

pagesOfTests()

let server: ChildProcess
let url: string

beforeAll(async () => {
  const program = join(import.meta.dirname, "../../../../apps/site/build/main.ts")
  server = spawn(process.execPath, [program, "serve", "0"], { stdio: ["ignore", "pipe", "inherit"] })
  let printed = ""
  server.stdout?.on("data", (chunk) => {
    printed += chunk
  })
  await vi.waitFor(() => expect(printed).toMatch(/http:\/\/127\.0\.0\.1:\d+/), { timeout: 60_000 })
  url = /http:\/\/127\.0\.0\.1:\d+/.exec(printed)?.[0] ?? ""
})
afterAll(async () => {
  server.kill("SIGTERM")
  await once(server, "exit")
})

interface Read extends Watched {
  /** Addresses that the page asked for, other than the site's own. */
  readonly elsewhere: ReadonlyArray<string>
}

const read = async (path: string, options: Parameters<typeof open>[0] = {}): Promise<Read> => {
  const watched = await open(options)
  const elsewhere: Array<string> = []
  watched.page.on("request", (request) => {
    const address = request.url()
    if (!address.startsWith(`${url}/`) && !address.startsWith("data:") && address !== "about:blank")
      elsewhere.push(address)
  })
  await watched.page.goto(url + path, { waitUntil: "networkidle" })
  return { ...watched, elsewhere }
}

const search = async (page: Page, text: string) => {
  await page.keyboard.press("Control+k")
  await page.locator("#localsearch-input").fill(text)
  await page.locator("#localsearch-list .result").first().waitFor()
  return page.locator("#localsearch-list .result")
}

describe("the site", () => {
  it("finds pages by its own search, asks nobody else, and keeps to its policy", async () => {
    const { page, elsewhere, complaints } = await read("/")
    const results = await search(page, "advance the clock")
    expect((await results.allInnerTexts()).join()).toMatch(/clock/i)
    await results.first().click()
    await page.waitForURL(/\.html/)
    await page.locator(".vp-doc h1").waitFor()
    // A link within the site loads no whole page.
    await page.locator(".VPSidebar a", { hasText: "Scenario files" }).first().click()
    await page.getByRole("heading", { level: 1, name: "Scenario files" }).waitFor()
    expect(elsewhere).toEqual([])
    expect(complaints).toEqual([])
  })

  it.each(["light", "dark"] as const)(
    "is %s as the reader's system is, and stays as the reader chose",
    async (colorScheme) => {
      const { page, complaints } = await read("/world.html", { colorScheme })
      const isDark = () => page.locator("html").evaluate((html) => html.classList.contains("dark"))
      expect(await isDark()).toBe(colorScheme === "dark")
      await page.getByRole("switch").first().click()
      expect(await isDark()).toBe(colorScheme !== "dark")
      await page.reload()
      expect(await isDark()).toBe(colorScheme !== "dark")
      await page.getByRole("switch").first().click()
      expect(complaints).toEqual([])
    }
  )

  it.each([
    ["/", "light"],
    ["/", "dark"],
    ["/scenarios.html", "light"],
    ["/scenarios.html", "dark"],
    ["/reference/control/the-clock.html", "light"],
    ["/reference/commands.html", "dark"]
  ] as const)("has no fault that axe finds: %s in %s", async (path, colorScheme) => {
    const { page } = await read(path, { colorScheme })
    expect(await violations(page)).toEqual([])
  })

  it.each(["light", "dark"] as const)(
    "has the playground, which draws itself in %s and keeps to the policy",
    async (colorScheme) => {
      const { page, elsewhere, complaints } = await read("/playground.html", { colorScheme })
      await page.getByRole("heading", { level: 2, name: "Command definitions" }).waitFor()
      await page.getByLabel("Example", { exact: true }).selectOption("A command that is hidden")
      await page.getByText(/It is refused: permission: /).waitFor()
      const { paper, ink } = await page.evaluate<Record<"paper" | "ink", string>>(
        "(() => { const of = (q) => getComputedStyle(document.querySelector(q)); return { paper: of('.pg-bar').backgroundColor, ink: of('.pg textarea').color } })()"
      )
      const brightness = (colour: string) => Math.max(...(colour.match(/\d+/g) ?? []).slice(0, 3).map(Number))
      expect(brightness(paper) > brightness(ink)).toBe(colorScheme === "light")
      expect(await violations(page)).toEqual([])
      await shot(page, `site-playground-${colorScheme}`)
      expect([elsewhere, complaints]).toEqual([[], []])
    }
  )

  it("keeps the playground's link when it shares, and draws it anew when the reader comes back to it", async () => {
    const { page, complaints } = await read("/world.html")
    await page.locator(`.VPSidebar a[href="/playground.html"]`).click()
    await page.getByLabel("Typed text", { exact: true }).fill("/vet")
    await page.getByRole("button", { name: "Share" }).click()
    await expect.poll(() => page.evaluate<string>("location.hash")).toMatch(/^#playground=[\w-]+$/)
    await page.locator(`.VPSidebar a[href="/world.html"]`).click()
    await page.locator(".vp-doc h1", { hasText: "The world file" }).waitFor()
    expect(await page.locator(".pg").count()).toBe(0)
    await page.goBack()
    await expect.poll(() => page.getByLabel("Typed text", { exact: true }).inputValue()).toBe("/vet")
    expect(complaints).toEqual([])
  })

  it("shows the four pictures that its build took: console and report, in light and dark", async () => {
    const seen = new Set<string>()
    for (const colorScheme of ["light", "dark"] as const)
      for (const path of ["/", "/console.html", "/ci.html"]) {
        const { page } = await read(path, { colorScheme })
        expect(await page.getByText("A picture belongs here").count()).toBe(0)
        const images = page.locator("figure.picture img:visible")
        expect(await images.count()).toBe(path === "/" ? 2 : 1)
        for (const image of await images.all()) {
          await image.scrollIntoViewIfNeeded()
          await expect.poll(() => image.evaluate((one) => ("naturalWidth" in one ? one.naturalWidth : 0))).toBe(1360)
          seen.add((await image.getAttribute("src")) ?? "")
        }
      }
    expect([...seen].toSorted()).toEqual(
      ["console-dark", "console-light", "report-dark", "report-light"].map((name) => `/pictures/${name}.png`)
    )
  })

  it("fits on a phone", async () => {
    for (const path of ["/", "/world.html", "/reference/control/messages.html", "/playground.html"]) {
      const { page } = await read(path, { viewport: { width: 390, height: 844 } })
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(390)
    }
  })
})
