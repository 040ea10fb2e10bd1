/**
 * Bundles the program: dist/main.js, which loads dist/Run.js, and dist/demo-app.js, which `start` runs beside the
 * server. They need nothing but Node. Packages of the workspace are bundled from their TypeScript sources.
 */
import { readFile, rm } from "node:fs/promises"
import { fileURLToPath } from "node:url"
import { build } from "esbuild"
import { parse } from "yaml"

/** @param {string} path */
const here = (path) => fileURLToPath(new URL(path, import.meta.url))

/**
 * Node's own modules, taken as they are: an import by name from `node:http` alone would make Node load everything that
 * module exports lazily, a whole HTTP client among it, which costs a sixth of the start.
 * @type {import("esbuild").Plugin}
 */
const builtins = {
  name: "builtins",
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^node:/ }, ({ path }) => ({ path, namespace: "builtin", sideEffects: false }))
    onLoad({ filter: /^/, namespace: "builtin" }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule(${JSON.stringify(path)})`
    }))
  }
}

/**
 * main.ts stays alone, so that what it loads is compiled after it has run.
 * @type {import("esbuild").Plugin}
 */
const apart = {
  name: "apart",
  setup: ({ onResolve }) => {
    onResolve({ filter: /^\.\/Run\.ts$/ }, ({ kind }) =>
      kind === "dynamic-import" ? { path: "./Run.js", external: true } : undefined
    )
  }
}

/** @param {string} outdir */
export const bundle = async (outdir) => {
  const { version } = JSON.parse(await readFile(here("package.json"), "utf8"))
  // As JSON, which is read in a tenth of the time.
  const demoWorld = JSON.stringify(parse(await readFile(here("../../examples/worlds/demo.yaml"), "utf8")))
  await build({
    entryPoints: {
      main: here("src/main.ts"),
      Run: here("src/Run.ts"),
      "demo-app": here("../../examples/demo-app/src/main.ts")
    },
    outdir,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node22",
    conditions: ["@backlot/source"],
    sourcemap: "linked",
    sourcesContent: false,
    plugins: [apart, builtins],
    define: { BACKLOT_VERSION: JSON.stringify(version), BACKLOT_DEMO_WORLD: JSON.stringify(demoWorld) },
    banner: {
      // Some libraries still load Node's modules by `require`.
      js: '#!/usr/bin/env node\nconst require = process.getBuiltinModule("node:module").createRequire(import.meta.url);'
    },
    logLevel: "warning"
  })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await rm(here("dist/.compile-cache"), { recursive: true, force: true })
  await bundle(here("dist"))
}
