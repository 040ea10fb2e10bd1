/**
 * Serves Node's requests. What is known at once is answered in the turn that it came, and a request whose body came with its
 * head in one turn. A fiber of its own runs what waits; a client that goes away interrupts it where it may be interrupted.
 */
import { type IncomingMessage, type Server, ServerResponse } from "node:http"
import type { Duplex } from "node:stream"
import { http } from "@backlot/domain/base/Limits"
import { exitOf } from "@backlot/usecases/store/AtOnce"
import { Context, Effect, Exit, Fiber, Scheduler, Scope, Stream } from "effect"
import type { Answer } from "./Answer.ts"
import { hasBody, type Sent, sentOf } from "./Sent.ts"
import { leaveRest, Writer } from "./Writer.ts"

/** Answers every request; it never fails. */
export type Handle<R> = (sent: Sent) => Effect.Effect<Answer, never, R>

export interface Served {
  readonly server: Server
  /** Refuses new connections and waits until all have ended. */
  readonly closed: Effect.Effect<void>
}

/** Serves until the scope closes, which leaves requests `Limits.http.stopMs`. `isLast` ends the connection of an answer. */
export const serve = Effect.fnUntraced(function* <R>(
  { server, closed }: Served,
  make: (services: Context.Context<R>) => Handle<R>,
  isLast: () => boolean = () => false
) {
  const services = yield* Effect.context<R>()
  const fibers = Scope.forkUnsafe(yield* Effect.scope, "parallel")
  const run = Effect.runForkWith(services)
  const handle = make(services)
  const turns = Context.get(services, Scheduler.Scheduler).makeDispatcher()

  const exchange = (source: IncomingMessage, response: ServerResponse, waits: boolean) => {
    const writer = new Writer(source, response, waits, isLast)
    const sent = sentOf(source, waits ? () => writer.invite() : undefined)
    // Before Node's own listener, which would read all of the rest or reset the connection.
    if (hasBody(sent)) response.prependListener("finish", () => leaveRest(source, response))
    // In the next turn, when Node has parsed all that it has read: a body that came with its head is whole by then.
    if (hasBody(sent) && !waits) turns.scheduleTask(() => answerTo(sent, writer, response), 0)
    else answerTo(sent, writer, response)
  }

  const answerTo = (sent: Sent, writer: Writer, response: ServerResponse) => {
    const answer = handle(sent)
    const exit = exitOf(answer)
    if (exit !== undefined && Exit.isSuccess(exit) && !Stream.isStream(exit.value.body)) return writer.write(exit.value)
    const written = Effect.flatMap(answer, (given) =>
      Stream.isStream(given.body) ? writer.stream(given, given.body) : Effect.sync(() => writer.write(given))
    )
    const fiber = Fiber.runIn(run(written, { uninterruptible: true }), fibers)
    fiber.addObserver((exit) => {
      if (Exit.isFailure(exit)) writer.giveUp()
    })
    if (fiber.pollUnsafe() !== undefined) return
    response.on("close", () => {
      if (!response.writableEnded) fiber.interruptUnsafe()
    })
  }

  const listeners = {
    request: (source: IncomingMessage, response: ServerResponse) => exchange(source, response, false),
    checkContinue: (source: IncomingMessage, response: ServerResponse) => exchange(source, response, true),
    // Another protocol is offered and not spoken here: the request is answered in this one, and the connection ends.
    upgrade: (source: IncomingMessage, socket: Duplex) => {
      const response = new ServerResponse(source)
      // Connections of a server are sockets.
      response.assignSocket(socket as Parameters<ServerResponse["assignSocket"]>[0])
      response.on("finish", () => socket.end())
      socket.on("error", () => socket.destroy())
      exchange(source, response, false)
    }
  }
  yield* Effect.addFinalizer(() =>
    Effect.ensuring(
      Effect.timeoutOption(closed, http.stopMs),
      Effect.sync(() => {
        for (const [name, listener] of Object.entries(listeners)) server.off(name, listener)
      })
    )
  )
  for (const [name, listener] of Object.entries(listeners)) server.on(name, listener)
})
