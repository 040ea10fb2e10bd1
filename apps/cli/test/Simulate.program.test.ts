import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises"
import { describe, expect, it } from "vitest"
import { Backlot, stop } from "./Backlot.ts"
import { served } from "./Served.ts"

const backlot = Backlot.inEachTest()

const write = (name: string, text: string) => writeFile(backlot.path(name), text)
const read = (name: string) => readFile(backlot.path(name), "utf8")

/** Against the demo world. */
const says = (name: string, expected: string, more = "") => `name: ${name}
${more}steps:
  - { as: alice, in: general, say: hello }
  - { read: true, expect: { messages: [{ content: ${expected} }] } }
  - { as: bob, say: more }
`

describe("simulate", () => {
  it("plays the scenarios of a folder, several at a time, and tells each and what failed", async () => {
    await mkdir(backlot.path("scenarios/deep"), { recursive: true })
    await write("scenarios/good.scenario.yaml", says("good", "hello"))
    await write("scenarios/deep/bad.scenario.yml", says("bad", "bye"))
    await write("scenarios/world.yaml", "users: []")
    const { code, stdout } = await backlot.run(["simulate", "scenarios", "--parallel", "2"])
    expect(code).toBe(1)
    expect(stdout).toMatch(/✓ good .*scenarios\/good\.scenario\.yaml/)
    expect(stdout).toMatch(/✗ bad /)
    expect(stdout).toContain("scenarios/deep/bad.scenario.yml:4:42")
    expect(stdout).toMatch(/1 failed, 1 passed \(2\)/)
  })

  it("writes every report that is asked for, the transcript and the traces, byte for byte the same each time", async () => {
    await write("a.scenario.yaml", says("a", "hello"))
    const args = ["simulate", "a.scenario.yaml", "--seed", "7", "--ids", "clock", "--report", "json"]
    const files = ["--report", "junit=out/report.xml", "--report", "html=out/report.html", "--trace", "out/trace"]
    const first = await backlot.run([...args, ...files, "--transcript", "one.txt"])
    expect(first.code).toBe(0)
    expect(JSON.parse(first.stdout)).toMatchObject({ status: "passed", seed: 7, scenarios: [{ name: "a" }] })
    expect(first.stderr).toContain("✓ a ")
    expect(await read("out/report.xml")).toMatch(/^<\?xml/)
    expect(await read("out/report.html")).toMatch(/^<!doctype html>/)
    expect((await readdir(backlot.path("out/trace/a-a"))).sort()).toEqual([
      "screens.json",
      "traces.json",
      "transcript.txt",
      "world-after.json",
      "world-before.json"
    ])
    await backlot.run([...args, "--storage", "file", "--transcript", "two.txt"])
    expect(await read("one.txt")).toContain('alice in #general says "hello"')
    expect(await read("two.txt")).toBe(await read("one.txt"))
  })

  it("annotates lines on GitHub Actions unless a report is named for stdout, and writes for GitLab what its checkout has", async () => {
    await mkdir(backlot.path("deep"))
    await write("deep/bad.scenario.yaml", says("bad, it is", "bye"))
    const here = { GITHUB_ACTIONS: "true", CI_PROJECT_DIR: backlot.folder }
    const annotation = new RegExp(
      `^::error file=${backlot.path("deep/bad.scenario.yaml")},line=4,col=\\d+,title=bad%2C it is%2C step 2`,
      "m"
    )
    const runs = [
      [[], here, true],
      [["--report", "junit=out.xml"], here, true],
      [["--report", "text"], here, false],
      [[], {}, false],
      [["--report", "github"], {}, true],
      [["--report", "text", "--report", "github"], {}, true]
    ] as const
    for (const [args, variables, isAnnotated] of runs) {
      const { code, stdout } = await backlot.run(["simulate", "deep", ...args], variables)
      expect(code).toBe(1)
      expect(stdout).toContain("✗ bad, it is")
      expect(annotation.test(stdout), args.join(" ")).toBe(isAnnotated)
    }
    const files = ["--report", "gitlab=quality.json", "--report", "markdown=summary.md"]
    await backlot.run(["simulate", "deep", ...files], here)
    const place = { path: "deep/bad.scenario.yaml", lines: { begin: 4 } }
    expect(JSON.parse(await read("quality.json"))).toMatchObject([{ severity: "major", location: place }])
    expect(await read("summary.md")).toContain("### ❌ Backlot: The scenario failed.")
  })

  it("kills and restarts the server of a scenario, which keeps what was answered", async () => {
    const steps = ["{ as: alice, in: general, say: kept }", "{ server: kill }", "{ server: restart }"]
    const last = "{ read: true, expect: { messages: [{ content: kept }] } }"
    const text = `name: crash\nstorage: file\nsteps:\n${[...steps, last].map((step) => `  - ${step}\n`).join("")}`
    await write("crash.scenario.yaml", text)
    expect(await backlot.spawn(["simulate", "crash.scenario.yaml"])).toMatchObject({ code: 0 })
  })

  it("plays on a server that runs", async () => {
    const { url } = (await served({ controlToken: "t" })).addresses
    await write("a.scenario.yaml", says("a", "hello"))
    const args = ["simulate", "a.scenario.yaml", "--server", url]
    expect(await backlot.run([...args, "--control-token", "t"])).toMatchObject({ code: 0 })
    const refused = await backlot.run(args)
    expect(refused).toMatchObject({ code: 3, stdout: expect.stringContaining("--control-token") })
  })

  it("tells what ran when it is interrupted, and ends with 130", async () => {
    await write("a.scenario.yaml", says("a", "hello"))
    await write("b.scenario.yaml", `name: endless\nsteps:\n  - { as: alice, in: general, say: hi }\n  - { wait: 1h }\n`)
    const app = `name: app\napp: { command: "echo begun >&2; sleep 1000", ready: { log: never } }\nsteps: [{ wait: 1h }]\n`
    await write("c.scenario.yaml", app)
    const running = backlot.launch(["simulate", ".", "--report", "json", "--parallel", "3"])
    await running.line(/✓ a /)
    running.child.kill("SIGINT")
    const { code, stdout, stderr } = await running.ended
    expect(code).toBe(130)
    expect(stderr).toContain("Stopping")
    const { scenarios } = JSON.parse(stdout)
    expect(scenarios.map(({ name, status }: { name: string; status: string }) => `${name} ${status}`)).toEqual([
      "a passed",
      "endless failed",
      "app failed"
    ])
  })

  it("prints the schema of scenario files", async () => {
    const { code, stdout } = await backlot.run(["simulate", "--schema"])
    expect([code, JSON.parse(stdout).$schema]).toEqual([0, expect.stringContaining("json-schema.org")])
  })

  it("plays again what a change concerns", async () => {
    await write("a.scenario.yaml", says("a", "bye"))
    await write("b.scenario.yaml", says("b", "hello"))
    const running = backlot.launch(["simulate", ".", "--watch"])
    await running.line(/Waiting for changes/)
    await write("a.scenario.yaml", says("a", "hello"))
    await running.line(/✓ a /)
    const { stdout } = await stop(running, "SIGINT")
    expect(stdout.match(/^[✓✗] \w/gm)).toEqual(["✗ a", "✓ b", "✓ a"])
  })
})

