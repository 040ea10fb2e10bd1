/**
 * Bundles the program into dist/main.js, and the demo app that `start` runs into dist/demo-app.js. Both need nothing
 * but Node. Sources of the workspace are bundled from TypeScript, so no other package has to be built first.
 */
import { readFile } from "node:fs/promises"
import { fileURLToPath } from "node:url"
import { build } from "esbuild"

/** @param {string} path */
const here = (path) => fileURLToPath(new URL(path, import.meta.url))

/** @param {string} outdir */
export const bundle = async (outdir) => {
  const manifest = JSON.parse(await readFile(here("package.json"), "utf8"))
  const demoWorld = await readFile(here("../../examples/worlds/demo.yaml"), "utf8")
  return build({
    entryPoints: { main: here("src/main.ts"), "demo-app": here("../../examples/demo-app/src/main.ts") },
    outdir,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node22",
    conditions: ["@backlot/source"],
    sourcemap: "linked",
    sourcesContent: false,
    minify: true,
    keepNames: true,
    legalComments: "none",
    define: { BACKLOT_VERSION: JSON.stringify(manifest.version), BACKLOT_DEMO_WORLD: JSON.stringify(demoWorld) },
    banner: { js: "#!/usr/bin/env node\nimport { createRequire } from \"node:module\"; const require = createRequire(import.meta.url);" },
    logLevel: "warning",
    metafile: true
  })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await bundle(here("dist"))
