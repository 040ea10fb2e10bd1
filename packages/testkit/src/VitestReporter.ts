/** A reporter of vitest that keeps the traces of failed tests: docs/testkit.md. */
import { closeFolder, type FailedTest, openFolder, TRACES } from "./library/TraceFolder.ts"

/** What is used of vitest's TestCase. */
interface TestCase {
  readonly fullName: string
  readonly module: { readonly moduleId: string }
  readonly result: () => { readonly state: string }
}

export default class BacklotReporter {
  readonly #options: { readonly folder?: string } | undefined
  #folder = ""
  #failed: Array<FailedTest> = []

  /** `folder`: of the traces. Default: `backlot-traces` in the working directory. */
  constructor(options?: { readonly folder?: string }) {
    this.#options = options
  }

  /** Before the workers are started, which have its environment. */
  onInit(): void {
    this.#folder = openFolder(this.#options)
    process.env[TRACES] = this.#folder
  }

  /** Again at each change with --watch. */
  onTestRunStart(): void {
    this.#failed = []
    this.#folder = openFolder(this.#options)
  }

  onTestCaseResult(test: TestCase): void {
    if (test.result().state === "failed") this.#failed.push({ file: test.module.moduleId, name: test.fullName })
  }

  onTestRunEnd(): void {
    process.stdout.write(closeFolder(this.#folder, this.#failed, process.env["GITHUB_ACTIONS"] === "true"))
  }
}
