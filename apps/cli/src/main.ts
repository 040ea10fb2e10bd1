/** The entry point of the program. It loads the code after the check of Node's version and the settings of the runtime. */
import type * as Run from "./Run.ts"
import { setUpRuntime } from "./stage/Runtime.ts"

/** Words of the commands that load more than a server. */
const LOADED =
  /^(?:init|simulate|exec|check|use|type|picker|menu|say|press|select|submit|explain|commands|events|trace|clock|edit|mcp)$/

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number)

if (major < 22 || (major === 22 && minor < 19)) {
  console.error(
    `Backlot needs Node 22.19 or newer; this is ${process.versions.node}. npm install --save-dev node@24 brings a newer one for this project alone`
  )
  process.exitCode = 2
} else {
  setUpRuntime()
  const args = process.argv.slice(2)
  // build.mjs builds the program twice: as one file that starts sooner, and with what these commands load.
  const needsMore =
    args.some((arg) => LOADED.test(arg) || /^--database-url(?:=.*)?$/.test(arg)) ||
    (process.env["BACKLOT_DATABASE_URL"] ?? "") !== ""
  const file = needsMore ? "./RunAll.js" : "./Run.js"
  // Effect reads the stack of an error when it is loaded, for which V8 would compile the whole file again.
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 0
  // Both files are built from that module.
  const { run }: typeof Run = await import(file)
  Error.stackTraceLimit = stackTraceLimit
  run(args, process.env)
}
