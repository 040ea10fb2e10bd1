/** Runs lines as they are typed at a prompt, with the package managers and the Node that a test chooses. */
import { chmodSync, existsSync, mkdirSync, writeFileSync } from "node:fs"
import { delimiter, join } from "node:path"
import { type Ended, runCommand } from "./Projects.ts"
import type { Registry } from "./Registry.ts"

const HERE = join(import.meta.dirname, "..")
const RUNTIMES = join(HERE, "../../tooling/runtimes/node_modules")

/** Where a platform has no such package, there is none of these. */
const nodeOf = (major: number) => join(RUNTIMES, `node${major}-${process.platform}-${process.arch}/bin/node`)
const BUN = join(
  RUNTIMES,
  `@oven/bun-${process.platform}-${process.arch === "arm64" ? "aarch64" : process.arch}/bin/bun`
)

/** Each Node that the packages promise: the oldest, the one of long support, and the pinned one. */
export const NODES: ReadonlyArray<readonly [name: string, path: string]> = [
  ...[22, 24].map((major) => [`Node ${major}`, nodeOf(major)] as const).filter(([, path]) => existsSync(path)),
  ["the pinned Node", process.execPath]
]

/** A Node that is too old for Backlot. */
export const OLD_NODE: readonly [name: string, path: string] = ["Node 20", nodeOf(20)]

/** Stands in for the package `node`: the one in the registry fetches its program when it is installed. */
export const nodePackage = (folder: string): string => {
  const [, path = process.execPath] = NODES.find(([name]) => name === "Node 24") ?? []
  const made = join(folder, "packages/node")
  mkdirSync(join(made, "bin"), { recursive: true })
  writeFileSync(join(made, "package.json"), JSON.stringify({ name: "node", version: "24.0.0", bin: "bin/node" }))
  writeFileSync(join(made, "bin/node"), `#!/bin/sh\nexec "${path}" "$@"\n`, { mode: 0o755 })
  return made
}

const script = (file: string) => `"${process.execPath}" "${file}" "$@"`

/** By what people type. */
const PROGRAMS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  // What corepack enables is there.
  pnpm: { corepack: 'true "$@"', pnpm: `"${join(HERE, "node_modules/.bin/pnpm")}" "$@"` },
  "yarn 1": { corepack: 'true "$@"', yarn: script(join(RUNTIMES, "yarn/bin/yarn.js")) },
  "yarn 4": { yarn: script(join(RUNTIMES, "@yarnpkg/cli-dist/bin/yarn.js")) },
  bun: { bun: `"${BUN}" "$@"`, bunx: `"${BUN}" x "$@"` }
}

export const hasBun = existsSync(BUN)

/** Those that are named above and are not here: pnpm leaves out what it cannot fetch. Elsewhere than on Linux there are fewer. */
export const missing =
  process.platform === "linux" && /^(?:x64|arm64)$/.test(process.arch)
    ? [...[20, 22, 24].map(nodeOf), BUN].filter((path) => !existsSync(path))
    : []

export interface Shell {
  readonly run: (
    project: string,
    line: string,
    variables?: Readonly<Record<string, string>>,
    until?: RegExp
  ) => Promise<Ended>
}

/** A machine that has only npm, one other package manager, and this Node. */
export const shell = (
  folder: string,
  registry: Registry,
  { manager = "npm", node = process.execPath }: { readonly manager?: string; readonly node?: string } = {}
): Shell => {
  const [home, bin] = [join(folder, "home"), join(folder, "bin")]
  for (const path of [home, bin]) mkdirSync(path, { recursive: true })
  const write = (name: string, text: string) => {
    writeFileSync(join(bin, name), `#!/bin/sh\nexec ${text}\n`)
    chmodSync(join(bin, name), 0o755)
  }
  for (const [name, text] of Object.entries(PROGRAMS[manager] ?? {})) write(name, text)
  write("node", `"${node}" "$@"`)
  const PATH = [bin, ...pathOfUser()].join(delimiter)
  return {
    run: (project, line, variables = {}, until) =>
      runCommand("sh", ["-c", line], {
        cwd: project,
        env: { ...registry.environment(home), PATH, ...variables },
        until
      })
  }
}

/** Without the programs of this workspace. */
const pathOfUser = () =>
  (process.env["PATH"] ?? "").split(delimiter).filter((folder) => !/[\\/]node_modules[\\/]\.bin[\\/]?$/.test(folder))
