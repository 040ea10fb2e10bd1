/** The pages that the built program writes of a run and of a load, and a browser that lets them load nothing else. */
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

const ROOT = join(import.meta.dirname, "../../../..")
const PROGRAM = join(ROOT, "apps/cli/dist/main.js")
const MOST_MS = 120_000

/** Of the demo app, which registers commands: so the world changes. */
const PLAYED = `world: ${ROOT}/examples/worlds/demo.yaml
app: { command: "node ${ROOT}/examples/demo-app/src/main.ts" }
`
export const PASSING = "Rex finds a home"
export const FAILING = `Tom finds a home ${"and another one ".repeat(12)}`.trim()
const FILES = {
  "run/passing.scenario.yaml": `name: ${PASSING}
tags: [quick]
${PLAYED}steps:
  - { as: alice, in: general, use: "/adopt animal:Dog name:Rex", expect: { message: { content: /Rex/ } } }
  - { as: bob, in: general, say: Well done }
`,
  "run/failing.scenario.yaml": `name: ${FAILING}
${PLAYED}steps:
  - { as: bob, in: general, say: Good morning }
  - { as: alice, in: general, use: "/adopt animal:Cat name:Tom", expect: { message: { content: /Tom the dog/ } } }
  - { as: bob, in: general, say: Never reached }
`,
  "load.scenario.yaml": `name: talk
steps:
  - { as: alice, in: general, say: hello }
  - { name: look for it, app: { get: /channels/1 } }
load: { rate: 40/s, duration: 2s, warmup: 500ms, thresholds: { p99: < 60s, errors: "0" } }
`
}

export interface Written {
  /** Of a run with a scenario that passes and one that fails; of a load, compared with one that had ten times its rate. */
  readonly run: string
  readonly load: string
  readonly remove: () => Promise<void>
}

/** All of them are folders and files of a temporary folder. */
export const writeReports = async (): Promise<Written> => {
  const folder = await mkdtemp(join(tmpdir(), "backlot-pages-"))
  await mkdir(join(folder, "run"))
  for (const [name, text] of Object.entries(FILES)) await writeFile(join(folder, name), text)
  const [run, load, before] = [join(folder, "run.html"), join(folder, "load.html"), join(folder, "before.json")]
  await Promise.all([
    simulate(folder, ["run"], { format: "html", file: run }),
    (async () => {
      const args = ["load.scenario.yaml", "--load"]
      await simulate(folder, args, { format: "json", file: before })
      await speedUp(before)
      await simulate(folder, [...args, "--compare", before], { format: "html", file: load })
    })()
  ])
  return { run, load, remove: () => rm(folder, { recursive: true, force: true }) }
}

const simulate = async (
  cwd: string,
  args: ReadonlyArray<string>,
  { format, file }: { readonly format: string; readonly file: string }
): Promise<void> => {
  const all = [PROGRAM, "simulate", ...args, "--report", `${format}=${file}`]
  const running = promisify(execFile)(process.execPath, all, { cwd, env: childEnvironment(), timeout: MOST_MS })
  // What they are about is missed, and they end with 1.
  const { code, stderr } = await running.then(
    () => ({ code: 0, stderr: "" }),
    (failed: { readonly code: number; readonly stderr: string }) => failed
  )
  if (code !== 1 || !existsSync(file)) throw new Error(`${all.join(" ")} ended with ${code}:\n${stderr}`)
}

/** The report of a load that had ten times the rate. */
const speedUp = async (file: string): Promise<void> => {
  const report: { readonly total: { readonly rate: number } } = JSON.parse(await readFile(file, "utf8"))
  await writeFile(file, JSON.stringify({ ...report, total: { ...report.total, rate: report.total.rate * 10 } }))
}

export interface Visit extends Watched {
  /** Every request but that for the page itself; none of them gets anywhere. */
  readonly asked: ReadonlyArray<string>
}

export const visit = async (browser: Browser, file: string, options: BrowserContextOptions = {}): Promise<Visit> => {
  const watched = await open(browser, options)
  const address = pathToFileURL(file).href
  const asked: Array<string> = []
  await watched.page.route("**", (route, request) => {
    if (request.url() === address) return route.continue()
    asked.push(request.url())
    return route.abort()
  })
  await watched.page.goto(address)
  return { ...watched, asked }
}

/** How many pixels of what is drawn below `id` have a colour: lines do, axes are grey. */
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

/** By how many pixels the page is wider than its window. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate("document.documentElement.scrollWidth - innerWidth")
