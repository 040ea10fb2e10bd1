/** Reads the current world of a stage, and locates the faults of its first one. Source: product.md "Control plane" (world). */
import type { Path } from "@backlot/domain/error/Fault"
import { StageLost } from "@backlot/player/stage/Failure"
import { type Stage, StageFailed } from "@backlot/player/stage/Stage"
import type { StageHttp } from "@backlot/player/stage/StageHttp"
import { controlOf } from "@backlot/player/turn/Playing"
import { formatAll } from "@backlot/scenario/file/FileFault"
import type { LoadedScenario } from "@backlot/scenario/file/LoadedScenario"
import { Effect } from "effect"

/** The part of an export that is read here. */
export interface ExportedWorld {
  readonly applications?: ReadonlyArray<{
    readonly id: string
    readonly name: string
    readonly bot: { readonly token: string }
    readonly client_secret: string
    readonly private_key: string
    readonly interactions_endpoint_url?: string | null
  }>
  readonly commands?: ReadonlyArray<{ readonly application_id: string }>
}

export const exportWorld = (http: StageHttp, stage: Stage): Effect.Effect<ExportedWorld, StageLost> =>
  controlOf(http, stage)("GET", "/world").pipe(
    Effect.filterOrFail(
      ({ status }) => status === 200,
      ({ status }) => new StageLost({ message: `GET ${stage.control_url}/world was answered with ${status}` })
    ),
    // An export has the shape of a world file (product.md "World file").
    Effect.map(({ body }) => body as ExportedWorld)
  )

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
