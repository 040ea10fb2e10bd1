/** A running server that is played on: where it is reached, and who its applications are. */
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

/** What a scenario wants of its server. */
export interface StageRequest {
  /** A world in the shape of a world file; undefined is the demo world. */
  readonly world: unknown
  readonly clock: "real" | "frozen"
  readonly storage: "memory" | "file"
  readonly limits?: "enforce" | "observe" | "off" | undefined
  readonly seed?: number | undefined
  /** `clock` makes the ids of a frozen clock the same each time. */
  readonly ids: "wall" | "clock"
}

/** What is wrong with a part of a world: its path as in `users[0].locale`. */
export interface WorldFault {
  readonly path: string
  readonly code: string
  readonly message: string
}

/** The server could not be had: one line for a person, or one for each fault of the world. */
export class StageFailed extends Data.TaggedError("StageFailed")<{
  readonly message: string
  /** Of a world that is refused; where they stand in it is for whoever has its text. */
  readonly faults?: ReadonlyArray<WorldFault> | undefined
}> {}

export interface OpenStage {
  readonly stage: Stage
  /** Stops the server and starts it again on its data, at the same address. `kill`: as a crash. */
  readonly restart: (how: "restart" | "kill") => Effect.Effect<void, StageFailed>
}

/**
 * Where servers come from: the program starts them in threads of its own or as processes, the testkit embeds them, and
 * `--server` takes one that runs already. A stage ends with its scope.
 */
export class Stages extends Context.Service<
  Stages,
  { readonly open: (request: StageRequest) => Effect.Effect<OpenStage, StageFailed, Scope.Scope> }
>()("@backlot/simulator/Stages") {}
