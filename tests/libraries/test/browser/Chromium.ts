/** A real Chromium for tests of pages: one for all files of a worker, and for each test a page without a past. */
import { existsSync } from "node:fs"
import { delimiter, join } from "node:path"
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core"
import { afterEach } from "vitest"

/** The programs that will do, in this order; `npm test` installs the first where it can. */
const PROGRAMS = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]

const launch = (): Promise<Browser> =>
  chromium.launch({
    executablePath: program(),
    // Nothing is fetched behind the test's back; as root there is no sandbox to be had.
    args: [
      ...["--no-sandbox", "--disable-gpu", "--no-first-run"],
      ...["--disable-background-networking", "--disable-component-update", "--disable-sync"]
    ]
  })

const program = (): string => {
  const named = process.env["BACKLOT_CHROMIUM"] ?? ""
  const folders = (process.env["PATH"] ?? "").split(delimiter)
  const known = PROGRAMS.flatMap((name) => folders.map((folder) => join(folder, name)))
  const found = named === "" ? known.find((path) => existsSync(path)) : named
  if (found !== undefined && existsSync(found)) return found
  throw new Error(
    `No Chromium was found (${named === "" ? `looked for ${PROGRAMS.join(", ")} on the PATH` : `BACKLOT_CHROMIUM is ${named}`}). Install one, on Debian by \`apt-get install chromium\`, or name its program by BACKLOT_CHROMIUM.`
  )
}

export interface Watched {
  readonly page: Page
  /** What the browser complained of: errors of the console, violated policies, exceptions. */
  readonly complaints: ReadonlyArray<string>
  /** Addresses that the page as a whole went to. */
  readonly visited: ReadonlyArray<string>
}

/**
 * Opens a page that has no cookies, for this test. A profile and its first page cost Chromium a second of CPU time, so
 * tests take over those of tests before them that had the same options; a page can change its size and its colour scheme.
 */
export const open = async ({ colorScheme, viewport, ...options }: BrowserContextOptions = {}): Promise<Watched> => {
  const kind = JSON.stringify(options)
  const at = free.findIndex((one) => one.kind === kind)
  const kept = free.splice(at, at < 0 ? 0 : 1)[0] ?? (await make(kind, options))
  taken.push(kept)
  const { page } = kept
  // A page of its own between two, so that nothing of the one before is told of the next.
  await page.goto("about:blank")
  await page.context().clearCookies()
  await page.unrouteAll()
  await page.setViewportSize(viewport ?? { width: 1280, height: 720 })
  await page.emulateMedia({ colorScheme: colorScheme ?? "light" })
  return kept.watch()
}

interface Kept {
  /** The options that a page cannot change. */
  readonly kind: string
  readonly page: Page
  /** What is seen from now on. */
  readonly watch: () => Watched
  /** Whether it went to an address that is no page. */
  readonly hasLeft: () => boolean
}

/** It ends with the worker. */
let browser: Promise<Browser> | undefined
const free: Array<Kept> = []
const taken: Array<Kept> = []

const make = async (kind: string, options: BrowserContextOptions): Promise<Kept> => {
  browser ??= launch()
  const context = await (await browser).newContext(options)
  const page = await context.newPage()
  let complaints: Array<string> = []
  let visited: Array<string> = []
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") complaints.push(message.text())
  })
  page.on("pageerror", (error) => complaints.push(String(error)))
  page.on("request", (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) visited.push(request.url())
  })
  return {
    kind,
    page,
    watch: () => {
      complaints = []
      visited = []
      return { page, complaints, visited }
    },
    hasLeft: () => visited.some((address) => !/^(?:about|file|https?):/.test(address))
  }
}

/**
 * Call it once in each file that opens pages. Pages are not used again after a failed test, or after they opened an app:
 * a browser opens only one for a page.
 */
export const pagesOfTests = (): void => {
  afterEach(async ({ task }) => {
    for (const kept of taken.splice(0)) {
      if (task.result?.state !== "fail" && !kept.hasLeft()) free.push(kept)
      else await kept.page.context().close()
    }
  })
}

/** Opens pages of browsers that nobody has used yet, on which `person` signs in. */
export const visit = async (address: string, person?: string): Promise<Watched> => {
  const watched = await open()
  await watched.page.goto(address)
  if (person !== undefined) await watched.page.getByRole("button", { name: person }).click()
  return watched
}
