/**
 * From a socket to a connection, and the turns in which its frames are worked off. Whatever goes wrong in ours ends this
 * one connection with 4000.
 */

import { gateway } from "@backlot/domain/base/Limits"
import type { ClientFrame } from "@backlot/domain/gateway/GatewayCommand"
import type { StorageError } from "@backlot/ports/Storage"
import { CLOSE } from "@backlot/protocol/gateway/Gateway"
import { type Cause, Effect } from "effect"
import type { RawData, WebSocket } from "ws"
import * as Sieve from "../http/Sieve.ts"
import { Connection, type Ending } from "./Connection.ts"
import type { Conversation, Environment } from "./Conversation.ts"
import { HELLO } from "./Frame.ts"
import { makeWriter } from "./FrameWriter.ts"
import type { Registry } from "./Registry.ts"
import type { Session } from "./Session.ts"
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

  const refusals = Sieve.make(gateway.refusalsTold)

  /** Libraries give up without showing the reason of a code that lasts. */
  const toldOfStranger = (ending: Ending) => {
    const isRefusal = FINAL.has(ending.code) && ending.because !== undefined
    const times = isRefusal ? refusals.admit(`${ending.code} ${ending.because}`, registry.now()) : 0
    if (times === 0) return Effect.annotateLogs(Effect.logDebug(ENDED), noted(ending))
    const text = `A gateway login was refused with ${ending.code}: ${ending.because}`
    return Effect.annotateLogs(Effect.logWarning(text), times > 1 ? { times } : {})
  }

  const toldOf = ({ application_id, id }: Session, ending: Ending) =>
    Effect.annotateLogs(Effect.logInfo(ENDED), { ...noted(ending), application_id, session_id: id })

  const ended = (connection: Connection, ending: Ending) => {
    const session = registry.sessionOf(connection)
    if (session !== undefined) {
      if (ending.forget) registry.forget(session, ending)
      else registry.release(session, ending)
    }
    run(session === undefined ? toldOfStranger(ending) : toldOf(session, ending))
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

const noted = ({ code, because }: Ending) => ({ code, ...(because === undefined ? {} : { because }) })

/** After these a client may not come again. */
const FINAL: ReadonlySet<number> = new Set(
  Object.values(CLOSE).flatMap(({ code, reconnect }) => (reconnect ? [] : [code]))
)

/** The server's sockets give whole buffers. */
const bytesOf = (data: RawData): Uint8Array =>
  data instanceof ArrayBuffer ? new Uint8Array(data) : Array.isArray(data) ? Buffer.concat(data) : data
