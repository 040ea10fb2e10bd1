/**
 * Empty projects with the published packages in them, as `pnpm pack` makes these. Whatever comes from outside is taken
 * from this workspace, so that no network is needed; and each package finds what its manifest declares, nothing more.
 */
import { execFileSync, spawn } from "node:child_process"
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync
} from "node:fs"
import { tmpdir } from "node:os"
import { delimiter, dirname, join } from "node:path"

const HERE = join(import.meta.dirname, "..")
const ROOT = join(HERE, "../..")

export interface Manifest {
  readonly name: string
  readonly version: string
  readonly private?: boolean
  readonly exports?: Readonly<Record<string, unknown>>
  readonly engines?: { readonly node: string }
  readonly dependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
}

export interface Projects {
  /** Of the packages as they were packed. */
  readonly manifests: ReadonlyArray<Manifest>
  /** Paths of the modules that they export, but for the suites of ports, which are for those who have vitest. */
  readonly modules: () => ReadonlyArray<string>
  /** The tarball of a package. */
  readonly tarball: (name: string) => string
  /** Makes a project of `projects/NAME`, and files of `projects` beside it, with these packages installed. Gives its folder. */
  readonly make: (name: string, installed: ReadonlyArray<string>, files?: ReadonlyArray<string>) => string
  readonly remove: () => void
}

/** Folders of the packages that are published, by name: those without `private`. */
const published = (): ReadonlyMap<string, string> =>
  new Map(
    ["packages", "apps"]
      .flatMap((parent) => readdirSync(join(ROOT, parent)).map((name) => join(ROOT, parent, name)))
      .map((folder) => [manifestIn(folder), folder] as const)
      .filter(([manifest]) => manifest !== undefined && manifest.private !== true)
      .map(([manifest, folder]) => [manifest?.name ?? "", folder])
  )

/** A folder whose package is gone may still hold what it built. */
const manifestIn = (folder: string): Manifest | undefined =>
  readdirSync(folder).includes("package.json")
    ? JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))
    : undefined

export const publishedNames = (): ReadonlyArray<string> => [...published().keys()]

/** All published packages, or those of these names. */
export const pack = (...names: ReadonlyArray<string>): Projects => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "backlot-packed-")))
  const packages = new Map([...published()].filter(([name]) => names.length === 0 || names.includes(name)))
  const tarballs = join(folder, "tarballs")
  const filters = [...packages.keys()].flatMap((name) => ["--filter", name])
  execFileSync(join(HERE, "node_modules/.bin/pnpm"), [...filters, "pack", "--pack-destination", tarballs], {
    cwd: ROOT,
    stdio: "pipe"
  })
  const tarball = (name: string) => {
    const { version } = manifestIn(packages.get(name) ?? "") ?? { version: "" }
    return join(tarballs, `${name.replace("@", "").replace("/", "-")}-${version}.tgz`)
  }
  const at = (name: string) => join(folder, "store", name.replace("/", "+"), "node_modules", name)
  for (const name of packages.keys()) {
    mkdirSync(at(name), { recursive: true })
    execFileSync("tar", ["-xzf", tarball(name), "-C", at(name), "--strip-components=1"])
  }
  const manifests = [...packages.keys()].map(
    (name): Manifest => JSON.parse(readFileSync(join(at(name), "package.json"), "utf8"))
  )
  for (const { name, dependencies, peerDependencies } of manifests) {
    const modules = join(folder, "store", name.replace("/", "+"), "node_modules")
    for (const wanted of Object.keys({ ...dependencies, ...peerDependencies })) {
      link(packages.has(wanted) ? at(wanted) : join(packages.get(name) ?? "", "node_modules", wanted), modules, wanted)
    }
  }
  return {
    manifests,
    tarball,
    modules: () =>
      manifests.flatMap(({ name, exports = {} }) =>
        // By their sources: `dist` may hold what older ones were built to.
        (existsSync(join(at(name), "src"))
          ? readdirSync(join(at(name), "src"), { recursive: true, encoding: "utf8" })
          : []
        )
          .flatMap((path) => /^(?!conformance\/)(.+)\.ts$/.exec(path)?.[1] ?? [])
          .filter((module) => "./*" in exports || `./${module}` in exports)
          .map((module) => join(at(name), "dist", `${module}.js`))
      ),
    make: (name, installed, files = []) => {
      const project = join(folder, name)
      mkdirSync(project)
      if (existsSync(join(HERE, "projects", name))) cpSync(join(HERE, "projects", name), project, { recursive: true })
      for (const file of files) cpSync(join(HERE, "projects", file), join(project, file))
      for (const wanted of installed) {
        link(
          packages.has(wanted) ? at(wanted) : join(HERE, "node_modules", wanted),
          join(project, "node_modules"),
          wanted
        )
      }
      return project
    },
    remove: () => rmSync(folder, { recursive: true, force: true })
  }
}

const link = (target: string, modules: string, name: string): void => {
  const path = join(modules, name)
  mkdirSync(dirname(path), { recursive: true })
  symlinkSync(realpathSync(target), path, "dir")
}

export interface Ended {
  /** Null where it did not end in time by itself. */
  readonly code: number | null
  readonly output: string
}

/** What never ends is killed, and has no code. */
const CAP_MS = 80_000

/** The Node that everything runs on: another one than ours where BACKLOT_NODE names it. */
const NODE = process.env["BACKLOT_NODE"] ?? process.execPath

/** Runs a package's program in a project, as a person would who has no special environment. */
export const run = (project: string, args: ReadonlyArray<string>): Promise<Ended> => {
  const { PATH = "", HOME = "" } = process.env
  return runCommand(NODE, args, { cwd: project, env: { PATH: `${dirname(NODE)}${delimiter}${PATH}`, HOME } })
}

export interface Where {
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  /** Interrupts it, as Ctrl-C does, when it has printed this. */
  readonly until?: RegExp | undefined
}

export const runCommand = (command: string, args: ReadonlyArray<string>, { cwd, env, until }: Where): Promise<Ended> =>
  new Promise((resolve) => {
    // A group of its own, so that nothing of it stays.
    const child = spawn(command, args, {
      cwd,
      env: { ...env, CI: "1", NO_COLOR: "1" },
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
      timeout: CAP_MS,
      killSignal: "SIGKILL"
    })
    const output: Array<string> = []
    const end = (signal: NodeJS.Signals) => {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, signal)
      } catch {
        // All of it has ended.
      }
    }
    let isEnding = false
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk) => {
        output.push(String(chunk))
        if (isEnding || until?.test(output.join("")) !== true) return
        isEnding = true
        end("SIGINT")
      })
    child.on("exit", () => end("SIGKILL"))
    child.on("close", (code) => resolve({ code, output: output.join("") }))
  })
