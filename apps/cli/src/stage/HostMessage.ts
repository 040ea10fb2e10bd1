/** The messages between the program and its hosts of servers. Hosts are threads or processes of the same program. */
import type { Stage, StageRequest, WorldFault } from "@backlot/player/stage/Stage"

/** `port` 0 takes any free port. `file` holds the data; undefined keeps them in memory. */
export interface OpenServer {
  readonly type: "open"
  readonly id: number
  readonly request: StageRequest
  readonly port: number
  readonly file: string | undefined
}

/** Ends the server that was opened as `id`. */
interface CloseServer {
  readonly type: "close"
  readonly id: number
}

export type ToHost = OpenServer | CloseServer

export type FromHost =
  | { readonly type: "opened"; readonly id: number; readonly stage: Stage }
  | {
      readonly type: "refused"
      readonly id: number
      readonly message: string
      readonly faults: ReadonlyArray<WorldFault> | undefined
    }
  | { readonly type: "closed"; readonly id: number }
