import { readFile, writeFile } from "node:fs/promises"
import { describe, expect, it } from "vitest"
import { Backlot, stop } from "./Backlot.ts"

const backlot = Backlot.inEachTest()

const write = (name: string, text: string) => writeFile(backlot.path(name), text)
const read = (name: string) => readFile(backlot.path(name), "utf8")
const hello = (more = "") => `name: a\n${more}steps:\n  - { as: alice, in: general, say: hello }\n`

/** It dies when it is told to. */
const APP = `
require("fs").writeFileSync("app.pid", String(process.pid))
process.on("SIGUSR2", () => { console.error("out of fish"); process.exit(7) })
setInterval(() => {}, 1000)
console.log("ready")
`

/** What these tests read and change of the JSON report. */
interface Report {
  readonly total: { readonly count: number; readonly rate: number; readonly errors: number }
  readonly health: { readonly warnings: ReadonlyArray<string> }
  readonly thresholds: ReadonlyArray<object>
}
const reportIn = async (name: string): Promise<Report> => JSON.parse(await read(name))

describe("simulate, as load,", () => {
  it("tells what was counted when it is interrupted, in each report, and ends with 130", async () => {
    await write("a.scenario.yaml", hello())
    const reports = ["--report", "text", "--report", "json=load.json", "--report", "html=load.html"]
    const running = backlot.launch(["simulate", "a.scenario.yaml", "--rate", "20/s", "--duration", "1h", ...reports])
    await running.line(/^2\/3600 s/)
    const { code, stdout } = await stop(running, "SIGINT")
    expect([code, stdout]).toEqual([130, expect.stringMatching(/the load was ended after .* of 1h/)])
    expect((await reportIn("load.json")).total.count).toBeGreaterThan(10)
    expect(await read("load.html")).toContain("the load was ended after")
  })

  it("ends soon with an app that dies, tells what was counted and what the app wrote, and ends with 1", async () => {
    await write("app.cjs", APP)
    const app = `app: { command: node app.cjs, ready: { log: ready } }\n`
    await write("a.scenario.yaml", hello(app))
    const args = ["simulate", "a.scenario.yaml", "--rate", "20/s", "--duration", "1h", "--report", "json=load.json"]
    const running = backlot.launch(args, { PATH: process.env["PATH"] ?? "" })
    await running.line(/^2\/3600 s/)
    process.kill(Number(await read("app.pid")), "SIGUSR2")
    const { code, stdout, stderr } = await running.ended
    expect(code).toBe(1)
    expect(stdout).toContain("the load was ended after")
    expect(stderr).toMatch(/The app "node app.cjs" ended with exit code 7\.\n {2}ready\n {2}out of fish\n/)
    const report = await reportIn("load.json")
    expect(report.total.count).toBeGreaterThan(10)
    const found = 'The app "node app.cjs" ended with exit code 7.'
    expect(report.thresholds).toEqual([{ name: "exit", wanted: "none", found, met: false }])
  })

  it("ends with 1 where the app dies after the last step, and with 0 where that is allowed", async () => {
    // It dies of what the last play says, however long the plays take, once the server has gone on to another request.
    await write(
      "app.cjs",
      `const listen = async () => {
  const { body } = await fetch(process.env.BACKLOT_APP_CONTROL_URL + "/events")
  console.log("ready")
  let told = ""
  for await (const part of body) {
    told += Buffer.from(part).toString()
    if (told.split("event: message.created").length <= 20) continue
    await fetch(process.env.BACKLOT_APP_CONTROL_URL + "/health")
    process.exit(7)
  }
}
listen()`
    )
    const app = `app: { command: node app.cjs, ready: { log: ready } }\n`
    await write("a.scenario.yaml", hello(app))
    await write("b.scenario.yaml", hello(`${app}allow: [exit]\n`))
    const args = ["--rate", "40/s", "--duration", "500ms"]
    const environment = { PATH: process.env["PATH"] ?? "" }
    const failed = await backlot.run(["simulate", "a.scenario.yaml", ...args], environment)
    expect([failed.code, failed.stderr]).toEqual([1, expect.stringContaining("ended with exit code 7")])
    expect(failed.stdout).toMatch(/✗ exit +none +The app "node app.cjs" ended with exit code 7/)
    expect((await backlot.run(["simulate", "b.scenario.yaml", ...args], environment)).code).toBe(0)
  })

  it("of an app that does not start ends with 3", async () => {
    await write("a.scenario.yaml", hello(`app: { command: "exit 9" }\n`))
    const { code, stdout, stderr } = await backlot.run(["simulate", "a.scenario.yaml", "--users", "1"])
    expect([code, stdout, stderr]).toEqual([
      3,
      "",
      expect.stringContaining("ended with exit code 9 before it was ready")
    ])
  })

  it("plays what --grep, --tags and `only` choose, as a run does", async () => {
    await write("a.scenario.yaml", hello("tags: [quick]\n"))
    await write("b.scenario.yaml", hello("tags: [slow]\n").replace("name: a", "name: b"))
    const args = ["simulate", ".", "--users", "1", "--duration", "100ms"]
    const played = async (...chosen: ReadonlyArray<string>) => {
      const { stdout } = await backlot.run([...args, ...chosen])
      return stdout.match(/^\w(?=: 1 user for)/gm)
    }
    expect(await played("--tags", "slow")).toEqual(["b"])
    expect(await played("--grep", "/^.*a$/")).toEqual(["a"])
    await write("c.scenario.yaml", hello("only: true\n").replace("name: a", "name: c"))
    expect(await played()).toEqual(["c"])
    const none = await backlot.run([...args, "--tags", "none"])
    expect(none).toMatchObject({ code: 2, stderr: expect.stringContaining("leave none of 3 scenarios to play") })
  })

  it.each([["--transcript", "a.txt"], ["--retries", "2"], ["--bail"], ["--parallel", "2"], ["--timeout", "1s"]])(
    "has nothing to do with %s, and says so",
    async (...flag) => {
      await write("a.scenario.yaml", hello())
      const { code, stderr } = await backlot.run(["simulate", "a.scenario.yaml", "--users", "1", ...flag])
      expect([code, stderr]).toEqual([2, expect.stringMatching(new RegExp(`^${flag[0]} does not fit a load`))])
    }
  )

  it("compares with an earlier report, and ends with 1 where it is worse", async () => {
    await write("a.scenario.yaml", hello())
    const args = ["simulate", "a.scenario.yaml", "--rate", "50/s", "--duration", "1s"]
    expect(await backlot.run([...args, "--report", "json=before.json"])).toMatchObject({ code: 0 })
    const { total, ...before } = await reportIn("before.json")
    const faster = { ...before, total: { ...total, rate: total.rate * 10 } }
    await write("faster.json", JSON.stringify(faster))
    const worse = await backlot.run([...args, "--compare", "faster.json"])
    expect([worse.code, worse.stdout]).toEqual([1, expect.stringMatching(/rate +\d+\/s +\S+\/s +−\d\d\.\d% +▼ worse/)])
    await write("failing.json", JSON.stringify({ ...before, total: { ...total, rate: 1, errors: total.count } }))
    const better = await backlot.run([...args, "--compare", "failing.json", "--report", "html=load.html"])
    expect(better.stdout).toMatch(/errors +100% +0% +−100% +▲ better/)
    const noReport = await backlot.run([...args, "--compare", "a.scenario.yaml"])
    expect(noReport).toMatchObject({ code: 2, stderr: expect.stringMatching(/a\.scenario\.yaml: it is not JSON/) })
  })
})
