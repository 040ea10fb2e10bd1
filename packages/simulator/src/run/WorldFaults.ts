/** Locates the server's faults of a world in the file that holds the world. */
import type { Path } from "@backlot/domain/error/Fault"
import { StageFailed } from "@backlot/player/stage/Stage"
import { formatAll } from "@backlot/scenario/file/FileFault"
import type { LoadedScenario } from "@backlot/scenario/file/LoadedScenario"

/** One line per fault: `file:line:column path: message [CODE]`; `shown` formats file names. */
export const located =
  ({ locateWorld }: Pick<LoadedScenario, "locateWorld">, shown: (file: string) => string) =>
  (failed: StageFailed): StageFailed => {
    const { faults = [] } = failed
    if (faults.length === 0 || locateWorld === undefined) return failed
    const lines = formatAll(
      faults.map(({ path, code, message }) => ({ ...locateWorld(parse(path)), path, message: `${message} [${code}]` })),
      shown
    )
    return new StageFailed({ message: lines.join("\n"), faults })
  }

/** The inverse of `formatPath`; for names with dots it finds the part before them. */
const parse = (path: string): Path =>
  Array.from(path.matchAll(/\[(\d+)\]|([^.[\]]+)/g), ([, index, key]) => key ?? Number(index))
