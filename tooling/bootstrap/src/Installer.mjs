/** Runs an installer (npm for pnpm, pnpm for the rest); a known failure gets one line of advice. */
import { runChild } from "./Child.mjs"
import { Stop } from "./Report.mjs"

/**
 * @param {string} command
 * @param {ReadonlyArray<string>} args
 * @param {{ cwd: string, env: NodeJS.ProcessEnv }} options
 */
export const runInstaller = async (command, args, { cwd, env }) => {
  /** @type {Array<string>} */
  const lines = []
  const code = await runChild(command, args, {
    cwd,
    env,
    stdio: ["ignore", "pipe", "pipe"],
    onLine: (line) => lines.push(line)
  }).catch((error) => {
    throw new Stop(`could not run ${command} (${error.code}); npm comes with Node, so check that npm works`)
  })
  if (code === 0) return
  const { output, advice } = diagnose(lines)
  for (const line of output) process.stderr.write(`${line}\n`)
  throw new Stop(advice, code)
}

/**
 * The output and the advice to show when the install failed.
 * @param {ReadonlyArray<string>} lines
 * @returns {{ output: ReadonlyArray<string>, advice: string }}
 */
export const diagnose = (lines) => {
  const text = lines.join("\n")
  if (/EINTEGRITY|TARBALL_INTEGRITY/.test(text)) {
    const advice = "a package of the registry is not the one that pnpm-lock.yaml names; nothing of it was run"
    return { output: lines.filter((line) => /integrity/i.test(line)), advice }
  }
  if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|META_FETCH_FAIL|dns error/i.test(text)) {
    const advice = "the package registry could not be reached; a first install needs it: connect and run this again"
    return { output: [], advice }
  }
  if (/frozen-lockfile|OUTDATED_LOCKFILE/.test(text)) {
    const advice = "pnpm-lock.yaml does not fit the manifests: run `pnpm install` and keep the new lockfile"
    return { output: [], advice }
  }
  return { output: lines, advice: "the install failed; its output is above" }
}
