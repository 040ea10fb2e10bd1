import { dirname } from "node:path"
import { describe, expect, it } from "vitest"
import { faultsOf, loaded } from "./Files.ts"

const only = async (...given: Parameters<typeof loaded>) => {
  const [scenario, ...others] = (await loaded(...given)).scenarios
  expect(others).toEqual([])
  if (scenario === undefined) throw new Error("there is no scenario")
  return scenario
}

const steps = async (...given: Parameters<typeof loaded>) => (await only(...given)).steps.map(({ step }) => step)

describe("a scenario file", () => {
  it.each([
    ["a.yaml", "name: ping\nsteps:\n  - as: alice\n    use: /ping\n", [3, 5]],
    ["a.yml", "name: ping\nsteps: [{ as: alice, use: /ping }]\n", [2, 9]],
    ["a.json", '{ "name": "ping",\n  "steps": [{ "as": "alice", "use": "/ping" }] }', [2, 13]],
    ["a.mjs", 'export default { name: "ping",\n  steps: [{ as: "alice", use: "/ping" }] }', [2, 11]],
    ["a.ts", 'const n: string = "ping"\nexport default { name: n, steps: [{ as: "alice", use: "/ping" }] }', [2, 35]]
  ])("may be %s: %s", async (name, text, [line, column]) => {
    const { file, steps, ...scenario } = await only({ [name]: text })
    expect(scenario.name).toBe("ping")
    expect(steps).toEqual([
      { step: { as: "alice", use: "/ping" }, place: { file, line, column }, locate: expect.any(Function) }
    ])
  })

  it("says of itself what chooses it", async () => {
    const text = "name: a\ntags: [slow, pets]\nonly: true\nsteps: [{ read: true }]\n"
    expect(await only({ "a.yaml": text })).toMatchObject({ tags: ["slow", "pets"], only: true })
    expect(await only({ "a.yaml": "name: a\nsteps: [{ read: true }]" })).toMatchObject({ tags: [], only: false })
  })

  it("has the world's value, from a file beside it or written in it", async () => {
    const world = { users: [{ id: "1", username: "alice" }] }
    const inFile = "name: a\nworld: worlds/w.yaml\nsteps: [{ read: true }]\n"
    const { scenarios, sources, file } = await loaded({ "a.yaml": inFile, "worlds/w.yaml": JSON.stringify(world) })
    expect(scenarios[0]?.world).toEqual(world)
    expect(sources).toEqual([file, `${dirname(file)}/worlds/w.yaml`])
    expect((await only({ "a.json": JSON.stringify({ name: "a", world, steps: [{ read: true }] }) })).world).toEqual(
      world
    )
    expect((await only({ "a.yaml": "name: a\nsteps: [{ read: true }]" })).world).toBeUndefined()
  })

  it("leaves a world's texts as they are", async () => {
    const world = { users: [{ username: "${x}" }] }
    expect((await only({ "a.json": JSON.stringify({ name: "a", world, steps: [{ read: true }] }) })).world).toEqual(
      world
    )
  })
})

