/** Loads scenarios and reports all their faults at once, wherever their files are. Source: product.md "Scenario files". */
import { Effect, Result } from "effect"
import { BOUNDS, formatBound } from "../Bounds.ts"
import { type Fields, field, isPlain, listOf, plainOf } from "../Fields.ts"
import { problem } from "../Problem.ts"
import { hasReference, referencesIn, type Variables } from "../variable/Interpolation.ts"
import { broken, faultAt, faultsAt, unreadableFault } from "./FileFault.ts"
import { collect, EMPTY, type Fragments } from "./Fragments.ts"
import type { LoadedFile, ScenarioFault, ScenarioFileBroken } from "./LoadedScenario.ts"
import { isFragmentFile, judgeFile } from "./ScenarioJudge.ts"
import { distinct, examplesOf, loadRow, type Row, worldReader } from "./ScenarioRows.ts"
import type { Source, SourceFiles } from "./Source.ts"

export interface LoadOptions {
  /** From the command line: they replace variables of the file. */
  readonly variables?: Variables
}

/** @param file as `files` knows it */
export const loadFrom = Effect.fnUntraced(function* (
  files: SourceFiles,
  file: string,
  { variables = {} }: LoadOptions = {}
): Effect.fn.Return<LoadedFile, ScenarioFileBroken> {
  const opened = yield* Effect.result(files.read(file, EMPTY))
  if (Result.isFailure(opened)) {
    return yield* Effect.fail(broken(file, opened.failure.files, [unreadableFault(opened.failure)]))
  }
  const source = opened.success
  const shape = faultsAt(source, judgeFile(source.value, source.sound))
  if (!isPlain(source.value)) return yield* Effect.fail(broken(file, source.files, shape))
  const fragments = yield* collect(source, files)
  const { rows, faults: ofRows } = yield* rowsOf(source, source.value, fragments, variables, files)
  const sources = [...new Set([file, ...fragments.files, ...rows.flatMap((row) => row.worldFiles)])]
  const faults = [...shape, ...fragments.faults, ...ofRows]
  if (faults.length > 0) return yield* Effect.fail(broken(file, sources, faults, onlyScenario(source.value)))
  return {
    file,
    scenarios: distinct(rows.map((row) => row.scenario)),
    sources,
    settable: settable(fragments.sources, source.value)
  }
})

/** The name would need rows and variables, and invalid tags may stand for any tag. */
const onlyScenario = ({ name, tags = [], examples, fragments }: Fields): ScenarioFileBroken["scenario"] => {
  const isKnown = typeof name === "string" && !hasReference(name) && examples === undefined && fragments === undefined
  return isKnown && Array.isArray(tags) && tags.every((tag) => typeof tag === "string") ? { name, tags } : undefined
}

/** Loads rows until there are too many steps. */
const rowsOf = Effect.fnUntraced(function* (
  source: Source,
  fields: Fields,
  { byName }: Fragments,
  given: Variables,
  files: SourceFiles
) {
  const readWorld = worldReader(files)
  const rows: Array<Row> = []
  const faults: Array<ScenarioFault> = []
  let room = BOUNDS.allSteps.value
  for (const example of isFragmentFile(fields) ? [] : examplesOf(fields)) {
    const row = yield* loadRow(source, fields, byName, given, files, readWorld, example)
    rows.push(row)
    faults.push(...row.faults)
    room -= row.scenario.steps.length
    if (room >= 0) continue
    const message = `all rows together have more than ${formatBound(BOUNDS.allSteps)}`
    faults.push(faultAt(source, problem(["examples"], message)))
    break
  }
  return { rows, faults }
})

/** The command line cannot set columns of the table, or variables that an imported file defines itself. */
const settable = (sources: ReadonlyArray<Source>, { variables, examples }: Fields): ReadonlyArray<string> => {
  const columns = Object.keys(listOf(examples)[0] ?? {})
  const used = sources.flatMap(({ value }, index) => {
    const own = index > 0 ? plainOf(field(value, "variables")) : {}
    return referencesIn(value).flatMap(({ name }) => (Object.hasOwn(own, name) ? [] : [name]))
  })
  const names = new Set([...Object.keys(plainOf(variables)), ...used])
  return [...names].filter((name) => !columns.includes(name))
}