describe("simulate --watch", () => {
  it("plays again what a module concerns that its scenario imports, though it was broken", async () => {
    const text = `import { said } from "./said.ts"
export default { name: said, steps: [{ as: "alice", in: "general", say: said }] }`
    await write("a.scenario.ts", text)
    await write("said.ts", 'export const said: string = "one"')
    const running = backlot.launch(["simulate", ".", "--watch"])
    await running.line(/✓ one /)
    await write("said.ts", "export const = 1")
    await running.line(/^said\.ts:1:14 Unexpected token$/)
    await write("said.ts", 'export const said: string = "two"')
    await running.line(/✓ two /)
    const { stdout } = await stop(running, "SIGINT")
    expect(stdout.match(/^[✓✗] \w+/gm)).toEqual(["✓ one", "✓ two"])
  })

  it("goes on while a scenario, or its world, is gone, and plays it once it is back", async () => {
    await write("a.scenario.yaml", says("a", "hello"))
    await write("world.yaml", 'users: [{ id: "300000000000000001", username: carol }]')
    const empty = "{ world: { get: /world }, expect: { body: { users: [] } } }"
    await write("b.scenario.yaml", `name: b\nworld: world.yaml\nsteps: [${empty}]\n`)
    const running = backlot.launch(["simulate", "a.scenario.yaml", "b.scenario.yaml", "--watch"])
    await running.line(/Waiting for changes/)
    await rm(backlot.path("a.scenario.yaml"))
    await running.line(/^a\.scenario\.yaml is gone; it is played again once it is back$/)
    await rm(backlot.path("world.yaml"))
    await running.line(/^b\.scenario\.yaml:2:1 world: file not found: world\.yaml$/)
    await write("a.scenario.yaml", says("again", "hello"))
    await running.line(/✓ again /)
    await write("world.yaml", "users: []")
    await running.line(/✓ b /)
    const { stdout } = await stop(running, "SIGINT")
    expect(stdout.match(/^[✓✗] \w+/gm)).toEqual(["✓ a", "✗ b", "✓ again", "✓ b"])
  })

  it("knows the program of a scenario that `--set` completes", async () => {
    await mkdir(backlot.path("app"))
    await write("app/main.mjs", 'console.log("up"); setInterval(() => {}, 1e6)')
    const app = `{ command: '"${process.execPath}" main.mjs', cwd: app, ready: { log: up } }`
    await write("a.scenario.yaml", `name: a\napp: ${app}\nsteps: [{ as: "\${who}", in: general, say: hello }]\n`)
    const running = backlot.launch(["simulate", ".", "--watch", "--set", "who=alice"])
    await running.line(/Waiting for changes/)
    await write("app/main.mjs", "process.exit(3)")
    await running.line(/✗ a /)
    const { stdout } = await stop(running, "SIGINT")
    expect(stdout.match(/^[✓✗] \w+/gm)).toEqual(["✓ a", "✗ a"])
  })

  it("still ends at once where a file was never there", async () => {
    expect(await backlot.run(["simulate", "no.yaml", "--watch"])).toMatchObject({ code: 2 })
  })
})