describe("variables", () => {
  it("are put in place, and keep their types", async () => {
    const text = `
name: a
variables: { who: alice, dog: { name: Rex, age: 3 }, said: "\${who} says \${dog.name}" }
steps:
  - { as: "\${who}", say: "\${said}, $\${who}", expect: { body: "\${dog}", code: "\${dog.age}" } }
`
    expect(await steps({ "a.yaml": text })).toEqual([
      { as: "alice", say: "alice says Rex, $${who}", expect: { body: { name: "Rex", age: 3 }, code: 3 } }
    ])
  })

  it("are texts where a text is wanted", async () => {
    const text =
      'name: "${n}"\nvariables: { n: 5 }\nsteps: [{ say: "${n}", as: "${n}", use: { command: x, options: { a: "${n}" } } }]'
    // Two acts; the fault is not about the types of their values.
    expect(await faultsOf({ "a.yaml": text })).toEqual([expect.stringContaining("a step has one act")])
    const sound =
      'name: "${n}"\nvariables: { n: 5 }\nsteps: [{ as: "${n}", use: { command: x, options: { a: "${n}" } } }]'
    expect(await only({ "a.yaml": sound })).toMatchObject({
      name: "5",
      steps: [{ step: { as: "5", use: { options: { a: 5 } } } }]
    })
  })

  it("whose texts look like variables are not taken for them", async () => {
    const text = "name: a\nvariables: { odd: '$${who}', who: bob }\nsteps: [{ say: '${odd} ${who}', as: '${odd}' }]"
    expect(await steps({ "a.yaml": text })).toEqual([{ say: "$${who} bob", as: "$${who}" }])
  })

  it("of the command line come before those of the file", async () => {
    const text =
      "name: a\nvariables: { who: alice, at: general }\nsteps: [{ as: '${who}', in: '${at}', say: '${more}' }]"
    const options = { variables: { who: "${bob}", more: "x" } }
    const table = "name: a\nexamples: [{ who: carol }]\nsteps: [{ as: '${who}', say: hi }]"
    expect((await only({ "a.yaml": table }, options)).variables).toMatchObject({ who: "carol" })
    expect(await steps({ "a.yaml": text }, options)).toEqual([{ as: "$${bob}", in: "general", say: "x" }])
    expect((await only({ "a.yaml": text }, options)).variables).toEqual({ who: "${bob}", at: "general", more: "x" })
  })

  it("are put in place in what starts the app, too", async () => {
    const text = `
name: a
variables: { app: bot.mjs, wait: 3 }
app: { command: "node \${app} $\${PORT}", env: { WAIT: "\${wait}" }, ready: { within: "\${wait}s", commands: "\${wait}" } }
steps: [{ read: true }]
`
    expect((await only({ "a.yaml": text })).scenario.app).toEqual({
      command: "node bot.mjs ${PORT}",
      env: { WAIT: "3" },
      ready: { within: "3s", commands: 3 }
    })
  })

  it("that are captured stay for the player", async () => {
    const text = `
name: a
variables: { who: alice }
steps:
  - { as: "\${who}", use: /ping, capture: { ping: message } }
  - { press: x, on: "\${ping.id}", expect: { message: { content: "\${who} \${ping.content}" } } }
  - { read: "\${ping.count}" }
`
    expect((await steps({ "a.yaml": text })).slice(1)).toEqual([
      { press: "x", on: "${ping.id}", expect: { message: { content: "alice ${ping.content}" } } },
      { read: "${ping.count}" }
    ])
  })
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
  it("makes a scenario of each row, whose columns are variables", async () => {
    const { scenarios } = await loaded({ "a.yaml": table("adopt") })
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

  it("may be named by its columns", async () => {
    const { scenarios } = await loaded({ "a.yaml": table('"adopt a ${animal}"') })
    expect(scenarios.map(({ name }) => name)).toEqual(["adopt a Dog", "adopt a Cat"])
  })

  it("may have equal rows, which names tell apart", async () => {
    const text = "name: a\nexamples: [{ n: 1 }, { n: 1 }]\nsteps: [{ read: true }]"
    expect((await loaded({ "a.yaml": text })).scenarios.map(({ name }) => name)).toEqual(["a (n: 1)", "a (n: 1) #2"])
  })

  it("may choose the world", async () => {
    const text = "name: a\nworld: ${size}.json\nexamples: [{ size: big }, { size: small }]\nsteps: [{ read: true }]"
    const { scenarios, sources } = await loaded({ "a.yaml": text, "big.json": '{"users":[]}', "small.json": "{}" })
    expect(scenarios.map(({ world }) => world)).toEqual([{ users: [] }, {}])
    expect(sources).toHaveLength(3)
  })
})
