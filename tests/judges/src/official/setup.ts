/**
 * Set-up of every test file: judges each answer of a server by the official document, in this process and in servers
 * started with `childEnvironment`. A test fails when an answer deviates.
 */
import { afterAll, afterEach, expect } from "vitest"
import { record } from "./Record.ts"
import { forgetReport, nameReport, REPORT_VARIABLE, readReport } from "./Report.ts"
import { add, NONE, type Tally } from "./Tally.ts"
import { type Seen, watch } from "./Watch.ts"

const file = nameReport()
process.env[REPORT_VARIABLE] = file

const own: Array<Seen> = []
watch((seen) => own.push(seen))

let tally: Tally = NONE
let told = 0
const recorded = new Set<string>()

const take = (): ReadonlyArray<Seen> => {
  const children = readReport(file)
  const fresh = [...own.splice(0), ...children.slice(told)]
  told = children.length
  tally = fresh.map(tallyOf).reduce(add, tally)
  for (const seen of fresh) if (seen.recorded !== undefined) recorded.add(seen.recorded)
  return fresh
}

const tallyOf = ({ kind }: Seen): Tally => ({
  judged: kind === "conforms" || kind === "deviates" ? 1 : 0,
  undescribed: kind === "undescribed" ? 1 : 0,
  unjudged: kind === "unjudged" ? 1 : 0
})

const deviations = (seen: ReadonlyArray<Seen>) => seen.flatMap((one) => (one.kind === "deviates" ? [one.because] : []))

afterEach(() => {
  expect(deviations(take()), "answers that the official document does not allow").toEqual([])
})

// biome-ignore lint/correctness/noEmptyPattern: vitest asks for a pattern, and nothing of the context is needed.
afterAll(({}, { file: suite }) => {
  const last = take()
  suite.meta.official = tally
  record(expect.getState().testPath, recorded)
  forgetReport(file)
  expect(deviations(last), "answers that the official document does not allow").toEqual([])
})
