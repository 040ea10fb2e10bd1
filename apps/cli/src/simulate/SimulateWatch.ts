/** Plays scenario files again at each change that concerns them. Source: product.md "Scenario files" (`--watch`). */
import { dirname, resolve } from "node:path"
import type { Stages } from "@backlot/simulator/play/Stage"
import * as Watch from "@backlot/simulator/run/Watch"
import * as ScenarioFile from "@backlot/simulator/scenario/ScenarioFile"
import { Console, Effect, Result, type Scope } from "effect"
import type { CliError } from "effect/cli"
import { type Ended, Unusable } from "../Ended.ts"
import { usageLine } from "../UsageLine.ts"
import { scenarioPaths } from "./ScenarioPaths.ts"
import type { SimulateFlags } from "./SimulateFlags.ts"

type Trouble = Ended | Unusable | CliError.CliError

/** Until it is interrupted. */
export const playAgain = Effect.fnUntraced(function* (
  flags: SimulateFlags,
  play: (paths: ReadonlyArray<string>) => Effect.Effect<void, Trouble, Stages>
): Effect.fn.Return<void, Trouble, Stages | Scope.Scope> {
  const watch = yield* Watch.open(writtenBy(flags))
  yield* watch.add(flags.files)
  let known: ReadonlyArray<Watch.Watched> = []
  let changed: ReadonlySet<string> = new Set()
  for (;;) {
    const paths = yield* scenarioPaths(flags.files)
    const now = yield* Effect.forEach(paths, watchedOf)
    yield* watch.add(now.flatMap(({ sources, folders }) => [...sources, ...folders]))
    const fresh = paths.filter((path) => !known.some(({ file }) => file === path))
    // By what it was made of before too: an import that is gone no longer stands in it.
    const again = [...Watch.concerned(known, changed), ...Watch.concerned(now, changed)]
    const due = paths.filter((path) => fresh.includes(path) || again.includes(path))
    known = now
    if (due.length > 0) {
      yield* Effect.catch(play(due), told)
      yield* Console.error("Waiting for changes; Ctrl-C ends it")
    }
    const during = due.length > 0 ? sourcesIn(now, yield* watch.missed) : NONE
    changed = during.size > 0 ? during : yield* watch.changed
  }
}, Effect.scoped)

const NONE: ReadonlySet<string> = new Set()

/** Of what changed during a play: programs write into their folders themselves, a log or a database, but no scenarios. */
const sourcesIn = (all: ReadonlyArray<Watch.Watched>, changed: ReadonlySet<string>): ReadonlySet<string> => {
  const sources = new Set(all.flatMap(({ sources }) => sources))
  return new Set([...changed].filter((file) => sources.has(file)))
}

/** What went wrong may be put right by the next change. */
const told = (error: Trouble) => {
  if (error._tag === "Ended") return Effect.void
  return Console.error(error instanceof Unusable ? error.message : usageLine(error))
}

/** Of a file that is broken, itself alone is known. */
const watchedOf = (file: string): Effect.Effect<Watch.Watched> =>
  Effect.map(Effect.result(ScenarioFile.load(file)), (loaded) => {
    if (Result.isFailure(loaded)) return { file, sources: [file], folders: [] }
    const { sources, scenarios } = loaded.success
    const apps = scenarios.flatMap(({ scenario: { app, apps = [] } }) => [...(app === undefined ? [] : [app]), ...apps])
    return { file, sources, folders: [...new Set(apps.map(({ cwd = "." }) => resolve(dirname(file), cwd)))] }
  })

const writtenBy = ({ report, trace, transcript }: SimulateFlags): ReadonlyArray<string> => [
  ...(report?.value ?? []).flatMap(({ file }) => (file === undefined ? [] : [resolve(file)])),
  ...[trace, transcript].flatMap((given) => given?.value ?? [])
]
