/**
 * Writes docs/scale.md from the kept costs: `pnpm --filter @backlot/bench write`. With the JSON file of a run of
 * `bench nodes` it keeps the costs of that run first.
 */
import { readFileSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { type Costs, readCosts, writeCosts } from "../nodes/Costs.ts"
import { render } from "./Page.ts"

interface Results {
  readonly rows: ReadonlyArray<{ readonly raw: { readonly costs?: Costs } | null }>
}

const [results] = process.argv.slice(2)
if (results !== undefined) {
  const file = resolve(process.env["INIT_CWD"] ?? process.cwd(), results)
  // The bench writes it.
  const { rows } = JSON.parse(readFileSync(file, "utf8")) as Results
  const costs = rows.flatMap(({ raw }) => raw?.costs ?? [])[0]
  if (costs === undefined) throw new Error(`${file} has no costs: it is not of a run of \`bench nodes\``)
  writeCosts(costs)
}
writeFileSync(join(import.meta.dirname, "../../../../docs/scale.md"), render(readCosts()))
