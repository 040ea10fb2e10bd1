/** Updates the list of official operations: `pnpm --filter @backlot/coverage operations path/to/openapi.json`. */
import { readFileSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { renderOperations } from "./OperationList.ts"

const [file] = process.argv.slice(2)
if (file === undefined) throw new Error("name the file of the official OpenAPI document")
const target = join(import.meta.dirname, "../../../packages/protocol/src/openapi/OfficialOperations.ts")
writeFileSync(target, renderOperations(readFileSync(resolve(process.env["INIT_CWD"] ?? ".", file), "utf8")))
