/**
 * Makes dist/Backlot.cjs, the library with all that it needs in one file, beside what the compiler has made. Who requires
 * it, as jest does, needs neither a flag nor a transform; who imports it gets the same, because one file is loaded in a
 * quarter of the time of a thousand, and each file of a test suite loads them anew.
 */
import { readFile, writeFile } from "node:fs/promises"
import { fileURLToPath } from "node:url"
import { writeLicences } from "@backlot/licences/Licences"
import { build } from "esbuild"

/** @param {string} path */
const here = (path) => fileURLToPath(new URL(path, import.meta.url))

/** An older Node would fail somewhere in the middle, with a TypeError. */
const { name, engines } = JSON.parse(await readFile(here("package.json"), "utf8"))
const [, major, minor] = /^>=(\d+)\.(\d+)$/.exec(engines.node) ?? []
const guard = `{
  const [major, minor] = process.versions.node.split(".").map(Number)
  if (major < ${major} || (major === ${major} && minor < ${minor}))
    throw new Error("${name} needs Node ${major}.${minor} or newer; this is Node " + process.versions.node + ".")
}`

const { metafile } = await build({
  entryPoints: [here("src/Backlot.ts")],
  outfile: here("dist/Backlot.cjs"),
  bundle: true,
  platform: "node",
  format: "cjs",
  target: "node22",
  conditions: ["@backlot/source"],
  banner: { js: guard },
  metafile: true,
  logLevel: "warning"
})

writeLicences(Object.keys(metafile.inputs), { folder: process.cwd(), file: here("dist/THIRD-PARTY-LICENSES") })

await writeFile(
  here("dist/Backlot.mjs"),
  `import library from "./Backlot.cjs"
export const { Backlot, BacklotError } = library
`
)

/** The same types: those of a module, told to whoever requires. */
await writeFile(
  here("dist/Backlot.d.cts"),
  `export type * from "./Backlot.js" with { "resolution-mode": "import" }
import type * as module from "./Backlot.js" with { "resolution-mode": "import" }
export type Backlot = module.Backlot
export declare const Backlot: typeof module.Backlot
export type BacklotError = module.BacklotError
export declare const BacklotError: typeof module.BacklotError
`
)
