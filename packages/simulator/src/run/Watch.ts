/** Watches files that somebody edits. Source: product.md "Scenario files" (`--watch`). */
import { basename, sep } from "node:path"
import { BOUNDS } from "@backlot/scenario/Bounds"
import { watch } from "chokidar"
import { Effect, Latch, Scope } from "effect"

export interface Watch {
  /** Watches more files and folders; completes when they are watched. */
  readonly add: (paths: ReadonlyArray<string>) => Effect.Effect<void>
  /** Waits for a change and then for quiet; returns the files changed since the last call. */
  readonly changed: Effect.Effect<ReadonlySet<string>>
  /** The changes until now, after a moment of quiet; may be empty. */
  readonly missed: Effect.Effect<ReadonlySet<string>>
}

/** Real time. An editor may write a file in several steps, or several files. */
const QUIET = "100 millis"

/** Folders of tools, where nobody edits. */
const SKIPPED = /^(?:node_modules|\.[^.].*)$/

/** A program that writes without end must not delay a change for longer. */
const PATIENCE = "2 seconds"

/**
 * @param written files and folders that we write ourselves
 * @param most how many changed files are kept apart; beyond it, everything counts as changed
 */
export const open = Effect.fnUntraced(function* (
  written: ReadonlyArray<string> = [],
  most: number = BOUNDS.changes.value
): Effect.fn.Return<Watch, never, Scope.Scope> {
  const known = new Set<string>()
  const changes = new Set<string>()
  const arrived = yield* Latch.make(false)
  const note = (path: string) => {
    // One more than the limit, to detect the excess.
    if (changes.size <= most) changes.add(path)
    arrived.openUnsafe()
  }
  const ours = (path: string) => written.some((one) => path === one || path.startsWith(`${one}${sep}`))
  const scope = yield* Effect.scope
  const options = { ignoreInitial: true, ignored: (path: string) => SKIPPED.test(basename(path)) || ours(path) }
  const begin = (paths: ReadonlyArray<string>) =>
    Effect.acquireRelease(
      Effect.sync(() =>
        watch([...paths], options)
          .on("all", (_, path) => note(path))
          // Errors of watching are ignored.
          .on("error", () => {})
      ),
      (watcher) => Effect.promise(() => watcher.close())
    )
  const quiet: Effect.Effect<void> = Effect.suspend(() => {
    arrived.closeUnsafe()
    return Effect.flatMap(Effect.timeoutOption(arrived.await, QUIET), (more) =>
      more._tag === "None" ? Effect.void : quiet
    )
  })
  const settled = Effect.map(Effect.timeoutOption(quiet, PATIENCE), (): ReadonlySet<string> => {
    const files = new Set(changes.size > most ? [...changes, ...known] : changes)
    changes.clear()
    arrived.closeUnsafe()
    return files
  })
  return {
    add: Effect.fnUntraced(function* (paths: ReadonlyArray<string>) {
      const fresh = paths.filter((path) => !known.has(path))
      if (fresh.length === 0) return
      for (const path of fresh) known.add(path)
      const watcher = yield* Scope.provide(begin(fresh), scope)
      yield* Effect.callback<void>((resume) => void watcher.once("ready", () => resume(Effect.void)))
    }),
    changed: Effect.andThen(arrived.await, settled),
    missed: settled
  }
})

/** The inputs of a scenario file. */
export interface Watched {
  /** The scenario file itself. */
  readonly file: string
  /** The file, its world and its imports. */
  readonly sources: ReadonlyArray<string>
  /** Of its programs under test. */
  readonly folders: ReadonlyArray<string>
}

/**
 * The scenario files that a change affects: those made of a changed file, and those whose program folder contains a
 * changed file that is neither scenario nor world.
 */
export const concerned = (all: ReadonlyArray<Watched>, changed: ReadonlySet<string>): ReadonlyArray<string> => {
  const known = new Set(all.flatMap(({ sources }) => sources))
  const others = [...changed].filter((file) => !known.has(file))
  return all
    .filter(
      ({ sources, folders }) =>
        sources.some((source) => changed.has(source)) ||
        folders.some((folder) => others.some((file) => file.startsWith(`${folder}${sep}`)))
    )
    .map(({ file }) => file)
}
