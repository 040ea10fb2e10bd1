/**
 * Bundles the program. The output needs nothing but Node; workspace packages are bundled from their TypeScript sources.
 *
 * - dist/main.js loads dist/Run.js, or dist/RunAll.js and its chunks for commands that need more.
 * - dist/StageHost.js is the entry point of threads and processes that run servers.
 * - dist/demo-app.js is the app that `start` runs beside the server.
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
 * Loads Node's modules by `getBuiltinModule`. A named import from `node:http` makes Node load all its lazy exports, a whole
 * HTTP client included, which costs a sixth of the start-up time. A start needs no TLS: these modules
 * are loaded when one of their exports is read.
 * @type {import("esbuild").Plugin}
 */
const builtins = {
  name: "builtins",
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^(?:node:|(?:https|tls)$)/ }, ({ path }) => ({
      path: path.replace(/^(?:node:)?/, "node:"),
      namespace: "builtin",
      sideEffects: false
    }))
    onLoad({ filter: /^/, namespace: "builtin" }, ({ path }) => ({
      contents: /:(?:https|tls)$/.test(path)
        ? onRead(path)
        : `module.exports = process.getBuiltinModule(${JSON.stringify(path)})`
    }))
  }
}

/** @param {string} path */
const onRead = (path) => `
let loaded
for (const name of ${JSON.stringify(Object.keys(process.getBuiltinModule(path) ?? {}))}) {
  Object.defineProperty(exports, name, {
    enumerable: true,
    get: () => (loaded ??= process.getBuiltinModule(${JSON.stringify(path)}))[name]
  })
}`

/**
 * Leaves dynamically imported modules out of dist/Run.js. Commands that need them run dist/RunAll.js instead: see main.ts.
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
  // JSON parses ten times faster than YAML.
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
      // Some libraries load Node's modules by `require`.
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
      // Entry points share chunks, so that an error has the same class in all of them.
      entryPoints: { RunAll: here("src/Run.ts"), StageHost: here("src/stage/StageHost.ts") },
      splitting: true,
      chunkNames: "[name]-[hash]"
    })
  ])
  const inputs = built.flatMap(({ metafile }) => Object.keys(metafile?.inputs ?? {}))
  // The load report and the preload of apps hold these libraries as text, so they are not among the inputs.
  const { resolve } = createRequire(here("../../packages/simulator/package.json"))
  const texts = ["uplot/dist/uPlot.min.css", "@sinonjs/fake-timers"].map((name) => resolve(name))
  writeLicences([...inputs, ...texts], { folder: process.cwd(), file: join(outdir, "THIRD-PARTY-LICENSES") })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const old = (await readdir(here("dist")).catch(() => [])).filter((name) =>
    /\.js(?:\.map)?$|^\.compile-cache$/.test(name)
  )
  await Promise.all(old.map((name) => rm(here(`dist/${name}`), { recursive: true, force: true })))
  await bundle(here("dist"))
}
