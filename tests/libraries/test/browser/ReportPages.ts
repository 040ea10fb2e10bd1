/** Writes the pages of a run and of a load with the built program, and opens them in a browser that blocks all requests. */
import { execFile } from "node:child_process"
import { existsSync } from "node:fs"
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { promisify } from "node:util"
import { childEnvironment } from "@backlot/test-judges/official/ChildEnvironment"
import type { BrowserContextOptions, Locator, Page } from "playwright-core"
import { afterAll, afterEach, beforeAll, expect } from "vitest"
import { open, pagesOfTests, type Watched } from "./Chromium.ts"
import { FILES, ROOT } from "./ReportFiles.ts"

const PROGRAM = join(ROOT, "apps/cli/dist/main.js")
const MOST_MS = 120_000

/**
 * `run`: a scenario passes and one fails. `retried`: the same with a second attempt. `failures`: scenarios fail for
 * different reasons. `load`: a load, compared with a load of ten times the rate.
 */
export type Which = "run" | "retried" | "failures" | "load"

const WRITERS: Readonly<Record<Which, (folder: string, file: string) => Promise<void>>> = {
  run: (folder, file) => simulate(folder, ["run"], { format: "html", file }),
  retried: (folder, file) => simulate(folder, ["run", "--retries", "1"], { format: "html", file }),
  failures: (folder, file) => simulate(folder, ["failures", "--parallel", "2"], { format: "html", file }),
  load: async (folder, file) => {
    const args = ["load.scenario.yaml", "--load"]
    const before = join(folder, "before.json")
    await simulate(folder, args, { format: "json", file: before })
    await speedUp(before)
    await simulate(folder, [...args, "--compare", before], { format: "html", file })
  }
}

const fileOf = (folder: string, which: Which) => join(folder, `${which}.html`)

/** Writes into a new folder, which it returns. */
const write = async (which: ReadonlyArray<Which>): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), "backlot-pages-"))
  for (const name of ["run", "failures"]) await mkdir(join(folder, name))
  for (const [name, text] of Object.entries(FILES)) await writeFile(join(folder, name), text)
  await Promise.all(which.map((one) => WRITERS[one](folder, fileOf(folder, one))))
  return folder
}

export interface Looking {
  /** Opens a page that makes no request and of which the browser complains of nothing: that is checked after the test. */
  readonly look: (which: Which, options?: VisitOptions) => Promise<Page>
  /** Without this check. */
  readonly alone: (which: Which) => Promise<Visit>
}

/** Writes these pages before the tests of the file, and deletes them after. */
export const looking = (...which: ReadonlyArray<Which>): Looking => {
  let folder: string
  let visits: Array<Visit> = []
  pagesOfTests()
  beforeAll(async () => {
    folder = await write(which)
  }, 180_000)
  afterAll(async () => {
    await rm(folder, { recursive: true, force: true })
  })
  afterEach(async () => {
    const before = visits
    visits = []
    expect(before.flatMap(({ asked }) => asked)).toEqual([])
    expect(before.flatMap(({ complaints }) => complaints)).toEqual([])
  })
  return {
    look: async (one, options) => {
      const visited = await visit(fileOf(folder, one), options)
      visits.push(visited)
      return visited.page
    },
    alone: (one) => visit(fileOf(folder, one))
  }
}

const simulate = async (
  cwd: string,
  args: ReadonlyArray<string>,
  { format, file }: { readonly format: string; readonly file: string }
): Promise<void> => {
  const all = [PROGRAM, "simulate", ...args, "--report", `${format}=${file}`]
  const running = promisify(execFile)(process.execPath, all, { cwd, env: childEnvironment(), timeout: MOST_MS })
  // A failed scenario and a missed threshold both end with exit code 1.
  const { code, stderr } = await running.then(
    () => ({ code: 0, stderr: "" }),
    (failed: { readonly code: number; readonly stderr: string }) => failed
  )
  if (code !== 1 || !existsSync(file)) throw new Error(`${all.join(" ")} ended with ${code}:\n${stderr}`)
}

/** Ten times the rate that the load can have: two steps 40 times a second. */
const FASTER = 800

/** Sets the rate in a load's report. */
const speedUp = async (file: string): Promise<void> => {
  const report: { readonly total: { readonly rate: number } } = JSON.parse(await readFile(file, "utf8"))
  await writeFile(file, JSON.stringify({ ...report, total: { ...report.total, rate: FASTER } }))
}

interface Visit extends Watched {
  /** Addresses of all requests except the one for the page itself; they are all aborted. */
  readonly asked: ReadonlyArray<string>
}

interface VisitOptions extends BrowserContextOptions {
  /** Of the address; with `#`. */
  readonly hash?: string
}

const visit = async (file: string, { hash = "", ...options }: VisitOptions = {}): Promise<Visit> => {
  const watched = await open(options)
  const address = pathToFileURL(file).href
  const asked: Array<string> = []
  await watched.page.route("**", (route, request) => {
    if (request.url() === address) return route.continue()
    asked.push(request.url())
    return route.abort()
  })
  await watched.page.goto(`${address}${hash}`)
  return { ...watched, asked }
}

/** The number of coloured pixels in the plot `id`: its lines have a colour, its axes are grey. */
export const colouredPixels = (page: Page, id: string): Promise<number> =>
  page.evaluate(`(() => {
    const canvas = document.querySelector("#${id} canvas")
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height)
    let coloured = 0
    for (let at = 0; at < data.length; at += 4) {
      const colours = data.slice(at, at + 3)
      if (data[at + 3] > 128 && Math.max(...colours) - Math.min(...colours) > 60) coloured += 1
    }
    return coloured
  })()`)

/** The number of pixels by which the page is wider than its window. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate("document.documentElement.scrollWidth - innerWidth")

export const edges = (some: Locator) => some.evaluateAll((all) => all.map((one) => one.getBoundingClientRect()))

/** A fold has its content a moment after it is opened. */
export const seen = (one: Locator) => one.first().waitFor({ state: "visible", timeout: 60_000 })

/** A fold makes its content, which may have folds too, when it is opened. */
export const openAll = async (page: Page) => {
  const closed = page.locator("details:not([open])")
  while ((await closed.count()) > 0) await closed.evaluateAll((all) => all.map((fold) => fold.setAttribute("open", "")))
}

export const NARROW = { viewport: { width: 800, height: 900 } }
export const PHONE = { viewport: { width: 400, height: 800 } }
export const SCHEMES = ["light", "dark"] as const
