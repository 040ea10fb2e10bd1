/** Scenario files that a test writes and loads. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { type LoadOptions, load } from "@backlot/scenario/file/ScenarioFile"
import { onTestFinished } from "@effect/vitest"
import { Effect } from "effect"

/** Writes the files into a folder of their own and loads the first. */
export const loaded = (files: Readonly<Record<string, string>>, options: LoadOptions = {}) =>
  Effect.suspend(() => {
    const folder = mkdtempSync(join(tmpdir(), "backlot-scenario-"))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true })
      writeFileSync(join(folder, name), text)
    }
    return load(join(folder, Object.keys(files)[0] ?? ""), options)
  })
