/** Loads scenario files of the disk (YAML, JSON, modules). Source: product.md "Scenario files". */
import { resolve } from "node:path"
import type { Effect } from "effect"
import type { LoadedFile, ScenarioFileBroken } from "./LoadedScenario.ts"
import { type LoadOptions, loadFrom } from "./LoadScenario.ts"
import { files } from "./ScenarioSource.ts"

export type { LoadOptions } from "./LoadScenario.ts"

/** @param path absolute, or relative to the working directory */
export const load = (path: string, options: LoadOptions = {}): Effect.Effect<LoadedFile, ScenarioFileBroken> =>
  loadFrom(files, resolve(path), options)
