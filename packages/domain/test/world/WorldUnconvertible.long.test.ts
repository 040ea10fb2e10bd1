/** Objects that no conversion to text or number survives, at every place of a world and of its edits. */
import { Result } from "effect"
import { expect, test } from "vitest"
import { TARGET_KINDS } from "../../src/record/Kind.ts"
import type { World } from "../../src/record/World.ts"
import { decodeWorld } from "../../src/world/WorldDecoder.ts"
import { edit } from "../../src/world/WorldEdit.ts"
import { change, faultsOf, mint, NOW, valid } from "../fixture/WorldFixture.ts"
import { bodyOf, type Step, targetOf } from "./WorldEditSteps.ts"
import { generateWorld } from "./WorldGenerator.ts"

const UNCONVERTIBLE = JSON.parse('{"toString":1,"valueOf":2,"toJSON":3,"length":4,"id":{"toString":1}}')
const VALUES: ReadonlyArray<unknown> = [UNCONVERTIBLE, [UNCONVERTIBLE]]

/** The value once for every place in it, with `other` there. */
const everyPlace = function* (value: unknown, other: unknown): Generator<unknown> {
  yield other
  if (Array.isArray(value)) {
    for (const [i, item] of value.entries()) {
      for (const changed of everyPlace(item, other)) yield value.with(i, changed)
    }
  } else if (typeof value === "object" && value !== null) {
    for (const [name, inner] of Object.entries(value)) {
      for (const changed of everyPlace(inner, other)) yield { ...value, [name]: changed }
    }
  }
}

const GENERATED = (process.env["BACKLOT_DEEP"] ?? "") === "" ? 6 : 20

const worlds = [valid(), ...Array.from({ length: GENERATED }, (_, seed) => generateWorld(seed))]

test.each(VALUES)("a world with %o at any place is read, or refused with faults", (other) => {
  let refused = 0
  for (const world of worlds) {
    for (const changed of everyPlace(world, other)) {
      const read = decodeWorld(changed, mint, NOW)
      if (Result.isFailure(read)) refused++
    }
  }
  expect(refused).toBeGreaterThan(1000)
})

test.each([
  ["guilds[0].channels[1].permission_overwrites[0].id", "NUMBER_TYPE_COERCE"],
  ["guilds[0].roles[1].permissions[0]", "UNKNOWN_PERMISSION"],
  ["direct_channels[0].recipients[0]", "NUMBER_TYPE_COERCE"],
  ["guilds[0].channels[1].type", "NUMBER_TYPE_COERCE"]
])("%s is refused at its place", (place, code) => {
  expect(faultsOf(change(valid(), place, UNCONVERTIBLE))).toContain(`${place} ${code}`)
})

test.each(TARGET_KINDS)("an edit of a %s with such a value at any place is made, or refused with faults", (kind) => {
  const withoutFault: Array<unknown> = []
  for (const seed of [1, 2, 3, 4]) {
    const world: World = Result.getOrThrow(decodeWorld(generateWorld(seed), mint, NOW))
    for (const fresh of [0, 1, 2, 3]) {
      const drawn: Step = { method: "put", kind, picks: [fresh, fresh, 0], fields: Array.from({ length: 12 }, () => 7) }
      const target = targetOf(world, drawn)
      for (const method of ["put", "patch"] as const) {
        for (const other of VALUES) {
          for (const body of everyPlace(bodyOf(world, drawn), other)) {
            const edited = edit(world, { method, target, body }, mint)
            if (Result.isFailure(edited) && edited.failure.length === 0) withoutFault.push(body)
          }
        }
      }
    }
  }
  expect(withoutFault).toEqual([])
})
