/**
 * Rules about legal but useless or surprising commands, as data: the service accepts them, but their author may have
 * meant something else. Source: decision 11; product.md "First minute" (`check`).
 */
import type { Fault, Path } from "../../error/Fault.ts"

/** A fault without a refusal. */
export interface Advice extends Fault {
  /** The section behind the rule. */
  readonly source: string
}

/** One finding of a rule. */
export interface Remark {
  /** Relative to the subject. */
  readonly path: Path
  readonly message: string
}

export interface AdviceRule<Subject> {
  readonly code: string
  /** The useless or surprising case, for lists of all rules. */
  readonly sentence: string
  readonly source: string
  readonly judge: (subject: Subject) => ReadonlyArray<Remark>
}

/** All findings of a table of rules about the subject at `path`. */
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
