/**
 * The entry point of the program. It turns on Node's compile cache before it loads the code, which saves a third of the
 * start time. The cache lies beside the program and is left out where that folder is not writable.
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
  // build.mjs builds the program twice: as one file that starts sooner, and with what these commands load.
  const file = args.some((arg) => /^(?:simulate|exec|check)$/.test(arg)) ? "./RunAll.js" : "./Run.js"
  // Both files are built from that module.
  const { run }: typeof Run = await import(file)
  run(args, process.env)
}
