/** Git, as the release uses it. */
import { spawnSync } from "node:child_process"
import { Stop } from "./Report.mjs"

/**
 * What it prints, without the white space at the end: that at the start belongs to `status`.
 * @param {string} root
 * @param {ReadonlyArray<string>} args
 */
export const git = (root, args) => {
  const { status, stdout, stderr } = spawnSync("git", args, { cwd: root, encoding: "utf8" })
  if (status !== 0) throw new Stop(`git ${args[0]}: ${stderr.trim()}`)
  return stdout.trimEnd()
}