describe("simulate --set", () => {
  it("gives a variable that a scenario has or uses, and tells one that none has, with the nearest", async () => {
    await write("a.scenario.yaml", says("a", "hello", "variables: { colour: red }\n"))
    const steps = 'steps: [{ as: "${who}", in: general, say: hello }]'
    await write("b.scenario.yaml", `name: b\nexamples: [{ row: 1 }]\n${steps}\n`)
    const set = async (name: string) => {
      const { code, stderr } = await backlot.run(["simulate", ".", "--set", "who=bob", "--set", `${name}=1`])
      return [code, stderr.trim()]
    }
    expect(await set("colour")).toEqual([0, ""])
    expect(await set("color")).toEqual([2, "--set color: no scenario has such a variable; did you mean colour?"])
    expect(await set("row")).toEqual([2, "--set row: the tables of examples say what row is"])
  })
})

describe("simulate plays in other ways too", () => {
  it("as load by what the file says, and takes no threshold where no load would be judged by it", async () => {
    const load = "load: { users: 1, duration: 300ms, thresholds: { count: '> 0' } }\n"
    const hello = `name: a\n${load}steps: [{ as: "*", in: general, say: hello }]\n`
    await write("a.scenario.yaml", hello)
    const { code, stdout } = await backlot.run(["simulate", "a.scenario.yaml", "--load"])
    expect([code, stdout]).toEqual([0, expect.stringContaining("✓ count")])
    for (const flag of ["--threshold=p95: < 1ms", "--compare=before.json", "--think=1s", "--warmup=1s"]) {
      const refused = await backlot.run(["simulate", "a.scenario.yaml", flag])
      expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining("needs a load: add --load")])
    }
  })

  it("as load, whose thresholds decide the exit code", async () => {
    await write("a.scenario.yaml", `name: a\nsteps:\n  - { as: alice, in: general, say: hello }\n`)
    const load = ["simulate", "a.scenario.yaml", "--users", "1", "--duration", "500ms", "--report"]
    const good = await backlot.run([...load, "json=load.json"])
    expect(good).toMatchObject({ code: 0, stdout: expect.stringContaining("a: 1 user for 500ms") })
    expect(JSON.parse(await read("load.json"))).toMatchObject({ backlot: "load", scenario: "a" })
    const bad = await backlot.run([...load, "html=load.html", "--threshold", "p50: < 0.001ms"])
    expect(bad.code).toBe(1)
    expect(await read("load.html")).toContain("uPlot")
    const refused = await backlot.run([...load, "junit"])
    expect(refused).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("a load has no junit report: choose text, json or html")
    })
  })

  it("random users, against a second model", async () => {
    const { code, stdout } = await backlot.run(["simulate", "--random", "--seed", "1", "--steps", "30"])
    expect({ code, agree: /Service and model agree/.test(stdout) }).toEqual({ code: 0, agree: true })
  })

  it("random users, until it is interrupted, and tells what they did", async () => {
    const running = backlot.launch(["simulate", "--random", "--storage", "memory", "--duration", "1h"])
    await running.line(/operations, all as the model says/)
    const { code, stdout } = await stop(running, "SIGINT")
    expect([code, stdout]).toEqual([130, expect.stringMatching(/^\d+ operations in .*Interrupted\./s)])
  })

  it("a recording only where a server answers, and says how to have one", async () => {
    const { code, stderr } = await backlot.run(["simulate", "--record", "--server", "http://127.0.0.1:1"])
    expect([code, stderr]).toEqual([3, expect.stringMatching(/^No server answers at .*; start one by "backlot serve"/)])
  })

  it("a recording, until it is interrupted, which passes when it is played", async () => {
    const { url, control_url } = (await served()).addresses
    const say = `${control_url}/users/300000000000000001/channels/200000000000000021/messages`
    const state = async () => await (await fetch(`${control_url}/recording`)).text()
    const recorded = async (out: string) => {
      const recording = backlot.launch(["simulate", "--record", "--server", url, "--out", out])
      // Once it is shown, the recording has begun.
      await recording.line(/^Recording/)
      while (!/"recording":\s*true/.test(await state())) await new Promise((resolve) => setImmediate(resolve))
      await fetch(say, { method: "POST", headers: { "content-type": "application/json" }, body: '{"content":"hi"}' })
      await recording.line(/hi/)
      return stop(recording, "SIGINT")
    }
    expect(await recorded("mine.scenario.yaml")).toMatchObject({
      stdout: expect.stringContaining("mine.scenario.yaml")
    })
    // The folder of the file would be a file.
    expect(await recorded("mine.scenario.yaml/lost.yaml")).toMatchObject({
      code: 3,
      stderr: expect.stringMatching(/lost\.world\.yaml cannot be written/)
    })
    expect(await backlot.run(["simulate", "mine.scenario.yaml"])).toMatchObject({ code: 0 })
  })
})

