import { Result } from "effect"
import * as fc from "fast-check"
import { expect, test } from "vitest"
import type { World } from "../../src/record/World.ts"
import { changesBetween } from "../../src/world/WorldChange.ts"
import { decodeWorld } from "../../src/world/WorldDecoder.ts"
import { edit } from "../../src/world/WorldEdit.ts"
import { elementOf, requireAround } from "../../src/world/WorldElement.ts"
import { exportWorld } from "../../src/world/WorldExport.ts"
import { remove } from "../../src/world/WorldRemoval.ts"
import { mint, NOW } from "../fixture/WorldFixture.ts"
import { bodyOf, type Step, step, targetOf } from "./WorldEditSteps.ts"
import { generateWorld } from "./WorldGenerator.ts"

const decode = (file: unknown): World => Result.getOrThrow(decodeWorld(file, mint, NOW))

/** The world after a step, or as it was where the step is refused. */
const take = (world: World, drawn: Step): World => {
  const target = targetOf(world, drawn)
  if (Result.isFailure(requireAround(world, target))) return world
  if (drawn.method !== "put" && elementOf(world, target) === undefined) return world
  const next =
    drawn.method === "delete"
      ? remove(world, target)
      : Result.map(
          edit(world, { method: drawn.method, target, body: bodyOf(world, drawn) }, mint),
          (edited) => edited.world
        )
  return Result.getOrElse(next, () => world)
}

test("whatever edits are made, the world is one that decodes again, and is the same then", () => {
  const taken = { changed: 0, all: 0 }
  fc.assert(
    fc.property(fc.nat(400), fc.array(step, { minLength: 1, maxLength: 12 }), (seed, steps) => {
      let world = decode(generateWorld(seed))
      for (const drawn of steps) {
        const next = take(world, drawn)
        taken.all++
        if (next !== world) taken.changed++
        const again = decode(JSON.parse(JSON.stringify(exportWorld(next))))
        const different = Object.entries(changesBetween(next, again)).filter(([, list]) => list.length > 0)
        if (different.length > 0) expect(different, JSON.stringify(drawn)).toEqual([])
        if (again.messages.length !== next.messages.length) expect(again.messages).toEqual(next.messages)
        world = next
      }
    }),
    { numRuns: (process.env["BACKLOT_DEEP"] ?? "") === "" ? 120 : 1_200 }
  )
  // A property of edits that are all refused would prove nothing.
  expect(taken.changed).toBeGreaterThan(taken.all / 4)
})
