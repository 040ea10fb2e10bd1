/** What the fidelity page is made of: the modules of the service, their comments, their rules, their tests. */
import { readdirSync, readFileSync } from "node:fs"
import { basename, join } from "node:path"

export interface Module {
  /** `packages/domain/src/Evaluate.ts` */
  readonly path: string
  /** `Evaluate` */
  readonly name: string
  readonly comments: ReadonlyArray<string>
  /** Sentences of the rules that the module's tables hold. */
  readonly rules: ReadonlyArray<string>
}

export interface TestFile {
  readonly path: string
  readonly name: string
}

export interface Sources {
  readonly modules: ReadonlyArray<Module>
  readonly tests: ReadonlyArray<TestFile>
}

/** Where the specification's sentences are put into code; adapters and tooling hold none. */
const FOLDERS = ["packages/domain", "packages/client", "packages/protocol", "packages/usecases", "apps/server"]

/** Tests that prove more than one module at once. */
const PROOFS = ["packages/testkit/test", "tooling/conformance/test"]

export const readSources = (root: string): Sources => ({
  modules: FOLDERS.flatMap((folder) => files(root, `${folder}/src`)).map((path) => readModule(root, path)),
  tests: [
    ...FOLDERS.flatMap((folder) => files(root, `${folder}/test`)),
    ...PROOFS.flatMap((folder) => files(root, folder))
  ]
    .filter((path) => path.endsWith(".test.ts"))
    .map((path) => ({ path, name: basename(path, ".test.ts") }))
})

export const readModule = (root: string, path: string): Module => {
  const text = readFileSync(join(root, path), "utf8")
  return { path, name: basename(path, ".ts"), comments: commentsOf(text), rules: rulesOf(text) }
}

/** Comments as running text: a block, or lines of `//` that follow each other. */
export const commentsOf = (text: string): ReadonlyArray<string> =>
  [...text.matchAll(/\/\*\*[\s\S]*?\*\/|(?:^[ \t]*\/\/.*(?:\n|$))+/gm)].map(([comment]) =>
    comment
      .replace(/^\s*(\/\*\*|\*\/|\*|\/\/)/gm, " ")
      .replace(/\*\/\s*$/, "")
      .replace(/\s+/g, " ")
      .trim()
  )

export const rulesOf = (text: string): ReadonlyArray<string> =>
  [...text.matchAll(/\bsentence:\s*(?:"([^"]+)"|'([^']+)'|`([^`$]+)`)/g)].map((m) => m[1] ?? m[2] ?? m[3] ?? "")

const files = (root: string, folder: string): ReadonlyArray<string> =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .map((file) => `${folder}/${file}`)
    .sort()
