/**
 * Bundles the program: dist/main.js, which loads dist/Run.js or, for commands that load more, dist/RunAll.js with that in
 * files beside it; dist/StageHost.js, where threads and processes with servers begin; and dist/demo-app.js, which `start`
 * runs beside the server. They need nothing but Node. Packages of the workspace are bundled from their TypeScript sources.
 */
import { readdir, readFile, rm } from "node:fs/promises"
import { createRequire } from "node:module"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { writeLicences } from "@backlot/licences/Licences"
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
 * What a command loads when it is asked for is not in dist/Run.js, which such commands do not come to: see main.ts.
 * @type {import("esbuild").Plugin}
 */
const apart = {
  name: "apart",
  setup: ({ onResolve }) => {
    onResolve({ filter: /^\.{1,2}\// }, ({ kind }) =>
      kind === "dynamic-import" ? { path: "./RunAll.js", external: true } : undefined
    )
  }
}

/** @param {string} outdir */
export const bundle = async (outdir) => {
  const { version } = JSON.parse(await readFile(here("package.json"), "utf8"))
  // As JSON, which is read in a tenth of the time.
  const demoWorld = JSON.stringify(parse(await readFile(here("../../examples/worlds/demo.yaml"), "utf8")))
  /** @type {import("esbuild").BuildOptions} */
  const options = {
    outdir,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node22",
    conditions: ["@backlot/source"],
    sourcemap: "linked",
    sourcesContent: false,
    metafile: true,
    plugins: [builtins],
    define: {
      BACKLOT_VERSION: JSON.stringify(version),
      BACKLOT_DEMO_WORLD: JSON.stringify(demoWorld)
    },
    banner: {
      // Some libraries still load Node's modules by `require`.
      js: '#!/usr/bin/env node\nconst require = process.getBuiltinModule("node:module").createRequire(import.meta.url);'
    },
    logLevel: "warning"
  }
  const built = await Promise.all([
    build({
      ...options,
      entryPoints: {
        main: here("src/main.ts"),
        Run: here("src/Run.ts"),
        "demo-app": here("../../examples/demo-app/src/main.ts")
      },
      plugins: [apart, builtins]
    }),
    build({
      ...options,
      // What several of them need stands once, so that an error is the same class to all of them.
      entryPoints: { RunAll: here("src/Run.ts"), StageHost: here("src/stage/StageHost.ts") },
      splitting: true,
      chunkNames: "[name]-[hash]"
    })
  ])
  const inputs = built.flatMap(({ metafile }) => Object.keys(metafile?.inputs ?? {}))
  // Taken in as text.
  const plots = createRequire(here("../../packages/simulator/package.json")).resolve("uplot/dist/uPlot.min.css")
  writeLicences([...inputs, plots], { folder: process.cwd(), file: join(outdir, "THIRD-PARTY-LICENSES") })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const old = (await readdir(here("dist")).catch(() => [])).filter((name) =>
    /\.js(?:\.map)?$|^\.compile-cache$/.test(name)
  )
  await Promise.all(old.map((name) => rm(here(`dist/${name}`), { recursive: true, force: true })))
  await bundle(here("dist"))
}
