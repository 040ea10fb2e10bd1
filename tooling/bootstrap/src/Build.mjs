/** Builds every package through turbo, which skips unchanged ones. Silent unless it takes long or fails. */
import { runChild, tool, toolEnvironment } from "./Child.mjs"
import { Stop, say } from "./Report.mjs"

/** Longer than a build whose results are all cached. */
const quietMs = 400

/**
 * @param {string} root
 * @param {ReadonlyArray<string>} filters none: every package
 */
export const build = async (root, filters = []) => {
  /** @type {Array<string>} */
  const lines = []
  const notice = setTimeout(() => say("building …"), quietMs)
  const code = await runChild(tool(root, "turbo"), ["run", "build", "--output-logs=errors-only", ...filters], {
    cwd: root,
    env: toolEnvironment(root),
    stdio: ["ignore", "pipe", "pipe"],
    onLine: (line) => lines.push(line)
  }).finally(() => clearTimeout(notice))
  if (code === 0) return
  for (const line of lines) process.stderr.write(`${line}\n`)
  throw new Stop("the build failed; its output is above", code)
}
