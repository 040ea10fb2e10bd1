/** Problems as faults of files: each once, with its place, in the order of the text. */
import { formatPath } from "@backlot/domain/error/Fault"
import { defined } from "../Fields.ts"
import type { FilePlace } from "../FilePlace.ts"
import type { Problem } from "../Problem.ts"
import { type ScenarioFault, ScenarioFileBroken } from "./LoadedScenario.ts"
import type { Source, Unreadable } from "./Source.ts"

export const faultAt = (source: Source, { path, message, related }: Problem): ScenarioFault => ({
  ...source.locate(path),
  path: formatPath(path),
  message,
  ...defined({ related })
})

export const faultsAt = (source: Source, problems: ReadonlyArray<Problem>): ReadonlyArray<ScenarioFault> =>
  problems.map((found) => faultAt(source, found))

export const unreadableFault = ({ absent: _, files: __, ...broken }: Unreadable): ScenarioFault => ({
  ...broken,
  path: ""
})

/** @param faults at least one */
export const broken = (
  file: string,
  sources: ReadonlyArray<string>,
  faults: ReadonlyArray<ScenarioFault>,
  scenario?: ScenarioFileBroken["scenario"]
): ScenarioFileBroken => {
  const distinct = new Map(faults.map((fault) => [format(fault), fault]))
  const sorted = [...distinct.values()].sort((a, b) => rank(file, a, b) || a.line - b.line || a.column - b.column)
  const message = formatAll(sorted).join("\n")
  return new ScenarioFileBroken({ file, sources, faults: sorted, message, ...defined({ scenario }) })
}

/** One line for each fault; very many are cut off. `shown` formats the name of a file. */
export const formatAll = (
  faults: ReadonlyArray<ScenarioFault>,
  shown: (file: string) => string = (file) => file
): ReadonlyArray<string> => {
  const lines = faults.slice(0, LINES).map((fault) => format(fault, shown))
  const more = faults.length - lines.length
  return more > 0 ? [...lines, `… and ${more.toLocaleString("en-US")} more`] : lines
}

const LINES = 100

/** The file itself comes before the files that it imports. */
const rank = (file: string, a: ScenarioFault, b: ScenarioFault): number =>
  Number(a.file !== file) - Number(b.file !== file) || Number(a.file > b.file) - Number(a.file < b.file)

/** `file:line:column path: message` */
const format = (fault: ScenarioFault, shown: (file: string) => string = (file) => file): string => {
  const placeOf = ({ file, line, column }: FilePlace) => `${shown(file)}:${line}:${column}`
  const related = fault.related === undefined ? "" : ` (${fault.related.what} ${placeOf(fault.related.place)})`
  return `${placeOf(fault)} ${fault.path === "" ? "" : `${fault.path}: `}${fault.message}${related}`
}
