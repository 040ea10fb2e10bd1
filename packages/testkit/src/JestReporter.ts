/** A reporter of jest that keeps the traces of failed tests: docs/testkit.md. */
import { closeFolder, type FailedTest, openFolder, RUN, TRACES } from "./library/TraceFolder.ts"

/** What is used of jest's results. */
interface Results {
  readonly testResults: ReadonlyArray<{
    readonly testFilePath: string
    /** Of hooks, and of what stands outside of tests. */
    readonly testExecError?: unknown
    readonly testResults: ReadonlyArray<{ readonly fullName: string; readonly status: string }>
  }>
}

export default class BacklotReporter {
  readonly #folder: string

  /** `folder`: of the traces. Default: `backlot-traces` in the working directory. Workers, started later, have its environment. */
  constructor(_: unknown, options?: { readonly folder?: string }) {
    this.#folder = openFolder(options)
    process.env[TRACES] = this.#folder
    process.env[RUN] = String(process.pid)
  }

  onRunComplete(_: unknown, { testResults }: Results): void {
    const failed = testResults.flatMap(
      ({ testFilePath: file, testExecError, testResults }): ReadonlyArray<FailedTest> => [
        ...testResults.flatMap(({ fullName: name, status }) => (status === "failed" ? [{ file, name }] : [])),
        // A hook is of no test, and which Backlots it used is not known: all traces of its file are kept.
        ...(testExecError == null ? [] : [{ file, name: undefined }])
      ]
    )
    process.stderr.write(closeFolder(this.#folder, failed, process.env["GITHUB_ACTIONS"] === "true"))
  }
}
