/**
 * Bundles the library and its dependencies into dist/Backlot.cjs, beside the output of the compiler. jest requires this
 * file without a flag or a transform. Imports get the same file through dist/Backlot.mjs, because every file of a test suite
 * loads the library again and one file loads four times faster than a thousand.
 */
import { readFile, writeFile } from "node:fs/promises"
import { createRequire } from "node:module"
import { fileURLToPath } from "node:url"
import { direct } from "@backlot/licences/Direct"
import { writeLicences } from "@backlot/licences/Licences"
import { build } from "esbuild"

/** @param {string} path */
const here = (path) => fileURLToPath(new URL(path, import.meta.url))

/** Reports an older Node at once; otherwise it would fail later with a TypeError. */
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
  plugins: [direct],
  banner: { js: guard },
  metafile: true,
  logLevel: "warning"
})

// Runners load these in their main process, which needs nothing of the library.
for (const name of ["VitestReporter", "JestReporter"]) {
  await build({
    entryPoints: [here(`src/${name}.ts`)],
    outfile: here(`dist/${name}.mjs`),
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node22",
    conditions: ["@backlot/source"],
    logLevel: "warning"
  })
}

// The preload of apps holds this library as text, so it is not among the inputs.
const timers = createRequire(here("../simulator/package.json")).resolve("@sinonjs/fake-timers")
writeLicences([...Object.keys(metafile.inputs), timers], {
  folder: process.cwd(),
  file: here("dist/THIRD-PARTY-LICENSES")
})

await writeFile(
  here("dist/Backlot.mjs"),
  `import library from "./Backlot.cjs"
export const { Backlot, BacklotError } = library
`
)

/** The types of the module, for CommonJS. */
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
