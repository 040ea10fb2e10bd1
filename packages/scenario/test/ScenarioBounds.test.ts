import { truncateSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { load } from "../src/file/ScenarioFile.ts"
import { faultsOf, folderOf } from "./Files.ts"

const faultsIn = (folder: string, name: string) =>
  Effect.map(Effect.flip(load(join(folder, name))), ({ faults }) =>
    faults.map(({ path, message }) => `${path}: ${message}`)
  )

describe("a file is refused, and nothing of it is read further,", () => {
  const sound = "name: a\nsteps: [{ read: true }]\n"

  it.effect.each([
    ["that is a scenario", "a.yaml", sound, ": it is larger than 64 MiB"],
    ["that is a module", "a.ts", "export default {}", ": it is larger than 64 MiB"],
    ["that is a world", "world.yaml", `${sound}world: world.yaml\n`, "world: it is larger than 64 MiB: world.yaml"],
    ["that has fragments", "lib.yaml", `${sound}import: [lib.yaml]\n`, "import[0]: it is larger than 64 MiB: lib.yaml"]
  ] as const)("%s, where it is too large", ([, name, text, fault]) =>
    Effect.gen(function* () {
      const folder = folderOf({ "a.yaml": text })
      writeFileSync(join(folder, name), name === "a.yaml" ? text : "")
      truncateSync(join(folder, name), 64 * 1024 * 1024 + 1)
      expect(yield* faultsIn(folder, name.startsWith("a.") ? name : "a.yaml")).toEqual([fault])
    })
  )

  it.effect("whose fragments multiply its steps", () =>
    Effect.gen(function* () {
      const times = (name: string) => `[${Array.from({ length: 30 }, () => `{ run: ${name} }`).join(", ")}]`
      const fragments = `fragments: { a: ${times("b")}, b: ${times("c")}, c: ${times("d")}, d: ${times("e")}, e: [{ read: true }] }`
      expect(yield* faultsOf({ "a.yaml": `name: a\n${fragments}\nsteps: [{ run: a }]\n` })).toEqual([
        "3:1 steps: with its fragments it has more than 20,000 steps"
      ])
    })
  )

  it.effect("whose examples multiply its steps", () =>
    Effect.gen(function* () {
      const rows = Array.from({ length: 300 }, (_, row) => `{ row: ${row} }`).join(", ")
      const steps = Array.from({ length: 200 }, () => "{ read: true }").join(", ")
      expect(yield* faultsOf({ "a.yaml": `name: a\nexamples: [${rows}]\nsteps: [${steps}]\n` })).toEqual([
        "2:1 examples: all rows together have more than 50,000 steps"
      ])
    })
  )

  it.effect.each([
    ["texts", "v0: xxxxxxxxxx", (name: string) => `"${name.repeat(10)}"`],
    ["values", "v0: [1]", (name: string) => `[${Array.from({ length: 10 }, () => `"${name}"`).join(", ")}]`]
  ] as const)("whose variables multiply %s", ([, first, times]) =>
    Effect.gen(function* () {
      const more = Array.from({ length: 9 }, (_, at) => `  v${at + 1}: ${times(`\${v${at}}`)}\n`).join("")
      const faults = yield* faultsOf({ "a.yaml": `name: a\nvariables:\n  ${first}\n${more}steps: [{ read: true }]\n` })
      expect(faults[0]).toMatch(/^\d+:\d+ variables\.v[67]: with its variables it has more than 4,000,000 characters$/)
    })
  )
})

it.effect("of very many faults, the first hundred are told", () =>
  Effect.gen(function* () {
    const steps = Array.from({ length: 150 }, () => "  - {}\n").join("")
    const folder = folderOf({ "a.yaml": `name: a\nsteps:\n${steps}` })
    const failure = yield* Effect.flip(load(join(folder, "a.yaml")))
    const lines = failure.message.split("\n")
    expect([lines.length, lines.at(-1), failure.faults.length]).toEqual([101, "… and 50 more", 150])
  })
)
