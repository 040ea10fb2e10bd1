/** The examples in other languages, which know nothing of Backlot: their scenario files, where the language is installed. */
import { execFile, execFileSync } from "node:child_process"
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { childEnvironment } from "@backlot/test-judges/official/ChildEnvironment"
import { afterAll, expect, it } from "vitest"
import { ROOT } from "../ExampleFiles.ts"
import { allows, hasCompiler, hasNamespaces } from "./Machine.ts"

const PROGRAM = join(ROOT, "apps/cli/dist/main.js")
const LIMIT = 120_000

const root = mkdtempSync(join(tmpdir(), "backlot-foreign-"))
afterAll(() => rmSync(root, { recursive: true, force: true }))

/** A copy beside the worlds that its scenario names. */
const copied = (name: string): string => {
  const folder = join(root, "examples", name)
  cpSync(join(ROOT, "examples", name), folder, { recursive: true })
  cpSync(join(ROOT, "examples/worlds"), join(root, "examples/worlds"), { recursive: true })
  return folder
}

const played = (folder: string, variables: Readonly<Record<string, string>>): Promise<string> =>
  new Promise((resolve) => {
    const options = { cwd: folder, env: { ...childEnvironment(), ...variables }, timeout: LIMIT }
    execFile(process.execPath, [PROGRAM, "simulate", "."], options, (_, stdout, stderr) => resolve(stdout + stderr))
  })

it(
  "a bot on discord.py passes, or the report says what is missing",
  async () => {
    const folder = copied("discord.py-bot")
    const python = ["python3", "/usr/bin/python3"].find((one) => allows(one, ["-c", "import discord.app_commands"]))
    const tools = join(root, "tools")
    const variables: Record<string, string> = {}
    if (python === "/usr/bin/python3") {
      mkdirSync(tools)
      symlinkSync(python, join(tools, "python3"))
      variables["PATH"] = `${tools}:${process.env["PATH"]}`
    }
    const output = await played(folder, variables)
    if (python === undefined) expect(output).toMatch(/No module named 'discord'|python3: not found/)
    else if (!hasNamespaces() && !hasCompiler()) expect(output).toMatch(/cannot be led by a namespace/)
    else expect(output).toContain("Scenarios  1 passed (1)")
  },
  LIMIT
)

it(
  "a bot in Go, linked statically, passes, or the report says what is missing",
  async () => {
    const folder = copied("go-bot")
    // A copy of somebody who has built it.
    rmSync(join(folder, "dice"), { force: true })
    const env = {
      ...process.env,
      GO111MODULE: "off",
      GOPATH: "/usr/share/gocode",
      GOTOOLCHAIN: "local",
      CGO_ENABLED: "0"
    }
    const hasGo = allows("go", ["version"]) && allows("test", ["-d", `${env.GOPATH}/src/github.com/gorilla/websocket`])
    if (hasGo) execFileSync("go", ["build", "-o", "dice", "."], { cwd: folder, env, stdio: "pipe" })
    const output = await played(folder, {})
    if (!hasGo) expect(output).toMatch(/dice: not found|cannot be led/)
    else if (!hasNamespaces()) expect(output).toMatch(/cannot be led by a namespace: .*it is linked statically/)
    else expect(output).toContain("Scenarios  1 passed (1)")
  },
  LIMIT
)
