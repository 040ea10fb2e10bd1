/** The folder of traces as reporters see it: made before the run, and left with those of failed tests. Node alone. */
import { randomUUID } from "node:crypto"
import { mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { basename, join, relative, resolve } from "node:path"
import { field, textOf } from "@backlot/scenario/Fields"
import { withoutCommands, workflowCommand } from "@backlot/simulator/report/WorkflowCommand"

/** The environment variable that asks for traces: an absolute path. */
export const TRACES = "BACKLOT_TRACES"

/** The environment variable that names the run: the process id of its reporter. */
export const RUN = "BACKLOT_TRACES_RUN"

/** In each trace. A folder without such a file is not one of ours: it is never removed. */
export const NOTE = "backlot-trace.json"

export interface Noted {
  readonly is: typeof MARK
  /** The process id of the reporter that asked for it; 0 if it was asked for by hand. */
  readonly run: number
  readonly file: string
  /** Full names; empty if the runner did not say them. */
  readonly tests: ReadonlyArray<string>
}

export const MARK = "a trace of Backlot"

export interface FailedTest {
  readonly file: string
  /** Its full name; undefined when the file failed outside of its tests: in a hook. */
  readonly name: string | undefined
}

/** The absolute path of the folder, without traces of earlier runs. Those of a run that goes on beside this one stay. */
export const openFolder = ({ folder = "backlot-traces" }: { readonly folder?: string } = {}): string => {
  const path = resolve(folder)
  mkdirSync(path, { recursive: true })
  for (const { trace, noted } of tracesIn(path))
    if (noted.run === process.pid || !isRunning(noted.run)) rmSync(trace, { recursive: true, force: true })
  return path
}

/** Removes the traces of this run in which nothing failed, and says where the others are; empty without any. */
export const closeFolder = (folder: string, failed: ReadonlyArray<FailedTest>, isOnGitHub: boolean): string => {
  const all = tracesIn(folder)
    .filter(({ noted }) => noted.run === process.pid)
    .map(({ trace, noted }) => ({ trace, test: failed.find((one) => isOf(noted, one)) }))
  const kept = all.flatMap(({ trace, test }) => (test === undefined ? [] : [{ path: relative("", trace), test }]))
  for (const { trace, test } of all) if (test === undefined) rmSync(trace, { recursive: true, force: true })
  if (namesIn(folder).length === 0) rmSync(folder, { recursive: true, force: true })
  if (kept.length === 0) return ""
  const lines = kept.flatMap(({ path, test }) => [`  ${basename(test.file)}: ${titleOf(test)}`, `    ${path}`])
  const text = `Backlot traces of failed tests:\n${lines.join("\n")}\n`
  if (!isOnGitHub) return `\n${text}`
  const notices = kept.map(({ path, test }) =>
    workflowCommand("notice", { file: test.file, title: `Trace of ${titleOf(test)}` }, path)
  )
  return `\n${withoutCommands(text, randomUUID())}${notices.join("\n")}\n`
}

const isOf = ({ file, tests }: Noted, failed: FailedTest): boolean =>
  file === failed.file && (failed.name === undefined || tests.length === 0 || tests.includes(failed.name))

const titleOf = ({ name }: FailedTest): string => name ?? "a hook"

/** A run of another user counts. */
const isRunning = (run: number): boolean => {
  if (run === 0) return false
  try {
    return process.kill(run, 0)
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM"
  }
}

const tracesIn = (folder: string) =>
  namesIn(folder).flatMap((name) => {
    const trace = join(folder, name)
    const noted = notedIn(trace)
    return noted === undefined ? [] : [{ trace, noted }]
  })

/** Another run may have removed it. */
const namesIn = (folder: string): ReadonlyArray<string> => {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** Undefined for a folder that no Backlot made. */
const notedIn = (trace: string): Noted | undefined => {
  try {
    const noted: unknown = JSON.parse(readFileSync(join(trace, NOTE), "utf8"))
    return isNoted(noted) ? noted : undefined
  } catch {
    return undefined
  }
}

const isNoted = (value: unknown): value is Noted =>
  field(value, "is") === MARK &&
  Number.isSafeInteger(field(value, "run")) &&
  Number(field(value, "run")) >= 0 &&
  textOf(value, "file") !== undefined &&
  Array.isArray(field(value, "tests"))
