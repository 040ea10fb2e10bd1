import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { parse } from "yaml"
import { demoWorld } from "../../src/library/DemoWorld.ts"

const YAML = join(import.meta.dirname, "../../../../examples/worlds/demo.yaml")
const MODULE = join(import.meta.dirname, "../../src/library/DemoWorld.ts")

const HEAD = `/**
 * The demo world as a value, because a published package does not bring examples/worlds/demo.yaml along.
 * Generated: BACKLOT_RENEW_GOLDENS=1 pnpm test DemoWorld
 */
export const demoWorld = `

describe("the demo world of the library", () => {
  it("is that of examples/worlds/demo.yaml", () => {
    const world: unknown = parse(readFileSync(YAML, "utf8"))
    const text = `${HEAD}${JSON.stringify(world, null, 2)} as const\n`
    if (process.env["BACKLOT_RENEW_GOLDENS"] === "1") writeFileSync(MODULE, text)
    assert.deepStrictEqual(demoWorld, world)
  })
})
