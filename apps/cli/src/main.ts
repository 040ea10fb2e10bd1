/**
 * Where the program begins. Its code is loaded after Node's compile cache is on, which saves a third of the start; the
 * cache lies beside the program, or is left out where nobody may write there.
 */
import { enableCompileCache } from "node:module"
import { join } from "node:path"

enableCompileCache(join(import.meta.dirname, ".compile-cache"))

const { run } = await import("./Run.ts")
run(process.argv.slice(2), process.env)
