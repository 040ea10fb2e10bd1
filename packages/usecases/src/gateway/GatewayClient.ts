/** The start of a client session: READY, with the user's lobbies. Source: wire-rest.md §6.3. */

import type { Snowflake } from "@backlot/domain/base/Snowflake"
import { Unauthorized } from "@backlot/domain/error/ServiceError"
import { clientReadyData } from "@backlot/domain/gateway/GatewayLobby"
import { Effect } from "effect"
import * as EventLog from "../event/EventLog.ts"
import { existing, transact } from "../store/Transact.ts"
import { lobbiesOf } from "./GatewayLobbyEvents.ts"
import { clientOf } from "./GatewayLogin.ts"

interface ClientSnapshot {
  /** Position of the event log in this snapshot. Dispatches of later events follow it. */
  readonly position: number
  /** The data of READY without session_id, resume_gateway_url and v, which the caller adds. */
  readonly ready: object
  readonly lobbies: ReadonlyArray<Snowflake>
}

/** A snapshot in one transaction. Fails with `Unauthorized` when the token is no longer valid. */
export const snapshot = Effect.fn("GatewayClient.snapshot")(function* (token_hash: string) {
  return yield* transact(function* (now) {
    const client = yield* existing(clientOf(token_hash, now), Unauthorized)
    const { application, user, scopes } = client
    const lobbies = yield* lobbiesOf(user.id, application.id)
    return {
      position: yield* EventLog.position,
      ready: clientReadyData(application, user, { lobbies, email: scopes.includes("email") }),
      lobbies: lobbies.map(({ id }) => id)
    } satisfies ClientSnapshot
  })
})
