/** Turns a socket into a connection and handles its frames in order. A defect closes that one connection with 4000. */
import { gateway } from "@backlot/domain/base/Limits"
import type { ClientFrame } from "@backlot/domain/gateway/GatewayCommand"
import type { StorageError } from "@backlot/ports/Storage"
import { CLOSE } from "@backlot/protocol/gateway/Gateway"
import { type Cause, Clock, Effect } from "effect"
import type { RawData } from "ws"
import * as Sieve from "../http/Sieve.ts"
import { Connection, type Ending } from "./Connection.ts"
import { HELLO } from "./Frame.ts"
import type { Environment, FrameHandler } from "./FrameHandler.ts"
import { makeWriter } from "./FrameWriter.ts"
import type { FrameTap } from "./GatewayTap.ts"
import type { Session } from "./Session.ts"
import type { SessionRegistry } from "./SessionRegistry.ts"
import type { UpgradeOptions } from "./Upgrade.ts"

export interface AcceptOptions {
  readonly registry: SessionRegistry
  readonly frameHandler: FrameHandler
  readonly tap: FrameTap
  /** Runs an effect in the background until the server stops. */
  readonly run: (effect: Effect.Effect<void, never, Environment>) => void
}

export const socketAcceptor = ({ registry, frameHandler, tap, run }: AcceptOptions): UpgradeOptions["accept"] => {
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

  /** Runs one task at a time, then the frames that arrived meanwhile. */
  const work = (connection: Connection, task: Effect.Effect<void, StorageError, Environment> | undefined) => {
    if (task === undefined) return
    connection.isBusy = true
    const surviving = Effect.catchCause(task, (cause) => failed(connection, cause))
    run(Effect.map(surviving, () => goOn(connection)))
  }

  const goOn = (connection: Connection) => {
    connection.isBusy = false
    guarded(connection, () => {
      while (!connection.isBusy) {
        const frame: ClientFrame | undefined = connection.waiting.shift()
        if (frame === undefined) return
        work(connection, frameHandler.handle(connection, frame))
      }
    })
  }

  const refusals = Sieve.make(gateway.refusalLines)

  /** Warns of refused logins: libraries give up on a final close code without showing its reason. */
  const logLogin = (ending: Ending) => {
    const isRefusal = FINAL.has(ending.code) && ending.because !== undefined
    const times = isRefusal ? refusals.admit(`${ending.code} ${ending.because}`, registry.now()) : 0
    if (times === 0) return Effect.annotateLogs(Effect.logDebug(ENDED), noted(ending))
    const text = `A gateway login was refused with ${ending.code}: ${ending.because}`
    return Effect.annotateLogs(Effect.logWarning(text), times > 1 ? { times } : {})
  }

  const logSession = ({ application_id, id }: Session, ending: Ending) =>
    Effect.annotateLogs(Effect.logInfo(ENDED), { ...noted(ending), application_id, session_id: id })

  const ended = (connection: Connection, ending: Ending) => {
    tap.ended(connection, ending)
    const session = registry.sessionOf(connection)
    if (session !== undefined) {
      if (ending.forget) registry.forget(session, ending)
      else registry.release(session, ending)
    }
    run(session === undefined ? logLogin(ending) : logSession(session, ending))
  }

  return (socket, wanted, url) => {
    const connection = new Connection({
      writer: makeWriter(socket, wanted.compression),
      cut: () => socket.terminate(),
      version: wanted.version,
      compression: wanted.compression,
      url,
      standsFor: wanted.standsFor,
      now: registry.now(),
      later: (ms, then) => run(Effect.map(Effect.sleep(ms), () => guarded(connection, then))),
      wrote: tap.sent,
      ended
    })
    // Later than the answer 101, with which some clients drop what comes. A client that speaks first is greeted first.
    let isGreeted = false
    const greet = () => {
      if (isGreeted) return
      isGreeted = true
      guarded(connection, () => {
        if (wanted.refusal === undefined) connection.write(HELLO)
        else connection.close(wanted.refusal.reason, wanted.refusal.because)
      })
    }
    run(Effect.map(A_MOMENT, greet))
    registry.addConnection(connection)
    // `ws` closes the socket after any error.
    socket.on("error", () => {})
    socket.on("close", (code) => {
      registry.removeConnection(connection)
      guarded(connection, () => connection.closed(code))
    })
    socket.on("message", (message) => {
      greet()
      const bytes = bytesOf(message)
      tap.received(connection, bytes)
      guarded(connection, () => work(connection, frameHandler.receive(connection, bytes)))
    })
  }
}

/** In real time: no test's clock holds HELLO back. */
const A_MOMENT = Effect.provideService(Effect.sleep(gateway.helloMs), Clock.Clock, Clock.Clock.defaultValue())

const ENDED = "A gateway connection ended"

const noted = ({ code, because }: Ending) => ({ code, ...(because === undefined ? {} : { because }) })

/** Codes after which a client must not reconnect. */
const FINAL: ReadonlySet<number> = new Set(
  Object.values(CLOSE).flatMap(({ code, reconnect }) => (reconnect ? [] : [code]))
)

/** Sockets of the server deliver one buffer per message. */
const bytesOf = (data: RawData): Uint8Array =>
  data instanceof ArrayBuffer ? new Uint8Array(data) : Array.isArray(data) ? Buffer.concat(data) : data
