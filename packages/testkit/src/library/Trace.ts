/** What a Backlot leaves for the reporters of vitest and jest: one folder, which they keep if a test that used it failed. */
import { mkdirSync, renameSync, writeFileSync } from "node:fs"
import { writeFile } from "node:fs/promises"
import { basename, join } from "node:path"
import { MARK, NOTE, type Noted, RUN, TRACES } from "./TraceFolder.ts"

/** Undefined unless a reporter, or somebody by hand, asks for traces. */
export const traceFor = (
  variables: Readonly<Record<string, string | undefined>>,
  warn: (message: string) => void
): Trace | undefined => {
  const { [TRACES]: folder = "", [RUN]: run } = variables
  return folder === "" ? undefined : new Trace(folder, Number(run ?? 0), warn)
}

export interface Traced {
  readonly transcript: string
  /** Each interaction as GET /control/v1/interactions/{id} answers it. */
  readonly traces: ReadonlyArray<unknown>
  /** The output of each program under test. */
  readonly logs: ReadonlyArray<string>
}

export class Trace {
  readonly #folder: string
  readonly #run: number
  readonly #warn: (message: string) => void
  readonly #tests = new Set<string>()
  #file: string | undefined
  #path: string | undefined
  #isGivenUp = false

  constructor(folder: string, run: number, warn: (message: string) => void) {
    this.#folder = folder
    this.#run = run
    this.#warn = warn
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

  /**
   * At once: a worker that is killed leaves the names of the tests that it was in. A trace that cannot be written is no fault
   * of the test: it is given up with a warning.
   */
  #note(): void {
    if (this.#file === undefined || this.#isGivenUp) return
    const [first = ""] = this.#tests
    const noted: Noted = { is: MARK, run: this.#run, file: this.#file, tests: [...this.#tests] }
    try {
      this.#path ??= claim(this.#folder, plain(`${basename(this.#file)} ${first}`))
      const note = join(this.#path, NOTE)
      writeFileSync(`${note}.new`, JSON.stringify(noted))
      // So that nobody reads the half of one.
      renameSync(`${note}.new`, note)
    } catch (error) {
      this.#isGivenUp = true
      this.#path = undefined
      this.#warn(`The trace of this test cannot be written: ${error instanceof Error ? error.message : error}`)
    }
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
const claim = (folder: string, name: string): string => {
  // A run beside this one may have removed it.
  mkdirSync(folder, { recursive: true })
  for (let count = 1; count <= NAMES_MAX; count++) {
    const path = join(folder, count === 1 ? name : `${name}-${count}`)
    // Unlike without `recursive`, nothing is thrown when it is taken.
    if (mkdirSync(path, { recursive: true }) !== undefined) return path
  }
  throw new Error(`${join(folder, name)} and ${NAMES_MAX - 1} numbered names after it are taken`)
}

const plain = (text: string): string =>
  text
    .replaceAll(/[^\p{L}\p{N}]+/gu, "-")
    .slice(0, LENGTH)
    .replaceAll(/^-|-$/g, "") || "test"
