/**
 * Rules of what is legal and yet useless or surprising, as data: the service takes it, its author may not mean it.
 * Source: decision 11; product.md "First minute" (`check`).
 */
import type { Fault, Path } from "../../error/Fault.ts"

/** A fault that refuses nothing. */
export interface Advice extends Fault {
  /** The section that makes it so. */
  readonly source: string
}

/** One place a rule has something to say about. */
export interface Remark {
  /** From the subject. */
  readonly path: Path
  readonly message: string
}

export interface AdviceRule<Subject> {
  readonly code: string
  /** What is useless or surprising, for lists of all rules. */
  readonly sentence: string
  readonly source: string
  readonly judge: (subject: Subject) => ReadonlyArray<Remark>
}

/** Everything that a table of rules has to say about a subject that stands at `path`. */
export const advise = <Subject>(
  rules: ReadonlyArray<AdviceRule<Subject>>,
  subject: Subject,
  path: Path = []
): ReadonlyArray<Advice> =>
  rules.flatMap(({ code, source, judge }) =>
    judge(subject).map((remark) => ({ path: [...path, ...remark.path], code, message: remark.message, source }))
  )

export const nothing: ReadonlyArray<Remark> = []

export const remark = (path: Path, message: string): ReadonlyArray<Remark> => [{ path, message }]

/** One remark when the condition holds. */
export const when = (condition: boolean | undefined, path: Path, message: string): ReadonlyArray<Remark> =>
  condition ? remark(path, message) : nothing
