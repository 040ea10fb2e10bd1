/** Counts the calls of functions in the packages' sources, with V8's precise coverage. */
import { type Profiler, Session } from "node:inspector/promises"

export interface Calls {
  readonly total: number
  /** By file, e.g. `packages/usecases/src/command/Commands.ts`, most calls first. */
  readonly files: ReadonlyArray<readonly [file: string, calls: number]>
}

const SOURCE = /\/(packages\/[\w-]+\/src\/.+)$/
/** How vite hands on an export of a module: a call in tests alone. */
const EXPORTED = /^\(\) ?=> ?\{ ?try ?\{ ?return [\w$]+ ?\} ?catch/

/**
 * Counts while `body` runs. Run it before, so that what is made on first use is left out. `every` counts functions
 * without a name too; this takes longer, because it reads the sources.
 */
export const countCalls = async (body: () => Promise<unknown>, every = false): Promise<Calls> => {
  const session = new Session()
  session.connect()
  try {
    await session.post("Profiler.enable")
    await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false })
    // Counts start again from here.
    await session.post("Profiler.takePreciseCoverage")
    await body()
    const { result } = await session.post("Profiler.takePreciseCoverage")
    if (every) await session.post("Debugger.enable")
    const files: Array<readonly [string, number]> = []
    for (const script of result) {
      const file = SOURCE.exec(script.url)?.[1]
      if (file === undefined) continue
      const counts = every ? await ownCounts(session, script) : namedCounts(script)
      files.push([file, counts.reduce((sum, count) => sum + count, 0)])
    }
    return {
      total: files.reduce((sum, [, calls]) => sum + calls, 0),
      files: files.filter(([, calls]) => calls > 0).toSorted(([, a], [, b]) => b - a)
    }
  } finally {
    await session.post("Profiler.stopPreciseCoverage").catch(() => undefined)
    session.disconnect()
  }
}

/** The function of a module itself has no name; it runs when the module is loaded. */
const namedCounts = ({ functions }: Profiler.ScriptCoverage): ReadonlyArray<number> =>
  functions.map(({ functionName, ranges: [range] }) => (functionName === "" ? 0 : (range?.count ?? 0)))

const ownCounts = async (session: Session, { scriptId, functions }: Profiler.ScriptCoverage) => {
  const { scriptSource } = await session.post("Debugger.getScriptSource", { scriptId })
  return functions
    .flatMap(({ ranges }) => ranges.slice(0, 1))
    .filter(({ startOffset, endOffset }) => !EXPORTED.test(scriptSource.slice(startOffset, endOffset)))
    .map(({ count }) => count)
}
