/** Builds every package through turbo, which skips unchanged ones. Silent unless it takes long or fails. */
import { runChild, tool, toolEnvironment } from "./Child.mjs"
import { findChromium } from "./Chromium.mjs"
import { Stop, say } from "./Report.mjs"

/** Longer than a build whose results are all cached. */
const quietMs = 400

/**
 * @param {string} root
 * @param {ReadonlyArray<string>} filters none: every package
 */
export const build = (root, filters = []) => runTurbo(root, ["build"], filters)

/**
 * The site and what it is made of. Nothing else waits for it.
 * @param {string} root
 */
export const buildSite = (root) => runTurbo(root, ["site"], [])

/**
 * The variables of tasks. The browser that takes the pictures of the site is named, because whether there is one decides
 * what the task makes.
 * @param {string} root
 */
export const taskEnvironment = (root) => ({
  ...toolEnvironment(root),
  BACKLOT_CHROMIUM: findChromium(process.env) ?? ""
})

/**
 * @param {string} root
 * @param {ReadonlyArray<string>} tasks
 * @param {ReadonlyArray<string>} filters
 */
const runTurbo = async (root, tasks, filters) => {
  /** @type {Array<string>} */
  const lines = []
  const notice = setTimeout(() => say("building …"), quietMs)
  const code = await runChild(tool(root, "turbo"), ["run", ...tasks, "--output-logs=errors-only", ...filters], {
    cwd: root,
    env: taskEnvironment(root),
    stdio: ["ignore", "pipe", "pipe"],
    onLine: (line) => lines.push(line)
  }).finally(() => clearTimeout(notice))
  if (code === 0) return
  for (const line of lines) process.stderr.write(`${line}\n`)
  throw new Stop("the build failed; its output is above", code)
}
