/** No cycles and no barrels: every package and file can be read after its imports. */
import { dirname, join } from "node:path/posix"
import { faces } from "../Edges.ts"
import type { Module } from "../Module.ts"
import { exportedFile, type Package, type Repository, workspaceImport } from "../Repository.ts"
import type { Rule } from "../Rule.ts"

export const noPackageCycles: Rule = {
  sentence: "packages do not depend on each other in a cycle, their tests included",
  instead: "move what both need into a package below them",
  offences: ({ packages }) => {
    const names = new Set(packages.map(({ manifest }) => manifest.name))
    return cycles(
      new Map(
        packages.map(({ manifest: { name, dependencies, devDependencies, peerDependencies } }) => {
          const all = Object.keys({ ...dependencies, ...devDependencies, ...peerDependencies })
          return [name, all.filter((other) => names.has(other))]
        })
      )
    )
  }
}

export const noFileCycles: Rule = {
  sentence: "files of a package do not import each other in a cycle, types included",
  instead: "move what both need into a file of its own",
  offences: (repository) =>
    repository.packages.flatMap((pack) =>
      cycles(new Map(pack.modules.map((module) => [module.path, neighbours(repository, pack, module)])))
    )
}

export const noBarrels: Rule = {
  sentence: "no file only hands on what other files export",
  instead: "import the module itself; the package's exports already offer each one",
  offences: ({ packages }) =>
    packages.flatMap(({ modules }) =>
      modules.filter(({ isBarrel, path }) => isBarrel && !faces.has(path)).map(({ path }) => path)
    )
}

const neighbours = (repository: Repository, pack: Package, { path, imports }: Module): ReadonlyArray<string> =>
  imports.flatMap(({ name }) => {
    if (name.startsWith(".")) {
      const file = join(dirname(path), name)
      // A module may name the types of all that it exports itself.
      return file === path ? [] : [file]
    }
    const found = workspaceImport(repository, name)
    return found?.target === pack ? [exportedFile(repository.files, pack, found.subpath) ?? name] : []
  })

/** Each cycle once, as `a → b → a`, starting at its least member. */
const cycles = (graph: ReadonlyMap<string, ReadonlyArray<string>>): ReadonlyArray<string> => {
  const found = new Set<string>()
  const finished = new Set<string>()
  const walk = (node: string, trail: ReadonlyArray<string>): void => {
    const start = trail.indexOf(node)
    if (start !== -1) {
      found.add(fromLeast(trail.slice(start)))
      return
    }
    if (finished.has(node)) return
    for (const next of graph.get(node) ?? []) walk(next, [...trail, node])
    finished.add(node)
  }
  for (const node of graph.keys()) walk(node, [])
  return [...found]
}

const fromLeast = (members: ReadonlyArray<string>): string => {
  const least = members.indexOf([...members].sort()[0] ?? "")
  const turned = [...members.slice(least), ...members.slice(0, least)]
  return [...turned, turned[0]].join(" → ")
}
