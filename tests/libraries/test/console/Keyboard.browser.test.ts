/** The console by the keyboard alone, and a command that changes while somebody fills it in. */
import { describe, expect, it, onTestFinished } from "vitest"
import { pagesOfTests } from "../browser/Chromium.ts"
import { startServer } from "../LiveServer.ts"
import { openConsole, pick } from "./ConsolePage.ts"
import { demoServer } from "./DemoServer.ts"

pagesOfTests()

const address = demoServer()

describe("the keyboard alone", () => {
  it("goes to places, uses a command, presses a button, and answers a modal", async () => {
    const { page, pane, texts, complaints } = await openConsole(address())
    const keys = async (...pressed: ReadonlyArray<string>) => {
      for (const key of pressed) await page.keyboard.press(key)
    }
    const title = () => pane().getByRole("heading", { level: 1 }).textContent()
    const answered = (text: string) => expect.poll(async () => (await texts()).join()).toContain(text)

    await keys("?")
    const help = page.getByRole("dialog", { name: "Shortcuts" })
    await help.getByText("Next channel").waitFor()
    await keys("Escape")
    await help.waitFor({ state: "hidden" })

    await keys("Control+K")
    await page.keyboard.type("staff")
    await page.getByRole("menuitem", { name: /staff/ }).first().waitFor()
    await keys("Enter")
    await expect.poll(title).toBe("staff")
    await keys("Alt+ArrowUp")
    await expect.poll(title).not.toBe("staff")
    await keys("Control+K")
    await page.keyboard.type("general")
    await page
      .getByRole("menuitem", { name: /general/ })
      .first()
      .waitFor()
    await keys("Enter")
    await expect.poll(title).toBe("general")

    // After a place was chosen, what is typed goes to its composer.
    await pane().locator("textarea:focus").waitFor()
    await page.keyboard.type("/adopt")
    await pane()
      .getByRole("option", { name: /^\/?adopt/ })
      .first()
      .waitFor()
    await keys("Enter")
    await pane().locator("input:focus").waitFor()
    await page.keyboard.type("do")
    await pane().getByRole("option", { name: "Dog" }).waitFor()
    await keys("Enter")
    await pane().getByRole("option", { name: "Dog" }).waitFor({ state: "hidden" })
    await page.keyboard.type("Keys")
    await keys("Enter")
    await answered("Keys the dog has found a home")

    // Up repeats the last use, with its values.
    await keys("ArrowUp")
    const values = () => page.evaluate("[...document.querySelectorAll('input')].map(({ value }) => value).join()")
    await expect.poll(values).toContain("Keys")
    // The first closes what is listed, the second leaves the command.
    await keys("Escape", "Escape")
    await pane().locator("textarea:focus").waitFor()

    await page.keyboard.type("/pets release name:Keys")
    await keys("Enter")
    await pane().getByRole("button", { name: "Keep" }).waitFor()
    // From the composer back into the conversation, and up to the button.
    for (let step = 0; step < 12; step++) {
      if ((await page.evaluate("document.activeElement?.closest('[role=log]') !== null")) === true) break
      await keys("Shift+Tab")
    }
    const focused = () => page.evaluate("document.activeElement?.textContent ?? ''")
    for (let step = 0; step < 12 && (await focused()) !== "Keep"; step++) await keys("Shift+Tab")
    expect(await focused()).toBe("Keep")
    await keys("Enter")
    await answered("Keys stays with you.")

    // The menu of a message has the commands of apps; this one asks by a modal.
    await page.evaluate("document.querySelector('[role=log]').focus()")
    await keys("ArrowUp")
    const isOn = () =>
      page.evaluate(
        "document.activeElement?.dataset.message !== undefined && document.activeElement.textContent.includes('has found a home')"
      )
    await expect
      .poll(async () => {
        if (!(await isOn())) await keys("ArrowUp")
        return await isOn()
      })
      .toBe(true)
    await keys("Shift+F10")
    await page.getByRole("menuitem", { name: "Apps" }).waitFor()
    await page.keyboard.type("Apps")
    await keys("ArrowRight")
    await page.getByRole("menuitem", { name: /Praise/ }).waitFor()
    await page.keyboard.type("Praise")
    await keys("Enter")
    const dialog = page.getByRole("dialog")
    await dialog.waitFor()
    await dialog.locator("input:focus, textarea:focus").waitFor()
    await page.keyboard.type("Well barked")
    await keys("Tab", "Tab", "Enter")
    await dialog.waitFor({ state: "hidden" })
    await answered("Well barked")
    expect(complaints).toEqual([])
  })
})

describe("a command that was registered again while somebody filled it in", () => {
  it("is refused, says so, and is read again by a click, with the values that still fit", async () => {
    const server = await startServer({ storage: "memory" })
    onTestFinished(async () => void (await server.stop()))
    const { url } = server.ready
    const register = async (label: string) => {
      const put = await fetch(`${url}/api/v10/applications/100000000000000001/commands`, {
        method: "PUT",
        headers: {
          authorization: "Bot MTAwMDAwMDAwMDAwMDAwMDAx.VhBaQQ.pet-shop-bot-token",
          "content-type": "application/json"
        },
        body: JSON.stringify([
          {
            name: "greet",
            description: label,
            options: [{ type: 3, name: "whom", description: label, required: true }]
          }
        ])
      })
      expect(put.status).toBe(200)
    }
    await register("the first")
    const shown = await openConsole(url)
    const { page, pane, shot } = shown
    await pick(shown, "/greet")
    await page.keyboard.type("the harbour")
    await register("the second")
    await page.keyboard.press("Enter")
    const bar = pane().getByRole("alert").filter({ hasText: "This command has changed." })
    await bar.waitFor()
    await shot("stale")
    await bar.getByRole("button", { name: "Reload the command" }).click()
    await bar.waitFor({ state: "hidden" })
    const whom = pane()
      .getByRole("textbox", { name: /whom/ })
      .or(pane().getByRole("combobox", { name: /whom/ }))
    await expect.poll(() => whom.inputValue()).toBe("the harbour")
    await whom.press("Enter")
    // The use was taken. No app runs here, and the page says so.
    await expect.poll(() => pane().textContent()).toMatch(/greet whom:"the harbour".*nothing was delivered/)
  })
})
