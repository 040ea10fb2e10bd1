/** Every workflow and action that this repository has, shows or documents, as linters see it. */
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { parse } from "yaml"
import { faultsOfAction, faultsOfWorkflow } from "../src/Lint.ts"
import { ROOT } from "../src/Packed.ts"

const read = (file: string) => readFileSync(join(ROOT, file), "utf8")

/** Blocks of YAML in the pages that are whole workflows. */
const blocks = globSync(["README.md", "docs/**/*.md", "*/*/README.md"], { cwd: ROOT }).flatMap((page) =>
  Array.from(read(page).matchAll(/^```ya?ml\n([\s\S]*?)^```/gm)).flatMap(([, text = ""], index) =>
    /^on:/m.test(text) && /^jobs:/m.test(text) ? [{ name: `${page}, block ${index + 1}`, text }] : []
  )
)

describe("a linter", () => {
  const workflow = (step: string) => `name: x\non: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n${step}`

  it.each([
    ["an input of GitHub that there is not", "      - run: echo ${{ github.nothing }}\n", "nothing"],
    ["a key that there is not", "      - run: echo\n        timeout-minuts: 3\n", "timeout-minuts"],
    ["text of a stranger in a script", "      - run: echo ${{ github.event.issue.title }}\n", "untrusted"],
    ["a step that does nothing", "      - name: x\n", "step"]
  ])("finds %s", async (_, step, word) => {
    expect((await faultsOfWorkflow(workflow(step), "a.yml")).join("\n")).toContain(word)
  })

  it("finds a script of an action without a shell", () => {
    const action = (step: string) => `name: a\ndescription: b\nruns: { using: composite, steps: [${step}] }\n`
    expect(faultsOfAction(action("{ run: x }"), "action.yml").join("\n")).toContain("shell")
    expect(faultsOfAction(action("{ run: x, shell: bash }"), "action.yml")).toEqual([])
  })
})

describe("no fault is in", () => {
  it("action.yml, whose inputs are all used and whose expressions name only what there is", () => {
    const text = read("action.yml")
    expect(faultsOfAction(text, "action.yml")).toEqual([])
    const { inputs } = parse(text)
    const named = new Set(Array.from(text.matchAll(/inputs\.([\w-]+)/g), ([, name]) => name))
    expect([...named].sort()).toEqual(Object.keys(inputs).sort())
  })

  it("the workflows of this repository", async () => {
    const files = globSync(".github/workflows/*.{yml,yaml}", { cwd: ROOT })
    expect(files.length).toBeGreaterThan(0)
    for (const file of files) expect(await faultsOfWorkflow(read(file), file)).toEqual([])
  })

  it("the workflows that the pages show", async () => {
    expect(blocks.length).toBeGreaterThan(0)
    for (const { name, text } of blocks) expect(await faultsOfWorkflow(text, name)).toEqual([])
  })
})
