/** Files of GitLab CI as an implementation of it reads and runs them, with GitLab's JSON Schema and without a network. */
import { execFileSync, spawnSync } from "node:child_process"
import { createRequire } from "node:module"
import { parse } from "yaml"

const program = createRequire(import.meta.url)
  .resolve("gitlab-ci-local/package.json")
  .replace("package.json", "dist/index.js")

/** The folder is a repository with an origin of its own. */
const variables = (folder: string): NodeJS.ProcessEnv => ({ PATH: process.env["PATH"], HOME: folder, NO_COLOR: "1" })

/** The jobs of `.gitlab-ci.yml` with everything included and filled in. Fails with what GitLab would refuse. */
export const gitLabJobs = (folder: string): Readonly<Record<string, { readonly script: ReadonlyArray<string> }>> =>
  parse(
    execFileSync(process.execPath, [program, "--preview"], {
      cwd: folder,
      env: variables(folder),
      encoding: "utf8",
      stdio: "pipe"
    })
  )

/** Runs a job in a shell of this machine, in a copy of the folder. */
export const runGitLabJob = (folder: string, job: string, more: NodeJS.ProcessEnv) => {
  const args = [program, "--force-shell-executor", "--shell-isolation", job]
  const env = { ...variables(folder), ...more }
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, env, encoding: "utf8" })
  return { code: status, log: `${stdout}${stderr}` }
}
