/** How a run that fails reads to a stranger. */
import { mkdir, writeFile } from "node:fs/promises"
import { dirname } from "node:path"
import { describe, expect, it } from "vitest"
import { Backlot } from "./Backlot.ts"
import { served } from "./Served.ts"

const backlot = Backlot.inEachTest()

const write = async (name: string, text: string) => {
  await mkdir(dirname(backlot.path(name)), { recursive: true })
  await writeFile(backlot.path(name), text)
}

const scenario = (more: string) => `name: a\n${more}steps: [{ as: alice, in: general, say: hello }]\n`

describe("a fault of a world is told with its file, line and column", () => {
  const inYaml = "users:\n  - id: '300000000000000001'\n    usrname: alice\n"
  const inJson = '{ "users": [\n  { "id": "300000000000000001",\n    "usrname": "alice" }] }'
  const inCode = "const id = '300000000000000001'\nexport default { users: [\n  { id, usrname: 'alice' }] }"

  it.each<[what: string, files: Readonly<Record<string, string>>, place: string]>([
    ["in YAML", { "scenarios/a.yaml": scenario("world: ../world.yaml\n"), "world.yaml": inYaml }, "world.yaml:3:5"],
    ["in JSON", { "scenarios/a.yaml": scenario("world: ../world.json\n"), "world.json": inJson }, "world.json:3:5"],
    ["in a module", { "scenarios/a.yaml": scenario("world: w.ts\n"), "scenarios/w.ts": inCode }, "scenarios/w.ts:3:9"],
    [
      "in the scenario itself",
      { "scenarios/a.yaml": scenario(`world:\n  ${inYaml.replaceAll("\n", "\n  ")}\n`) },
      "scenarios/a.yaml:5:7"
    ]
  ])("%s", async (_, files, place) => {
    for (const [name, text] of Object.entries(files)) await write(name, text)
    const line = `${place} users[0].usrname: This field does not exist here`
    const { code, stdout } = await backlot.run(["simulate", "scenarios/a.yaml"])
    expect([code, stdout]).toEqual([3, expect.stringContaining(line)])
    const load = await backlot.run(["simulate", "scenarios/a.yaml", "--users", "1", "--duration", "100ms"])
    expect([load.code, load.stderr]).toEqual([3, expect.stringContaining(line)])
  })

  it("also by a server that runs", async () => {
    const { url } = (await served()).addresses
    await write("a.yaml", scenario(`world:\n  ${inYaml.replaceAll("\n", "\n  ")}\n`))
    const { code, stdout } = await backlot.run(["simulate", "a.yaml", "--server", url])
    expect([code, stdout]).toEqual([
      3,
      expect.stringContaining("a.yaml:5:7 users[0].usrname: This field does not exist here")
    ])
  })
})

it("faults of files are told with the path from here, as all else, and with the lines around them", async () => {
  const steps = "steps: [{ run: hello }, { run: hullo }]\n"
  await write("deep/a.scenario.yaml", `name: a\nimport: [b.yaml]\nfragments: { hello: [{ say: a }] }\n${steps}`)
  await write("deep/b.yaml", "fragments:\n  hello:\n    - sayy: b\n")
  const { code, stderr } = await backlot.run(["simulate", "deep"])
  expect(code).toBe(2)
  expect(stderr).toBe(`deep/a.scenario.yaml:4:27 steps[1].run: there is no fragment hullo; did you mean hello?
  2 | import: [b.yaml]
  3 | fragments: { hello: [{ say: a }] }
> 4 | steps: [{ run: hello }, { run: hullo }]
    |                           ^
  5 |

deep/b.yaml:2:3 fragments.hello: duplicate fragment hello (the other is at deep/a.scenario.yaml:3:14)
  1 | fragments:
> 2 |   hello:
    |   ^
  3 |     - sayy: b

deep/b.yaml:3:7 fragments.hello[0].sayy: unknown field; did you mean say?
  1 | fragments:
  2 |   hello:
> 3 |     - sayy: b
    |       ^
  4 |

`)
})

it("who runs a fragment that lacks something is told with the path from here, too", async () => {
  await write(
    "deep/a.scenario.yaml",
    "name: a\nimport: [lib/b.yaml]\nsteps: [{ as: alice, in: general, run: hello }]\n"
  )
  await write("deep/lib/b.yaml", "fragments:\n  hello:\n    - say: ${text}\n")
  const { code, stderr } = await backlot.run(["simulate", "deep"])
  expect([code, stderr]).toEqual([2, expect.stringContaining("(run by deep/a.scenario.yaml:3:9)\n")])
})

it("a file that is no YAML is told in words of its writer", async () => {
  await write("a.yaml", "name: a\nsteps:\n  - as: alice\n    use: /order item: Tea\n")
  const { code, stderr } = await backlot.run(["simulate", "a.yaml"])
  const line = 'a.yaml:4:10 A text with ": " needs quotes: write use: "/order item: Tea"\n'
  expect([code, stderr]).toEqual([2, expect.stringContaining(`${line}  2 | steps:\n`)])
})

it("faults of a load are told so, too", async () => {
  await write("deep/a.yaml", "name: a\nsteps:\n  - { as: alice, in: general, say: a }\n  - { advance: 1s }\n")
  const { code, stderr } = await backlot.run(["simulate", "deep/a.yaml", "--users", "1"])
  expect([code, stderr]).toEqual([2, expect.stringMatching(/^deep\/a\.yaml:4:5 steps\[1\]: `advance` is not played/)])
})

it("the output of a program that failed is told once", async () => {
  await write("a.yaml", scenario('app: { command: "echo something is wrong; exit 9" }\n'))
  const { code, stdout } = await backlot.run(["simulate", "a.yaml"])
  expect([code, stdout.match(/^ *something is wrong$/gm)]).toEqual([3, ["    something is wrong"]])
})

it("who is anybody under load is nobody in particular otherwise", async () => {
  await write("a.yaml", 'name: a\nsteps: [{ as: "*", in: general, say: hello }]\n')
  const { code, stdout } = await backlot.run(["simulate", "a.yaml"])
  const line = '✗ as: "*" works only in a load: name a user'
  expect([code, stdout]).toEqual([1, expect.stringContaining(line)])
})

it.each([
  ["--parallel", "257"],
  ["--retries", "101"]
])("%s has a bound, which is told", async (flag, value) => {
  await write("a.yaml", scenario(""))
  const { code, stderr } = await backlot.run(["simulate", "a.yaml", flag, value])
  expect([code, stderr]).toEqual([2, expect.stringMatching(`^${flag} cannot be "${value}": it takes a whole number`)])
})
