/** The repository as the rules see it: text files, packages and their modules. */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { parse as parseYaml } from "yaml"
import { type Module, parseModule } from "./Module.ts"

/** Text by path from the root, with `/` between folders. */
export type Files = ReadonlyMap<string, string>

export interface Manifest {
  readonly name: string
  readonly private?: boolean
  /** Null blocks a path. */
  readonly exports?: Readonly<Record<string, string | null | Readonly<Record<string, string>>>>
  /** The packed files. */
  readonly files?: ReadonlyArray<string>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
}

export interface Package {
  /** e.g. `packages/domain`; empty for the root. */
  readonly folder: string
  readonly manifest: Manifest
  readonly modules: ReadonlyArray<Module>
}

export interface Repository {
  readonly files: Files
  /** The members of the workspace, without the root. */
  readonly packages: ReadonlyArray<Package>
  readonly root: Manifest
  readonly catalog: Readonly<Record<string, string>>
}

/** `.git` is a file in a worktree. */
const skipped = new Set(["node_modules", "dist", ".git", ".turbo", ".backlot"])
const textFile = /(?:^|\/)[^./]+$|\.(?:[cm]?[jt]sx?|json|ya?ml|md|html|css|sh|svg|txt|sql)$|\/\.[\w-]+$/
const code = /\.[cm]?[jt]sx?$/

/** Reads every text file below `root`, except what tools produce. */
export const readFiles = (root: string): Files => {
  const files = new Map<string, string>()
  const visit = (folder: string): void => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      if (skipped.has(entry.name)) continue
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`
      if (entry.isDirectory()) visit(path)
      if (entry.isFile() && textFile.test(`/${path}`)) files.set(path, readFileSync(join(root, path), "utf8"))
    }
  }
  visit("")
  return files
}

export const fromFiles = (files: Files): Repository => {
  const workspace = parseYaml(files.get("pnpm-workspace.yaml") ?? "") as { catalog?: Record<string, string> } | null
  const folders = [...files.keys()].flatMap((path) => /^(\w+\/[\w-]+)\/package\.json$/.exec(path)?.[1] ?? [])
  return {
    files,
    packages: folders.sort().map((folder) => {
      let modules: ReadonlyArray<Module> | undefined
      return {
        folder,
        manifest: manifest(files, `${folder}/package.json`),
        // Parsed when a rule asks for them.
        get modules() {
          modules ??= modulesBelow(folder, files)
          return modules
        }
      }
    }),
    root: manifest(files, "package.json"),
    catalog: workspace?.catalog ?? {}
  }
}

const modulesBelow = (folder: string, files: Files): ReadonlyArray<Module> =>
  [...files]
    .filter(([path]) => path.startsWith(`${folder}/`) && code.test(path))
    .map(([path, text]) => parseModule(path, text, path.slice(folder.length + 1)))

/** The workspace package of a specifier such as `@backlot/domain/base/Snowflake`, and the path after its name. */
export const workspaceImport = (repository: Repository, specifier: string) => {
  const target = repository.packages.find(
    ({ manifest: { name } }) => specifier === name || specifier.startsWith(`${name}/`)
  )
  return target === undefined ? undefined : { target, subpath: specifier.slice(target.manifest.name.length + 1) }
}

/** The file of a subpath in a package's `exports`, as its sources see it; undefined when it is not exported. */
export const exportedFile = (files: Files, { folder, manifest: { exports = {} } }: Package, subpath: string) => {
  // As in Node: the exact key, else the pattern with the longest prefix.
  const keys = Object.keys(exports).sort(
    (a, b) => Number(a.includes("*")) - Number(b.includes("*")) || b.length - a.length
  )
  for (const key of keys) {
    const [head = "", tail] = key.slice(2).split("*")
    if (tail === undefined ? subpath !== head : !(subpath.startsWith(head) && subpath.endsWith(tail))) continue
    const target = exports[key]
    const path = typeof target === "string" ? target : target?.["@backlot/source"]
    if (path === undefined) return undefined
    const middle = subpath.slice(head.length, subpath.length - (tail?.length ?? 0))
    const file = `${folder}/${path.slice(2).replace("*", middle)}`
    return files.has(file) ? file : undefined
  }
  return undefined
}

const manifest = (files: Files, path: string): Manifest =>
  // The rules read only names and versions, and pnpm has already refused a malformed manifest.
  JSON.parse(files.get(path) ?? `{"name":""}`) as Manifest
