import { spawn } from "node:child_process"
import { once } from "node:events"
import { open, readFile } from "node:fs/promises"
import { buffer } from "node:stream/consumers"
import { afterAll, beforeAll, expect, it } from "vitest"
import { Backlot } from "./Backlot.ts"

let backlot: Backlot

beforeAll(async () => {
  backlot = await Backlot.make()
})

afterAll(() => backlot.remove())

const node = (text: string) => [process.execPath, "-e", text]

it("the command has the documented environment and a server that answers, and its exit code is ours", async () => {
  const text = `
    const { env } = process
    const told = Object.fromEntries(Object.entries(env).filter(([name]) => name.startsWith("BACKLOT_APP_")))
    fetch(env.BACKLOT_APP_CONTROL_URL + "/health").then(({ status }) => {
      console.log(JSON.stringify({ ...told, status, other: env.OTHER }))
      process.exit(7)
    })`
  const args = ["exec", "--seed", "1", "--control-token", "t", "--", ...node(text)]
  const { code, stdout, stderr } = await backlot.spawn(args, {
    OTHER: "stays",
    BACKLOT_APP_OLD: "goes",
    BACKLOT_PORT: "1"
  })
  const url = expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\//)
  expect(JSON.parse(stdout)).toEqual({
    BACKLOT_APP_REST_URL: url,
    BACKLOT_APP_GATEWAY_URL: expect.stringMatching(/^ws:\/\/127\.0\.0\.1:\d+\/gateway$/),
    BACKLOT_APP_ID: "100000000000000001",
    BACKLOT_APP_TOKEN: "MTAwMDAwMDAwMDAwMDAwMDAx.VhBaQQ.pet-shop-bot-token",
    BACKLOT_APP_SECRET: "pet-shop-secret",
    BACKLOT_APP_PUBLIC_KEY: expect.stringMatching(/^[0-9a-f]{64}$/),
    BACKLOT_APP_CONTROL_URL: url,
    BACKLOT_APP_CONTROL_TOKEN: "t",
    status: 401,
    other: "stays"
  })
  expect({ code, lines: stderr.trimEnd().split("\n") }).toEqual({
    code: 7,
    lines: [expect.stringMatching(/^backlot exec: .* ended with exit code 7 after [\d.]+ s \(server http:\/\/127.*\)$/)]
  })
})

it("passes signals on, and the server stops after the command", async () => {
  const text = `
    process.on("SIGTERM", () => fetch(process.env.BACKLOT_APP_CONTROL_URL + "/health").then(({ status }) => {
      console.log("still " + status)
      process.exit(0)
    }))
    setInterval(() => {}, 1e6)
    console.log("up " + process.env.BACKLOT_APP_CONTROL_URL)`
  const running = backlot.launch(["exec", "--", ...node(text)])
  const url = (await running.line(/^up /)).slice(3)
  running.child.kill("SIGTERM")
  expect(await running.ended).toMatchObject({ code: 0, stdout: expect.stringContaining("still 200") })
  await expect(fetch(`${url}/health`)).rejects.toThrow("fetch failed")
})

it.each<[what: string, command: ReadonlyArray<string>, code: number, line: RegExp]>([
  ["that is not there", ["no-such-command"], 127, /^backlot exec: no-such-command was not started: there is no such/],
  ["that is a folder", ["/"], 126, /^backlot exec: \/ was not started: it is no program that may be run; /],
  ["that a signal ends", node("process.kill(process.pid, 'SIGKILL')"), 137, / was ended by SIGKILL after /]
])("a command %s", async (_, command, code, line) => {
  const ended = await backlot.run(["exec", "--", ...command])
  expect(ended).toMatchObject({ code, stderr: expect.stringMatching(line) })
})

it("bytes go through as they are, in and out", async () => {
  const echo = "process.stdin.on('data', (bytes) => { process.stdout.write(bytes); process.stderr.write(bytes) })"
  const [program, ...args] = backlot.command(["exec", "--", ...node(echo)])
  const child = spawn(program, args, { env: {} })
  const bytes = Buffer.from(Array.from({ length: 70_000 }, (_, i) => i % 256))
  child.stdin.end(bytes)
  const [stdout, stderr] = await Promise.all([buffer(child.stdout), buffer(child.stderr)])
  expect(stdout.equals(bytes)).toBe(true)
  expect(stderr.subarray(0, bytes.length).equals(bytes)).toBe(true)
})

it("the command has our very output, so that what is coloured on a terminal stays so", async () => {
  const output = await open(backlot.path("output"), "w")
  const ino = "console.log(process.getBuiltinModule('node:fs').fstatSync(1).ino)"
  const [program, ...args] = backlot.command(["exec", "--", ...node(ino)])
  await once(spawn(program, args, { env: {}, stdio: ["ignore", output.fd, "ignore"] }), "close")
  expect(await readFile(backlot.path("output"), "utf8")).toBe(`${(await output.stat()).ino}\n`)
  await output.close()
})

it("ends with the command, though what that left behind goes on with a stream of the server's events", async () => {
  const left = `
    fetch(process.env.BACKLOT_APP_CONTROL_URL + "/events").then(async ({ body }) => {
      process.send("listening")
      process.disconnect()
      try { for await (const _ of body); } catch {}
      console.log("the server is gone")
    })`
  const text = `
    process.getBuiltinModule("node:child_process")
      .spawn(process.execPath, ["-e", ${JSON.stringify(left)}], { stdio: ["ignore", "inherit", "inherit", "ipc"] })
      .on("message", () => process.exit(3))`
  const running = backlot.launch(["exec", "--", ...node(text)])
  const [code] = await once(running.child, "exit")
  expect(code).toBe(3)
  expect(await running.ended).toMatchObject({ stdout: expect.stringContaining("the server is gone") })
})

it.each<[words: ReadonlyArray<string>, code: number, line: string]>([
  [[], 2, "CMD is missing, as in: backlot exec -- npm test"],
  [["--"], 2, "CMD is missing, as in: backlot exec -- npm test"],
  [
    ["python3", "-c", "print(1)"],
    2,
    "-c could be a flag of backlot or of the command: put -- before the command, as in: "
  ],
  [["--memory", "node", "--version"], 2, "--version could be a flag of backlot or of the command: put -- before"],
  [["--memroy", "--", "node"], 2, '--memroy is no flag of "backlot exec"; did you mean --memory?']
])("a call that is not clear gets one line: exec %j", async (words, code, line) => {
  const ended = await backlot.run(["exec", ...words])
  expect(ended).toEqual({ code, stdout: "", stderr: expect.stringContaining(line) })
  expect(ended.stderr.trimEnd()).not.toContain("\n")
})

it.each<[words: ReadonlyArray<string>]>([[["true"]], [["--seed", "1", "true"]], [["--", "node", "--version"]]])(
  "a call that is clear needs no more: exec %j",
  async (words) => {
    expect(await backlot.run(["exec", ...words], { PATH: process.env["PATH"] ?? "" })).toMatchObject({ code: 0 })
  }
)
