/** Servers in the process of the test. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { StageFailed, type StageRequest, Stages } from "@backlot/player/stage/Stage"
import { contactOf, embed } from "@backlot/server/Embed"
import { Effect, Exit, Layer, Scope } from "effect"

export const temporaryFolder: Effect.Effect<string, never, Scope.Scope> = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "backlot-simulator-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
)

/** An undefined world is an empty one here. */
export const openStage = Effect.fnUntraced(function* (request: StageRequest) {
  const scope = yield* Effect.scope
  const file = join(yield* temporaryFolder, "backlot.db")
  const storage =
    request.storage === "memory" ? ({ kind: "memory" } as const) : ({ kind: "file", file, durable: false } as const)
  const begin = Effect.fnUntraced(function* (port: number) {
    const server = yield* Scope.fork(scope)
    const { world = {}, clock, ids, seed, limits } = request
    const running = yield* Scope.provide(embed({ world, clock, ids, seed, limits, storage, port }), server).pipe(
      Effect.mapError(({ message }) => new StageFailed({ message }))
    )
    return { running, server }
  })
  let { running, server } = yield* begin(0)
  const stage = contactOf(running)
  const restart = () =>
    Effect.gen(function* () {
      yield* Scope.close(server, Exit.void)
      ;({ running, server } = yield* begin(Number(new URL(stage.url).port)))
    })
  return { stage, restart }
})

export const embedded: Layer.Layer<Stages> = Layer.succeed(Stages, { open: openStage })
