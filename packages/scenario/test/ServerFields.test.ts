/** Fields of a scenario about its server and its clocks. */
import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { faultsOf, loaded } from "./Files.ts"

const file = (field: string) => ({ "a.yaml": `name: a\n${field}\nsteps:\n  - { say: hi }\n` })

it.effect.each([
  ["clock: forzen", `2:1 clock: "forzen" is not one of real, frozen; did you mean frozen?`],
  ["ids: clok", `2:1 ids: "clok" is not one of wall, clock; did you mean clock?`],
  ["limits: enforced", `2:1 limits: "enforced" is not one of enforce, observe, off; did you mean enforce?`],
  ["storage: disk", `2:1 storage: "disk" is not one of memory, file`],
  ["seed: 1.5", "2:1 seed: 1.5 is not allowed: a seed is a whole number from 0 on"],
  ["seed: -1", "2:1 seed: -1 is not allowed: a seed is a whole number from 0 on"],
  ["seed: seven", "2:1 seed: must be a number, not a text"],
  ["app: { command: a, clock: servce }", "2:20 app.clock: must be service"]
] as const)("%s is a fault at its place", ([field, told]) =>
  Effect.gen(function* () {
    expect(yield* faultsOf(file(field))).toEqual([told])
  })
)

it.effect("all of them are read", () =>
  Effect.gen(function* () {
    const fields = "clock: frozen\nids: clock\nlimits: off\nstorage: file\nseed: 7\napp: { command: a, clock: service }"
    const scenarios = yield* loaded(file(fields))
    expect(JSON.stringify(scenarios)).toContain('"seed":7')
  })
)
