/** A reporter of jest that keeps the traces of failed tests: docs/testkit.md. */
import { closeFolder, openFolder, TRACES } from "./library/TraceFolder.ts"

/** What is used of jest's results. */
interface Results {
  readonly testResults: ReadonlyArray<{
    readonly testFilePath: string
    readonly testResults: ReadonlyArray<{ readonly fullName: string; readonly status: string }>
  }>
}

export default class BacklotReporter {
  readonly #folder: string

  /** `folder`: of the traces. Default: `backlot-traces` in the working directory. Workers, started later, have its environment. */
  constructor(_: unknown, options?: { readonly folder?: string }) {
    this.#folder = openFolder(options)
    process.env[TRACES] = this.#folder
  }

  onRunComplete(_: unknown, { testResults }: Results): void {
    const failed = testResults.flatMap(({ testFilePath: file, testResults }) =>
      testResults.flatMap(({ fullName: name, status }) => (status === "failed" ? [{ file, name }] : []))
    )
    process.stderr.write(closeFolder(this.#folder, failed, process.env["GITHUB_ACTIONS"] === "true"))
  }
}