describe("what can not be played ends with", () => {
  it.each<[code: number, what: string, args: ReadonlyArray<string>, line: RegExp]>([
    [2, "nothing named", [], /^name scenario files or folders/],
    [2, "a file that is missing", ["no.yaml"], /^no\.yaml: there is no such file or folder\n$/],
    [2, "a folder without scenarios", ["empty"], /^empty has no scenario files: they are named /],
    [2, "a file that is broken", ["broken.yaml"], /broken\.yaml:3:\d+ .*sayy/],
    [2, "nothing chosen", ["a.yaml", "--grep", "zebra"], /leave none of 1 scenarios to play\n$/],
    [2, "two reports in one place", ["a.yaml", "--report", "json", "--report", "html"], /both go to stdout/],
    [
      2,
      "annotations within JSON",
      ["a.yaml", "--report", "github", "--report", "json"],
      /json and --report github would both/
    ],
    [
      2,
      "flags that exclude each other",
      ["a.yaml", "--server", "http://127.0.0.1:1", "--parallel", "2"],
      /^--server and --parallel/
    ],
    [2, "a report that there is not", ["a.yaml", "--report", "pdf"], /^--report cannot be "pdf": it takes text, json/],
    [3, "a world that is refused", ["world.yaml"], /name/],
    [3, "a program that does not start", ["app.yaml"], /ended with exit code 9 before it was ready/]
  ])("%i: %s", async (code, _, args, line) => {
    await mkdir(backlot.path("empty"))
    await write("a.yaml", says("a", "hello"))
    await write("broken.yaml", `name: broken\nsteps:\n  - { as: alice, sayy: hello }\n`)
    await write("world.yaml", says("world", "hello", `world: { users: [{ id: "1", usrname: alice }] }\n`))
    await write("app.yaml", says("app", "hello", `app: { command: "exit 9" }\n`))
    const ended = await backlot.run(["simulate", ...args])
    expect(ended).toMatchObject({ code, [code === 2 ? "stderr" : "stdout"]: expect.stringMatching(line) })
    if (code === 2) expect(ended.stdout).toBe("")
  })
})
