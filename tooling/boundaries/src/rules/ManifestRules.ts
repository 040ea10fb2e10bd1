/** Rules on manifests, such as versions in one place. Source: architecture.md "The house". */
import { faceOf } from "../Face.ts"
import type { Manifest, Repository } from "../Repository.ts"
import type { Rule } from "../Rule.ts"

export const fromCatalog: Rule = {
  sentence: "every dependency from outside is `catalog:`, every one of the workspace is `workspace:*`",
  instead: "put the exact version into the catalog of pnpm-workspace.yaml and write `catalog:` in the manifest",
  offences: (repository) => {
    const members = new Set(repository.packages.map(({ manifest }) => manifest.name))
    return dependencies(repository)
      .filter(({ name, version }) => version !== (members.has(name) ? "workspace:*" : "catalog:"))
      .map(({ path, name, version }) => `${path} ${name}: ${version}`)
  }
}

export const catalogIsUsed: Rule = {
  sentence: "every entry of the catalog is used",
  instead: "remove the entry from pnpm-workspace.yaml",
  offences: (repository) => {
    const used = new Set(dependencies(repository).map(({ name }) => name))
    return Object.keys(repository.catalog).filter((name) => !used.has(name))
  }
}

export const exactVersions: Rule = {
  sentence: "every version in the catalog is exact",
  instead: "write the version without a range, of another package as `npm:NAME@VERSION`",
  offences: ({ catalog }) =>
    Object.entries(catalog)
      .filter(([, version]) => !/^(?:npm:[\w@/.-]+@)?\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version))
      .map(([name, version]) => `pnpm-workspace.yaml ${name}: ${version}`)
}

export const publicFaces: Rule = {
  sentence: "a package offers the modules that others import, its README names or types need, and blocks the rest",
  instead: "run `pnpm --filter @backlot/boundaries write`, and look at what it changed",
  offences: (repository) =>
    repository.packages.flatMap((pack) => {
      const face = faceOf(repository, pack)
      if (face === undefined || JSON.stringify(face) === JSON.stringify(pack.manifest.exports)) return []
      const known = pack.manifest.exports ?? {}
      const keys = new Set([...Object.keys(face), ...Object.keys(known)])
      const wrong = [...keys].filter((key) => JSON.stringify(face[key]) !== JSON.stringify(known[key]))
      return [`${pack.folder}/package.json exports: ${wrong.length === 0 ? "their order" : wrong.join(", ")}`]
    })
}

export const publishedManifests: Rule = {
  sentence: "every published manifest says what the package is, what is packed, and where its types are",
  instead: "write what is missing, as in packages/domain/package.json; what is not published is private",
  offences: ({ packages }) =>
    packages
      .filter(({ manifest }) => manifest.private !== true)
      .flatMap(({ folder, manifest }) =>
        FIELDS.filter(({ holds }) => !holds({ ...manifest })).map(({ field }) => `${folder}/package.json ${field}`)
      )
}

type Fields = Readonly<Record<string, unknown>>

/** The licence matches the file LICENSE. The repository has no address yet, so no manifest may give one. */
const FIELDS: ReadonlyArray<{ readonly field: string; readonly holds: (manifest: Fields) => boolean }> = [
  { field: "version", holds: ({ version }) => /^\d+\.\d+\.\d+$/.test(String(version)) },
  { field: "description", holds: ({ description }) => /^\S.{15,}\.$/.test(String(description)) },
  { field: "keywords", holds: ({ keywords }) => Array.isArray(keywords) && keywords.length >= 3 },
  { field: "license", holds: ({ license }) => license === "MIT" },
  { field: "engines", holds: ({ engines }) => isRecord(engines) && typeof engines["node"] === "string" },
  {
    field: "files",
    holds: ({ files }) => Array.isArray(files) && files.some((path) => String(path).startsWith("dist"))
  },
  { field: "exports", holds: ({ exports }) => isRecord(exports) && Object.values(exports).every(hasTypes) },
  // Loading a program has effects.
  { field: "sideEffects", holds: ({ bin, sideEffects }) => bin !== undefined || typeof sideEffects === "boolean" },
  { field: "repository", holds: ({ repository, homepage, bugs }) => !(repository || homepage || bugs) }
]

/** Each export lists types before code, because a resolver takes the first match. */
const hasTypes = (target: unknown): boolean => {
  if (target === null) return true
  // Data has no types.
  if (!isRecord(target)) return String(target).endsWith(".json")
  const conditions = Object.keys(target)
  const typed = conditions.indexOf("types")
  return typed >= 0 && typed < conditions.indexOf("default") && Object.values(target).filter(isRecord).every(hasTypes)
}

const isRecord = (value: unknown): value is Fields => typeof value === "object" && value !== null

const dependencies = ({ root, packages }: Repository) =>
  [{ folder: "", manifest: root }, ...packages].flatMap(({ folder, manifest }) =>
    Object.entries(merged(manifest)).map(([name, version]) => ({
      path: folder === "" ? "package.json" : `${folder}/package.json`,
      name,
      version
    }))
  )

const merged = ({ dependencies: shipped, devDependencies, optionalDependencies, peerDependencies }: Manifest) => ({
  ...peerDependencies,
  ...devDependencies,
  ...optionalDependencies,
  ...shipped
})
