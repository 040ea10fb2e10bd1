/** The console in a real Chromium, by the names that people and screen readers know its parts by. */
import { mkdir, readFile } from "node:fs/promises"
import { createRequire } from "node:module"
import { join } from "node:path"
import type { BrowserContextOptions, Locator, Page } from "playwright-core"
import { open as openPage, type Watched } from "../browser/Chromium.ts"

export const ALICE = "300000000000000001"
export const BOB = "300000000000000002"
export const CAROL = "300000000000000003"
export const HARBOUR = "200000000000000001"
export const GENERAL = "200000000000000021"

export interface ConsolePage extends Watched {
  readonly page: Page
  /** The pane of a person, or the only one. */
  readonly pane: (name?: string) => Locator
  /** The texts of the messages on the screen of a pane. */
  readonly texts: (name?: string) => Promise<ReadonlyArray<string>>
  /** Where the person of a pane writes. */
  readonly composer: (name?: string) => Locator
  readonly say: (text: string, name?: string) => Promise<void>
  /** A picture of the window, among the artefacts of the run. */
  readonly shot: (name: string) => Promise<void>
}

export interface Where {
  readonly user_id?: string
  readonly guild_id?: string
  readonly channel_id?: string
}

/** Opens the console of a server where a person is. Its past is forgotten. */
export const openConsole = async (
  url: string,
  { user_id = ALICE, guild_id = HARBOUR, channel_id = GENERAL }: Where = {},
  options: BrowserContextOptions = {}
): Promise<ConsolePage> => {
  const watched = await openPage({ viewport: { width: 1440, height: 900 }, ...options })
  const { page } = watched
  const browser = await page.context().newCDPSession(page)
  await browser.send("Storage.clearDataForOrigin", { origin: new URL(url).origin, storageTypes: "local_storage" })
  await browser.detach()
  await page.goto(new URL(`#/u/${user_id}/${guild_id}/${channel_id}`, url).href)
  await page.getByRole("status").filter({ hasText: "Live" }).waitFor()
  return consoleOn(watched)
}

export const consoleOn = (watched: Watched): ConsolePage => {
  const { page } = watched
  const pane = (name?: string) =>
    name === undefined
      ? page.locator("section[data-pane]").first()
      : page.locator("section[data-pane]").filter({ has: page.getByRole("button", { name: `You are ${name}` }) })
  const composer = (name?: string) =>
    pane(name)
      .getByRole("textbox", { name: /^Message / })
      .or(pane(name).getByRole("combobox", { name: /^Message / }))
  return {
    ...watched,
    pane,
    texts: (name) => pane(name).getByRole("log").getByRole("article").allInnerTexts(),
    composer,
    say: async (text, name) => {
      await composer(name).fill(text)
      await composer(name).press("Enter")
    },
    shot: (name) => shot(page, name)
  }
}

/** An operation of the control plane. */
export const control = async (url: string, method: string, path: string, body?: unknown) => {
  const response = await fetch(`${url}/control/v1${path}`, {
    method,
    headers: { "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) })
  })
  const text = await response.text()
  return { status: response.status, body: text === "" ? undefined : JSON.parse(text) }
}

/** Types into the composer as people do, and picks the first row of the picker. */
export const pick = async ({ page, composer, pane }: ConsolePage, name: string) => {
  await composer().click()
  await page.keyboard.type(name)
  const row = pane()
    .getByRole("option", { name: new RegExp(`^${name.replace("/", "/?")}`) })
    .first()
  await row.waitFor()
  await page.keyboard.press("Enter")
  // The first field of the command has the focus.
  await pane().locator("input:focus").waitFor()
}

/** A picture of the window, among the artefacts of the run. */
export const shot = async (page: Page, name: string): Promise<void> => {
  await mkdir(SHOTS, { recursive: true })
  await page.screenshot({ path: join(SHOTS, `${name}.png`) })
}

/** Where pictures go: kept out of the repository. */
const SHOTS = join(import.meta.dirname, "../../.artefacts/console")

/** What axe finds wrong with the page as it is, or with what a selector names: one line each. */
export const violations = async (page: Page, within = "html"): Promise<ReadonlyArray<string>> => {
  // The policy of the page allows no script but its own; the protocol of the browser's debugger may add one.
  await page.evaluate(await readFile(AXE, "utf8"))
  const found: ReadonlyArray<Found> = await page.evaluate(
    `axe.run(${JSON.stringify(within)}).then(({ violations }) => violations)`
  )
  return found.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary = "" }) =>
      [id, help, target.join(" "), failureSummary.split("\n")[1]?.trim() ?? ""].join(" · ")
    )
  )
}

const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js")

interface Found {
  readonly id: string
  readonly help: string
  readonly nodes: ReadonlyArray<{ readonly target: ReadonlyArray<string>; readonly failureSummary?: string }>
}
