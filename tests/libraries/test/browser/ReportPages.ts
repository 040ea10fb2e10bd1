/** Writes the pages of a run and of a load with the built program, and opens them in a browser that blocks all requests. */
import { execFile } from "node:child_process"
import { existsSync } from "node:fs"
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { promisify } from "node:util"
import { childEnvironment } from "@backlot/test-judges/official/ChildEnvironment"
import type { Browser, BrowserContextOptions, Page } from "playwright-core"
import { open, type Watched } from "./Chromium.ts"
import { FILES, ROOT } from "./ReportFiles.ts"

const PROGRAM = join(ROOT, "apps/cli/dist/main.js")
const MOST_MS = 120_000

export interface Written {
  /** The page of a run in which one scenario passes and one fails. */
  readonly run: string
  /** The same with a second attempt. */
  readonly retried: string
  /** The page of a run in which scenarios fail for different reasons. */
  readonly failures: string
  /** The page of a load, compared with a load of ten times the rate. */
  readonly load: string
  readonly remove: () => Promise<void>
}

/** Writes into a temporary folder, which `remove` deletes. */
export const writeReports = async (): Promise<Written> => {
  const folder = await mkdtemp(join(tmpdir(), "backlot-pages-"))
  for (const name of ["run", "failures"]) await mkdir(join(folder, name))
  for (const [name, text] of Object.entries(FILES)) await writeFile(join(folder, name), text)
  const file = (name: string) => join(folder, name)
  const [run, retried, failures] = [file("run.html"), file("retried.html"), file("failures.html")]
  const [load, before] = [file("load.html"), file("before.json")]
  await Promise.all([
    simulate(folder, ["run"], { format: "html", file: run }),
    simulate(folder, ["run", "--retries", "1"], { format: "html", file: retried }),
    simulate(folder, ["failures", "--parallel", "2"], { format: "html", file: failures }),
    (async () => {
      const args = ["load.scenario.yaml", "--load"]
      await simulate(folder, args, { format: "json", file: before })
      await speedUp(before)
      await simulate(folder, [...args, "--compare", before], { format: "html", file: load })
    })()
  ])
  return { run, retried, failures, load, remove: () => rm(folder, { recursive: true, force: true }) }
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

export interface Visit extends Watched {
  /** Addresses of all requests except the one for the page itself; they are all aborted. */
  readonly asked: ReadonlyArray<string>
}

export interface VisitOptions extends BrowserContextOptions {
  /** Of the address; with `#`. */
  readonly hash?: string
}

export const visit = async (
  browser: Browser,
  file: string,
  { hash = "", ...options }: VisitOptions = {}
): Promise<Visit> => {
  const watched = await open(browser, options)
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
