/** Rules on imports. Source: architecture.md "Import rules". */
import { dirname, join } from "node:path/posix"
import { edges, suites } from "../Edges.ts"
import type { Mention, Module } from "../Module.ts"
import { exportedFile, type Manifest, type Package, type Repository, workspaceImport } from "../Repository.ts"
import { at, type Rule } from "../Rule.ts"

export const everyPackageHasARow: Rule = {
  sentence: "every package and app has a row in the table of import edges",
  instead: "add a row to tooling/boundaries/src/Edges.ts, and its place to the architecture",
  offences: ({ packages }) =>
    packages.map(({ folder }) => folder).filter((folder) => isLayer(folder) && edges[folder] === undefined)
}

export const workspaceEdges: Rule = {
  sentence: "sources import only the workspace packages that their row allows",
  instead: "turn the dependency round: declare a port, or move what both need down to the domain",
  offences: (repository) =>
    sourceImports(repository, (specifier, { folder, row }) => {
      const found = workspaceImport(repository, specifier)
      if (found === undefined || found.target.folder === folder) return true
      const name = found.target.folder.split("/")[1] ?? ""
      return row.workspace.includes(name) || row.workspace.includes(`${name}/${found.subpath}`)
    })
}

export const effectEdges: Rule = {
  sentence: "sources import only the parts of effect that their row allows",
  instead: "keep HTTP and sockets in protocol, client, adapters and apps; `effect/testing` belongs to tests",
  offences: (repository) =>
    sourceImports(repository, (specifier, { row, suite }) => {
      const [, module, family = ""] = /^effect\/(([a-z][\w-]*).*)$/.exec(specifier) ?? []
      if (module === undefined || row.effect === "any") return true
      const allowed = [...row.effect, ...(suite ? suites.effect : [])]
      return allowed.includes(family) || allowed.includes(module)
    })
}

export const nodeEdges: Rule = {
  sentence: "node:* is imported only in adapters, testkit and apps",
  instead: "declare what is needed as a port and implement it in an adapter",
  offences: (repository) =>
    sourceImports(repository, (specifier, { row }) => row.node || !specifier.startsWith("node:"))
}

export const externalEdges: Rule = {
  sentence: "domain, protocol, ports, usecases and client use nothing from outside but effect",
  instead: "put the library behind a port, in an adapter",
  offences: (repository) =>
    sourceImports(repository, (specifier, { row, suite }) => {
      const name = externalName(repository, specifier)
      if (name === undefined || name === "effect" || row.external === "declared") return true
      return row.external.includes(name) || (suite && suites.external.includes(name))
    })
}

export const declaredDependencies: Rule = {
  sentence:
    "every imported package is declared by the importing package; sources that are packed need more than devDependencies",
  instead: "add it to the package's manifest: to dependencies for such sources, to devDependencies for anything else",
  offences: (repository) =>
    imports(repository, ({ package: { manifest }, module }, specifier) => {
      const name = workspaceImport(repository, specifier)?.target.manifest.name ?? externalName(repository, specifier)
      if (name === undefined || name === manifest.name) return true
      const shipped = { ...manifest.dependencies, ...manifest.peerDependencies }
      const declared =
        module.kind === "source" && !isSuite(module) && !isBundled(manifest)
          ? shipped
          : { ...shipped, ...manifest.devDependencies }
      return Object.hasOwn(declared, name)
    })
}

export const throughExports: Rule = {
  sentence: "a workspace package is imported through its exports, module by module",
  instead: "import `@backlot/package/Module`, and export what is missing from there",
  offences: (repository) =>
    imports(repository, (_, specifier) => {
      const found = workspaceImport(repository, specifier)
      if (found === undefined || exportedFile(repository.files, found.target, found.subpath) !== undefined) return true
      // A package of what others built has no sources to look for.
      return ![...repository.files.keys()].some((path) => path.startsWith(`${found.target.folder}/src/`))
    })
}

export const relativeImports: Rule = {
  sentence: "a relative import names a file of the same package, with its extension; sources stay within src",
  instead: "import another package by its name; a module beside you as `./Module.ts`",
  offences: (repository) =>
    imports(repository, ({ package: { folder }, module }, specifier) => {
      if (!specifier.startsWith(".")) return !specifier.startsWith("/")
      const target = join(dirname(module.path), specifier)
      const home = module.kind === "source" ? `${folder}/src/` : `${folder}/`
      return target.startsWith(home) && repository.files.has(target)
    })
}

const isLayer = (folder: string): boolean => /^(?:packages|apps)\//.test(folder)

/** A package that is packed without its sources contains all its imports. */
const isBundled = ({ files }: Manifest): boolean => files !== undefined && !files.includes("src")

const isSuite = ({ path }: Module): boolean => suites.files.test(path)

/** The package of a bare specifier; undefined for a workspace package or a module of Node. */
const externalName = (repository: Repository, specifier: string): string | undefined => {
  if (/^(?:[./]|node:)/.test(specifier) || workspaceImport(repository, specifier) !== undefined) return undefined
  return /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0]
}

interface Importer {
  readonly package: Package
  readonly module: Module
}

/** The imports in all packages that `allowed` refuses. */
const imports = ({ packages }: Repository, allowed: (importer: Importer, specifier: string) => boolean) =>
  packages.flatMap((pack) =>
    pack.modules.flatMap((module) => refused(module, (specifier) => allowed({ package: pack, module }, specifier)))
  )

/** The same for sources of packages and apps, which have a row in the table. */
const sourceImports = (
  repository: Repository,
  allowed: (specifier: string, from: { folder: string; row: (typeof edges)[string]; suite: boolean }) => boolean
) =>
  imports(repository, ({ package: { folder }, module }, specifier) => {
    const row = edges[folder]
    if (row === undefined || module.kind !== "source") return true
    return allowed(specifier, { folder, row, suite: isSuite(module) })
  })

const refused = (module: Module, allowed: (specifier: string) => boolean): ReadonlyArray<string> =>
  module.imports.filter(({ name }: Mention) => !allowed(name)).map((mention) => at(module, mention))
