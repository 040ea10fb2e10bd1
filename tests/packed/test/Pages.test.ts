/** The pages that tell of the testkit: their code compiles under --strict and does what they say. */
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { scripts, vitestFiles } from "./PageBlocks.ts"
import { type Projects, pack, run } from "./Projects.ts"

vi.setConfig({ testTimeout: 90_000, hookTimeout: 120_000 })

const page = (path: string): string => readFileSync(join(import.meta.dirname, "../../..", path), "utf8")
const TESTKIT = page("docs/testkit.md")
/** The blocks after it are of programs that use Effect. */
const [README = ""] = page("packages/testkit/README.md").split("The modules below it")

const INSTALLED = ["backlot", "@backlot/testkit", "@types/node", "discord.js", "jest", "typescript", "vitest"]
const MOCKS = page("docs/from-mocks.md")
const files = [...vitestFiles("testkit", TESTKIT), ...vitestFiles("readme", README), ...vitestFiles("mocks", MOCKS)]

let projects: Projects
let project: string

beforeAll(() => {
  projects = pack()
  project = projects.make("pages", INSTALLED, ["bot.mjs"])
  for (const { name, text } of files) writeFileSync(join(project, name), text)
})

afterAll(() => projects.remove())

describe("the code of docs/testkit.md, docs/from-mocks.md and of the package's README", () => {
  it.each([
    { resolution: "NodeNext", module: "NodeNext" },
    { resolution: "Bundler", module: "ESNext" }
  ])("compiles under --strict with resolution $resolution", async ({ resolution, module }) => {
    const args = ["node_modules/typescript/bin/tsc", "-p", ".", "--module", module, "--moduleResolution", resolution]
    expect(await run(project, args)).toEqual({ code: 0, output: "" })
  })

  it("does what is said beside it, in vitest", async () => {
    expect(files.length).toBeGreaterThanOrEqual(8)
    const { code, output } = await run(project, [
      "node_modules/vitest/vitest.mjs",
      "run",
      "--no-isolate",
      "--testTimeout=60000"
    ])
    expect(output).toMatch(new RegExp(`Tests +${files.length} passed \\(${files.length}\\)`))
    expect(code).toBe(0)
  })

  it("runs in jest and in node:test, where it is JavaScript", async () => {
    const written = scripts(TESTKIT).filter((block) => block.includes('"backlot"'))
    const jest = written.find((block) => block.includes("beforeAll(")) ?? ""
    const node = written.find((block) => block.includes('"node:test"')) ?? ""
    writeFileSync(
      join(project, "page.spec.cjs"),
      `${jest}test("starts", () => backlot.as("alice").in("general").picker())\n`
    )
    const args = ["node_modules/jest/bin/jest.js", "--testMatch=**/page.spec.cjs", "--testTimeout=60000"]
    expect((await run(project, args)).output).toMatch(/Tests:\s+1 passed, 1 total/)
    writeFileSync(join(project, "page.node.mjs"), node)
    expect((await run(project, ["--test", "page.node.mjs"])).output).toMatch(/pass 1\n/)
  })

  it("fails as the page shows", async () => {
    const [, shown = ""] = /^```text\n(BacklotError[\s\S]*?) {4}at test/m.exec(TESTKIT) ?? []
    const failing = `
import { Backlot } from "backlot"
import { commands, shop } from "./PetShop.ts"
await using backlot = await Backlot.start({ app: shop })
const { id, env } = backlot.app()
await fetch(env.BACKLOT_APP_REST_URL + "/v10/applications/" + id + "/commands", {
  method: "PUT",
  headers: { authorization: "Bot " + env.BACKLOT_APP_TOKEN, "content-type": "application/json" },
  body: JSON.stringify(commands)
})
const use = backlot.as("alice").in("general").use("/adopt animal:Dog")
await use.expect({ message: { content: /Cat/ } }).catch(({ stack }) => console.log(stack))
`
    writeFileSync(join(project, "failing.mts"), failing)
    expect((await run(project, ["failing.mts"])).output).toContain(shown)
  })
})
