/**
 * Bundles the playground as one module and one style sheet, and writes a page that holds both, so that it opens from a disk.
 * The policy of the page allows its own script and style and nothing else: it can ask nobody for anything.
 */
import { createHash } from "node:crypto"
import { readFile, writeFile } from "node:fs/promises"
import { writeLicences } from "@backlot/licences/Licences"
import { build } from "esbuild"

const shared = {
  bundle: true,
  minify: true,
  format: "esm",
  platform: "browser",
  target: ["es2024"],
  jsx: "automatic",
  legalComments: "none",
  define: { "process.env.NODE_ENV": JSON.stringify("production") }
}

const { metafile } = await build({
  ...shared,
  entryPoints: { playground: "src/Mount.tsx" },
  outdir: "dist",
  metafile: true
})
writeLicences(Object.keys(metafile.inputs), { folder: process.cwd(), file: "dist/THIRD-PARTY-LICENSES" })

const alone = await build({
  ...shared,
  stdin: {
    contents: `import { mount } from "./src/Mount.tsx"; mount(document.getElementById("playground"))`,
    resolveDir: process.cwd()
  },
  outfile: "alone.js",
  write: false
})
const textOf = (ending) => alone.outputFiles.find(({ path }) => path.endsWith(ending))?.text ?? ""
// A closing tag in a text of the bundle would end the element.
const script = textOf(".js").replace(/<(?=\/?script|!--)/gi, String.raw`\x3C`)
const style = `${await readFile("src/Alone.css", "utf8")}\n${textOf(".css")}`
const hash = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`
const policy = `default-src 'none'; script-src ${hash(script)}; style-src ${hash(style)}; img-src data:; base-uri 'none'; form-action 'none'`
const page = await readFile("src/Alone.html", "utf8")
const parts = { POLICY: policy, "/* STYLE */": style, "/* SCRIPT */": script }
await writeFile(
  "dist/index.html",
  page.replace(/POLICY|\/\* (?:STYLE|SCRIPT) \*\//g, (name) => parts[name])
)
