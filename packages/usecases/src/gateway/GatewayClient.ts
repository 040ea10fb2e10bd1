/** What a client session begins with: READY, with the lobbies that its user is in. Source: wire-rest.md §6.3. */

import type { Snowflake } from "@backlot/domain/base/Snowflake"
import { Unauthorized } from "@backlot/domain/error/ServiceError"
import { clientReadyData } from "@backlot/domain/gateway/GatewayLobby"
import { ServiceClock } from "@backlot/ports/ServiceClock"
import { Storage } from "@backlot/ports/Storage"
import { Effect } from "effect"
import * as EventLog from "../event/EventLog.ts"
import { lobbiesOf } from "./GatewayLobbies.ts"
import { clientOf } from "./GatewayLogin.ts"

interface ClientSnapshot {
  /** Position of the event log that it includes: dispatches of later events follow it. */
  readonly position: number
  /** READY's data but session_id, resume_gateway_url and v, which the caller adds. */
  readonly ready: object
  readonly lobbies: ReadonlyArray<Snowflake>
}

/** As it all stands at one moment, in one transaction. Fails with `Unauthorized` when the token is none any more. */
export const snapshot = Effect.fn("GatewayClient.snapshot")(function* (token_hash: string) {
  const now = yield* (yield* ServiceClock).now
  const storage = yield* Storage
  return yield* storage.transaction(
    Effect.gen(function* () {
      const client = yield* clientOf(token_hash, now)
      if (client === undefined) return yield* new Unauthorized()
      const { application, user, scopes } = client
      const lobbies = yield* lobbiesOf(user.id, application.id)
      return {
        position: yield* EventLog.position,
        ready: clientReadyData(application, user, { lobbies, email: scopes.includes("email") }),
        lobbies: lobbies.map(({ id }) => id)
      } satisfies ClientSnapshot
    })
  )
})
