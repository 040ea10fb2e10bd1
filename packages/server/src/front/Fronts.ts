/**
 * Fronts: listeners of their own, where a program finds this service under the platform's names. Each belongs to one
 * application, for which the tokens of its program stand. Our choice: docs/choices.md "Interception".
 */
import type { Server } from "node:http"
import type { AddressInfo, Socket } from "node:net"
import { fronts as limits } from "@backlot/domain/base/KeptLimits"
import { PLATFORM } from "@backlot/domain/base/PlatformHosts"
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import { fault } from "@backlot/domain/error/Fault"
import { InvalidForm, NotFound } from "@backlot/domain/error/ServiceError"
import { Context, Effect, Exit, Scope } from "effect"
import { listen } from "../http/Listening.ts"

export interface Front {
  readonly id: string
  readonly application_id: Snowflake
  /** Of 127.0.0.1, or wherever else the server listens. */
  readonly port: number
}

/** The fronts that are open, known before the server listens. */
export class FrontList {
  readonly #open = new Map<string, { readonly front: Front; readonly scope: Scope.Closeable; idle: number }>()
  #last = 0

  get all(): ReadonlyArray<Front> {
    return [...this.#open.values()].map(({ front }) => front)
  }

  /** Where clients find files: under the platform's names while a program looks for them there. */
  filesAt(origin: string): string {
    return this.#open.size === 0 ? origin : PLATFORM.files
  }

  get size(): number {
    return this.#open.size
  }

  add(front: Omit<Front, "id">, scope: Scope.Closeable): Front {
    const added = { ...front, id: String(++this.#last) }
    this.#open.set(added.id, { front: added, scope, idle: 0 })
    return added
  }

  /** Whether it is open; if so, it is as if somebody had just used it. */
  keep(id: string): boolean {
    const found = this.#open.get(id)
    if (found !== undefined) found.idle = 0
    return found !== undefined
  }

  /** A minute has passed. Whether it is gone, or nobody has used it for too long. */
  isOver(id: string, isUsed: boolean): boolean {
    const found = this.#open.get(id)
    if (found === undefined) return true
    found.idle = isUsed ? 0 : found.idle + 1
    return found.idle >= limits.idleMinutes
  }

  take(id: string): Scope.Closeable | undefined {
    const found = this.#open.get(id)
    this.#open.delete(id)
    return found?.scope
  }
}

export interface FrontOptions {
  readonly list: FrontList
  readonly host: string
  /** Serves what comes to a front of this application until the scope closes. */
  readonly serve: (
    listening: Effect.Success<ReturnType<typeof listen>>,
    applicationId: Snowflake
  ) => Effect.Effect<unknown, never, Scope.Scope>
  /** Called when the first one opens and when the last one closes. */
  readonly changed: (isAny: boolean) => void
}

export class Fronts extends Context.Service<
  Fronts,
  {
    readonly all: () => ReadonlyArray<Front>
    /** Fails when there are too many. */
    readonly open: (applicationId: Snowflake) => Effect.Effect<Front, InvalidForm>
    readonly keep: (id: string) => Effect.Effect<void, NotFound>
    readonly close: (id: string) => Effect.Effect<void, NotFound>
  }
>()("@backlot/server/Fronts") {}

/** All close with the scope. */
export const make = Effect.fnUntraced(function* ({ list, host, serve, changed }: FrontOptions) {
  const around = yield* Effect.scope
  const start = Effect.fnUntraced(function* (applicationId: Snowflake) {
    const listening = yield* listen({ host, port: 0 })
    yield* serve(listening, applicationId)
    const sockets = yield* endWithScope(listening.server)
    return { port: portOf(listening.server), sockets }
  })
  const close = Effect.fnUntraced(function* (id: string) {
    const scope = list.take(id)
    if (scope === undefined) return yield* new NotFound()
    changed(list.size > 0)
    yield* Scope.close(scope, Exit.void)
  })
  /** One of a run that was killed is closed by nobody. */
  const closeUnused = (id: string, sockets: ReadonlySet<Socket>) =>
    Effect.sync(() => list.isOver(id, sockets.size > 0)).pipe(
      Effect.delay("1 minute"),
      Effect.repeat({ until: (isOver) => isOver }),
      Effect.andThen(close(id)),
      Effect.ignore
    )
  let opening = 0
  return Fronts.of({
    all: () => list.all,
    open: Effect.fnUntraced(function* (application_id) {
      if (list.size + opening >= limits.fronts) return yield* new InvalidForm({ faults: [fault([], FULL)] })
      opening++
      const scope = Scope.forkUnsafe(around)
      const { port, sockets } = yield* Scope.provide(scope)(start(application_id)).pipe(
        Effect.onError((cause) => Scope.close(scope, Exit.failCause(cause))),
        Effect.ensuring(Effect.sync(() => opening--)),
        // The system has no free port.
        Effect.orDie
      )
      const front = list.add({ application_id, port }, scope)
      changed(true)
      yield* Effect.forkIn(closeUnused(front.id, sockets), around)
      return front
    }),
    keep: Effect.fnUntraced(function* (id) {
      if (!list.keep(id)) return yield* new NotFound()
    }),
    close
  })
})

/** Its connections, which end with the scope, those of the gateway too. */
const endWithScope = (server: Server) => {
  const sockets = new Set<Socket>()
  server.on("connection", (socket) => {
    sockets.add(socket)
    socket.on("close", () => sockets.delete(socket))
  })
  const end = Effect.sync(() => {
    for (const socket of sockets) socket.destroy()
  })
  return Effect.as(
    Effect.addFinalizer(() => end),
    sockets
  )
}

// It listens on TCP, so its address has a port.
const portOf = (server: Server): number => (server.address() as AddressInfo).port

const FULL = {
  code: "FRONTS_FULL",
  message: `There are ${limits.fronts} fronts already: close some first.`
}
