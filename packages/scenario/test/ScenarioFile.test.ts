import { dirname } from "node:path"
import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { faultsOf, loaded } from "./Files.ts"

const only = Effect.fnUntraced(function* (...given: Parameters<typeof loaded>) {
  const [scenario, ...others] = (yield* loaded(...given)).scenarios
  expect(others).toEqual([])
  if (scenario === undefined) throw new Error("there is no scenario")
  return scenario
})

const steps = (...given: Parameters<typeof loaded>) =>
  Effect.map(only(...given), ({ steps }) => steps.map(({ step }) => step))

describe("a scenario file", () => {
  it.effect.each([
    ["a.yaml", "name: ping\nsteps:\n  - as: alice\n    use: /ping\n", [3, 5]],
    ["a.yml", "name: ping\nsteps: [{ as: alice, use: /ping }]\n", [2, 9]],
    ["a.json", '{ "name": "ping",\n  "steps": [{ "as": "alice", "use": "/ping" }] }', [2, 13]],
    ["a.mjs", 'export default { name: "ping",\n  steps: [{ as: "alice", use: "/ping" }] }', [2, 11]],
    ["a.ts", 'const n: string = "ping"\nexport default { name: n, steps: [{ as: "alice", use: "/ping" }] }', [2, 35]]
  ] as const)("may be %s: %s", ([name, text, [line, column]]) =>
    Effect.gen(function* () {
      const { file, steps, ...scenario } = yield* only({ [name]: text })
      expect(scenario.name).toBe("ping")
      expect(steps).toEqual([
        { step: { as: "alice", use: "/ping" }, place: { file, line, column }, locate: expect.any(Function) }
      ])
    })
  )

  it.effect("says of itself what chooses it", () =>
    Effect.gen(function* () {
      const text = "name: a\ntags: [slow, pets]\nonly: true\nsteps: [{ read: true }]\n"
      expect(yield* only({ "a.yaml": text })).toMatchObject({ tags: ["slow", "pets"], only: true })
      expect(yield* only({ "a.yaml": "name: a\nsteps: [{ read: true }]" })).toMatchObject({ tags: [], only: false })
    })
  )

  it.effect("has the world's value, from a file beside it or written in it", () =>
    Effect.gen(function* () {
      const world = { users: [{ id: "1", username: "alice" }] }
      const inFile = "name: a\nworld: worlds/w.yaml\nsteps: [{ read: true }]\n"
      const { scenarios, sources, file } = yield* loaded({ "a.yaml": inFile, "worlds/w.yaml": JSON.stringify(world) })
      expect(scenarios[0]?.world).toEqual(world)
      expect(sources).toEqual([file, `${dirname(file)}/worlds/w.yaml`])
      expect((yield* only({ "a.json": JSON.stringify({ name: "a", world, steps: [{ read: true }] }) })).world).toEqual(
        world
      )
      expect((yield* only({ "a.yaml": "name: a\nsteps: [{ read: true }]" })).world).toBeUndefined()
    })
  )

  it.effect("leaves a world's texts as they are", () =>
    Effect.gen(function* () {
      const world = { users: [{ username: "${x}" }] }
      expect((yield* only({ "a.json": JSON.stringify({ name: "a", world, steps: [{ read: true }] }) })).world).toEqual(
        world
      )
    })
  )
})

