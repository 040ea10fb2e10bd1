/**
 * Updates the `exports` of every package from the imports of other packages: `pnpm --filter @backlot/boundaries write`.
 */
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { faceOf } from "./Face.ts"
import { fromFiles, readFiles } from "./Repository.ts"

const root = join(import.meta.dirname, "../../..")
const repository = fromFiles(readFiles(root))

for (const pack of repository.packages) {
  const exports = faceOf(repository, pack)
  if (exports === undefined) continue
  const file = join(root, pack.folder, "package.json")
  const manifest: object = JSON.parse(readFileSync(file, "utf8"))
  writeFileSync(file, `${JSON.stringify({ ...manifest, exports }, null, 2)}\n`)
}
