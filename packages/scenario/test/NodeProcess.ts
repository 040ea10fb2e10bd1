/** Runs modules with Node itself; in tests, the test runner would run them. */
import { execFile } from "node:child_process"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"

/** The JSON that a program prints in its own process; it has `Effect` and `load`. */
export const inNode = async (program: string): Promise<unknown> => {
  const imports = `
import { Effect } from "effect"
import { load } from "../src/file/ScenarioFile.ts"
`
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["--conditions=@backlot/source", "--input-type=module", "--no-warnings", "--eval", `${imports}${program}`],
    { cwd: fileURLToPath(new URL(".", import.meta.url)) }
  )
  return JSON.parse(stdout)
}
