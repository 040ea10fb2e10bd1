/**
 * Takes the pictures of the pages with the built program and a Chromium: the console of a server with the demo app, and
 * the report of a scenario that fails, each in light and dark.
 */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { type Browser, chromium, type Page } from "playwright-core"
import { PICTURES, type Picture, THEMES } from "./Pictures.ts"
import { ROOT } from "./Places.ts"

const PROGRAM = join(ROOT, "apps/cli/dist/main.js")

/** Only what hangs takes so long. */
const CAP_MS = 60_000

const SIZE = { width: 1360, height: 850 }

export const takePictures = async (executablePath: string): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), "backlot-pictures-"))
  // As root there is no sandbox to be had; the pages are ours.
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] })
  try {
    await mkdir(PICTURES, { recursive: true })
    await photographReport(browser, folder)
    await photographConsole(browser, folder)
  } finally {
    await browser.close()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Nobody has adopted Rex, so that the second step fails. No answer has an emoji, for which a machine may have no font. */
const SCENARIO = `name: a check-up at the vet
app: { command: backlot demo, ready: { log: /Demo app ready/ } }
steps:
  - as: alice
    in: general
    use: "/pets list"
    expect: { message: { content: /no pets yet/ }, ephemeral: true }
  - use: "/vet pet:Rex reason:Check-up"
    expect: { message: { content: /Rex was at the vet/ } }
`

const photographReport = async (browser: Browser, folder: string): Promise<void> => {
  const [scenario, report] = [join(folder, "adopt.scenario.yaml"), join(folder, "report.html")]
  await writeFile(scenario, SCENARIO)
  const code = await run(["simulate", scenario, "--report", `html=${report}`], folder)
  if (code !== 1)
    throw new Error(`the scenario of the picture ends with ${code}, not with the 1 of a failed expectation`)
  await photograph(browser, "report", pathToFileURL(report).href, async (page) => {
    await page.getByText("Rex was at the vet").first().waitFor()
  })
}

const photographConsole = async (browser: Browser, folder: string): Promise<void> => {
  const ready = join(folder, "ready.json")
  const args = [PROGRAM, "start", "--memory", "--port", "0", "--ready-file", ready]
  const server = spawn(process.execPath, args, { cwd: folder, stdio: ["ignore", "pipe", "inherit"] })
  try {
    await demoApp(server.stdout)
    const { url } = JSON.parse(await readFile(ready, "utf8")) as { readonly url: string }
    const channelOf = (user: string, what: string) => `${url}/control/v1/users/${user}/channels/general/${what}`
    for (const [user, content] of SAID) await post(channelOf(user, "messages"), { content })
    const { interaction_id: id } = (await post(channelOf("alice", "interactions"), { text: "/pets list" })) as {
      readonly interaction_id: string
    }
    await photograph(browser, "console", `${url}/#${CHANNEL}/i/interaction/${id}`, async (page) => {
      await page.getByText("has no pets yet").first().waitFor()
    })
  } finally {
    server.kill("SIGTERM")
    await once(server, "exit")
  }
}

const SAID = [
  ["bob", "The pet shop opens at nine. `/adopt` works from then on."],
  ["carol", "Does somebody have a **parrot** yet?"]
] as const

/** Alice in #general of the demo world. */
const CHANNEL = "/u/300000000000000001/200000000000000001/200000000000000021"

const photograph = async (
  browser: Browser,
  name: Picture["name"],
  address: string,
  isShown: (page: Page) => Promise<void>
): Promise<void> => {
  for (const colorScheme of THEMES) {
    const page = await browser.newPage({ colorScheme, viewport: SIZE, reducedMotion: "reduce" })
    page.setDefaultTimeout(CAP_MS)
    await page.goto(address)
    await isShown(page)
    await page.screenshot({ path: join(PICTURES, `${name}-${colorScheme}.png`), animations: "disabled", caret: "hide" })
    await page.close()
  }
}

const run = async (args: ReadonlyArray<string>, cwd: string): Promise<number | null> => {
  const program = spawn(process.execPath, [PROGRAM, ...args], { cwd, stdio: "ignore", timeout: CAP_MS })
  const [code] = (await once(program, "exit")) as [number | null]
  return code
}

const demoApp = async (output: NodeJS.ReadableStream): Promise<void> => {
  const signal = AbortSignal.timeout(CAP_MS)
  let printed = ""
  while (!printed.includes("Demo app ready")) printed += String((await once(output, "data", { signal }))[0])
  output.resume()
}

const post = async (address: string, body: unknown): Promise<unknown> => {
  const answer = await fetch(address, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(CAP_MS)
  })
  if (!answer.ok) throw new Error(`${address} answers ${answer.status}: ${await answer.text()}`)
  return answer.json()
}
