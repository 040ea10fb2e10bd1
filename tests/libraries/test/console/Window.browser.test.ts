/** The window of the console: places, people side by side, other windows, restarts, guarded servers, hostile worlds. */
import { describe, expect, it, onTestFinished } from "vitest"
import { open, pagesOfTests } from "../browser/Chromium.ts"
import { type ServerOptions, startProgram, startServer } from "../LiveServer.ts"
import { ALICE, BOB, consoleOn, GENERAL, openConsole, violations } from "./ConsolePage.ts"

pagesOfTests()

const served = async (options: Partial<ServerOptions> = {}) => {
  const server = await startServer({ storage: "memory", ...options })
  onTestFinished(async () => void (await server.stop()))
  return server.ready.url
}

const saying = (url: string, user: string, content: string) =>
  fetch(`${url}/control/v1/users/${user}/channels/${GENERAL}/messages`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ content })
  })

describe("the window", () => {
  it("shows what a person sees, and the address of every place", async () => {
    const url = await served()
    const { page, pane, complaints } = await openConsole(url)
    await expect
      .poll(() => page.getByRole("navigation", { name: "Channels" }).getByRole("button").allInnerTexts())
      .toContain("staff")
    await page.getByRole("button", { name: "staff" }).click()
    await expect.poll(() => pane().getByRole("heading", { level: 1 }).textContent()).toBe("staff")
    expect(page.url()).toMatch(/#\/u\/300000000000000001\/200000000000000001\/\d+$/)
    // Carol may not see the channel of the staff.
    await page.getByRole("button", { name: /^You are Alice/ }).click()
    await page.getByRole("menuitemradio", { name: "Carol" }).click()
    await expect
      .poll(() => page.getByRole("navigation", { name: "Channels" }).getByRole("button").allInnerTexts())
      .not.toContain("staff")
    await page.goBack()
    await expect
      .poll(() =>
        page
          .getByRole("button", { name: /^You are/ })
          .first()
          .textContent()
      )
      .toMatch(/Alice/)
    expect(complaints).toEqual([])
  })

  it("plays two people side by side, and stays in step with another window", async () => {
    const url = await served()
    const first = await openConsole(url)
    const second = consoleOn(await openConsole(url, { user_id: BOB }, { locale: "en-GB" }))
    await first.page.keyboard.press("Alt+Shift+N")
    await first
      .pane("Alice")
      .last()
      .getByRole("button", { name: /^You are/ })
      .click()
    await first.page.getByRole("menuitemradio", { name: "Bob" }).click()
    await first.say("Ahoy from Alice", "Alice")
    await first.say("Ahoy from Bob", "Bob")
    for (const texts of [() => first.texts("Alice"), () => first.texts("Bob"), () => second.texts()]) {
      await expect
        .poll(async () => (await texts()).map((text) => /Ahoy from \w+/.exec(text)?.[0]))
        .toEqual(["Ahoy from Alice", "Ahoy from Bob"])
    }
    expect([...first.complaints, ...second.complaints]).toEqual([])
  })

  it("goes on after the server was started again, with nothing lost and nothing doubled", async () => {
    let server = await startProgram({ storage: "file" })
    const shown = await openConsole(server.ready.url)
    await shown.say("before")
    await expect.poll(() => shown.texts()).toHaveLength(1)
    server = await server.restart("SIGTERM", "same port")
    onTestFinished(async () => void (await server.stop()))
    await saying(server.ready.url, BOB, "meanwhile")
    await expect
      .poll(async () => (await shown.texts()).map((text) => /before|meanwhile/.exec(text)?.[0]))
      .toEqual(["before", "meanwhile"])
    await shown.say("after")
    await expect.poll(() => shown.texts()).toHaveLength(3)
  })

  it("asks a guarded server's token, and keeps it nowhere", async () => {
    const url = await served({ args: ["--control-token", "open-sesame"] })
    const { page } = await open()
    await page.goto(url)
    await page.getByLabel("Control token").fill("wrong")
    await page.keyboard.press("Enter")
    await page.getByText("This is not its token.").waitFor()
    await page.getByLabel("Control token").fill("open-sesame")
    await page.keyboard.press("Enter")
    await page.getByRole("status").filter({ hasText: "Live" }).waitFor()
    expect(
      await page.evaluate("JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href])")
    ).not.toContain("sesame")
  })
})

describe("the installed window", () => {
  it("can be installed, and its title counts what mentions whoever is on the screen", async () => {
    const url = await served()
    const { page } = await openConsole(url)
    const browser = await page.context().newCDPSession(page)
    const { errors, data } = await browser.send("Page.getAppManifest")
    expect([errors, JSON.parse(data ?? "{}")]).toMatchObject([[], { display: "standalone", start_url: "/" }])
    const { installabilityErrors } = await browser.send("Page.getInstallabilityErrors")
    // The pages of tests have no profile, where nothing can be installed.
    expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== "in-incognito")).toEqual([])
    const staff = await page.getByRole("button", { name: "staff" }).first().isVisible()
    expect(staff).toBe(true)
    await page.getByRole("button", { name: "staff" }).first().click()
    await saying(url, BOB, `Are you there, <@${ALICE}>?`)
    await expect.poll(() => page.title()).toBe("(1) Backlot")
    await page
      .getByRole("button", { name: /^general/ })
      .first()
      .click()
    await expect.poll(() => page.title()).toBe("Backlot")
  })
})

