/** The fragments that the steps of a file can run: its own, and those of the files that it imports. */
import type { Path } from "@backlot/domain/error/Fault"
import { Effect, Result } from "effect"
import { didYouMeanOf } from "../DidYouMean.ts"
import { listOf, plainOf } from "../Fields.ts"
import { type Problem, problem } from "../Problem.ts"
import { hasReference, type Variables } from "../variable/Interpolation.ts"
import { faultAt, faultsAt, unreadableFault } from "./FileFault.ts"
import type { ScenarioFault } from "./LoadedScenario.ts"
import { judgeFile } from "./ScenarioJudge.ts"
import type { Source, SourceFiles } from "./Source.ts"

export interface Fragment {
  readonly name: string
  readonly source: Source
  readonly path: Path
  readonly steps: ReadonlyArray<unknown>
  /** Variables of an imported file, which its fragments have by default. */
  readonly variables: Variables
}

export interface Fragments {
  readonly byName: ReadonlyMap<string, Fragment>
  /** The file itself and the imported files that could be read. */
  readonly sources: ReadonlyArray<Source>
  /** All files they were read from, and imported files that could not be read. */
  readonly files: ReadonlyArray<string>
  /** Faults of the imported files, and of fragments that run one another. Faults of the file itself are elsewhere. */
  readonly faults: ReadonlyArray<ScenarioFault>
}

export const EMPTY = "it is empty; a scenario is an object with name and steps"

/** Imports may import further files, also in a circle. */
export const collect = Effect.fnUntraced(function* (source: Source, files: SourceFiles): Effect.fn.Return<Fragments> {
  const byName = new Map<string, Fragment>()
  const sources = [source]
  const known = new Set([source.file])
  const made = new Set(source.files)
  const faults: Array<ScenarioFault> = []
  for (const current of sources) {
    for (const fragment of fragmentsOf(current, current === source)) {
      const other = byName.get(fragment.name)
      if (other === undefined) byName.set(fragment.name, fragment)
      else faults.push(faultAt(current, twin(fragment, other)))
    }
    for (const [index, path] of importsOf(current).entries()) {
      const file = files.beside(current.file, path)
      if (known.has(file)) continue
      known.add(file)
      const found = yield* Effect.result(files.read(file, EMPTY))
      for (const one of Result.merge(found).files) made.add(one)
      if (Result.isSuccess(found)) {
        faults.push(...faultsAt(found.success, judgeFile(found.success.value, found.success.sound)))
        sources.push(found.success)
      } else if (found.failure.absent) {
        faults.push(faultAt(current, problem(["import", index], `${found.failure.message}: ${path}`)))
      } else faults.push(unreadableFault(found.failure))
    }
  }
  faults.push(...sources.flatMap((one) => strayRuns(one, byName)), ...circles(byName))
  return { byName, sources, files: [...made], faults }
})

export const unknownFragment = (name: string, byName: ReadonlyMap<string, Fragment>): string =>
  `there is no fragment ${name}${didYouMeanOf(name, byName.keys(), "the file has none")}`

const twin = ({ name, path }: Fragment, other: Fragment): Problem => ({
  ...problem(path, `duplicate fragment ${name}`),
  related: { what: "the other is at", place: other.source.locate(other.path) }
})

const importsOf = ({ value }: Source): ReadonlyArray<string> =>
  listOf(plainOf(value)["import"]).filter((path) => typeof path === "string")

const fragmentsOf = (source: Source, isOwn: boolean): ReadonlyArray<Fragment> => {
  const { fragments, variables } = plainOf(source.value)
  return Object.entries(plainOf(fragments)).map(([name, steps]) => ({
    name,
    source,
    path: ["fragments", name],
    steps: listOf(steps),
    variables: isOwn ? {} : plainOf(variables)
  }))
}

/** A name with a variable is judged once its value is known. */
const runsOf = (steps: ReadonlyArray<unknown>, path: Path): ReadonlyArray<Pick<Fragment, "name" | "path">> =>
  steps.flatMap((step, index) => {
    const name = plainOf(step)["run"]
    return typeof name === "string" && !hasReference(name) ? [{ name, path: [...path, index, "run"] }] : []
  })

const strayRuns = (source: Source, byName: ReadonlyMap<string, Fragment>): ReadonlyArray<ScenarioFault> =>
  [
    ...runsOf(listOf(plainOf(source.value)["steps"]), ["steps"]),
    ...fragmentsOf(source, true).flatMap(({ steps, path }) => runsOf(steps, path))
  ]
    .filter(({ name }) => !byName.has(name))
    .map(({ name, path }) => faultAt(source, problem(path, unknownFragment(name, byName))))

/** Reports each circle once, at the run that closes it. */
const circles = (byName: ReadonlyMap<string, Fragment>): ReadonlyArray<ScenarioFault> => {
  const faults: Array<ScenarioFault> = []
  const done = new Set<string>()
  const visit = (fragment: Fragment, from: ReadonlyArray<string>): void => {
    for (const { name, path } of runsOf(fragment.steps, fragment.path)) {
      const next = byName.get(name)
      if (from.includes(name)) faults.push(faultAt(fragment.source, problem(path, circle(name, from))))
      else if (next !== undefined && !done.has(name)) visit(next, [...from, name])
    }
    done.add(fragment.name)
  }
  for (const fragment of byName.values()) if (!done.has(fragment.name)) visit(fragment, [fragment.name])
  return faults
}

export const circle = (name: string, from: ReadonlyArray<string>): string =>
  `a fragment cannot run itself: ${[...from.slice(from.indexOf(name)), name].join(" → ")}`
