/** A real Chromium for tests of pages: one process, and a fresh profile for each page. */
import { existsSync } from "node:fs"
import { delimiter, join } from "node:path"
import { type Browser, chromium, type Page } from "playwright-core"

/** The programs that will do, in this order; `npm test` installs the first where it can. */
const PROGRAMS = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]

export const launch = (): Promise<Browser> =>
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

export const open = async (browser: Browser, options: Parameters<Browser["newContext"]>[0] = {}): Promise<Watched> => {
  const context = await browser.newContext(options)
  const page = await context.newPage()
  const complaints: Array<string> = []
  const visited: Array<string> = []
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") complaints.push(message.text())
  })
  page.on("pageerror", (error) => complaints.push(String(error)))
  page.on("request", (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) visited.push(request.url())
  })
  return { page, complaints, visited }
}

/** Opens pages of browsers that nobody has used yet, on which `person` signs in. */
export const visitor =
  (browser: () => Browser) =>
  async (address: string, person?: string): Promise<Watched> => {
    const watched = await open(browser())
    await watched.page.goto(address)
    if (person !== undefined) await watched.page.getByRole("button", { name: person }).click()
    return watched
  }
