/** Checks the model against sentences of the specification, independently of the service. */
import { readdirSync, readFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { generator } from "../../src/generate/Generate.ts"
import * as Chance from "../../src/model/Chance.ts"
import { Model } from "../../src/model/Model.ts"
import { formFaults } from "../../src/model/ModelForm.ts"
import { RULES } from "../../src/model/ModelRules.ts"
import { DailyBudget, ModelWindows } from "../../src/model/ModelWindows.ts"
import { makeWorld } from "../../src/model/RandomWorld.ts"
import { predict } from "../../src/predict/Predict.ts"

const SOURCES = ["model", "predict", "generate", "random"].map((room) =>
  resolve(import.meta.dirname, "../../src", room)
)

const SIZE = { users: 6, guilds: 2, storage: "memory", keeps_windows: false } as const

const world = (seed: number) => makeWorld(Chance.make(seed), SIZE)

const drawn = (seed: number, count: number) => {
  const chance = Chance.make(seed)
  const model = new Model(world(seed))
  const next = generator(chance, { crashes: true })
  const operations = Array.from({ length: count }, (_, i) => {
    const operation = next(model, i + 1)
    return { operation, predicted: predict(model, operation) }
  })
  return { operations, model }
}

describe("the model", () => {
  it("takes nothing of the service, not even its table of limits", () => {
    const imports = SOURCES.flatMap((room) =>
      readdirSync(room).flatMap((file) =>
        Array.from(readFileSync(join(room, file), "utf8").matchAll(/from "([^"]+)"/g), ([, name]) => name)
      )
    )
    assert.include(imports, "./ModelLimits.ts")
    // What measures real time decides nothing.
    const free = /^@backlot\/(?:scenario\/|player\/|domain\/base\/Elapsed$)/
    assert.deepStrictEqual(
      imports.filter((name) => name?.startsWith("@backlot/") && !free.test(name)),
      []
    )
  })

  it("says the same of the same seed, and something else of another", () => {
    const text = (seed: number) => JSON.stringify(drawn(seed, 200).operations)
    assert.strictEqual(text(5), text(5))
    assert.notStrictEqual(text(5), text(6))
  })

  it("keeps rate-limit windows over the end of a server only where others go on", () => {
    const left = [false, true].map((keeps_windows) => {
      const model = new Model(makeWorld(Chance.make(1), { ...SIZE, keeps_windows }))
      model.windows.count("1", 50, undefined, 0, true)
      predict(model, { kind: "kill server", number: 1 })
      return model.windows.count("1", 50, undefined, 0, true).remaining
    })
    assert.deepStrictEqual(left, [49, 48])
  })

  it("decides by each of its rules within a few worlds", () => {
    const decided = new Set(Array.from({ length: 12 }, (_, seed) => [...drawn(seed, 600).model.rules.keys()]).flat())
    assert.deepStrictEqual(
      RULES.filter((rule) => !decided.has(rule)),
      []
    )
  })
})

describe("daily creates", () => {
  it("200 per day, then one more each 432 seconds", () => {
    const budget = new DailyBudget()
    const create = (now_ms: number, creates = 1) => budget.charge("a", creates, { now_ms })
    assert.isTrue(create(0, 200))
    assert.isFalse(create(0))
    assert.isFalse(create(431_999))
    assert.isTrue(create(432_000))
    assert.isFalse(create(432_000))
    assert.isTrue(budget.charge("b", 1, { now_ms: 0 }))
  })

  it("are all charged, or none", () => {
    const budget = new DailyBudget()
    assert.isTrue(budget.charge("a", 199, { now_ms: 0 }))
    assert.isFalse(budget.charge("a", 2, { now_ms: 0 }))
    assert.isTrue(budget.charge("a", 1, { now_ms: 0 }))
  })
})

describe("windows", () => {
  it("begin with their first request and end later", () => {
    const windows = new ModelWindows()
    const count = (now_ms: number) => windows.count("a", 2, undefined, now_ms, true)
    assert.deepInclude(count(500), { refused: false, remaining: 1 })
    assert.deepInclude(count(1_499), { refused: false, remaining: 0 })
    assert.deepInclude(count(1_499), { refused: true, global: true })
    assert.deepInclude(count(1_500), { refused: false, remaining: 1 })
  })
})

describe("a body", () => {
  const [first, second] = world(1).model().applications
  const chat = { name: "adopt", description: "Adopts a pet" }
  const faults = (body: object, application = first) =>
    application === undefined ? [] : formFaults({ ...body }, { application, guild_id: undefined, type: 1 })
  const option = { type: 3, name: "animal", description: "Which" }

  it.each<readonly [string, object, ReadonlyArray<string | number>]>([
    ["a name has no capital letters", { ...chat, name: "Adopt" }, ["name"]],
    ["a description has 100 characters at most", { ...chat, description: "x".repeat(101) }, ["description"]],
    [
      "required options come first",
      { ...chat, options: [option, { ...option, name: "b", required: true }] },
      ["options", 1]
    ],
    ["option names are unique", { ...chat, options: [option, option] }, ["options", 1]],
    [
      "choices and autocomplete exclude each other",
      { ...chat, options: [{ ...option, autocomplete: true, choices: [{ name: "Dog", value: "dog" }] }] },
      ["options", 0]
    ],
    [
      "a group does not stand in a group",
      { ...chat, options: [{ ...option, type: 2, options: [{ ...option, type: 2 }] }] },
      ["options", 0, "options", 0]
    ]
  ])("%s", (_, body, path) => assert.deepInclude(faults(body), path))

  it("that keeps all rules has no fault", () => assert.deepStrictEqual(faults({ ...chat, options: [option] }), []))

  it("apps with discovery enabled cannot contain age-restricted commands", () => {
    assert.deepStrictEqual(faults({ ...chat, nsfw: true }, second), [["nsfw"]])
    assert.deepStrictEqual(faults({ ...chat, nsfw: true }), [])
  })
})
