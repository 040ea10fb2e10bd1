/** Counts the functions of our packages that ran, by room, with V8's coverage. */
import { Session } from "node:inspector/promises"

export interface Calls {
  readonly functions: number
  readonly files: number
  /** Rooms in alphabetical order, e.g. `usecases/command`. */
  readonly rooms: ReadonlyArray<string>
}

const SOURCE = /\/packages\/([\w-]+)\/src\/(?:(.*)\/)?[^/]+\.ts$/

/** Counts the functions that `body` runs. */
export const countCalls = async (body: () => Promise<unknown>): Promise<Calls> => {
  const session = new Session()
  session.connect()
  try {
    await session.post("Profiler.enable")
    await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false })
    await session.post("Profiler.takePreciseCoverage")
    await body()
    const { result } = await session.post("Profiler.takePreciseCoverage")
    const scripts = result.flatMap(({ url, functions }) => {
      const [, name, room] = SOURCE.exec(url) ?? []
      // The function of a module itself has no name; it runs when the module is loaded.
      const count = functions.reduce(
        (sum, { functionName, ranges }) => sum + (functionName === "" ? 0 : (ranges[0]?.count ?? 0)),
        0
      )
      return name === undefined || count === 0 ? [] : [{ room: room === undefined ? name : `${name}/${room}`, count }]
    })
    return {
      functions: scripts.reduce((sum, { count }) => sum + count, 0),
      files: scripts.length,
      rooms: [...new Set(scripts.map(({ room }) => room))].sort()
    }
  } finally {
    await session.post("Profiler.stopPreciseCoverage").catch(() => undefined)
    session.disconnect()
  }
}
