/** Recording, playing again and time travel in the console, in a real Chromium over the built server with the demo app. */
import { type ChildProcess, execFile, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { promisify } from "node:util"
import { childEnvironment } from "@backlot/test-judges/official/ChildEnvironment"
import type { Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { open, pagesOfTests } from "../browser/Chromium.ts"
import { ROOT } from "../browser/ReportFiles.ts"
import { shot, violations } from "./ConsolePage.ts"

const PROGRAM = join(ROOT, "apps/cli/dist/main.js")
const ALICE = "300000000000000001"
const GENERAL = `200000000000000001/200000000000000021`

let folder: string
let server: ChildProcess
let address: string

pagesOfTests()

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "backlot-console-"))
  const args = [PROGRAM, "start", "--memory", "--port", "0"]
  server = spawn(process.execPath, args, { cwd: folder, env: childEnvironment(), stdio: ["ignore", "pipe", "pipe"] })
  address = await new Promise((resolve) => {
    let text = ""
    const take = (bytes: Buffer) => {
      text += bytes.toString()
      const [, url] = /"url":"(http:[^"]+)"/.exec(text) ?? []
      if (url !== undefined && text.includes("Demo app ready")) resolve(url)
    }
    server.stdout?.on("data", take)
    server.stderr?.on("data", take)
  })
}, 120_000)

afterAll(async () => {
  server.kill("SIGTERM")
  await once(server, "exit")
  await rm(folder, { recursive: true, force: true })
})

const visit = async (what: string): Promise<Page> => {
  const { page } = await open({ viewport: { width: 1440, height: 900 } })
  await page.goto(`${address}/#/u/${ALICE}/${GENERAL}/i/${what}`)
  return page
}

/** Axe finds nothing wrong, dark and light. */
const soundIn = async (page: Page, name: string) => {
  for (const colorScheme of ["dark", "light"] as const) {
    await page.emulateMedia({ colorScheme })
    await page.locator(`html[data-theme=${colorScheme}]`).waitFor()
    await shot(page, `${name}-${colorScheme}`)
    expect(await violations(page), `${name}, ${colorScheme}`).toEqual([])
  }
}

const act = async (page: Page, text: string) => {
  const composer = page.getByRole("textbox", { name: "Message #general" })
  await composer.fill(text)
  await composer.press("Enter")
}

describe("the console", () => {
  it("records two acts as a scenario that grows, tells the fault of an edit, and plays them again", async () => {
    const page = await visit("record")
    await page.getByRole("button", { name: "Record", exact: true }).click()
    const script = page.getByLabel("The scenario", { exact: true })
    await page.getByText("Recording: 0 acts").waitFor()
    await act(page, "/pets list")
    // The first Enter picks the command, the second uses it.
    await page.getByPlaceholder("Enter uses it").press("Enter")
    await page.getByText("Recording: 1 act").waitFor()
    await expect.poll(() => script.inputValue()).toContain("use: /pets list")
    const first = await script.inputValue()
    await act(page, "good morning")
    await page.getByText("Recording: 2 acts").waitFor()
    await expect.poll(() => script.inputValue()).toBe(`${first}  - as: alice\n    say: good morning\n`)
    await page.getByRole("button", { name: "Stop", exact: true }).click()
    await page.getByText("Recorded: 2 acts").waitFor()

    await script.fill(`${first}  - as: alice\n    says: good morning\n`)
    const lines = first.split("\n").length + 1
    await page.getByText(`Line ${lines}`).first().waitFor()
    expect(await page.getByRole("button", { name: "Play again" }).isDisabled()).toBe(true)
    await page.getByRole("button", { name: "As recorded" }).click()

    await soundIn(page, "record")
    await page.getByLabel("The app starts with").fill("backlot demo")
    await expect.poll(() => script.inputValue()).toContain("backlot demo")
    for (const [what, file] of [
      ["scenario", "recorded.scenario.yaml"],
      ["world", "recorded.world.yaml"]
    ]) {
      const [saved] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("button", { name: `Save ${what}` }).click()
      ])
      expect(saved.suggestedFilename()).toBe(file)
      await saved.saveAs(join(folder, saved.suggestedFilename()))
    }
    // What was saved passes from a terminal, with an app of its own.
    const args = [PROGRAM, "simulate", "recorded.scenario.yaml", "--report", "html=report.html"]
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: folder, env: childEnvironment() })
    expect(stdout).not.toContain("failed")
    const report = await open()
    await report.page.goto(pathToFileURL(join(folder, "report.html")).href)
    await report.page.getByText("Passed.").first().waitFor()

    await page.getByRole("button", { name: "Play again" }).click()
    await page.getByRole("button", { name: "Replace the world and play" }).click()
    await page.getByText("It passed again. 2 of 2 steps passed.").waitFor()
    // The conversation is that of the play: the act before it is gone with its world.
    await expect.poll(() => page.getByRole("article").filter({ hasText: "good morning" }).count()).toBe(1)
  })

  it("opens a failed run at its failed step, and travels through what people saw", async () => {
    const scenario = `name: a talk
steps:
  - { as: alice, in: general, say: hello bob }
  - { as: bob, say: hello alice }
  - { as: carol, read: true, expect: { messages: { $length: 3 } } }
`
    await writeFile(join(folder, "talk.scenario.yaml"), scenario)
    const report = join(folder, "run.json")
    const args = [PROGRAM, "simulate", "talk.scenario.yaml", "--report", `json=${report}`]
    const run = promisify(execFile)(process.execPath, args, { cwd: folder, env: childEnvironment() })
    await expect(run).rejects.toMatchObject({ code: 1 })

    const page = await visit("run")
    const [chooser] = await Promise.all([
      page.waitForEvent("filechooser"),
      page.getByRole("button", { name: "Open a report" }).click()
    ])
    await chooser.setFiles(report)
    await page.getByText("3 of 3").waitFor()
    const screen = (name: string) => page.getByRole("region", { name: `The screen of ${name}` })
    await expect.poll(() => screen("Carol").getByRole("article").count()).toBe(2)
    await page.getByLabel("Step", { exact: true }).press("Home")
    await screen("Carol").getByText("No messages.").waitFor()
    await page.getByRole("button", { name: "Step after" }).click()
    await screen("Bob").getByText("hello bob").waitFor()
    expect(await screen("Bob").getByText("new", { exact: true }).count()).toBe(1)
    await page.getByRole("button", { name: "To the failed step" }).click()
    await expect.poll(() => page.evaluate("document.activeElement.id")).toBe("1-1-3")
    expect(page.url()).toMatch(/\/i\/run\/1-1-3$/)
    await page.getByText("messages.length: 2 is not 3").first().waitFor()
    await soundIn(page, "run")
  })
})
