/** Counts the judged answers of a test file. A reporter sums them over a run. */

export interface Tally {
  readonly judged: number
  readonly undescribed: number
  readonly unjudged: number
}

declare module "vitest" {
  interface TaskMeta {
    official?: Tally
  }
}

export const NONE: Tally = { judged: 0, undescribed: 0, unjudged: 0 }

export const add = (a: Tally, b: Tally): Tally => ({
  judged: a.judged + b.judged,
  undescribed: a.undescribed + b.undescribed,
  unjudged: a.unjudged + b.unjudged
})
