/** The common part of starting a bot session and a client session. Source: wire-interactions.md §3.4. */
import type { Identify } from "@backlot/domain/gateway/GatewayCommand"
import { CLOSE, type CloseReason } from "@backlot/protocol/gateway/Gateway"
import { Data, Effect } from "effect"
import type { Connection } from "./Connection.ts"
import type { Session } from "./Session.ts"
import type { SessionRegistry } from "./SessionRegistry.ts"

/** The failure of a login: the connection closes with `reason`. */
export class Closed extends Data.TaggedError("Closed")<{ readonly reason: CloseReason; readonly because: string }> {}

/** Called once the snapshot is read. True if READY may be sent; false if the client has gone meanwhile. */
export const mayBegin = (
  registry: SessionRegistry,
  connection: Connection,
  session: Session,
  { compress }: Identify
): Effect.Effect<boolean, Closed> =>
  Effect.suspend(() => {
    if (session.isFlooded) {
      const because = "Too much happened while the session began."
      return Effect.fail(new Closed({ reason: CLOSE.UNKNOWN_ERROR, because }))
    }
    if (connection.isClosed) {
      // The client never learned of this session.
      registry.forget(session)
      return Effect.succeed(false)
    }
    if (compress) connection.compressPayloads()
    return Effect.succeed(true)
  })
