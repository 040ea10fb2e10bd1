/**
 * The public face of a package: the modules that its `exports` offer and block. A module is offered when another
 * package imports it, the package's README names it, or an inferred type needs it; the rest is blocked, as `effect`
 * blocks `internal`.
 */
import { neededByTypes } from "./Edges.ts"
import type { Package, Repository } from "./Repository.ts"

type Target = string | null | Readonly<Record<string, string>>
export type Exports = Readonly<Record<string, Target>>

/** Packed from `dist`, but workspace packages see the sources. */
const EVERYTHING = "./*"

/** The expected exports; undefined for a package that does not offer its modules by pattern. */
export const faceOf = (repository: Repository, pack: Package): Exports | undefined => {
  const { exports = {} } = pack.manifest
  const pattern = exports[EVERYTHING]
  if (pattern === undefined || pattern === null || typeof pattern === "string") return undefined
  const named = Object.entries(exports).filter(([key, target]) => isNamed(key, target))
  const rooms = Map.groupBy(sourcesOf(pack), roomOf)
  const offered = offeredOf(repository, pack)
  const blocks = [...rooms].sort().flatMap(([room, modules]) => {
    const [open, closed] = [modules.filter((m) => offered.has(m)), modules.filter((m) => !offered.has(m))]
    if (room === "" || closed.length <= open.length * LINES) return closed.map((module) => block(`./${module}`))
    return [block(`./${room}/*`), ...open.map((module) => [`./${module}`, fill(pattern, module)] as const)]
  })
  return Object.fromEntries([...named, [EVERYTHING, pattern], ...blocks.sort(([a], [b]) => (a < b ? -1 : 1))])
}

/** Lines of a separate entry in a manifest; a block has one. */
const LINES = 5

const block = (key: string): readonly [string, null] => [key, null]

/** A documented entry: its key differs from the path of its file. */
export const isNamed = (key: string, target: Target): boolean => {
  if (key.includes("*") || target === null) return false
  return typeof target === "string" || target["@backlot/source"] !== `./src/${key.slice(2)}.ts`
}

const fill = (pattern: Readonly<Record<string, string>>, module: string) =>
  Object.fromEntries(Object.entries(pattern).map(([condition, path]) => [condition, path.replace("*", module)]))

const sourcesOf = ({ folder, modules }: Package): ReadonlyArray<string> =>
  modules
    .filter(({ kind, path }) => kind === "source" && path.endsWith(".ts"))
    .map(({ path }) => path.slice(`${folder}/src/`.length, -".ts".length))
    .sort()

const roomOf = (module: string): string => module.slice(0, Math.max(module.lastIndexOf("/"), 0))

const offeredOf = ({ files, packages }: Repository, { folder, manifest: { name } }: Package): ReadonlySet<string> => {
  const readme = files.get(`${folder}/README.md`) ?? ""
  const mentioned = [...readme.matchAll(/@backlot\/[\w-]+\/[\w/-]+/g)].map(([mention]) => mention)
  const imported = packages
    .filter((other) => other.folder !== folder)
    .flatMap(({ modules }) => modules.flatMap(({ imports }) => imports.map((mention) => mention.name)))
  return new Set(
    [...imported, ...mentioned, ...neededByTypes]
      .filter((specifier) => specifier.startsWith(`${name}/`))
      .map((specifier) => specifier.slice(name.length + 1))
  )
}
