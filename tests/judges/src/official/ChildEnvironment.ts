/** The environment for a server that a test starts as a child process, so that its answers are judged too. */
import { REPORT_VARIABLE } from "./Report.ts"

/** The environment of this process plus the hook that appends answers to `report`; `setup.ts` has named that file. */
export const childEnvironment = (report = process.env[REPORT_VARIABLE]): NodeJS.ProcessEnv => {
  if (report === undefined) return process.env
  const hook = new URL(`./child.mjs?${new URLSearchParams({ report })}`, import.meta.url)
  return { ...process.env, NODE_OPTIONS: `${process.env["NODE_OPTIONS"] ?? ""} --import=${hook.href}` }
}
