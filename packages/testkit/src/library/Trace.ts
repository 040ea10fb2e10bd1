/** What a Backlot leaves for the reporters of vitest and jest: one folder, which they keep if a test that used it failed. */
import { mkdirSync, writeFileSync } from "node:fs"
import { writeFile } from "node:fs/promises"
import { basename, join } from "node:path"
import { NOTE, type Noted } from "./TraceFolder.ts"

/** The variable by which a reporter asks for traces: an absolute path. */
export { TRACES } from "./TraceFolder.ts"

export const traceIn = (folder: string | undefined): Trace | undefined =>
  folder === undefined || folder === "" ? undefined : new Trace(folder)

export interface Traced {
  readonly transcript: string
  /** Each interaction as GET /control/v1/interactions/{id} answers it. */
  readonly traces: ReadonlyArray<unknown>
  /** The output of each program under test. */
  readonly logs: ReadonlyArray<string>
}

export class Trace {
  readonly #folder: string
  readonly #tests = new Set<string>()
  #file: string | undefined
  #path: string | undefined

  constructor(folder: string) {
    this.#folder = folder
  }

  /** Undefined until a test has used it, and when no folder can be made. */
  get path(): string | undefined {
    return this.#path
  }

  /** Hooks have no test: what starts in one is named by the first test that uses it. */
  usedIn(file: string | undefined, test: string | undefined): void {
    this.#file ??= file
    if (test === undefined || this.#tests.has(test) || this.#tests.size >= TESTS_MAX) return
    this.#tests.add(test)
    this.#note()
  }

  /** At once: a worker that is killed leaves the names of the tests that it was in. */
  #note(): void {
    if (this.#file === undefined) return
    const [first = ""] = this.#tests
    this.#path ??= claim(this.#folder, plain(`${basename(this.#file)} ${first}`))
    const noted: Noted = { file: this.#file, tests: [...this.#tests] }
    if (this.#path !== undefined) writeFileSync(join(this.#path, NOTE), JSON.stringify(noted))
  }

  async write({ transcript, traces, logs }: Traced): Promise<void> {
    if (this.#path === undefined) this.#note()
    if (this.#path === undefined) return
    const files = {
      "transcript.txt": `${transcript}\n`,
      "traces.json": `${JSON.stringify(traces, null, 2)}\n`,
      ...Object.fromEntries(logs.map((log, index) => [`app-${index + 1}.log`, log]))
    }
    for (const [name, text] of Object.entries(files)) await writeFile(join(this.#path, name), text)
  }
}

const TESTS_MAX = 1_000
const NAMES_MAX = 1_000
const LENGTH = 100

/** Workers of several processes may want one name at a time. */
const claim = (folder: string, name: string): string | undefined => {
  for (let count = 1; count <= NAMES_MAX; count++) {
    const path = join(folder, count === 1 ? name : `${name}-${count}`)
    try {
      mkdirSync(path)
      return path
    } catch {
      // It is taken, or the folder is gone; then all of them fail.
    }
  }
  return undefined
}

const plain = (text: string): string =>
  text
    .replaceAll(/[^\p{L}\p{N}]+/gu, "-")
    .slice(0, LENGTH)
    .replaceAll(/^-|-$/g, "") || "test"
