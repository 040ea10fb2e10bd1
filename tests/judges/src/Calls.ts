/** Counts the calls of functions in the packages' sources, with V8's precise coverage. */
import { Session } from "node:inspector/promises"

export interface Calls {
  readonly total: number
  /** Most calls first. */
  readonly files: ReadonlyArray<FileCalls>
}

export interface FileCalls {
  /** e.g. `packages/usecases/src/command/Commands.ts`. */
  readonly file: string
  readonly calls: number
  /** Those of functions that have a name. */
  readonly named: number
}

const SOURCE = /\/(packages\/[\w-]+\/src\/.+)$/
/** How vite hands on an export of a module: a call in tests alone. */
const EXPORTED = /^\(\) ?=> ?\{ ?try ?\{ ?return [\w$]+ ?\} ?catch/

/** Counts while `body` runs. Run it before, so that what is made on first use is left out. */
export const countCalls = async (body: () => Promise<unknown>): Promise<Calls> => {
  const session = new Session()
  session.connect()
  try {
    await session.post("Debugger.enable")
    await session.post("Profiler.enable")
    await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false })
    // Counts start again from here.
    await session.post("Profiler.takePreciseCoverage")
    await body()
    return await taken(session)
  } finally {
    await session.post("Profiler.stopPreciseCoverage").catch(() => undefined)
    session.disconnect()
  }
}

const taken = async (session: Session): Promise<Calls> => {
  const { result } = await session.post("Profiler.takePreciseCoverage")
  const files: Array<FileCalls> = []
  for (const { scriptId, url, functions } of result) {
    const file = SOURCE.exec(url)?.[1]
    if (file === undefined) continue
    const { scriptSource } = await session.post("Debugger.getScriptSource", { scriptId })
    const own = functions.flatMap(({ functionName: name, ranges: [range] }) =>
      range === undefined || EXPORTED.test(scriptSource.slice(range.startOffset, range.endOffset))
        ? []
        : [{ name, count: range.count }]
    )
    files.push({ file, calls: sum(own), named: sum(own.filter(({ name }) => name !== "")) })
  }
  return {
    total: files.reduce((total, { calls }) => total + calls, 0),
    files: files.filter(({ calls }) => calls > 0).toSorted((a, b) => b.calls - a.calls)
  }
}

const sum = (functions: ReadonlyArray<{ readonly count: number }>): number =>
  functions.reduce((total, { count }) => total + count, 0)
