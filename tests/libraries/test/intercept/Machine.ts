/** What this machine allows. */
import { spawnSync } from "node:child_process"

/** Whether it runs a program, and that ends well. */
export const allows = (program: string, args: ReadonlyArray<string>): boolean =>
  spawnSync(program, args, { stdio: "ignore", timeout: 10_000 }).status === 0

/** With all rights a namespace needs no other user. */
export const hasNamespaces = (): boolean =>
  allows("unshare", ["--user", "--map-root-user", "--mount", "--net", "true"]) ||
  allows("unshare", ["--mount", "--net", "true"])

export const hasCompiler = (): boolean => process.platform === "linux" && allows("cc", ["--version"])
