/** Writes the failures of a run as workflow commands, which GitHub Actions shows beside the lines of the files. */
import type { RunResult } from "../run/RunResult.ts"
import { type Annotation, annotationsOf } from "./Annotations.ts"
import { workflowCommand } from "./WorkflowCommand.ts"

/** One command per line; empty for a run that passed. Paths stay absolute: the runner makes them relative to the repository. */
export const gitHubReport = (result: RunResult): string => {
  const all = annotationsOf(result)
  return (["failed", "flaky"] as const).map((status) => commandsOf(all.filter((one) => one.status === status))).join("")
}

/** GitHub shows this many of each level per step. The last one says how many are left out. */
const SHOWN_MAX = 10

const LEVELS = { failed: "error", flaky: "warning" } as const

const commandsOf = (all: ReadonlyArray<Annotation>): string => {
  const shown = all.length > SHOWN_MAX ? all.slice(0, SHOWN_MAX - 1) : all
  return [...shown.map(commandOf), ...restOf(all.slice(shown.length))].map((line) => `${line}\n`).join("")
}

const commandOf = ({ status, file, line, column, title, message }: Annotation): string => {
  const shown = status === "flaky" ? `flaky: ${title}` : title
  return workflowCommand(LEVELS[status], { file, line, col: column, title: shown }, message)
}

const restOf = ([first, ...others]: ReadonlyArray<Annotation>): ReadonlyArray<string> => {
  if (first === undefined) return []
  const title = `${others.length + 1} more scenarios ${first.status === "failed" ? "failed" : "were flaky"}`
  return [workflowCommand(LEVELS[first.status], { title }, "The log and the reports list all of them.")]
}
