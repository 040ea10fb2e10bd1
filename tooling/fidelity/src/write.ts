/** Renews docs/fidelity.md: `pnpm --filter @backlot/fidelity write`. */
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { render } from "./Page.ts"
import { readSources } from "./Sources.ts"

const root = join(import.meta.dirname, "../../..")
writeFileSync(join(root, "docs/fidelity.md"), render(readSources(root)))
