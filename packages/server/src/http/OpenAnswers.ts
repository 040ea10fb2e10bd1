/** Tracks answers that are not completely sent, for which a stopping server waits. Ignores requests without a whole head. */
import type { IncomingMessage, Server, ServerResponse } from "node:http"
import type { Socket } from "node:net"
import { Effect } from "effect"

/** Call it before the server listens. Tracks only the latest answer per connection: it always finishes last. */
export const watch = (server: Server) => {
  const latest = new Map<Socket, ServerResponse>()
  const remember = ({ socket }: IncomingMessage, response: ServerResponse) => latest.set(socket, response)
  server.on("request", remember)
  server.on("checkContinue", remember)
  server.on("connection", (socket: Socket) => socket.once("close", () => latest.delete(socket)))
  const open = () => [...latest.values()].filter(isOpen)
  /** Waits until none is open, including those that begin meanwhile. */
  const idle: Effect.Effect<void> = Effect.suspend(() => {
    const [one] = open()
    return one === undefined ? Effect.void : Effect.andThen(ended(one), idle)
  })
  return { underWay: () => open().length, idle }
}

export type OpenAnswers = ReturnType<typeof watch>

const isOpen = (response: ServerResponse): boolean => !response.writableFinished && !response.closed

const ended = (response: ServerResponse): Effect.Effect<void> =>
  Effect.callback((resume) => {
    const done = () => resume(Effect.void)
    response.once("close", done)
    return Effect.sync(() => response.off("close", done))
  })
