/**
 * What the build does to imports, so that the program loads less before its first answer. Node's modules and libraries
 * that the first answer does without are loaded when one of their exports is read.
 */
import { builtinModules, createRequire } from "node:module"
import { join } from "node:path"

/**
 * Loads Node's modules by `getBuiltinModule`. A named import from `node:http` makes Node load all its lazy exports, a whole
 * HTTP client included, which costs a sixth of the start-up time; so does `require`, by which libraries load them.
 * @type {import("esbuild").Plugin}
 */
export const builtins = {
  name: "builtins",
  setup: ({ onResolve, onLoad }) => {
    const plain = builtinModules.filter((name) => !name.startsWith("node:"))
    onResolve({ filter: new RegExp(`^(?:node:.*|${plain.join("|")})$`) }, ({ path }) => ({
      path: path.replace(/^(?:node:)?/, "node:"),
      namespace: "builtin",
      sideEffects: false
    }))
    onLoad({ filter: /^/, namespace: "builtin" }, ({ path }) => {
      const module = `process.getBuiltinModule(${JSON.stringify(path)})`
      return {
        contents: LATE.test(path) ? onRead(process.getBuiltinModule(path), module) : `module.exports = ${module}`
      }
    })
  }
}

const LATE = /:(?:https|readline|tls|zlib)$/

/**
 * Loads these CommonJS libraries late. A default import has the same members as the namespace.
 * @type {(names: ReadonlyArray<string>) => import("esbuild").Plugin}
 */
export const late = (names) => ({
  name: "late",
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: new RegExp(`^(?:${names.join("|")})$`) }, ({ path, namespace, resolveDir }) =>
      namespace === "late" ? undefined : { path, namespace: "late", pluginData: resolveDir, sideEffects: false }
    )
    onLoad({ filter: /^/, namespace: "late" }, ({ path, pluginData: resolveDir }) => ({
      contents: onRead(createRequire(join(resolveDir, "_"))(path), `require(${JSON.stringify(path)})`),
      resolveDir
    }))
  }
})

/** @type {(module: object | undefined, load: string) => string} */
const onRead = (module, load) => `
let loaded
for (const name of ${JSON.stringify(Object.keys(module ?? {}))}) {
  Object.defineProperty(exports, name, { enumerable: true, get: () => (loaded ??= ${load})[name] })
}`

/**
 * Makes a segmenter of text when it is first used: V8 reads the rules of all languages for one, which takes 9 ms.
 * For \`define\` and \`banner\` of the build.
 */
export const segmenter = {
  define: { "Intl.Segmenter": "LateSegmenter" },
  banner:
    "class LateSegmenter { #of; #made; constructor(...of) { this.#of = of } " +
    'segment(text) { return (this.#made ??= new globalThis.Intl["Segmenter"](...this.#of)).segment(text) } }'
}
