/** An example as its README starts it: by the built program, but at a free port. */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtemp, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { childEnvironment } from "@backlot/test-judges/official/ChildEnvironment"
import { onTestFinished } from "vitest"
import { ROOT } from "./ExampleFiles.ts"

const PROGRAM = join(ROOT, "apps/cli/dist/main.js")
const BY_HAND = "npm run backlot -- "

export interface Shown {
  /** What the app's user gets by the README's curl. */
  readonly answer: unknown
  /** What was printed, by the program and the app. */
  readonly printed: string
  readonly code: number | null
}

/** Starts it, sends the request once the app says that it is there, and stops it. */
export const runAsWritten = async (start: string, curl: string): Promise<Shown> => {
  const folder = await mkdtemp(join(tmpdir(), "backlot-example-"))
  const readyFile = join(folder, "ready.json")
  const args = start.slice(BY_HAND.length).replace("--port 6780", `--port 0 --ready-file ${readyFile}`).split(" ")
  const child = spawn(process.execPath, [PROGRAM, ...args], { cwd: ROOT, env: childEnvironment() })
  // Where the app never says that it is there.
  onTestFinished(() => void child.kill("SIGTERM"))
  const ended = once(child, "exit")
  let printed = ""
  const there = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk) => {
        printed += chunk
        if (/\b(?:is ready|app ready|is open)\b/.test(printed)) resolve()
      })
  })
  await Promise.race([there, ended])
  const [answer] = await Promise.allSettled([sent(curl, readyFile)])
  child.kill("SIGTERM")
  const [code] = await ended
  await rm(folder, { recursive: true, force: true })
  if (answer?.status === "rejected") throw new Error(printed, { cause: answer.reason })
  return { answer: answer?.value, printed, code }
}

const sent = async (curl: string, readyFile: string): Promise<unknown> => {
  const { url }: { readonly url: string } = JSON.parse(await readFile(readyFile, "utf8"))
  const [, path = "", body = ""] = /http:\/\/127\.0\.0\.1:6780(\S+) .*-d '(.*)'/.exec(curl) ?? []
  const headers = { "content-type": "application/json" }
  const response = await fetch(new URL(path, url), { method: "POST", headers, body })
  return { status: response.status, ...((await response.json()) as object) }
}
