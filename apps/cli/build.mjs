/**
 * Bundles the program. The output needs nothing but Node; workspace packages are bundled from their TypeScript sources.
 *
 * - dist/main.js loads dist/Run.js, or dist/RunAll.js and its chunks for commands that need more.
 * - dist/StageHost.js is the entry point of threads and processes that run servers.
 * - dist/demo-app.js is the app that `start` and `demo` run.
 * - dist/bin/backlot is the program by its name, for what it starts, and dist/bin/own/node their own Node: see
 *   src/process/OnPath.ts.
 * - dist/console has the files of the browser console.
 * - dist/docs.json.br has the pages, and a schema with its descriptions, that `mcp` offers to agents.
 */
import { readFileSync } from "node:fs"
import { cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises"
import { createRequire } from "node:module"
import { basename, join } from "node:path"
import { fileURLToPath } from "node:url"
import { brotliCompressSync } from "node:zlib"
import { direct } from "@backlot/licences/Direct"
import { writeLicences } from "@backlot/licences/Licences"
import { build } from "esbuild"
import { parse } from "yaml"
import { builtins, late, segmenter } from "./Plugins.mjs"

/** @param {string} path */
const here = (path) => fileURLToPath(new URL(path, import.meta.url))

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

const plugins = [direct, late(["ipaddr.js", "ws", "yaml"]), builtins]

/** Runs on the Node of the program that started it. */
const BY_NAME = '#!/bin/sh\nexec "${BACKLOT_NODE:-node}" "$(dirname "$0")/../main.js" "$@"\n'
const OWN_NODE = '#!/bin/sh\nexec "$BACKLOT_OWN_NODE" "$@"\n'

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
    plugins,
    define: {
      ...segmenter.define,
      BACKLOT_VERSION: JSON.stringify(version),
      BACKLOT_DEMO_WORLD: JSON.stringify(demoWorld)
    },
    banner: {
      // Some libraries load Node's modules by `require`.
      js:
        '#!/usr/bin/env node\nconst require = process.getBuiltinModule("node:module").createRequire(import.meta.url);\n' +
        segmenter.banner
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
      plugins: [apart, ...plugins]
    }),
    build({
      ...options,
      // Entry points share chunks, so that an error has the same class in all of them.
      entryPoints: { RunAll: here("src/Run.ts"), StageHost: here("src/stage/StageHost.ts") },
      splitting: true,
      chunkNames: "[name]-[hash]"
    })
  ])
  await mkdir(join(outdir, "bin/own"), { recursive: true })
  await writeFile(join(outdir, "bin/backlot"), BY_NAME, { mode: 0o755 })
  await writeFile(join(outdir, "bin/own/node"), OWN_NODE, { mode: 0o755 })
  const root = here("../..")
  // The site depends on this program, so it is no dependency of it.
  /** @type {{ pagesOf: (root: string) => ReadonlyArray<Record<"file" | "title" | "description", string>>, OFFERED: ReadonlyArray<string> }} */
  const { pagesOf, OFFERED } = await import(join(root, "apps/site/pages.ts"))
  const pages = pagesOf(root).flatMap(({ file, title, description }) => {
    const name = basename(file, ".md")
    return OFFERED.includes(file) ? [{ name, title, description, text: readFileSync(join(root, file), "utf8") }] : []
  })
  const worldSchema = JSON.parse(await readFile(join(root, "packages/domain/schema/world.schema.json"), "utf8"))
  const docs = JSON.stringify({ pages, worldSchema: JSON.stringify(worldSchema) })
  await writeFile(join(outdir, "docs.json.br"), brotliCompressSync(docs))
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
  await rm(here("dist/console"), { recursive: true, force: true })
  await cp(here("../console/dist"), here("dist/console"), { recursive: true })
}
