import { describe, expect, it } from "vitest"
import { type Files, folderOf } from "./Files.ts"
import { inNode } from "./NodeProcess.ts"

const text = 'import { name } from "./b.EXT"\nexport default { name, steps: [{ read: true }] }'
const typed = 'export const name: string = "sound"'

/** By the text of package.json; the first file after it is loaded. */
const KINDS: Readonly<Record<string, Files>> = {
  "commonjs, TypeScript": {
    "package.json": '{ "type": "commonjs" }',
    "a.ts": text.replace("EXT", "ts"),
    "b.ts": typed
  },
  "commonjs, JavaScript": {
    "package.json": '{ "type": "commonjs" }',
    "a.js": text.replace("EXT", "js"),
    "b.js": 'export const name = "sound"'
  },
  "commonjs, and is CommonJS": {
    "package.json": '{ "type": "commonjs" }',
    "a.js": 'const { name } = require("./b.js")\nmodule.exports = { name, steps: [{ read: true }] }',
    "b.js": 'exports.name = "sound"'
  },
  "commonjs, and imports CommonJS": {
    "package.json": '{ "type": "commonjs" }',
    "a.ts": 'import b from "./b.js"\nexport default { name: b.name, steps: [{ read: true }] }',
    "b.js": 'exports.name = "sound"'
  },
  "no type": { "package.json": "{}", "a.ts": text.replace("EXT", "ts"), "b.ts": typed },
  module: { "package.json": '{ "type": "module" }', "a.ts": text.replace("EXT", "ts"), "b.ts": typed }
}

describe("a module is loaded by Node, without a warning, where package.json says", () => {
  // One process for all, because it is slow to start.
  let told: Promise<Readonly<Record<string, string>>> | undefined
  it.each(Object.keys(KINDS))("%s", async (kind) => {
    told ??= loadAll()
    expect((await told)[kind]).toBe("sound")
    expect((await told)["warnings"]).toBe("")
  })
})

const loadAll = async (): Promise<Readonly<Record<string, string>>> => {
  const files = Object.entries(KINDS).map(([kind, all]) => [kind, `${folderOf(all)}/${Object.keys(all)[1]}`])
  // In the shape that the program prints.
  return (await inNode(`
const told = {}, warnings = []
process.on("warning", ({ message }) => warnings.push(message))
for (const [kind, file] of ${JSON.stringify(files)}) {
  told[kind] = await Effect.runPromise(Effect.match(load(file), {
    onSuccess: ({ scenarios }) => scenarios[0].name,
    onFailure: ({ message }) => message
  }))
}
await new Promise((done) => setImmediate(done))
console.log(JSON.stringify({ ...told, warnings: warnings.join() }))`)) as Readonly<Record<string, string>>
}
