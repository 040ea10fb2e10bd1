/**
 * Servers that the program starts itself: in threads when they keep data in memory, else in processes, which can be
 * killed. Each scenario has its own server; hosts are reused. Source: product.md "Scenario files" (parallel workers
 * each on its own server).
 */
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { StageFailed, type StageRequest, Stages } from "@backlot/player/stage/Stage"
import { Effect, Layer, Scope } from "effect"
import * as Host from "./Host.ts"

/** Starts at most this many threads. A process runs one server at a time. */
export const layer = (parallel: number): Layer.Layer<Stages> =>
  Layer.effect(
    Stages,
    Effect.gen(function* () {
      const { thread, child } = yield* Host.Hosts
      const threads: Array<Host.Host> = []
      const children: Array<Host.Host> = []
      yield* Effect.addFinalizer(() =>
        Effect.forEach([...threads, ...children], ({ kill }) => kill, { concurrency: "unbounded", discard: true })
      )
      // Start while the scenario files are read.
      threads.push(thread())
      return {
        open: (request) =>
          request.storage === "memory"
            ? inMemory(request, () => pick(threads, thread, parallel))
            : onFile(request, () => pick(children, child, Number.POSITIVE_INFINITY))
      }
    })
  )

/** An idle host, else a new one while the limit allows it, else the host with the fewest users. */
const pick = (hosts: Array<Host.Host>, make: () => Host.Host, most: number): Host.Host => {
  const living = hosts.filter(({ isOver }) => !isOver()).toSorted((a, b) => a.users - b.users)
  const [least] = living
  if (least !== undefined && (least.users === 0 || living.length >= most)) return least
  const made = make()
  hosts.push(made)
  return made
}

/** Reserves a host for the scope. */
const reserve = (hosts: () => Host.Host) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const host = hosts()
      host.users += 1
      return host
    }),
    (host) =>
      Effect.sync(() => {
        host.users -= 1
      })
  )

const inMemory = Effect.fnUntraced(function* (request: StageRequest, hosts: () => Host.Host) {
  const host = yield* reserve(hosts)
  const open = host.open({ request, port: 0, file: undefined })
  const { stage } = yield* Effect.acquireRelease(open, ({ close }) => close, { interruptible: true })
  const message = "A server in memory has no data to start again on; let the scenario say `storage: file`"
  return { stage, restart: () => Effect.fail(new StageFailed({ message })) }
})

const onFile = Effect.fnUntraced(function* (request: StageRequest, hosts: () => Host.Host) {
  const scope = yield* Effect.scope
  const file = join(yield* temporaryFolder, "backlot.db")
  let host = yield* reserve(hosts)
  const begin = (port: number) => Effect.suspend(() => host.open({ request, port, file }))
  let server = yield* begin(0)
  yield* Effect.addFinalizer(() => Effect.suspend(() => server.close))
  const { stage } = server
  const port = Number(new URL(stage.url).port)
  return {
    stage,
    restart: Effect.fnUntraced(function* (how: "restart" | "kill") {
      yield* how === "kill" ? host.kill : server.close
      if (host.isOver()) host = yield* Scope.provide(reserve(hosts), scope)
      server = yield* begin(port)
    })
  }
})

const temporaryFolder = Effect.acquireRelease(
  Effect.promise(() => mkdtemp(join(tmpdir(), "backlot-stage-"))),
  (folder) => Effect.promise(() => rm(folder, { recursive: true, force: true }))
)
