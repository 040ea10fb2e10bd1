/** What differs between the rows of a table of examples: variables, name, world, steps. */
import { Effect, Result } from "effect"
import { defined, type Fields, isPlain, plainOf } from "../Fields.ts"
import { below, problem } from "../Problem.ts"
import { escapeVariables, interpolate, referencesIn, type Variables } from "../variable/Interpolation.ts"
import { define, fitTexts } from "../variable/Variables.ts"
import { faultAt, faultsAt, unreadableFault } from "./FileFault.ts"
import type { Fragment } from "./Fragments.ts"
import type { Example, LoadedScenario, ScenarioFault } from "./LoadedScenario.ts"
import type { Scenario } from "./Scenario.ts"
import { isSubstituted, judgeSubstituted } from "./ScenarioJudge.ts"
import type { Source, SourceFiles, Unreadable } from "./Source.ts"
import { expand } from "./StepExpansion.ts"

export interface Row {
  readonly scenario: LoadedScenario
  readonly worldFiles: ReadonlyArray<string>
  readonly faults: ReadonlyArray<ScenarioFault>
}

/** Reads a world file; rows with the same file share it. */
export type ReadWorld = (file: string) => Effect.Effect<Result.Result<Source, Unreadable>>

export const worldReader = ({ read }: SourceFiles): ReadWorld => {
  const known = new Map<string, Result.Result<Source, Unreadable>>()
  return Effect.fnUntraced(function* (file: string) {
    const found = known.get(file) ?? (yield* Effect.result(read(file, EMPTY_WORLD)))
    known.set(file, found)
    return found
  })
}

/** The rows of the table; one row without values if there is no table. */
export const examplesOf = ({ examples }: Fields): ReadonlyArray<Example | undefined> =>
  Array.isArray(examples) ? examples.map((values, row) => ({ row, values: plainOf(values) })) : [undefined]

/**
 * Loads one row, sound or not; nobody plays a row with faults.
 * @param given variables of the command line; values of the row win over them
 */
export const loadRow = Effect.fnUntraced(function* (
  source: Source,
  fields: Fields,
  fragments: ReadonlyMap<string, Fragment>,
  given: Variables,
  files: SourceFiles,
  readWorld: ReadWorld,
  example: Example | undefined
): Effect.fn.Return<Row> {
  const { variables, faults: undefinedOnes } = variablesOf(source, fields, given, example)
  const { scenario, faults: unsound } = substituted(source, fields, variables)
  const { steps, faults: stray } = expand(source, fragments, variables, files)
  const world = yield* worldOf(source, scenario.world, files, readWorld)
  return {
    scenario: {
      file: source.file,
      place: source.locate(["name"]),
      locate: source.locate,
      scenario,
      name: nameOf(fields["name"], scenario.name, example),
      tags: scenario.tags ?? [],
      only: scenario.only === true,
      world: world.value,
      variables,
      steps,
      ...defined({ example: example && { row: example.row, values: columnsOf(example, variables) } }),
      ...defined({ locateWorld: world.locate })
    },
    worldFiles: world.files,
    faults: [...undefinedOnes, ...unsound, ...stray, ...world.faults]
  }
})

const columnsOf = (example: Example, variables: Variables): Variables =>
  Object.fromEntries(Object.keys(example.values).map((name) => [name, variables[name]]))

const variablesOf = (source: Source, fields: Fields, given: Variables, example: Example | undefined) => {
  const row = example?.values ?? {}
  const { values, problems } = define({ ...plainOf(fields["variables"]), ...escapeVariables(given), ...row }, {})
  const placed = problems.map(({ path, message }) => {
    const isOfRow = Object.hasOwn(row, String(path[0]))
    return problem([...(isOfRow ? ["examples", example?.row ?? 0] : ["variables"]), ...path], message)
  })
  return { variables: values, faults: faultsAt(source, placed) }
}

const substituted = (source: Source, fields: Fields, variables: Variables) => {
  const faults: Array<ScenarioFault> = []
  const filled = Object.entries(fields).map(([field, written]) => {
    const isFilled = isSubstituted(field) && !(field === "world" && isPlain(written))
    const found = isFilled ? interpolate(written, variables) : Result.succeed(written)
    if (Result.isFailure(found)) faults.push(...faultsAt(source, below([field], found.failure)))
    return [field, Result.getOrElse(found, () => written)] as const
  })
  const { value, problems } = fitTexts(Object.fromEntries(filled), fields, judgeSubstituted)
  if (faults.length === 0) faults.push(...faultsAt(source, problems))
  // The caller judged the whole, and `fitTexts` what was replaced. Nobody plays a scenario with faults.
  return { scenario: value as Scenario, faults }
}

const EMPTY_WORLD =
  "it is empty; a world is an object with fields such as applications, users and guilds; {} is one with none"

interface World extends Pick<Source, "value" | "files"> {
  readonly locate?: Source["locate"]
  readonly faults: ReadonlyArray<ScenarioFault>
}

const worldOf = Effect.fnUntraced(function* (
  source: Source,
  written: unknown,
  files: SourceFiles,
  readWorld: ReadWorld
): Effect.fn.Return<World> {
  if (written === undefined) return { value: undefined, files: [], faults: [] }
  if (typeof written !== "string") {
    return { value: written, locate: (path) => source.locate(["world", ...path]), files: [], faults: [] }
  }
  const found = yield* readWorld(files.beside(source.file, written))
  if (Result.isSuccess(found)) return { ...found.success, faults: [] }
  const { failure } = found
  const fault = failure.absent
    ? faultAt(source, problem(["world"], `${failure.message}: ${written}`))
    : unreadableFault(failure)
  return { value: undefined, files: failure.files, faults: [fault] }
})

/** A name that uses the row's values stays; any other gets them appended. */
const nameOf = (written: unknown, name: string, example: Example | undefined): string => {
  if (example === undefined) return name
  const columns = Object.keys(example.values)
  if (referencesIn(written).some((reference) => columns.includes(reference.name))) return name
  return `${name} (${columns.map((column) => `${column}: ${short(example.values[column])}`).join(", ")})`
}

const short = (value: unknown): string => (typeof value === "string" ? value : (JSON.stringify(value) ?? String(value)))

/** Rows with the same values get numbers, so that names are unique. */
export const distinct = (scenarios: ReadonlyArray<LoadedScenario>): ReadonlyArray<LoadedScenario> => {
  const seen = new Map<string, number>()
  return scenarios.map((scenario) => {
    const count = (seen.get(scenario.name) ?? 0) + 1
    seen.set(scenario.name, count)
    return count === 1 ? scenario : { ...scenario, name: `${scenario.name} #${count}` }
  })
}
