/** Loaded by `node --import` into a server under test (see `childEnvironment`): reports its answers. */
import { REPORT_VARIABLE, report } from "./Report.ts"
import { watch } from "./Watch.ts"

const file = process.env[REPORT_VARIABLE]
if (file !== undefined) watch((seen) => report(file, seen))
