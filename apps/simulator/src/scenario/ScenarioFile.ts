/**
 * Scenario files: YAML, JSON and modules, read, checked and made ready to play. All faults of a file are told at once.
 * Source: product.md "Scenario files".
 */
import { resolve } from "node:path"
import { Effect, Result } from "effect"
import { broken, faultsAt } from "./FileFault.ts"
import { collect, EMPTY } from "./Fragments.ts"
import { isPlain, type Variables } from "./Interpolation.ts"
import type { LoadedFile, ScenarioFileBroken } from "./LoadedScenario.ts"
import { isFragmentFile, judgeFile } from "./ScenarioJudge.ts"
import { distinct, loadRow, rowsOf } from "./ScenarioRows.ts"
import { read } from "./ScenarioSource.ts"

export interface LoadOptions {
  /** Of the command line: in place of variables of the file with the same name. */
  readonly variables?: Variables
}

/** @param path absolute, or relative to the working directory */
export const load = Effect.fnUntraced(function* (
  path: string,
  { variables = {} }: LoadOptions = {}
): Effect.fn.Return<LoadedFile, ScenarioFileBroken> {
  const file = resolve(path)
  const opened = yield* Effect.result(read(file, EMPTY))
  if (Result.isFailure(opened)) return yield* Effect.fail(broken(file, [{ ...opened.failure, path: "" }]))
  const source = opened.success
  const shape = faultsAt(source, judgeFile(source.value))
  if (!isPlain(source.value)) return yield* Effect.fail(broken(file, shape))
  const { byName, files, faults: imported } = yield* collect(source)
  const examples = isFragmentFile(source.value) ? [] : rowsOf(source.value)
  const fields = source.value
  const rows = yield* Effect.forEach(examples, (example) => loadRow(source, fields, byName, variables, example))
  const faults = [...shape, ...imported, ...rows.flatMap((row) => row.faults)]
  if (faults.length > 0) return yield* Effect.fail(broken(file, faults))
  const worlds = rows.flatMap((row) => row.worldFile ?? [])
  return {
    file,
    scenarios: distinct(rows.map((row) => row.scenario)),
    sources: [...new Set([file, ...files, ...worlds])]
  }
})
