/** Scenario files that tests write and load. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join, relative } from "node:path"
import { onTestFinished } from "@effect/vitest"
import { Effect, Result } from "effect"
import { type LoadOptions, load } from "../src/file/ScenarioFile.ts"

export type Files = Readonly<Record<string, string>>

/** A new folder for each call; removed when the test ends. */
export const folderOf = (files: Files): string => {
  const folder = mkdtempSync(join(tmpdir(), "backlot-scenario-"))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  return folder
}

/** Loads the first of the files. */
export const loaded = (files: Files, options: LoadOptions = {}) =>
  Effect.suspend(() => load(join(folderOf(files), Object.keys(files)[0] ?? ""), options))

/** `line:column path: message` of each fault, after the name of the file unless it is the first. */
export const faultsOf = Effect.fnUntraced(function* (files: Files, options?: LoadOptions) {
  const result = yield* Effect.result(loaded(files, options))
  if (Result.isSuccess(result)) return []
  const { file, faults } = result.failure
  return faults.map((fault) => {
    const other = fault.file === file ? "" : `${fault.file.slice(dirname(file).length + 1)}:`
    const { what, place } = fault.related ?? {}
    const by =
      place === undefined ? "" : ` (${what} ${relative(dirname(file), place.file)}:${place.line}:${place.column})`
    return `${other}${fault.line}:${fault.column} ${fault.path === "" ? "" : `${fault.path}: `}${fault.message}${by}`
  })
})
