import { dirname } from "node:path"
import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { loaded } from "./Files.ts"

const stepsOf = (files: Parameters<typeof loaded>[0]) =>
  Effect.map(loaded(files), ({ scenarios }) => scenarios[0]?.steps ?? [])

describe("a fragment", () => {
  it.effect("is spread out where it is run; its steps have their own places, and know who ran them", () =>
    Effect.gen(function* () {
      const text = `
  name: a
  fragments:
    adopt:
      - use: "/adopt animal:\${animal}"
      - press: confirm
  steps:
    - say: hello
    - run: adopt
      name: adopt a dog
      with: { animal: Dog }
    - run: adopt
      with: { animal: Cat }
  `
      const steps = yield* stepsOf({ "a.yaml": text })
      expect(
        steps.map(({ step, place: { line }, via }) => [
          step,
          line,
          via?.map((one) => [one.fragment, one.name, one.place.line])
        ])
      ).toEqual([
        [{ say: "hello" }, 8, undefined],
        [{ use: "/adopt animal:Dog" }, 5, [["adopt", "adopt a dog", 9]]],
        [{ press: "confirm" }, 6, [["adopt", "adopt a dog", 9]]],
        [{ use: "/adopt animal:Cat" }, 5, [["adopt", undefined, 12]]],
        [{ press: "confirm" }, 6, [["adopt", undefined, 12]]]
      ])
    })
  )

  it.effect("begins as who runs it, where they are; what is expected beside run is a step of its own", () =>
    Effect.gen(function* () {
      const text = `
  name: a
  fragments: { two: [{ read: 1 }, { as: carol, read: 2 }] }
  steps: [{ run: two, as: bob, in: general, expect: { messages: [] }, capture: { it: "messages[0].id" } }, { erase: "\${it}" }]
  `
      expect((yield* stepsOf({ "a.yaml": text })).map(({ step }) => step)).toEqual([
        { as: "bob", in: "general", read: 1 },
        { as: "carol", read: 2 },
        { expect: { messages: [] }, capture: { it: "messages[0].id" } },
        { erase: "${it}" }
      ])
    })
  )

  it.effect("captures for those who run it", () =>
    Effect.gen(function* () {
      const text = `
  name: a
  fragments: { one: [{ read: 1, capture: { it: "messages[0].id" } }] }
  steps: [{ run: one, expect: { messages: [{ id: "\${it}" }] } }]
  `
      const [, step] = yield* stepsOf({ "a.yaml": text })
      expect(step?.step).toEqual({ expect: { messages: [{ id: "${it}" }] } })
      expect(step?.via).toBeUndefined()
    })
  )

  it.effect("can run others, and has only the variables that it is given and those of the scenario", () =>
    Effect.gen(function* () {
      const text = `
  name: a
  variables: { who: alice }
  fragments:
    outer: [{ run: inner, with: { text: "\${text}, \${who}", pet: "\${pet}" } }]
    inner: [{ as: "\${who}", say: "\${text} \${pet.name}" }]
  steps: [{ read: true, capture: { it: body } }, { run: outer, with: { text: hello, pet: "\${it.pet}" } }]
  `
      const [, step] = yield* stepsOf({ "a.yaml": text })
      expect(step?.step).toEqual({ as: "alice", say: "hello, alice ${it.pet.name}" })
      expect(step?.via?.map(({ fragment }) => fragment)).toEqual(["outer", "inner"])
    })
  )

  it.effect("can come from an imported file, which has variables of its own and imports others", () =>
    Effect.gen(function* () {
      const files = {
        "a.yaml": "name: a\nimport: [lib/one.yaml]\nsteps: [{ run: one, with: { text: hi } }]",
        "lib/one.yaml":
          "import: [two.json]\nvariables: { who: bob }\nfragments: { one: [{ as: '${who}', say: '${text}' }, { run: two }] }",
        "lib/two.json": '{ "import": ["one.yaml"], "fragments": { "two": [{ "read": true }] } }'
      }
      const { scenarios, sources, file } = yield* loaded(files)
      const folder = dirname(file)
      expect(scenarios[0]?.steps.map(({ step, place, via }) => [step, place, via?.length])).toEqual([
        [{ as: "bob", say: "hi" }, { file: `${folder}/lib/one.yaml`, line: 3, column: 20 }, 1],
        [{ read: true }, { file: `${folder}/lib/two.json`, line: 1, column: 50 }, 2]
      ])
      expect(sources).toEqual([file, `${folder}/lib/one.yaml`, `${folder}/lib/two.json`])
    })
  )

  it.effect("may stand in a file that has nothing to play itself", () =>
    Effect.gen(function* () {
      const { scenarios } = yield* loaded({ "a.yaml": "fragments: { one: [{ read: true }] }" })
      expect(scenarios).toEqual([])
    })
  )

  it.effect("brings files along from beside the file that it stands in", () =>
    Effect.gen(function* () {
      const files = {
        "a.yaml":
          "name: a\nimport: [lib/one.yaml]\nsteps: [{ run: one }, { say: { attachments: [{ path: cat.png }] } }]",
        "lib/one.yaml": "fragments: { one: [{ say: { attachments: [{ path: dog.png }, { text: x }] } }] }",
        "lib/dog.png": "",
        "cat.png": ""
      }
      const { scenarios, file } = yield* loaded(files)
      expect(scenarios[0]?.steps.map(({ step }) => step)).toEqual([
        { say: { attachments: [{ path: `${dirname(file)}/lib/dog.png` }, { text: "x" }] } },
        { say: { attachments: [{ path: `${dirname(file)}/cat.png` }] } }
      ])
    })
  )
})
