/** The playground as it was built: the page alone from a disk, and the module in another page from a server. */
import { createReadStream } from "node:fs"
import type { ServerResponse } from "node:http"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import type { BrowserContextOptions, Page } from "playwright-core"
import { describe, expect, it, onTestFinished } from "vitest"
import { shot, violations } from "../console/ConsolePage.ts"
import { open, pagesOfTests } from "./Chromium.ts"
import { listen } from "./Listener.ts"
import { ROOT } from "./ReportFiles.ts"

pagesOfTests()

const DIST = join(ROOT, "apps/playground/dist")

/** The page alone, and the addresses that it asks for after it is there. */
const openAlone = async (fragment = "", options: BrowserContextOptions = {}) => {
  const watched = await open(options)
  const asked: Array<string> = []
  const note = (request: { readonly url: () => string }) => asked.push(request.url())
  await watched.page.goto(`${pathToFileURL(join(DIST, "index.html")).href}${fragment}`)
  watched.page.on("request", note)
  onTestFinished(() => void watched.page.off("request", note))
  await watched.page.getByRole("heading", { level: 2, name: "Command definitions" }).waitFor()
  return { ...watched, asked }
}

const findings = (page: Page) => page.getByRole("list", { name: "Findings in Definitions" }).getByRole("listitem")

