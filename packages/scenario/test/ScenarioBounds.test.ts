import { truncate, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { load } from "../src/file/ScenarioFile.ts"
import { faultsOf, folderOf } from "./Files.ts"

const faultsIn = async (folder: string, name: string): Promise<ReadonlyArray<string>> => {
  const failure = await Effect.runPromise(Effect.flip(load(join(folder, name))))
  return failure.faults.map(({ path, message }) => `${path}: ${message}`)
}

describe("a file is refused, and nothing of it is read further,", () => {
  const sound = "name: a\nsteps: [{ read: true }]\n"

  it.each([
    ["that is a scenario", "a.yaml", sound, ": it is larger than 64 MiB"],
    ["that is a module", "a.ts", "export default {}", ": it is larger than 64 MiB"],
    ["that is a world", "world.yaml", `${sound}world: world.yaml\n`, "world: it is larger than 64 MiB: world.yaml"],
    ["that has fragments", "lib.yaml", `${sound}import: [lib.yaml]\n`, "import[0]: it is larger than 64 MiB: lib.yaml"]
  ])("%s, where it is too large", async (_, name, text, fault) => {
    const folder = folderOf({ "a.yaml": text })
    await writeFile(join(folder, name), name === "a.yaml" ? text : "")
    await truncate(join(folder, name), 64 * 1024 * 1024 + 1)
    expect(await faultsIn(folder, name.startsWith("a.") ? name : "a.yaml")).toEqual([fault])
  })

  it("whose fragments multiply its steps", async () => {
    const times = (name: string) => `[${Array.from({ length: 30 }, () => `{ run: ${name} }`).join(", ")}]`
    const fragments = `fragments: { a: ${times("b")}, b: ${times("c")}, c: ${times("d")}, d: ${times("e")}, e: [{ read: true }] }`
    expect(await faultsOf({ "a.yaml": `name: a\n${fragments}\nsteps: [{ run: a }]\n` })).toEqual([
      "3:1 steps: with its fragments it has more than 20,000 steps"
    ])
  })

  it("whose examples multiply its steps", async () => {
    const rows = Array.from({ length: 300 }, (_, row) => `{ row: ${row} }`).join(", ")
    const steps = Array.from({ length: 200 }, () => "{ read: true }").join(", ")
    expect(await faultsOf({ "a.yaml": `name: a\nexamples: [${rows}]\nsteps: [${steps}]\n` })).toEqual([
      "2:1 examples: all rows together have more than 50,000 steps"
    ])
  })

  it.each([
    ["texts", "v0: xxxxxxxxxx", (name: string) => `"${name.repeat(10)}"`],
    ["values", "v0: [1]", (name: string) => `[${Array.from({ length: 10 }, () => `"${name}"`).join(", ")}]`]
  ])("whose variables multiply %s", async (_, first, times) => {
    const more = Array.from({ length: 9 }, (_, at) => `  v${at + 1}: ${times(`\${v${at}}`)}\n`).join("")
    const faults = await faultsOf({ "a.yaml": `name: a\nvariables:\n  ${first}\n${more}steps: [{ read: true }]\n` })
    expect(faults[0]).toMatch(/^\d+:\d+ variables\.v[67]: with its variables it has more than 4,000,000 characters$/)
  })
})

it("of very many faults, the first hundred are told", async () => {
  const steps = Array.from({ length: 150 }, () => "  - {}\n").join("")
  const folder = folderOf({ "a.yaml": `name: a\nsteps:\n${steps}` })
  const failure = await Effect.runPromise(Effect.flip(load(join(folder, "a.yaml"))))
  const lines = failure.message.split("\n")
  expect([lines.length, lines.at(-1), failure.faults.length]).toEqual([101, "… and 50 more", 150])
})
