/** The programs of docs/libraries whose library is installed here, and of docs/your-app.md, run as they are there. */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { controlOf } from "./ControlClient.ts"
import { type LiveServer, startServer } from "./LiveServer.ts"
import { ALICE, APP, BOT, GENERAL, world } from "./World.ts"

const FOLDER = join(import.meta.dirname, "../../../docs/libraries")
/** A page says in its second paragraph who tests it. */
const CLAIM = "Tested: [LibraryPages]"

const programsIn = (text: string): ReadonlyArray<string> =>
  [...text.matchAll(/^```js\n([\s\S]*?)^```$/gm)].map(([, program = ""]) => program)

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

describe.concurrent("the program of", () => {
  it.for([...PAGES, { name: "your-app.md", programs: [bot] }])(
    "$name registers /ping and answers it",
    async ({ programs }, { expect, onTestFailed, onTestFinished }) => {
      const [program = "", ...more] = programs
      expect(more).toEqual([])
      const server = await startServer({ storage: "memory", world, args: ["--limits", "off"] })
      onTestFinished(async () => {
        expect(await server.stop()).toBe(0)
      })
      const running = run(program, server)
      onTestFinished(running.end)
      onTestFailed(() => console.log(running.printed()))
      await expect.poll(() => registered(server), { timeout: 10_000 }).toEqual(["ping"])
      await expect.poll(() => answer(server), { timeout: 10_000 }).toBe("pong")
      expect(running.complaints()).toEqual([])
    }
  )
})

it("the deploy script of docs/your-app.md registers /ping", async ({ onTestFinished }) => {
  expect(YOUR_APP).toHaveLength(2)
  const server = await startServer({ storage: "memory", world, args: ["--limits", "off"] })
  onTestFinished(async () => {
    expect(await server.stop()).toBe(0)
  })
  const running = run(deploy, server)
  onTestFinished(running.end)
  await expect.poll(() => registered(server), { timeout: 10_000 }).toEqual(["ping"])
})

interface Running {
  readonly printed: () => string
  /** What it wrote as errors. */
  readonly complaints: () => ReadonlyArray<string>
  readonly end: () => Promise<void>
}

/** Runs a module as if it were a file of this package, with what the server tells an app in its environment. */
const run = (program: string, { ready }: LiveServer): Running => {
  const [application] = ready.applications
  const child = spawn(process.execPath, ["--input-type=module", "-"], {
    cwd: join(import.meta.dirname, ".."),
    env: {
      PATH: process.env["PATH"] ?? "",
      BACKLOT_APP_REST_URL: ready.rest_url,
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
