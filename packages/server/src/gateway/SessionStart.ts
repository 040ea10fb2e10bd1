/** What the sessions of bots and of users' clients share as they begin. Source: wire-interactions.md §3.4. */
import type { Identify } from "@backlot/domain/gateway/GatewayCommand"
import { CLOSE } from "@backlot/protocol/gateway/Gateway"
import { Effect } from "effect"
import { Closed } from "./Closed.ts"
import type { Connection } from "./Connection.ts"
import type { Registry } from "./Registry.ts"
import type { Session } from "./Session.ts"

/** Whether READY may be sent, with its snapshot taken; false where the client went meanwhile. */
export const mayBegin = (
  registry: Registry,
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
      // Its client does not know the session.
      registry.forget(session)
      return Effect.succeed(false)
    }
    if (compress) connection.compressPayloads()
    return Effect.succeed(true)
  })
