/**
 * Updates docs/coverage.md: `pnpm --filter @backlot/coverage write`. With the folder that a run of all tests recorded
 * to (`BACKLOT_RECORD_OPERATIONS`, from the root of the repository), it updates the record first.
 */
import { writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { render } from "./Page.ts"
import { collect, keep, readRecorded } from "./Recorded.ts"
import { readSources } from "./Sources.ts"

const root = join(import.meta.dirname, "../../..")
const [folder] = process.argv.slice(2)
if (folder !== undefined) keep(collect(resolve(root, folder)))
writeFileSync(join(root, "docs/coverage.md"), render(readSources(root, readRecorded())))
