/** Set-up of every test file: changes to the folder of its package, as in a run of that package alone. */
import { inject } from "vitest"

declare module "vitest" {
  interface ProvidedContext {
    readonly folder: string
  }
}

process.chdir(inject("folder"))
