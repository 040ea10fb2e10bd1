/** A copy of the packages that a server is made of, for mutations: the tree itself is never touched. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { Effect, type Scope } from "effect"
import type { Mutation } from "./Mutations.ts"

const ROOT = resolve(import.meta.dirname, "../../../..")
const COPIED = ["packages", "tests/play"]
const LEFT_OUT = /\/(?:dist|\.turbo|\.vite[^/]*)$/

/** Links to external packages stay links, those between the packages lead into the copy. */
export const copyTree: Effect.Effect<string, never, Scope.Scope> = Effect.acquireRelease(
  Effect.sync(() => {
    const copy = mkdtempSync(join(tmpdir(), "backlot-mutated-"))
    for (const folder of COPIED) {
      mkdirSync(join(copy, folder), { recursive: true })
      cpSync(join(ROOT, folder), join(copy, folder), {
        recursive: true,
        verbatimSymlinks: true,
        filter: (from) => !LEFT_OUT.test(from)
      })
    }
    for (const shared of ["node_modules", "package.json"]) symlinkSync(join(ROOT, shared), join(copy, shared))
    return copy
  }),
  (copy) => Effect.sync(() => rmSync(copy, { recursive: true, force: true }))
)

/** The copy with the mutation, until the scope closes. Dies where the mutated text does not stand in its file once. */
export const mutate = (copy: string, { file, from, to }: Mutation): Effect.Effect<void, never, Scope.Scope> => {
  const path = join(copy, "packages", file)
  return Effect.acquireRelease(
    Effect.sync(() => {
      const source = readFileSync(path, "utf8")
      if (source.split(from).length !== 2) throw new Error(`${file} does not have this once: ${from}`)
      writeFileSync(
        path,
        source.replace(from, () => to)
      )
      return source
    }),
    (source) => Effect.sync(() => writeFileSync(path, source))
  )
}
