/** Plays scenario files again whenever something they use changes. Source: product.md "Scenario files" (`--watch`). */
import { dirname, resolve } from "node:path"
import type { Stages } from "@backlot/player/stage/Stage"
import * as ScenarioFile from "@backlot/scenario/file/ScenarioFile"
import * as Watch from "@backlot/simulator/run/Watch"
import { Console, Effect, Result, type Scope } from "effect"
import type { CliError } from "effect/cli"
import { shownPath } from "../given/ShownPath.ts"
import { usageLine } from "../given/UsageLine.ts"
import { type Ended, Unusable } from "../process/Ended.ts"
import { scenarioPaths } from "./ScenarioPaths.ts"
import type { SimulateFlags } from "./SimulateFlags.ts"

type Trouble = Ended | Unusable | CliError.CliError

/** Runs until interrupted. */
export const playAgain = Effect.fnUntraced(function* (
  flags: SimulateFlags,
  /** The variables for scenarios. */
  variables: Readonly<Record<string, unknown>>,
  play: (paths: ReadonlyArray<string>) => Effect.Effect<void, Trouble, Stages>
): Effect.fn.Return<void, Trouble, Stages | Scope.Scope> {
  const watch = yield* Watch.open(writtenBy(flags))
  yield* watch.add(flags.files)
  // A mistyped path fails now; a file that disappears later may come back.
  let paths: ReadonlyArray<string> = yield* scenarioPaths(flags.files)
  let known: ReadonlyArray<Watch.Watched> = []
  let gone: ReadonlySet<string> = NONE
  let changed: ReadonlySet<string> = NONE
  for (;;) {
    const now = yield* Effect.forEach(paths, (path) => watchedOf(path, variables))
    yield* watch.add(now.flatMap(({ sources, folders }) => [...sources, ...folders]))
    const fresh = paths.filter((path) => !known.some(({ file }) => file === path))
    // Also by the earlier sources: a removed import is no longer among the new ones.
    const again = [...Watch.concerned(known, changed), ...Watch.concerned(now, changed)]
    const due = paths.filter((path) => fresh.includes(path) || again.includes(path))
    gone = yield* goneOf(gone, known, paths)
    known = now
    if (due.length > 0) yield* Effect.catch(play(due), printTrouble)
    const during = due.length > 0 ? sourcesIn(now, gone, yield* watch.missed) : NONE
    // Said only here: from now on, no change is missed.
    if (due.length > 0 && during.size === 0) yield* Console.error("Waiting for changes; press Ctrl-C to stop")
    changed = during.size > 0 ? during : yield* watch.changed
    paths = yield* presentPaths(flags.files)
  }
}, Effect.scoped)

const NONE: ReadonlySet<string> = new Set()

/** The named files that exist. */
const presentPaths = (named: ReadonlyArray<string>): Effect.Effect<ReadonlyArray<string>> =>
  Effect.map(
    Effect.forEach(named, (path) => Effect.orElseSucceed(scenarioPaths([path]), () => [])),
    (found) => [...new Set(found.flat())]
  )

/** Reports each scenario file that disappears. */
const goneOf = Effect.fnUntraced(function* (
  gone: ReadonlySet<string>,
  known: ReadonlyArray<Watch.Watched>,
  paths: ReadonlyArray<string>
) {
  const going = known.map(({ file }) => file).filter((file) => !paths.includes(file))
  for (const file of going) yield* Console.error(`${shownPath(file)} is gone; it is played again once it is back`)
  return new Set([...gone, ...going].filter((file) => !paths.includes(file)))
})

/** Filters changes during a play: programs may write into their own folders (a log, a database), but not scenarios. */
const sourcesIn = (
  all: ReadonlyArray<Watch.Watched>,
  gone: ReadonlySet<string>,
  changed: ReadonlySet<string>
): ReadonlySet<string> => {
  const sources = new Set([...gone, ...all.flatMap(({ sources }) => sources)])
  return new Set([...changed].filter((file) => sources.has(file)))
}

/** The next change may fix the failure. */
const printTrouble = (error: Trouble) => {
  if (error._tag === "Ended") return Effect.void
  return Console.error(error instanceof Unusable ? error.message : usageLine(error))
}

/** The programs of a broken file are unknown. */
const watchedOf = (file: string, variables: Readonly<Record<string, unknown>>): Effect.Effect<Watch.Watched> =>
  Effect.map(Effect.result(ScenarioFile.load(file, { variables })), (loaded) => {
    if (Result.isFailure(loaded)) return { file, sources: loaded.failure.sources, folders: [] }
    const { sources, scenarios } = loaded.success
    const apps = scenarios.flatMap(({ scenario: { app, apps = [] } }) => [...(app === undefined ? [] : [app]), ...apps])
    return { file, sources, folders: [...new Set(apps.map(({ cwd = "." }) => resolve(dirname(file), cwd)))] }
  })

const writtenBy = ({ report, trace, transcript }: SimulateFlags): ReadonlyArray<string> => [
  ...(report?.value ?? []).flatMap(({ file }) => (file === undefined ? [] : [resolve(file)])),
  ...[trace, transcript].flatMap((given) => given?.value ?? [])
]