describe("variables", () => {
  it.effect("are put in place, and keep their types", () =>
    Effect.gen(function* () {
      const text = `
  name: a
  variables: { who: alice, dog: { name: Rex, age: 3 }, said: "\${who} says \${dog.name}" }
  steps:
    - { as: "\${who}", say: "\${said}, $\${who}", expect: { body: "\${dog}", code: "\${dog.age}" } }
  `
      expect(yield* steps({ "a.yaml": text })).toEqual([
        { as: "alice", say: "alice says Rex, $${who}", expect: { body: { name: "Rex", age: 3 }, code: 3 } }
      ])
    })
  )

  it.effect("are texts where a text is wanted", () =>
    Effect.gen(function* () {
      const text =
        'name: "${n}"\nvariables: { n: 5 }\nsteps: [{ say: "${n}", as: "${n}", use: { command: x, options: { a: "${n}" } } }]'
      // Two acts; the fault is not about the types of their values.
      expect(yield* faultsOf({ "a.yaml": text })).toEqual([expect.stringContaining("a step has one act")])
      const sound =
        'name: "${n}"\nvariables: { n: 5 }\nsteps: [{ as: "${n}", use: { command: x, options: { a: "${n}" } } }]'
      expect(yield* only({ "a.yaml": sound })).toMatchObject({
        name: "5",
        steps: [{ step: { as: "5", use: { options: { a: 5 } } } }]
      })
    })
  )

  it.effect("whose texts look like variables are not taken for them", () =>
    Effect.gen(function* () {
      const text = "name: a\nvariables: { odd: '$${who}', who: bob }\nsteps: [{ say: '${odd} ${who}', as: '${odd}' }]"
      expect(yield* steps({ "a.yaml": text })).toEqual([{ say: "$${who} bob", as: "$${who}" }])
    })
  )

  it.effect("of the command line come before those of the file", () =>
    Effect.gen(function* () {
      const text =
        "name: a\nvariables: { who: alice, at: general }\nsteps: [{ as: '${who}', in: '${at}', say: '${more}' }]"
      const options = { variables: { who: "${bob}", more: "x" } }
      const table = "name: a\nexamples: [{ who: carol }]\nsteps: [{ as: '${who}', say: hi }]"
      expect((yield* only({ "a.yaml": table }, options)).variables).toMatchObject({ who: "carol" })
      expect(yield* steps({ "a.yaml": text }, options)).toEqual([{ as: "$${bob}", in: "general", say: "x" }])
      expect((yield* only({ "a.yaml": text }, options)).variables).toEqual({ who: "${bob}", at: "general", more: "x" })
    })
  )

  it.effect("are put in place in what starts the app, too", () =>
    Effect.gen(function* () {
      const text = `
  name: a
  variables: { app: bot.mjs, wait: 3 }
  app: { command: "node \${app} $\${PORT}", env: { WAIT: "\${wait}" }, ready: { within: "\${wait}s", commands: "\${wait}" } }
  steps: [{ read: true }]
  `
      expect((yield* only({ "a.yaml": text })).scenario.app).toEqual({
        command: "node bot.mjs ${PORT}",
        env: { WAIT: "3" },
        ready: { within: "3s", commands: 3 }
      })
    })
  )

  it.effect("that are captured stay for the player", () =>
    Effect.gen(function* () {
      const text = `
  name: a
  variables: { who: alice }
  steps:
    - { as: "\${who}", use: /ping, capture: { ping: message } }
    - { press: x, on: "\${ping.id}", expect: { message: { content: "\${who} \${ping.content}" } } }
    - { read: "\${ping.count}" }
  `
      expect((yield* steps({ "a.yaml": text })).slice(1)).toEqual([
        { press: "x", on: "${ping.id}", expect: { message: { content: "alice ${ping.content}" } } },
        { read: "${ping.count}" }
      ])
    })
  )
})

describe("a table of examples", () => {
  const table = (name: string) => `
name: ${name}
variables: { greeting: "hello \${animal}" }
examples:
  - { animal: Dog, count: 1 }
  - { animal: Cat, count: 2 }
steps: [{ say: "\${greeting}", expect: { code: "\${count}" } }]
`
  it.effect("makes a scenario of each row, whose columns are variables", () =>
    Effect.gen(function* () {
      const { scenarios } = yield* loaded({ "a.yaml": table("adopt") })
      expect(scenarios.map(({ name, example, steps }) => [name, example, steps[0]?.step])).toEqual([
        [
          "adopt (animal: Dog, count: 1)",
          { row: 0, values: { animal: "Dog", count: 1 } },
          { say: "hello Dog", expect: { code: 1 } }
        ],
        [
          "adopt (animal: Cat, count: 2)",
          { row: 1, values: { animal: "Cat", count: 2 } },
          { say: "hello Cat", expect: { code: 2 } }
        ]
      ])
    })
  )

  it.effect("may be named by its columns", () =>
    Effect.gen(function* () {
      const { scenarios } = yield* loaded({ "a.yaml": table('"adopt a ${animal}"') })
      expect(scenarios.map(({ name }) => name)).toEqual(["adopt a Dog", "adopt a Cat"])
    })
  )

  it.effect("may have equal rows, which names tell apart", () =>
    Effect.gen(function* () {
      const text = "name: a\nexamples: [{ n: 1 }, { n: 1 }]\nsteps: [{ read: true }]"
      expect((yield* loaded({ "a.yaml": text })).scenarios.map(({ name }) => name)).toEqual(["a (n: 1)", "a (n: 1) #2"])
    })
  )

  it.effect("may choose the world", () =>
    Effect.gen(function* () {
      const text = "name: a\nworld: ${size}.json\nexamples: [{ size: big }, { size: small }]\nsteps: [{ read: true }]"
      const { scenarios, sources } = yield* loaded({ "a.yaml": text, "big.json": '{"users":[]}', "small.json": "{}" })
      expect(scenarios.map(({ world }) => world)).toEqual([{ users: [] }, {}])
      expect(sources).toHaveLength(3)
    })
  )
})
