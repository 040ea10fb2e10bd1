/** What a test gives to a server that it starts as a child process, so that its answers are judged too. */
import { REPORT_VARIABLE } from "./Report.ts"

/** The environment of this process, and the hook; the report's file was named by `setup.ts`. */
export const childEnvironment = (): NodeJS.ProcessEnv =>
  process.env[REPORT_VARIABLE] === undefined
    ? process.env
    : {
        ...process.env,
        NODE_OPTIONS: `${process.env["NODE_OPTIONS"] ?? ""} --import=${new URL("./child.ts", import.meta.url).href}`
      }
