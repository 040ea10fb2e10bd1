/** Failures as other tools show them: beside the line of the file. */
import { stripVTControlCharacters } from "node:util"
import { oneLine } from "@backlot/scenario/match/DescribeValue"
import type { RunResult } from "../run/RunResult.ts"
import { explained, failingOf } from "./Failures.ts"
import { failedStep } from "./Summary.ts"

export interface Annotation {
  readonly status: "failed" | "flaky"
  readonly file: string
  /** 1 when no step failed: no line of the file is to blame. */
  readonly line: number
  readonly column: number
  /** `adopt a pet, step 3: alice presses Keep`. */
  readonly title: string
  /** One line. */
  readonly reason: string
  /** Everything that is known, without colours. */
  readonly message: string
}

/** Failed scenarios before flaky ones. */
export const annotationsOf = (result: RunResult): ReadonlyArray<Annotation> =>
  failingOf(result).map(({ status, name, index, attempt, step, reason }) => {
    const failed = failedStep(attempt)
    const file = failed?.place.file ?? result.scenarios[index]?.file ?? ""
    const { line, column } = failed?.place ?? { line: 1, column: 1 }
    const title = [oneLine(name, TITLE), ...(step === undefined ? [] : [step])].join(", ")
    const message = failed === undefined ? (attempt.failure ?? reason) : explained(failed)
    return { status, file, line, column, title, reason, message: stripVTControlCharacters(message).slice(0, MESSAGE) }
  })

const TITLE = 200
const MESSAGE = 4_000
