/** What the build defines in the program (build.mjs), for its sources. */
import { readFileSync } from "node:fs"
import { parse } from "yaml"

const read = (path: string) => readFileSync(new URL(path, import.meta.url), "utf8")

Object.assign(globalThis, {
  BACKLOT_VERSION: JSON.parse(read("../package.json")).version,
  BACKLOT_DEMO_WORLD: JSON.stringify(parse(read("../../../examples/worlds/demo.yaml")))
})
