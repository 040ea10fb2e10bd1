/** Reads the current world of a stage. Source: product.md "Control plane" (world). */
import { StageLost } from "@backlot/player/stage/Failure"
import type { Stage } from "@backlot/player/stage/Stage"
import type { StageHttp } from "@backlot/player/stage/StageHttp"
import { controlOf } from "@backlot/player/turn/Playing"
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
