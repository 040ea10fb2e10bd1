/** `backlot mcp` as a process: what it writes, which server it takes, how it ends. Source: docs/agents.md. */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { delimiter, dirname, join } from "node:path"
import { childEnvironment } from "@backlot/test-judges/official/ChildEnvironment"
import { describe, expect, it, onTestFinished } from "vitest"
import { ROOT } from "../ExampleFiles.ts"
import { start } from "../page/Started.ts"
import { agent, DEMO_APP, folderOfAgent, PROGRAM } from "./Agent.ts"

const PAGE = readFileSync(join(ROOT, "docs/agents.md"), "utf8")

/** With these lines on its stdin, which then closes. */
const run = async (args: ReadonlyArray<string>, messages: ReadonlyArray<object>, until = messages.length) => {
  const folder = folderOfAgent()
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const env = childEnvironment()
  const child = spawn(process.execPath, [PROGRAM, "mcp", ...args], { cwd: folder, env, timeout: 90_000 })
  const output = { stdout: "", stderr: "" }
  child.stderr.setEncoding("utf8").on("data", (text: string) => (output.stderr += text))
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output.stdout += text
    if (output.stdout.split("\n").length > until) child.stdin.end()
  })
  child.stdin.write(messages.map((message) => `${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`).join(""))
  if (until === 0) child.stdin.end()
  const [code] = await once(child, "close")
  return { code, ...output, lines: output.stdout.split("\n").filter((line) => line !== "") }
}

const hello = (protocolVersion: string) => ({
  id: 1,
  method: "initialize",
  params: { protocolVersion, capabilities: {}, clientInfo: { name: "agent", version: "1" } }
})

describe("the process", { timeout: 120_000 }, () => {
  it("writes the protocol alone to stdout, whatever its app writes, and ends with its stdin", async () => {
    const loud = `console.log("loud"); ${"process.stdout.write('x\\n');".repeat(20)} setInterval(() => {}, 1000)`
    const ended = await run(["--", process.execPath, "-e", loud], [hello("2025-11-25")])
    expect(ended.lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({
        jsonrpc: "2.0",
        id: 1,
        result: expect.objectContaining({ protocolVersion: "2025-11-25" })
      })
    ])
    expect({ code: ended.code, stderr: ended.stderr }).toEqual({
      code: 0,
      stderr: expect.stringMatching(/^backlot mcp: serves http:\/\/127\.0\.0\.1:\d+\n/)
    })
    const [, url = ""] = /serves (\S+)/.exec(ended.stderr) ?? []
    await expect(fetch(url)).rejects.toThrow()
  })

  it.each([
    ["2024-11-05", "2024-11-05"],
    ["2025-06-18", "2025-06-18"],
    ["1999-01-01", "2025-11-25"]
  ])("answers a client that offers %s with %s", async (offered, agreed) => {
    const { lines } = await run(["--memory"], [hello(offered)])
    expect(JSON.parse(lines[0] ?? "")).toMatchObject({ result: { protocolVersion: agreed } })
  })

  it("ends with its stdin while a call is under way", async () => {
    const wait = { name: "use_command", arguments: { user: "alice", channel: "general", text: "/vet" } }
    const app = `setInterval(() => {}, 1000)`
    const ended = await run(
      ["--", process.execPath, "-e", app],
      [hello("2025-11-25"), { method: "notifications/initialized" }, { id: 2, method: "tools/call", params: wait }],
      1
    )
    expect(ended.code).toBe(0)
  })

  it("says in one line what it cannot do", async () => {
    const nobody = await run(["--server", "http://127.0.0.1:2"], [], 0)
    expect({ ...nobody, lines: nobody.lines }).toMatchObject({ code: 3, stdout: "" })
    expect(nobody.stderr).toMatch(/^http:\/\/127\.0\.0\.1:2 does not answer \(.*\n$/)
    const both = await run(["--server", "http://127.0.0.1:2", "--world", "x.yaml"], [], 0)
    expect(both).toMatchObject({
      code: 2,
      stderr: "--world is for a server of its own; leave --server out, or --world\n"
    })
    const alone = await run(["--intercept"], [], 0)
    expect(alone).toMatchObject({ code: 2, stderr: "--intercept needs the command of an app, after --\n" })
  })
})

it("an agent shares the server that runs with its person", { timeout: 120_000 }, async () => {
  const { url } = await start()
  const mcp = await agent(["--server", url])
  onTestFinished(mcp.close)
  const said = await mcp.call("say", { user: "alice", channel: "general", text: "from the agent" })
  expect(said.isError).toBe(false)
  const messages = await fetch(`${url}/control/v1/users/bob/channels/general/messages`)
  expect(await messages.text()).toContain("from the agent")
  expect((await mcp.client.listTools()).tools.map(({ name }) => name)).not.toContain("app")
})

const CONFIGURATIONS = Array.from(PAGE.matchAll(/^```json\n([\s\S]*?)^```/gm), ([, text = ""]) => text)

it.each(CONFIGURATIONS)(
  "a configuration of docs/agents.md starts it in a project: %s",
  { timeout: 120_000 },
  async (text) => {
    const { command, args } = JSON.parse(text).mcpServers.backlot
    const folder = folderOfAgent()
    mkdirSync(join(folder, "node_modules/.bin"), { recursive: true })
    const bin = join(folder, "node_modules/.bin/backlot")
    writeFileSync(bin, `#!/bin/sh\nexec '${process.execPath}' '${PROGRAM}' "$@"\n`)
    chmodSync(bin, 0o755)
    writeFileSync(join(folder, "package.json"), "{}")
    writeFileSync(join(folder, "bot.js"), `import(${JSON.stringify(DEMO_APP)})`)
    // An agent finds node and npx on its path.
    const path = [dirname(process.execPath), process.env["PATH"]].join(delimiter)
    const mcp = await agent({ command, args, folder, variables: { PATH: path } })
    onTestFinished(mcp.close)
    const { text: overview, isError } = await mcp.call("overview")
    expect({ isError, overview }).toEqual({
      isError: false,
      overview: expect.stringContaining("users: alice, bob, carol")
    })
  }
)
