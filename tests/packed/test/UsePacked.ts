/** Packages as they were packed, and a registry that serves them, for the tests of one file. */
import { dirname } from "node:path"
import { afterAll, beforeAll } from "vitest"
import { type Projects, pack, publishedNames } from "./Projects.ts"
import { type Registry, serveRegistry } from "./Registry.ts"
import { nodePackage } from "./Shell.ts"

/** All published packages, or those of these names; and the package `node`. They are there while the tests run. */
export const usePacked = (
  ...names: ReadonlyArray<string>
): { readonly projects: Projects; readonly registry: Registry } => {
  let projects: Projects | undefined
  let registry: Registry | undefined
  beforeAll(async () => {
    projects = pack(...names)
    const tarballs = (names.length === 0 ? publishedNames() : names).map(projects.tarball)
    registry = await serveRegistry(tarballs, [nodePackage(dirname(tarballs[0] ?? ""))])
  })
  afterAll(async () => {
    await registry?.close()
    projects?.remove()
  })
  const made = <A>(one: A | undefined): A => {
    if (one === undefined) throw new Error("it is there once the tests run")
    return one
  }
  return {
    get projects() {
      return made(projects)
    },
    get registry() {
      return made(registry)
    }
  }
}
