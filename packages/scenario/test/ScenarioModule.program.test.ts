import { mkdirSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { load } from "../src/file/ScenarioFile.ts"
import { type Files, faultsOf, folderOf, loaded } from "./Files.ts"
import { inNode } from "./NodeProcess.ts"

describe("a scenario in a module", () => {
  it.effect("may match by functions and patterns of its own", () =>
    Effect.gen(function* () {
      const text = `
  import { scenario } from "@backlot/scenario/Scenario"
  export default scenario({
    name: "a",
    examples: [{ animal: "Dog" }],
    steps: [{ use: "/adopt animal:\${animal}", expect: { message: { content: /Rex/ }, code: (code) => code > 1 } }]
  })
  `.replace("\\$", "$")
      const folder = folderOf({ "a.ts": text })
      // As an installation has it.
      mkdirSync(join(folder, "node_modules/@backlot"), { recursive: true })
      symlinkSync(join(import.meta.dirname, ".."), join(folder, "node_modules/@backlot/scenario"))
      const [scenario] = (yield* load(join(folder, "a.ts"))).scenarios
      const [{ step } = { step: {} }] = scenario?.steps ?? []
      expect(step).toEqual({
        use: "/adopt animal:${animal}".replace("${animal}", "Dog"),
        expect: { message: { content: /Rex/ }, code: expect.any(Function) }
      })
    })
  )

  it.effect("leaves out what is undefined", () =>
    Effect.gen(function* () {
      const text = "export default { name: 'a', world: undefined, steps: [{ read: true, as: undefined }] }"
      const [scenario] = (yield* loaded({ "a.mjs": text })).scenarios
      expect(scenario?.steps[0]?.step).toStrictEqual({ read: true })
      expect(scenario?.scenario).not.toHaveProperty("world")
    })
  )

  it.effect("may wait for what it needs, and may be a promise", () =>
    Effect.gen(function* () {
      const text = "export default Promise.resolve({ name: await Promise.resolve('a'), steps: [{ read: true }] })"
      expect((yield* loaded({ "a.mjs": text })).scenarios[0]?.name).toBe("a")
    })
  )

  it.effect("may import fragments and worlds that are modules too", () =>
    Effect.gen(function* () {
      const files = {
        "a.yaml": "name: a\nworld: world.ts\nimport: [lib.ts]\nsteps: [{ run: one }]",
        "world.ts": "export default { users: [] }",
        "lib.ts": "export default { fragments: { one: [{ read: true }] } }"
      }
      const [scenario] = (yield* loaded(files)).scenarios
      expect([scenario?.world, scenario?.steps[0]?.step]).toEqual([{ users: [] }, { read: true }])
    })
  )

  it.effect("is run anew once its text has changed", () =>
    Effect.gen(function* () {
      const file = join(folderOf({ "a.mjs": "export default { name: 'old', steps: [{ read: true }] }" }), "a.mjs")
      const name = Effect.map(load(file), ({ scenarios }) => scenarios[0]?.name)
      expect(yield* name).toBe("old")
      writeFileSync(file, "export default { name: 'new', steps: [{ read: true }] }")
      expect(yield* name).toBe("new")
    })
  )

  const broken: ReadonlyArray<readonly [what: string, files: Files, fault: string]> = [
    [
      "has a fault in a variable of the file",
      { "a.mjs": 'const steps = [\n  { us: "/ping" }\n]\nexport default { name: "a", steps }' },
      "2:5 steps[0].us: unknown field; did you mean use?"
    ],
    [
      "has a function where none may be",
      { "a.mjs": "export default { name: 'a', steps: [{ say: () => 'x' }] }" },
      "1:39 steps[0].say: must be a text or an object, not a function"
    ],
    [
      "has a pattern where none may be",
      { "a.mjs": "export default { name: 'a', steps: [{ press: /x/ }] }" },
      "1:39 steps[0].press: must be a text, not a pattern"
    ],
    [
      "has an object of a class",
      { "a.mjs": "export default { name: 'a', steps: [{ submit: new Map() }] }" },
      "1:39 steps[0].submit: must be an object, not an object of a class"
    ],
    [
      "has no default export",
      { "a.mjs": "export const a = 1" },
      "1:1 it has no default export; write export default scenario({ … })"
    ],
    ["is a list", { "a.mjs": "export default []" }, "1:16 a scenario is an object with name and steps"],
    ["does not parse", { "a.ts": "export default {\n  name: = 1\n}" }, "2:9 Unexpected token"],
    [
      "is nested without end",
      { "a.mjs": "const a = { name: 'a', steps: [] }\na.steps.push(a)\nexport default a" },
      "3:16 nested deeper than 48 levels"
    ],
    [
      "throws",
      { "a.mjs": "const a = 1\nthrow new TypeError('no luck')\nexport default a" },
      "2:7 it throws TypeError: no luck"
    ],
    [
      "imports what throws",
      { "a.mjs": "import { b } from './b.mjs'\nexport default b", "b.mjs": "export const b = 1\n\nb()" },
      "b.mjs:3:1 it throws TypeError: b is not a function"
    ],
    [
      "imports a module that is not there",
      { "a.mjs": "const a = 1\nimport { b } from './no.mjs'\nexport default b" },
      "2:19 it imports the module ./no.mjs, which does not exist"
    ]
  ]
  it.effect.each(broken)("is refused, with the place, where it %s", ([, files, fault]) =>
    Effect.gen(function* () {
      expect(yield* faultsOf(files)).toEqual([fault])
    })
  )

  // The test runner has its own module loader; Node itself runs people's files.
  describe("is refused by Node itself, with the place, where it", () => {
    const cases: ReadonlyArray<readonly [what: string, text: string, message: RegExp]> = [
      ["throws", "const a = 1\n\nboom()", /:3:1 it throws ReferenceError: boom is not defined$/],
      [
        "imports a module that is not there",
        "import './no.ts'",
        /:1:8 it imports the module \S*no\.ts, which does not exist$/
      ],
      [
        "imports a package that is not there",
        "import 'no-such'",
        /:1:8 it imports the package no-such, which does not exist$/
      ],
      [
        "imports what a module does not have",
        "import { x } from './b.ts'\nexport default x",
        /:1:1 The requested module '\.\/b\.ts' does not provide an export named 'x'$/
      ],
      ["has types that have code", "enum A { B }", /:1:1 TypeScript enum is not supported in strip-only mode$/],
      [
        "has a fault",
        "type A = string\nconst a: A = 'x'\nexport default { name: a, steps: [{ us: 'x' }] }",
        /:3:37 steps\[0\]\.us: unknown field; did you mean use\?$/
      ]
    ]
    const files = cases.map(([, text], index) => [`${index}.ts`, text] as const)
    const all = { ...Object.fromEntries(files), "b.ts": "export const y: number = 1" }
    // One process for all, because it is slow to start.
    let messages: Promise<ReadonlyArray<string>> | undefined

    it.each(cases.map(([what, , message], index) => [what, index, message] as const))(
      "%s",
      async (_, index, message) => {
        messages ??= told(all, cases.length)
        expect((await messages)[index]).toMatch(message)
      }
    )
  })
})

/** What a separate process reports of the first files, which are named by their numbers. */
const told = async (files: Files, count: number): Promise<ReadonlyArray<string>> => {
  const folder = folderOf({ ...files, "package.json": '{ "type": "module" }' })
  const said = await inNode(`
const told = (index) => Effect.map(Effect.flip(load(${JSON.stringify(folder)} + "/" + index + ".ts")), (it) => it.message)
console.log(JSON.stringify(await Effect.runPromise(Effect.forEach(Array(${count}).keys().toArray(), told))))`)
  return Schema.decodeUnknownSync(Schema.Array(Schema.String))(said)
}