describe("a hostile world", () => {
  const EVIL = `"><img src=x onerror=alert(1)><script>alert(2)</script>{{7*7}}\u202e`

  it("is text, in every name and every content", async () => {
    const url = await served()
    const read = await fetch(`${url}/control/v1/world`)
    const { applications, users, guilds, direct_channels } = (await read.json()) as Record<string, unknown>
    const evil = (_: string, value: unknown) =>
      typeof value === "object" && value !== null
        ? Object.fromEntries(Object.entries(value).map(([name, own]) => [name, NAMES.has(name) ? named(own) : own]))
        : value
    // Arrays stay arrays.
    const world = JSON.parse(JSON.stringify({ applications, users, guilds, direct_channels }), (key, value) =>
      Array.isArray(value) ? value : evil(key, value)
    )
    const put = await fetch(`${url}/control/v1/world`, { method: "PUT", body: JSON.stringify(world) })
    expect([put.status, await put.text()]).toEqual([204, ""])
    for (const content of [
      EVIL,
      "[x](javascript:alert(3))",
      "<t:99999999999999999999:R>",
      "```\n".repeat(50),
      "||".repeat(300)
    ]) {
      expect((await saying(url, ALICE, content)).status).toBeLessThan(300)
    }
    const { page, texts, complaints } = await openConsole(url)
    const asked: Array<string> = []
    page.on("dialog", (dialog) => asked.push(dialog.message()))
    await expect.poll(() => texts()).toHaveLength(5)
    expect(await page.locator("a[href^=javascript], img[src=x], article script").count()).toBe(0)
    expect([asked, complaints]).toEqual([[], []])
  })
})

const NAMES = new Set(["name", "topic", "global_name", "nick"])
const named = (value: unknown) =>
  typeof value === "string" && value !== "@everyone" ? `${value.slice(0, 6)}"><img src=x onerror=1>` : value

describe("everyone", () => {
  it("can use it, dark and light, from 800 to 2560 pixels", async () => {
    const url = await served()
    for (const text of ["Hello **there**", "What a day", "> said somebody"]) await saying(url, BOB, text)
    const { page, texts, shot } = await openConsole(url)
    await expect.poll(() => texts()).toHaveLength(3)
    for (const [colorScheme, width] of [
      ["dark", 800],
      ["dark", 1440],
      ["light", 1440],
      ["light", 2560]
    ] as const) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 900 })
      await page.locator(`html[data-theme=${colorScheme}]`).waitFor()
      await shot(`window-${colorScheme}-${width}`)
      expect(await violations(page), `${colorScheme}, ${width}`).toEqual([])
      expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth"), `${width}`).toBe(true)
    }
  })
})
