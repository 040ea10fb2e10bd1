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
  const { code, stdout, stderr } = await backlot.run(args, {
    OTHER: "stays",
    BACKLOT_APP_OLD: "goes",
    BACKLOT_PORT: "1"
  })
  const url = expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\//)
  expect(JSON.parse(stdout)).toEqual({
    BACKLOT_APP_REST_URL: url,
    BACKLOT_APP_GATEWAY_URL: expect.stringMatching(/^ws:\/\/127\.0\.0\.1:\d+\/gateway$/),
    BACKLOT_APP_ID: "100000000000000001",
    BACKLOT_APP_TOKEN: "pet-shop-bot-token",
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
  ["that a signal ends", node("process.kill(process.pid, 'SIGKILL')"), 137, / was ended by SIGKILL after /]
])("a command %s", async (_, command, code, line) => {
  const ended = await backlot.run(["exec", "--", ...command])
  expect(ended).toMatchObject({ code, stderr: expect.stringMatching(line) })
})

it("without a command there is nothing to do", async () => {
  expect(await backlot.run(["exec"])).toMatchObject({ code: 2, stdout: "" })
})
