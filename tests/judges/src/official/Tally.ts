/** How many answers a run judged, as one line that `npm test` sums. */

export interface Tally {
  readonly judged: number
  readonly undescribed: number
  readonly unjudged: number
}

export const NONE: Tally = { judged: 0, undescribed: 0, unjudged: 0 }

export const add = (a: Tally, b: Tally): Tally => ({
  judged: a.judged + b.judged,
  undescribed: a.undescribed + b.undescribed,
  unjudged: a.unjudged + b.unjudged
})

/** `tooling/bootstrap/src/TestReport.mjs` reads this line. */
export const format = ({ judged, undescribed, unjudged }: Tally): string =>
  `Official document: ${judged} answers judged, ${undescribed} not described by it, ${unjudged} not judged`
