/** A reporter of vitest that keeps the traces of failed tests: docs/testkit.md. */
import { closeFolder, type FailedTest, openFolder, RUN, TRACES } from "./library/TraceFolder.ts"

/** What is used of vitest's TestCase. */
interface TestCase {
  readonly fullName: string
  readonly module: { readonly moduleId: string }
  readonly result: () => { readonly state: string }
}

/** What is used of vitest's TestModule. */
interface TestModule {
  readonly moduleId: string
  /** Of its hooks, and of what stands outside of tests. */
  readonly errors: () => ReadonlyArray<unknown>
}

/** What is used of vitest's TestSuite. */
interface TestSuite {
  readonly module: TestModule
  readonly errors: () => ReadonlyArray<unknown>
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
    process.env[RUN] = String(process.pid)
  }

  /** Again at each change with --watch. */
  onTestRunStart(): void {
    this.#failed = []
    this.#folder = openFolder(this.#options)
  }

  onTestCaseResult(test: TestCase): void {
    if (test.result().state === "failed") this.#failed.push({ file: test.module.moduleId, name: test.fullName })
  }

  /** A hook is of no test, and which Backlots it used is not known: all traces of its file are kept. */
  onTestSuiteResult(suite: TestSuite): void {
    if (suite.errors().length > 0) this.#failed.push({ file: suite.module.moduleId, name: undefined })
  }

  onTestModuleEnd(module: TestModule): void {
    if (module.errors().length > 0) this.#failed.push({ file: module.moduleId, name: undefined })
  }

  onTestRunEnd(): void {
    process.stdout.write(closeFolder(this.#folder, this.#failed, process.env["GITHUB_ACTIONS"] === "true"))
  }
}
