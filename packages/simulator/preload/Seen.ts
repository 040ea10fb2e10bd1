/** Real time as this program sees it pass: what a busy or sleeping machine takes away at once counts little. */
import { performance } from "node:perf_hooks"

const now = performance.now.bind(performance)

/** Between two looks. */
const MOST_MS = 20

let passed = 0
let looked = now()

/** Called every few milliseconds. */
export const look = (): void => {
  const at = now()
  passed += Math.min(at - looked, MOST_MS)
  looked = at
}

/** Milliseconds. */
export const seen = (): number => passed
