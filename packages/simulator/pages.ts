/**
 * Bundles the browser code of each report page (`page/`) and the program that runs before an app (`preload/`), each into
 * a TypeScript file of strings in `src`. These files are
 * checked in, because tests run from the sources without a build. Renew them by `pnpm pages`;
 * test/report/Pages.test.ts fails when one is stale.
 */
import { readFile, writeFile } from "node:fs/promises"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { build } from "esbuild"

interface Page {
  /** Below `page/`, with `Main.ts` and `Page.css`. */
  readonly folder: string
  readonly file: string
  readonly withPlots: boolean
}

export const PAGES: ReadonlyArray<Page> = [
  { folder: "load", file: "src/load/page/LoadPage.generated.ts", withPlots: true }
]

/** Programs that run in the app's process, so they need nothing but Node. */
export const PRELOADS: ReadonlyArray<Preload> = [
  {
    file: "src/run/AppClockProgram.generated.ts",
    entry: "preload/Main.ts",
    format: "esm",
    target: "node22",
    banner: async () => `/*\n${await licences()}\n*/\n${REQUIRE}`
  },
  // Old programs run on an old Node, which can load only such a file first.
  {
    file: "src/intercept/InterceptProgram.generated.ts",
    entry: "preload/intercept/Main.ts",
    format: "cjs",
    target: "node16"
  },
  {
    file: "src/intercept/NamespaceProgram.generated.ts",
    entry: "preload/namespace/Main.ts",
    format: "cjs",
    target: "node22",
    banner: async () => `/*\n${await licencesOf("dns-packet", "@leichtgewicht/ip-codec")}\n*/`
  }
]

interface Preload {
  readonly format: "esm" | "cjs"
  readonly target: string
  readonly file: string
  readonly entry: string
  readonly banner?: () => Promise<string>
}

export const generatePreload = async ({ entry, format, target, banner }: Preload): Promise<string> => {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, entry)],
    write: false,
    bundle: true,
    // Its lines are in the stack of what a timer throws.
    minify: false,
    charset: "utf8",
    platform: "node",
    conditions: ["@backlot/source"],
    ...{ format, target },
    ...(banner === undefined ? {} : { banner: { js: await banner() } }),
    logLevel: "warning"
  })
  return [
    "// Generated from preload by `pnpm pages`.",
    "// biome-ignore-all format: generated",
    `export const PROGRAM = ${JSON.stringify(outputFiles[0]?.text.trim())}`,
    ""
  ].join("\n")
}

/** The library loads Node's modules by `require`. */
const REQUIRE = 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);'

/** Of libraries that a program holds, each one beside the file that it is loaded from. */
const licencesOf = async (...names: ReadonlyArray<string>): Promise<string> => {
  let from = createRequire(import.meta.url)
  const texts: Array<string> = []
  for (const name of names) {
    const file = from.resolve(name)
    from = createRequire(file)
    const folder = file.slice(0, file.lastIndexOf(`/${name}/`) + name.length + 1)
    texts.push((await readFile(join(folder, "LICENSE"), "utf8")).trim())
  }
  return texts.join("\n\n")
}

/** Its licences go where the code goes. */
const licences = async (): Promise<string> => {
  const timers = createRequire(import.meta.url).resolve("@sinonjs/fake-timers/package.json")
  const commons = createRequire(timers).resolve("@sinonjs/commons/package.json")
  const detect = createRequire(commons).resolve("type-detect/package.json")
  const texts = await Promise.all([timers, commons, detect].map((file) => readFile(join(file, "../LICENSE"), "utf8")))
  return texts.map((text) => text.trim()).join("\n\n")
}

/** The text of the generated file. */
export const generate = async ({ folder, withPlots }: Page): Promise<string> => {
  const path = join(import.meta.dirname, "page", folder)
  const { outputFiles } = await build({
    entryPoints: { script: join(path, "Main.ts"), style: join(path, "Page.css") },
    outdir: path,
    write: false,
    bundle: true,
    minify: true,
    charset: "utf8",
    platform: "browser",
    target: "es2023",
    logLevel: "warning"
  })
  const output = (name: string) => outputFiles.find((one) => one.path === join(path, name))?.text.trim()
  return [
    `// Generated from page/${folder} by \`pnpm pages\`.`,
    "// biome-ignore-all format: generated",
    `export const STYLE = ${JSON.stringify(output("style.css"))}`,
    `export const SCRIPT = ${JSON.stringify(output("script.js"))}`,
    ...(withPlots ? [`export const LIBRARY = ${JSON.stringify(await plots())}`] : []),
    ""
  ].join("\n")
}

/** The plotting library defines the global `uPlot`. Its licence goes where its code goes. */
const plots = async (): Promise<string> => {
  const dist = dirname(createRequire(import.meta.url).resolve("uplot/dist/uPlot.iife.min.js"))
  const [licence, script] = await Promise.all([
    readFile(join(dist, "../LICENSE"), "utf8"),
    readFile(join(dist, "uPlot.iife.min.js"), "utf8")
  ])
  return `/*\n${licence.trim()}\n*/\n${script.trim()}`
}

if (import.meta.main) {
  for (const preload of PRELOADS)
    await writeFile(join(import.meta.dirname, preload.file), await generatePreload(preload))
  for (const page of PAGES) await writeFile(join(import.meta.dirname, page.file), await generate(page))
}
