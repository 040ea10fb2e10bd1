/** Set-up of every test file: changes to the folder of its package, and runs the `test/Setup.ts` of that package. */
import { existsSync } from "node:fs"
import { join, relative } from "node:path"
import { expect, inject } from "vitest"

declare module "vitest" {
  interface ProvidedContext {
    readonly root: string
  }
}

const root = inject("root")
const [group = "", name = ""] = relative(root, expect.getState().testPath ?? "").split("/")
const folder = join(root, group, name)
const setup = join(folder, "test/Setup.ts")

process.chdir(folder)
if (existsSync(setup)) await import(setup)
