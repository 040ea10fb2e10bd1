/** The built site in a real Chromium, served as plain files. */
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import type { Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { open, pagesOfTests, type Watched } from "../browser/Chromium.ts"
import { violations } from "../console/ConsolePage.ts"

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

  it("fits on a phone", async () => {
    for (const path of ["/", "/world.html", "/reference/control/messages.html"]) {
      const { page } = await read(path, { viewport: { width: 390, height: 844 } })
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(390)
    }
  })
})
