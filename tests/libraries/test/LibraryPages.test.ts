/** The programs of docs/libraries whose library is installed here, and of docs/your-app.md, run as they are there. */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { controlOf } from "./ControlClient.ts"
import { type LiveServer, startServer } from "./LiveServer.ts"
import { discordPy, pythonOnInput } from "./steps/DiscordPy.ts"
import { ALICE, APP, BOT, GENERAL, world } from "./World.ts"

const FOLDER = join(import.meta.dirname, "../../../docs/libraries")
/** A page says in its second paragraph who tests it. */
const CLAIM = "Tested: [LibraryPages]"

const programsIn = (text: string, language = "js"): ReadonlyArray<string> =>
  [...text.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].flatMap(([, written, program = ""]) =>
    written === language ? [program] : []
  )

/** The pages that name this test, with their one program in JavaScript. */
const PAGES = readdirSync(FOLDER).flatMap((name) => {
  const text = readFileSync(join(FOLDER, name), "utf8")
  if (!text.includes(CLAIM)) return []
  return [{ name, programs: programsIn(text) }]
})

/** What docs/your-app.md writes for the server of `npm start`, and the variable that replaces it. */
const LITERALS: ReadonlyArray<readonly [literal: string, variable: string]> = [
  ["http://127.0.0.1:6780/api", "BACKLOT_APP_REST_URL"],
  ["MTAwMDAwMDAwMDAwMDAwMDAy.VhBaQQ.my-app-bot-token", "BACKLOT_APP_TOKEN"],
  ["100000000000000002", "BACKLOT_APP_ID"]
]

const YOUR_APP = programsIn(readFileSync(join(FOLDER, "../your-app.md"), "utf8")).map((program) =>
  LITERALS.reduce((text, [literal, variable]) => text.replaceAll(`"${literal}"`, `process.env.${variable}`), program)
)
const [bot = "", deploy = ""] = YOUR_APP

const PYTHON = "discord.py.md registers /ping and answers it"

it("every page of a library in JavaScript that is installed here is among them", () => {
  expect(PAGES.map(({ name }) => name)).toEqual([
    "discord-interactions.md",
    "discord.js.md",
    "discordjs-core.md",
    "eris.md",
    "oceanic.js.md",
    "slash-create.md"
  ])
})

/** A program starts in a second, or in many where others start beside it. */
const MOST_MS = 90_000
const soon = { timeout: 40_000, interval: 200 }

/** Runs a module as if it were a file of this package. */
const NODE = [process.execPath, "--input-type=module", "-"]

describe.concurrent("the program of", { timeout: MOST_MS }, () => {
  it(discordPy.missing === undefined ? PYTHON : `LEFT OUT: ${PYTHON} (${discordPy.missing})`, async (context) => {
    if (discordPy.missing !== undefined) return
    const [program = ""] = programsIn(readFileSync(join(FOLDER, "discord.py.md"), "utf8"), "python")
    const server = await startServer({ storage: "memory", world, args: ["--limits", "off"] })
    context.onTestFinished(async () => {
      context.expect(await server.stop()).toBe(0)
    })
    const running = await run(program, server, pythonOnInput)
    context.onTestFinished(running.end)
    context.onTestFailed(() => console.log(running.printed()))
    await context.expect.poll(() => registered(server), soon).toEqual(["ping"])
    await context.expect.poll(() => answer(server), soon).toBe("pong")
    // The library writes there how it logs in, too.
    context.expect(running.complaints().filter((line) => /error|traceback/i.test(line))).toEqual([])
  })

  it.for([...PAGES, { name: "your-app.md", programs: [bot] }])(
    "$name registers /ping and answers it",
    async ({ programs }, { expect, onTestFailed, onTestFinished }) => {
      const [program = "", ...more] = programs
      expect(more).toEqual([])
      const server = await startServer({ storage: "memory", world, args: ["--limits", "off"] })
      onTestFinished(async () => {
        expect(await server.stop()).toBe(0)
      })
      const running = await run(program, server)
      onTestFinished(running.end)
      onTestFailed(() => console.log(running.printed()))
      await expect.poll(() => registered(server), soon).toEqual(["ping"])
      await expect.poll(() => answer(server), soon).toBe("pong")
      expect(running.complaints()).toEqual([])
    }
  )
})

it("the deploy script of docs/your-app.md registers /ping", { timeout: MOST_MS }, async ({ onTestFinished }) => {
  expect(YOUR_APP).toHaveLength(2)
  const server = await startServer({ storage: "memory", world, args: ["--limits", "off"] })
  onTestFinished(async () => {
    expect(await server.stop()).toBe(0)
  })
  const running = await run(deploy, server)
  onTestFinished(running.end)
  await expect.poll(() => registered(server), soon).toEqual(["ping"])
})

interface Running {
  readonly printed: () => string
  /** What it wrote as errors. */
  readonly complaints: () => ReadonlyArray<string>
  readonly end: () => Promise<void>
}

/** Runs a program that is given on standard input, with what the server tells an app in its environment. */
const run = async (
  program: string,
  { ready }: LiveServer,
  [by = "", ...args]: ReadonlyArray<string> = NODE
): Promise<Running> => {
  const [application] = ready.applications
  const { url } = JSON.parse(await (await fetch(`${ready.rest_url}/v10/gateway`)).text())
  const child = spawn(by, args, {
    cwd: join(import.meta.dirname, ".."),
    env: {
      PATH: process.env["PATH"] ?? "",
      BACKLOT_APP_REST_URL: ready.rest_url,
      BACKLOT_APP_GATEWAY_URL: url,
      BACKLOT_APP_ID: application?.id ?? "",
      BACKLOT_APP_TOKEN: application?.bot_token ?? "",
      BACKLOT_APP_PUBLIC_KEY: application?.public_key ?? ""
    }
  })
  const printed: Array<string> = []
  const complaints: Array<string> = []
  child.stdout.on("data", (chunk) => printed.push(String(chunk)))
  child.stderr.on("data", (chunk) => complaints.push(String(chunk)))
  child.stdin.end(program)
  return {
    printed: () => [...printed, ...complaints].join(""),
    complaints: () => complaints,
    end: async () => {
      if (child.exitCode !== null) return
      const exit = once(child, "exit")
      child.kill("SIGKILL")
      await exit
    }
  }
}

const registered = async ({ ready }: LiveServer): Promise<ReadonlyArray<string>> => {
  const response = await fetch(`${ready.rest_url}/v10/applications/${APP}/commands`, {
    headers: { authorization: BOT }
  })
  return JSON.parse(await response.text()).map(({ name }: { readonly name: string }) => name)
}

/** A program may register first and log in then. */
const answer = async ({ ready }: LiveServer): Promise<unknown> => {
  const used = await controlOf(ready.control_url).use(ALICE, GENERAL, { text: "/ping" })
  return used.message?.content ?? used
}
