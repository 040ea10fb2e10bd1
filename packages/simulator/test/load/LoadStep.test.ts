import type { Step } from "@backlot/scenario/Step"
import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { isCalled, loadSteps } from "../../src/load/LoadStep.ts"
import { steps } from "./Reports.ts"

const faults = (...written: ReadonlyArray<Step>) =>
  Result.match(steps([{ as: "alice", in: "general", use: "/adopt" }, ...written]), {
    onSuccess: () => [],
    onFailure: (all) => all.map(({ path, message }) => `${path}: ${message}`)
  })

describe("steps of a load", () => {
  it("know who acts and where from the steps before, and are told as sentences", () => {
    const [use, press] = Result.getOrThrow(steps())
    assert.deepInclude(use, { number: 1, act: "use", title: "alice in #general uses /adopt animal:Dog", isOpen: false })
    assert.deepInclude(press, { number: 2, as: "alice", in: "general", title: "confirm it", said: "press:confirm" })
  })

  it("are called by their name, their act, or the beginning of what is written", () => {
    const [use] = Result.getOrThrow(steps())
    assert.isDefined(use)
    const called = (word: string) => use !== undefined && isCalled(use, word)
    assert.isTrue(called("use") && called("use:/adopt") && called("alice in #general uses /adopt animal:Dog"))
    assert.isFalse(called("press") || called("use:/feed") || called("/adopt"))
  })

  it("with variables are read anew in every play", () => {
    const [, step] = Result.getOrThrow(steps([{ as: "*", in: "general", use: "/adopt" }, { use: "/adopt name:${vu}" }]))
    assert.deepInclude(step, { isOpen: true, as: "*" })
  })

  const played: ReadonlyArray<Step> = [
    { type: "/adopt animal:d" },
    { menu: "Praise", on: "bob" },
    { picker: "ad" },
    { press: "confirm", on: "last" },
    { select: "color", values: "red" },
    { submit: { name: "Rex" } },
    { say: "hello" },
    { read: true },
    { app: { get: "/users/@me" } },
    { wait: "200ms" }
  ]
  for (const step of played)
    it(`may be ${Object.keys(step)[0]}`, () => {
      assert.deepStrictEqual(faults(step), [])
    })

  const refused: ReadonlyArray<readonly [Step, RegExp]> = [
    [{ advance: "15m" }, /^steps\[1\]: `advance` is not played under load: it moves the clock for everybody who plays/],
    [{ world: { patch: "/users/alice" } }, /it changes the world for everybody/],
    [{ server: "kill" }, /it stops the server for everybody/],
    [{ erase: "last" }, /`erase` is not played under load: only use, type, .* wait are/],
    [{ wait: { message: "hello" } }, /under load `wait` takes a duration/],
    [{ expect: { state: "responded" } }, /write `expect` into the step that it is about/],
    [{ use: "/adopt", expect: { seen_by: ["bob"] } }, /`expect\.seen_by` takes further requests/]
  ]
  for (const [step, message] of refused)
    it(`may not be ${JSON.stringify(step)}`, () => {
      assert.match(faults(step).join("\n"), message)
    })

  it("say who acts, where, and do something", () => {
    const told = (written: ReadonlyArray<Step>) =>
      Result.match(steps(written), {
        onSuccess: () => "",
        onFailure: (all) => all.map((one) => one.message).join("; ")
      })
    assert.match(told([{ use: "/adopt" }]), /it has no user: write `as`, .*; it has no channel: write `in`/)
    assert.match(told([{ wait: "1s" }]), /no step sends anything/)
  })

  it("are refused with their place in the file", () => {
    const read = loadSteps({ steps: [{ step: { advance: "1s" }, place: { file: "/a.yaml", line: 7, column: 5 } }] })
    assert.deepInclude(Result.isFailure(read) ? read.failure[0]?.place : undefined, { line: 7, column: 5 })
  })
})
