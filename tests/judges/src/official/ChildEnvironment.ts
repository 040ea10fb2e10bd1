/** The environment for a server that a test starts as a child process, so that its answers are judged too. */
import { REPORT_VARIABLE } from "./AnswerTap.mjs"

/** The environment of this process plus the hook; `setup.ts` has named the report file. */
export const childEnvironment = (): NodeJS.ProcessEnv =>
  process.env[REPORT_VARIABLE] === undefined
    ? process.env
    : {
        ...process.env,
        NODE_OPTIONS: `${process.env["NODE_OPTIONS"] ?? ""} --import=${new URL("./child.mjs", import.meta.url).href}`
      }
