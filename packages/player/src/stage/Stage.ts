/** A running server to play on: its addresses and its applications. */
import { Context, Data, type Effect, type Scope } from "effect"

/** As in a ready file. Source: product.md "First minute" (ready file). */
export interface StageApplication {
  readonly id: string
  readonly name: string
  readonly bot_token: string
  readonly client_secret: string
  readonly public_key: string
}

export interface Stage {
  readonly url: string
  readonly rest_url: string
  readonly gateway_url: string
  readonly control_url: string
  readonly control_token?: string | undefined
  readonly applications: ReadonlyArray<StageApplication>
}

export interface StageRequest {
  /** A world in the shape of a world file; undefined is the demo world. */
  readonly world: unknown
  readonly clock: "real" | "frozen"
  readonly storage: "memory" | "file"
  readonly limits?: "enforce" | "observe" | "off" | undefined
  readonly seed?: number | undefined
  /** `clock`: ids carry the time of the service clock. Default: clock with a frozen clock, else wall. */
  readonly ids?: "wall" | "clock" | undefined
}

/** A fault of a world; its path is as in `users[0].locale`. */
export interface WorldFault {
  readonly path: string
  readonly code: string
  readonly message: string
}

/** The server could not start: one line, or one line for each fault of the world. */
export class StageFailed extends Data.TaggedError("StageFailed")<{
  readonly message: string
  /** The faults of a refused world. The owner of the world's text adds the places. */
  readonly faults?: ReadonlyArray<WorldFault> | undefined
}> {}

export interface OpenStage {
  readonly stage: Stage
  /** Stops the server and starts it again on its data, at the same address. `kill` stops it as a crash does. */
  readonly restart: (how: "restart" | "kill") => Effect.Effect<void, StageFailed>
}

/** Opens servers: in threads or processes, in the testkit, or by `--server`. A stage ends with its scope. */
export class Stages extends Context.Service<
  Stages,
  { readonly open: (request: StageRequest) => Effect.Effect<OpenStage, StageFailed, Scope.Scope> }
>()("@backlot/simulator/Stages") {}
