/** The folder of traces as reporters see it: made before the run, and left with those of failed tests. Node alone. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { basename, join, relative, resolve } from "node:path"
import { workflowCommand } from "@backlot/simulator/report/WorkflowCommand"

/** The environment variable that asks for traces. */
export const TRACES = "BACKLOT_TRACES"

/** In each trace: the tests that used the Backlot. */
export const NOTE = "tests.json"

export interface Noted {
  readonly file: string
  /** Full names; empty if the runner did not say them. */
  readonly tests: ReadonlyArray<string>
}

export interface FailedTest {
  readonly file: string
  /** Its full name. */
  readonly name: string
}

/** The absolute path of the folder, without traces of earlier runs. */
export const openFolder = ({ folder = "backlot-traces" }: { readonly folder?: string } = {}): string => {
  const path = resolve(folder)
  mkdirSync(path, { recursive: true })
  for (const { trace } of tracesIn(path)) rmSync(trace, { recursive: true, force: true })
  return path
}

/** Removes the traces in which nothing failed, and says where the others are; empty without any. */
export const closeFolder = (folder: string, failed: ReadonlyArray<FailedTest>, isOnGitHub: boolean): string => {
  const all = tracesIn(folder).map(({ trace, noted }) => ({
    trace,
    test: failed.find(
      ({ file, name }) => file === noted.file && (noted.tests.length === 0 || noted.tests.includes(name))
    )
  }))
  const lines = all.flatMap(({ trace, test }) => {
    if (test === undefined) {
      rmSync(trace, { recursive: true, force: true })
      return []
    }
    const path = relative(process.cwd(), trace)
    const title = `Trace of ${test.name}`
    return [
      `  ${basename(test.file)}: ${test.name}`,
      `    ${path}`,
      ...(isOnGitHub ? [workflowCommand("notice", { file: test.file, title }, path)] : [])
    ]
  })
  if (readdirSync(folder).length === 0) rmSync(folder, { recursive: true })
  return lines.length === 0 ? "" : `\nBacklot traces of failed tests:\n${lines.join("\n")}\n`
}

const tracesIn = (folder: string) =>
  readdirSync(folder).flatMap((name) => {
    const trace = join(folder, name)
    const note = join(trace, NOTE)
    // Only a Backlot writes it.
    return existsSync(note) ? [{ trace, noted: JSON.parse(readFileSync(note, "utf8")) as Noted }] : []
  })
