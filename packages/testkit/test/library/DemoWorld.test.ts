import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { parse } from "yaml"
import demoWorld from "../../src/library/DemoWorld.golden.json" with { type: "json" }

const YAML = join(import.meta.dirname, "../../../../examples/worlds/demo.yaml")
const COPY = join(import.meta.dirname, "../../src/library/DemoWorld.golden.json")

/** A published package does not bring examples/worlds/demo.yaml along. To renew: BACKLOT_RENEW_GOLDENS=1 npm test -- DemoWorld */
describe("the demo world of the library", () => {
  it("is that of examples/worlds/demo.yaml", () => {
    const world: unknown = parse(readFileSync(YAML, "utf8"))
    if (process.env["BACKLOT_RENEW_GOLDENS"] === "1") writeFileSync(COPY, `${JSON.stringify(world, null, 2)}\n`)
    assert.deepStrictEqual(demoWorld, world)
  })
})
