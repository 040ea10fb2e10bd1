/**
 * Makes the one package that people install: the program, the testkit as a library with whole types, and the schemas of its files.
 * It needs nothing but Node. Everything in it was built by the packages that it comes from.
 */
import { cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { transform } from "esbuild"
import { rollup } from "rollup"
import { dts } from "rollup-plugin-dts"

const here = import.meta.dirname
/** @param {string} path */
const built = (path) => join(here, "..", "..", path, "dist")
/** @param {ReadonlyArray<string>} parts */
const out = (...parts) => join(here, "dist", ...parts)

await rm(out(), { recursive: true, force: true })
await mkdir(out("schemas"), { recursive: true })

// The maps are as large as the program, and for its authors. On the own machine gzip is as good as Brotli.
await cp(built("apps/cli"), out("program"), {
  recursive: true,
  filter: (path) => !/\.map$|\/console\/.*\.br$|\/\.compile-cache|\/dist\/types/.test(path)
})

/** Names stay, so that a stack can be read. @param {string} from @param {string} to @param {import("esbuild").TransformOptions} more */
const smaller = async (from, to, more) => {
  const text = await readFile(from, "utf8")
  const { code } = await transform(text, { target: "node22", minifySyntax: true, minifyWhitespace: true, ...more })
  await writeFile(to, code)
}
/** What one command alone loads, libraries above all. Keeping names costs time at the start, so the other files go without. */
const LATE = /^[A-Z]\w+-[A-Z0-9]{8}\.js$/
for (const name of await readdir(out("program"))) {
  const more = LATE.test(name) ? { minifyIdentifiers: true, keepNames: true } : {}
  if (name.endsWith(".js")) await smaller(out("program", name), out("program", name), { format: "esm", ...more })
}

const testkit = built("packages/testkit")
await smaller(join(testkit, "Backlot.cjs"), out("Backlot.cjs"), {
  format: "cjs",
  minifyIdentifiers: true,
  keepNames: true
})
for (const name of ["Backlot.mjs", "Backlot.d.cts", "THIRD-PARTY-LICENSES"]) await cp(join(testkit, name), out(name))

/** Types that import nothing from outside; what both entries need is in a third file. */
const types = await rollup({
  input: { Backlot: join(testkit, "Backlot.d.ts"), Scenario: join(built("packages/scenario"), "file/Scenario.d.ts") },
  external: [/^node:/],
  plugins: [dts({ respectExternal: true, compilerOptions: { module: 199, moduleResolution: 99 } })],
  onwarn: ({ message }) => {
    // What no entry exports had no public name either where each entry had its own copy.
    if (!message.includes("private shared type exports")) throw new Error(`types: ${message}`)
  }
})
const { output } = await types.generate({ format: "es", chunkFileNames: "Shared.d.ts", entryFileNames: "[name].d.ts" })
for (const { fileName, code } of output) {
  // What is renamed is a value; the type of this name is the language's own.
  const text = code.replace(/(?<=(?:extends|[:<|&,]) )PropertyKey\$1\b|(?<=<)PropertyKey\$1\b/g, "PropertyKey")
  await writeFile(out(fileName), text)
}
await writeFile(
  out("Scenario.js"),
  "/** Types complete and check what is written. */\nexport const scenario = (written) => written\n"
)

// The site depends on the program, so it is no dependency of what is made of the program.
const { llmsText, resourceOf } = await import(join(here, "../site/build/Llms.ts"))
await writeFile(out("llms.txt"), llmsText(join(here, "../.."), resourceOf))

// With the descriptions that editors show.
const schemas = { scenario: "packages/scenario", world: "packages/domain" }
for (const [name, home] of Object.entries(schemas)) {
  const schema = await readFile(join(here, "../..", home, `schema/${name}.schema.json`), "utf8")
  await writeFile(out(`schemas/${name}.json`), JSON.stringify(JSON.parse(schema)))
}

// Reporters of vitest and jest need nothing of the library, and their types nothing of each other.
for (const name of ["VitestReporter", "JestReporter"]) {
  for (const ending of ["mjs", "d.ts"]) await cp(join(testkit, `${name}.${ending}`), out(`${name}.${ending}`))
}
