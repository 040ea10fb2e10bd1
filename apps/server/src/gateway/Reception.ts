/**
 * From a socket to a connection, and the turns in which its frames are worked off. Whatever goes wrong in ours ends this
 * one connection with 4000.
 */
import type { ClientFrame } from "@backlot/domain/GatewayCommand"
import type { StorageError } from "@backlot/ports/Storage"
import { CLOSE } from "@backlot/protocol/Gateway"
import { type Cause, Effect } from "effect"
import type { RawData, WebSocket } from "ws"
import { Connection, type Ending } from "./Connection.ts"
import type { Conversation, Environment } from "./Conversation.ts"
import { HELLO } from "./Frame.ts"
import { makeWriter } from "./FrameWriter.ts"
import type { Registry } from "./Registry.ts"
import type { Wanted } from "./Upgrade.ts"

export interface ReceptionOptions {
  readonly registry: Registry
  readonly conversation: Conversation
  /** Runs an effect for as long as the server does. */
  readonly run: (effect: Effect.Effect<void, never, Environment>) => void
}

/** Takes in a socket; `url` is where its client finds the gateway again. */
export type Accept = (socket: WebSocket, wanted: Wanted, url: string) => void

export const reception = ({ registry, conversation, run }: ReceptionOptions): Accept => {
  const failed = (connection: Connection, cause: Cause.Cause<unknown> | unknown) =>
    Effect.suspend(() => {
      connection.close(CLOSE.UNKNOWN_ERROR)
      return Effect.logError("A gateway connection ended in a defect", cause)
    })

  const guarded = (connection: Connection, body: () => void) => {
    try {
      body()
    } catch (defect) {
      run(failed(connection, defect))
    }
  }

  /** One task at a time; frames that came meanwhile follow. */
  const work = (connection: Connection, task: Effect.Effect<void, StorageError, Environment> | undefined) => {
    if (task === undefined) return
    connection.isBusy = true
    const surviving = Effect.catchCause(task, (cause) => failed(connection, cause))
    run(
      Effect.andThen(
        surviving,
        Effect.sync(() => goOn(connection))
      )
    )
  }

  const goOn = (connection: Connection) => {
    connection.isBusy = false
    guarded(connection, () => {
      while (!connection.isBusy) {
        const frame: ClientFrame | undefined = connection.waiting.shift()
        if (frame === undefined) return
        work(connection, conversation.handle(connection, frame))
      }
    })
  }

  const ended = (connection: Connection, ending: Ending) => {
    const session = registry.sessionOf(connection)
    if (session !== undefined) {
      if (ending.forget) registry.forget(session)
      else registry.release(session)
    }
    const { code, because } = ending
    const reason = because === undefined ? {} : { because }
    const told =
      session === undefined
        ? Effect.annotateLogs(Effect.logDebug(ENDED), { code, ...reason })
        : Effect.annotateLogs(Effect.logInfo(ENDED), {
            code,
            ...reason,
            application_id: session.application_id,
            session_id: session.id
          })
    run(told)
  }

  return (socket, wanted, url) => {
    const connection = new Connection({
      writer: makeWriter(socket, wanted.compression),
      cut: () => socket.terminate(),
      version: wanted.version,
      url,
      now: registry.now(),
      later: (ms, then) =>
        run(
          Effect.delay(
            Effect.sync(() => guarded(connection, then)),
            ms
          )
        ),
      ended
    })
    registry.arrive(connection)
    // What goes wrong with a socket closes it.
    socket.on("error", () => {})
    socket.on("close", (code) => {
      registry.leave(connection)
      guarded(connection, () => connection.closed(code))
    })
    socket.on("message", (message) =>
      guarded(connection, () => work(connection, conversation.receive(connection, bytesOf(message))))
    )
    if (wanted.refusal === undefined) connection.write(HELLO)
    else connection.close(wanted.refusal.reason, wanted.refusal.because)
  }
}

const ENDED = "A gateway connection ended"

/** The server's sockets give whole buffers. */
const bytesOf = (data: RawData): Uint8Array =>
  data instanceof ArrayBuffer ? new Uint8Array(data) : Array.isArray(data) ? Buffer.concat(data) : data