describe("the playground", () => {
  it("names each fault of the definitions with its place, and leads there by the keyboard", async () => {
    const { page, asked, complaints } = await openAlone()
    const area = page.getByLabel("Definitions", { exact: true })
    await area.fill('[\n  { "name": "Adopt", "description": "" }\n]')
    await expect.poll(() => findings(page).count()).toBe(2)
    expect(await findings(page).nth(0).textContent()).toMatch(
      /^2:5 Fault \[0\]\.name .*APPLICATION_COMMAND_INVALID_NAME/
    )
    await findings(page).nth(1).getByRole("button", { name: "2:22" }).press("Enter")
    expect(await page.evaluate<boolean>("document.activeElement instanceof HTMLTextAreaElement")).toBe(true)
    expect(
      await page.evaluate<string>(
        "document.activeElement.value.slice(document.activeElement.selectionStart).slice(0, 13)"
      )
    ).toBe('"description"')
    await area.fill("[\n{]")
    await expect.poll(() => findings(page).allTextContents()).toEqual([expect.stringMatching(/^2:2 Fault .*SYNTAX/)])
    expect([asked, complaints]).toEqual([[], []])
  })

  it("reads a typed command and shows what the application gets, for each person", async () => {
    const { page, asked, complaints } = await openAlone()
    await page.getByLabel("Typed text", { exact: true }).fill("/adopt animal:Cat")
    await page.getByText("The application gets it.").waitFor()
    expect(
      JSON.parse((await page.locator("pre").filter({ hasText: '"options"' }).first().textContent()) ?? "")
    ).toMatchObject({
      name: "adopt",
      options: [{ name: "animal", type: 3, value: "cat" }]
    })
    await page.getByLabel("Typed text", { exact: true }).fill("/ban member:@alice")
    await page.getByLabel("As", { exact: true }).selectOption("carol")
    await page.getByText(/It is refused: permission: .*lacks BAN_MEMBERS/).waitFor()
    await page.getByLabel("Explain", { exact: true }).selectOption("/ban")
    await page.getByText("/ban cannot be used here: permission.").waitFor()
    const steps = page.getByRole("list", { name: "Steps of the decision" }).getByRole("listitem")
    expect((await steps.allTextContents()).at(-1)).toMatch(/^failed default_member_permissions/)
    expect([asked, complaints]).toEqual([[], []])
  })

  it("keeps what is there in the address, from which it opens again", async () => {
    const { page } = await openAlone()
    await page.getByLabel("Typed text", { exact: true }).fill("/vet")
    await page.getByLabel("In", { exact: true }).selectOption("#quiet")
    await page.getByRole("button", { name: "Share" }).click()
    await expect.poll(() => page.evaluate<string>("location.hash")).toMatch(/^#playground=[\w-]+$/)
    const { page: again } = await openAlone(await page.evaluate<string>("location.hash"))
    await expect.poll(() => again.getByLabel("Typed text", { exact: true }).inputValue()).toBe("/vet")
    expect(await again.getByLabel("In", { exact: true }).inputValue()).toBe("31")
  })

  it("shows which example is there, and never takes away what was written for the sake of a choice", async () => {
    const { page } = await openAlone()
    const example = page.getByLabel("Example", { exact: true })
    const shown = () => page.evaluate<string>("document.querySelector('.pg-bar select').selectedOptions[0].text")
    const named = ["A pet shop", "Definitions with faults", "A command that is hidden"]
    expect(await example.locator("option").allTextContents()).toEqual(named)
    for (const name of named.toReversed()) {
      await example.selectOption(name)
      expect(await shown()).toBe(name)
    }
    await page.getByLabel("Definitions", { exact: true }).fill("[]")
    expect(await shown()).toBe("your own")
    await example.selectOption("your own")
    expect(await page.getByLabel("Definitions", { exact: true }).inputValue()).toBe("[]")
  })

  it("explains each of several commands of one name", async () => {
    const { page, complaints } = await openAlone()
    const definitions = [
      { name: "vet", description: "Take a pet to the vet", default_member_permissions: "0" },
      { type: 2, name: "vet" },
      { type: 3, name: "vet" }
    ]
    await page.getByLabel("Definitions", { exact: true }).fill(JSON.stringify(definitions))
    const explain = page.getByLabel("Explain", { exact: true })
    await expect.poll(() => explain.locator("option").count()).toBe(3)
    for (const [title, can] of [
      ["vet (on a message)", "can be used here."],
      ["vet (on a user)", "can be used here."],
      ["/vet", "cannot be used here: permission."]
    ] as const) {
      await explain.selectOption(title)
      await page.getByText(`${title} ${can}`, { exact: true }).waitFor()
    }
    expect(complaints).toEqual([])
  })

  it("says that a link which was cut off cannot be read, and leaves what is there", async () => {
    const { page } = await openAlone("#playground=aGVsbG8")
    await page.getByRole("alert").filter({ hasText: "This link cannot be read" }).waitFor()
    expect(await page.getByLabel("Typed text", { exact: true }).inputValue()).toBe(
      "/adopt animal:Dog name:Rex keeper:@bob"
    )
    expect(await violations(page)).toEqual([])
  })

  it("has nothing that axe finds wrong, in dark and light, on a wide and on a narrow screen", async () => {
    for (const colorScheme of ["dark", "light"] as const)
      for (const width of [1280, 380]) {
        const { page } = await openAlone("", { colorScheme, viewport: { width, height: 900 } })
        await page.getByLabel("Example", { exact: true }).selectOption("Definitions with faults")
        await findings(page).first().waitFor()
        expect(await violations(page), `${colorScheme} ${width}`).toEqual([])
        expect(await page.evaluate<number>("document.documentElement.scrollWidth")).toBeLessThanOrEqual(width)
        await shot(page, `playground-${colorScheme}-${width}`)
      }
  })

  it("is mounted by any page and taken away again, follows .dark, and asks the server for nothing more", async () => {
    const page = `<!doctype html><html lang="en" class="dark"><title>A site</title><link rel="icon" href="data:,">
      <link rel="stylesheet" href="/playground.css"><div id="here"></div>
      <script type="module">import { mount } from "/playground.js"; globalThis.end = mount(document.getElementById("here"))</script>`
    const file = (name: string, type: string) => (response: ServerResponse) => {
      response.setHeader("content-type", type)
      createReadStream(join(DIST, name)).pipe(response)
    }
    const { url, asked, close } = await listen({
      "/": page,
      "/playground.js": file("playground.js", "text/javascript"),
      "/playground.css": file("playground.css", "text/css")
    })
    onTestFinished(close)
    const { page: site, complaints } = await open()
    await site.goto(url)
    await site.getByRole("heading", { name: "Permissions" }).waitFor()
    const colour = () => site.evaluate<string>("getComputedStyle(document.querySelector('.pg-bar')).backgroundColor")
    expect(await colour()).toBe("rgb(32, 33, 39)")
    await site.evaluate("document.documentElement.classList.remove('dark')")
    expect(await colour()).toBe("rgb(240, 240, 243)")
    await site.getByLabel("Typed text", { exact: true }).fill("/ban")
    await site.getByText(/It is refused/).waitFor()
    await site.evaluate("end()")
    await expect.poll(() => site.locator(".pg").count()).toBe(0)
    expect(asked.toSorted()).toEqual(["/", "/playground.css", "/playground.js"])
    expect(complaints).toEqual([])
  })
})
