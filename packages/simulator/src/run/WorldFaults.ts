/** What a server says of a world, at the places where the world is written. */
import type { Path } from "@backlot/domain/error/Fault"
import { StageFailed } from "@backlot/player/stage/Stage"
import { formatAll } from "@backlot/scenario/file/FileFault"
import type { LoadedScenario } from "@backlot/scenario/file/LoadedScenario"

/** A line for each fault, `file:line:column path: message [CODE]`; `shown` says how files are named. */
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

/** The inverse of `formatPath`; of a name with dots in it, what is before them is found. */
const parse = (path: string): Path =>
  Array.from(path.matchAll(/\[(\d+)\]|([^.[\]]+)/g), ([, index, key]) => key ?? Number(index))
