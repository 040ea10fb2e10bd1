/** Servers in the process of the test. Source: product.md "Library use". */
import { type OpenStage, type Stage, StageFailed, type StageRequest, Stages } from "@backlot/player/stage/Stage"
import { contactOf, DEFAULTS, type EmbeddedServer, type EmbedOptions, embed } from "@backlot/server/Embed"
import { Effect, Exit, Layer, Scope } from "effect"
import { temporaryFolder } from "../wire/EmbeddedServer.ts"
import demoWorld from "./DemoWorld.golden.json" with { type: "json" }

/** `world` may also be a `WorldDocument`. `strict` reports unknown request fields, and refuses unknown emojis. */
export interface EmbeddedStageRequest extends StageRequest {
  readonly strict?: boolean | undefined
}

/** Starts a server on a free port. The server and its data file end with the scope. */
export const open: (request: EmbeddedStageRequest) => Effect.Effect<OpenStage, StageFailed, Scope.Scope> =
  Effect.fnUntraced(function* (request: EmbeddedStageRequest) {
    const options = yield* optionsOf(request)
    const running = yield* Effect.acquireRelease(start(options), ({ scope }) => Scope.close(scope, Exit.void))
    const stage: Stage = contactOf(running.server)
    const port = Number(new URL(stage.url).port)
    const restart = Effect.fnUntraced(function* (how: "restart" | "kill") {
      if (request.storage === "memory") return yield* forgetful
      // A crash skips every finalizer.
      if (how === "restart") yield* running.server.drain
      yield* Scope.close(running.scope, Exit.void)
      Object.assign(running, yield* start({ ...options, port }))
    })
    return { stage, restart: (how) => Effect.uninterruptible(restart(how)) }
  })

export const layer: Layer.Layer<Stages> = Layer.succeed(Stages, Stages.of({ open }))

const optionsOf = Effect.fnUntraced(function* (request: EmbeddedStageRequest) {
  const { world = demoWorld, clock, limits, seed, ids, strict = false } = request
  const storage: EmbedOptions["storage"] =
    request.storage === "memory"
      ? { kind: "memory" }
      : { kind: "file", file: `${yield* temporaryFolder}/backlot.db`, durable: false }
  return { ...DEFAULTS, world, clock, limits, seed, ids, strict, storage }
})

interface Running {
  server: EmbeddedServer
  /** The scope of the server, so that it can restart within the stage. */
  scope: Scope.Closeable
}

const start = Effect.fnUntraced(function* (options: EmbedOptions) {
  const scope = yield* Scope.make()
  const server = yield* embed(options).pipe(
    Scope.provide(scope),
    Effect.onError(() => Scope.close(scope, Exit.void)),
    Effect.mapError(({ message }) => new StageFailed({ message }))
  )
  return { server, scope } satisfies Running
})

const forgetful = Effect.fail(
  new StageFailed({ message: "A server in memory forgets all when it restarts; start it with storage: file." })
)
