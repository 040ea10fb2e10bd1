/** The program, bundled once for all test files of a run, in a folder that goes with it. */
import { mkdtempSync, rmSync } from "node:fs"
import { mkdir, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { TestProject } from "vitest/node"
import { bundle } from "../build.mjs"

declare module "vitest" {
  interface ProvidedContext {
    /** A folder with `dist/main.js` and what belongs to it. */
    readonly program: string
  }
}

export default async (project: TestProject): Promise<() => void> => {
  const folder = mkdtempSync(join(tmpdir(), "backlot-cli-program-"))
  // A quick run starts no programs.
  if ((process.env["BACKLOT_QUICK"] ?? "") === "") await bundle(join(folder, "dist"))
  // As in the package: without it, Node looks into each file for what it is.
  await mkdir(join(folder, "dist"), { recursive: true })
  await writeFile(join(folder, "dist/package.json"), '{ "type": "module" }')
  project.provide("program", folder)
  return () => rmSync(folder, { recursive: true, force: true })
}
