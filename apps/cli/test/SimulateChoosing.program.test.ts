import { writeFile } from "node:fs/promises"
import { describe, expect, it } from "vitest"
import { Backlot } from "./Backlot.ts"

const backlot = Backlot.inEachTest()

const write = (name: string, text: string) => writeFile(backlot.path(name), text)

/** Against the demo world; what is said is not what is expected where it is to fail. */
const scenario = (name: string, more: string, content = "hello") => `name: ${name}
${more}steps:
  - { as: alice, in: general, say: hello }
  - { read: true, expect: { messages: [{ content: ${content} }] } }
`

interface Told {
  readonly name: string
  readonly status: string
  readonly attempts: ReadonlyArray<{ readonly status: string }>
}

/** Name and status of each scenario, in their order. */
const simulate = async (...args: ReadonlyArray<string>) => {
  const { code, stdout, stderr } = await backlot.run(["simulate", ".", "--report", "json", ...args])
  const { scenarios }: { readonly scenarios: ReadonlyArray<Told> } = JSON.parse(stdout)
  return { code, stderr, scenarios, told: scenarios.map(({ name, status }) => `${name} ${status}`) }
}

describe("simulate plays", () => {
  it.each<[flags: ReadonlyArray<string>, played: ReadonlyArray<string>, code: number]>([
    [[], ["adopt a dog", "adopt a cat", "ban"], 1],
    [["--tags", "slow"], ["adopt a dog", "ban"], 1],
    [["--tags", "slow", "--tags", "!rude"], ["adopt a dog"], 0],
    [["--tags", "slow,!rude"], ["adopt a dog"], 0],
    [["--grep", "adopt"], ["adopt a dog", "adopt a cat"], 0],
    [["--grep", "/A (CAT|BIRD)$/i"], ["adopt a cat"], 0],
    [["--grep", "c.scenario"], ["ban"], 1]
  ])("with %j only %j", async (flags, played, code) => {
    await write("a.scenario.yaml", scenario("adopt a dog", "tags: [slow]\n"))
    await write("b.scenario.yaml", scenario("adopt a cat", "tags: [quick]\n"))
    await write("c.scenario.yaml", scenario("ban", "tags: [slow, rude]\n", "bye"))
    const run = await simulate(...flags)
    const named = run.scenarios.filter(({ status }) => status !== "skipped").map(({ name }) => name)
    expect([named, run.code]).toEqual([played, code])
  })

  it.each<[what: string, flags: ReadonlyArray<string>, broken: string, played: ReadonlyArray<string>, code: number]>([
    ["although another is broken, which its tags leave out", ["--tags", "quick"], "tags: [slow]\nwrold: x\n", ["a"], 0],
    ["although another is broken, which its name leaves out", ["--grep", "/^\\S+ a$/"], "wrold: x\n", ["a"], 0],
    ["unless what is broken would be chosen", ["--tags", "quick"], "tags: [quick]\nwrold: x\n", [], 2],
    [
      "unless what is broken may be chosen by a name that is not known",
      ["--grep", "/^\\S+ a$/"],
      "examples: [{}]\n",
      [],
      2
    ],
    ["unless all are to be played", [], "tags: [slow]\nwrold: x\n", [], 2]
  ])("%s, which is told", async (_, flags, broken, played, code) => {
    await write("a.scenario.yaml", scenario("a", "tags: [quick]\n"))
    await write("b.scenario.yaml", scenario("b", broken))
    const run = await backlot.run(["simulate", ".", "--report", "json", ...flags])
    const told: { readonly scenarios: ReadonlyArray<Told> } = JSON.parse(run.stdout || '{ "scenarios": [] }')
    expect([told.scenarios.map(({ name }) => name), run.code]).toEqual([played, code])
    expect(run.stderr).toMatch(/^b\.scenario\.yaml:\d+:\d+ /m)
  })

  it("those alone that say `only`", async () => {
    await write("a.scenario.yaml", scenario("a", ""))
    await write("b.scenario.yaml", scenario("b", "only: true\n"))
    expect((await simulate()).told).toEqual(["a skipped", "b passed"])
  })

  it("nothing more after the first failure with --bail", async () => {
    await write("a.scenario.yaml", scenario("a", "", "bye"))
    await write("b.scenario.yaml", scenario("b", ""))
    expect((await simulate("--parallel", "1")).told).toEqual(["a failed", "b passed"])
    const bailed = await simulate("--parallel", "1", "--bail")
    expect([bailed.code, bailed.told]).toEqual([1, ["a failed", "b skipped"]])
  })

  it("again with --retries what failed, and reports as such what passes then, and what never does", async () => {
    const app = "test -e mark && echo up && exec sleep 1000; touch mark; exit 9"
    await write("a.scenario.yaml", scenario("a", `app: { command: "${app}", ready: { log: up } }\n`))
    await write("b.scenario.yaml", scenario("b", "", "bye"))
    const { code, stderr, scenarios } = await simulate("--retries", "1", "--report", "text=report.txt")
    expect(code).toBe(1)
    expect(scenarios.map(({ name, status, attempts }) => [name, status, attempts.map((one) => one.status)])).toEqual([
      ["a", "flaky", ["failed", "passed"]],
      ["b", "failed", ["failed", "failed"]]
    ])
    expect(stderr).toMatch(/↻ a .*attempt 1 failed and is repeated/)
    expect(stderr).toMatch(/~ a .*flaky: passed at attempt 2/)
    const [good] = (await simulate("--retries", "1", "--grep", "a.scenario")).scenarios
    expect([good?.status, good?.attempts.length]).toEqual(["passed", 1])
  })
})
