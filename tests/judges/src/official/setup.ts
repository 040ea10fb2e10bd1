/**
 * Set-up of every test file: judges each answer of a server by the official document, in this process and in servers
 * started with `childEnvironment`. A test fails when an answer deviates.
 */
import { afterAll, afterEach, expect } from "vitest"
import { listedIn } from "./NeverAnswered.ts"
import { record } from "./Record.ts"
import { forgetReport, nameReport, REPORT_VARIABLE, reportReader } from "./Report.ts"
import { add, NONE, type Tally } from "./Tally.ts"
import { recorded, type Seen, seenOf, watch } from "./Watch.ts"

const file = nameReport()
process.env[REPORT_VARIABLE] = file
const answersOfChildren = reportReader(file)

let tally: Tally = NONE
let deviations: Array<string> = []
// The module is shared by the files of a worker.
for (const found of Object.values(recorded)) found.clear()

const count = (seen: Seen): void => {
  tally = add(tally, tallyOf(seen))
  if (seen.kind === "deviates") deviations.push(seen.because)
}

watch(count)

const tallyOf = ({ kind }: Seen): Tally => ({
  judged: kind === "conforms" || kind === "deviates" ? 1 : 0,
  undescribed: kind === "undescribed" ? 1 : 0,
  unjudged: kind === "unjudged" ? 1 : 0
})

const expectNone = () => {
  for (const answer of answersOfChildren()) count(seenOf(answer))
  const all = deviations
  deviations = []
  expect(all, "answers that the official document does not allow").toEqual([])
}

afterEach(expectNone)

// biome-ignore lint/correctness/noEmptyPattern: vitest asks for a pattern, and nothing of the context is needed.
afterAll(({}, { file: suite }) => {
  try {
    expectNone()
    expect(listedIn(recorded.properties), "answered now: off the list of what never is").toEqual([])
  } finally {
    suite.meta.official = tally
    record(expect.getState().testPath, recorded)
    forgetReport(file)
  }
})
