/** Versions stand in one place. Source: architecture.md "The house". */
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
  instead: "write the version without a range",
  offences: ({ catalog }) =>
    Object.entries(catalog)
      .filter(([, version]) => !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version))
      .map(([name, version]) => `pnpm-workspace.yaml ${name}: ${version}`)
}

const dependencies = ({ root, packages }: Repository) =>
  [{ folder: "", manifest: root }, ...packages].flatMap(({ folder, manifest }) =>
    Object.entries(merged(manifest)).map(([name, version]) => ({
      path: folder === "" ? "package.json" : `${folder}/package.json`,
      name,
      version
    }))
  )

const merged = ({ dependencies: shipped, devDependencies, peerDependencies }: Manifest) => ({
  ...peerDependencies,
  ...devDependencies,
  ...shipped
})
