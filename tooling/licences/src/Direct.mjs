import { readFile } from "node:fs/promises"

/**
 * Imports modules of Effect from their own files: \`import { Layer } from "effect"\` becomes
 * \`import * as Layer from "effect/Layer"\`. Through the index, esbuild keeps every export of every module that is
 * named somewhere, which makes the program a third larger.
 * @type {import("esbuild").Plugin}
 */
export const direct = {
  name: "direct",
  setup: ({ onLoad }) => {
    onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      const source = await readFile(path, "utf8")
      return { contents: source.replace(IMPORT, directly), loader: "ts" }
    })
  }
}

const IMPORT = /^import \{([^}]*)\} from "(effect(?:\/[a-z-]+)?)"$/gm

/** On as many lines as before, for the source map. */
const directly = (/** @type {string} */ whole, /** @type {string} */ names, /** @type {string} */ index) => {
  const imports = names
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "" && !name.startsWith("type "))
    .map((name) => {
      const [exported = "", local = exported] = name.split(" as ")
      return /^[A-Z]/.test(exported)
        ? `import * as ${local} from "${index}/${exported}"`
        : `import { ${name} } from "${index}"`
    })
  return imports.join("; ") + "\n".repeat(whole.split("\n").length - 1)
}
