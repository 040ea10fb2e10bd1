/** Set-up of `npm run test:quick`: a test that starts a program must be in a file named `*.program.test.ts`. */
import childProcess from "node:child_process"
import { syncBuiltinESMExports } from "node:module"

const refuse = (name: string) => () => {
  throw new Error(`${name}: test:quick starts no programs; name this file *.program.test.ts`)
}

for (const name of ["spawn", "spawnSync", "exec", "execSync", "execFile", "execFileSync", "fork"] as const) {
  Object.defineProperty(childProcess, name, { value: refuse(name), configurable: true })
}
syncBuiltinESMExports()
