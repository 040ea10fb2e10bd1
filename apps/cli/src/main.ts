/**
 * Where the program begins. Its code is loaded after Node's compile cache is on, which saves a third of the start; the
 * cache lies beside the program, or is left out where nobody may write there.
 */
import { enableCompileCache } from "node:module"
import { join } from "node:path"
import type * as Run from "./Run.ts"

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number)

if (major < 22 || (major === 22 && minor < 19)) {
  console.error(`Backlot needs Node 22.19 or newer; this is ${process.versions.node}`)
  process.exitCode = 2
} else {
  enableCompileCache(join(import.meta.dirname, ".compile-cache"))
  const args = process.argv.slice(2)
  // The same program twice, see build.mjs: in one file, which starts sooner, and with what these commands load.
  const file = args.some((arg) => /^(?:simulate|exec|check)$/.test(arg)) ? "./RunAll.js" : "./Run.js"
  // Both are built from that module.
  const { run }: typeof Run = await import(file)
  run(args, process.env)
}
