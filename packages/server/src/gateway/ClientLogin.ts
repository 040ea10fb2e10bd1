/**
 * Starts the session of a user's client. It has no shard and does not count towards the bot's session start limit.
 * Source: wire-rest.md §6.3. Our choice: docs/choices.md "Gateway".
 */
import type { Identify } from "@backlot/domain/gateway/GatewayCommand"
import type { User } from "@backlot/domain/record/World"
import { Secrets } from "@backlot/ports/Secrets"
import { CLOSE } from "@backlot/protocol/gateway/Gateway"
import * as GatewayClient from "@backlot/usecases/gateway/GatewayClient"
import type { Login } from "@backlot/usecases/gateway/GatewayLogin"
import { Effect } from "effect"

import type { Connection } from "./Connection.ts"
import { payload } from "./Frame.ts"
import type { Parts } from "./SendDispatch.ts"
import { Session } from "./Session.ts"
import { Closed, mayBegin } from "./SessionStart.ts"

export interface ClientLogin extends Login {
  readonly user: User
}

export const begin = Effect.fnUntraced(function* (
  { registry, sendTo }: Parts,
  connection: Connection,
  { application, token_hash, user }: ClientLogin,
  asked: Identify
) {
  const id = yield* (yield* Secrets).hex(16)
  const who = { application_id: application.id, user_id: user.id }
  const session = new Session({ id, token_hash, ...who, intents: 0, shard: [0, 1] })
  // Add the session before the snapshot is read, so that no event is lost in between.
  registry.add(session)
  registry.attach(session, connection)
  const opened = open({ registry, sendTo }, connection, session, asked)
  yield* Effect.onError(opened, () => Effect.sync(() => registry.forget(session)))
})

const open = Effect.fnUntraced(function* (
  { registry, sendTo }: Parts,
  connection: Connection,
  session: Session,
  asked: Identify
) {
  const snapshot = yield* Effect.catchTag(
    GatewayClient.snapshot(session.token_hash),
    "Unauthorized",
    () => new Closed({ reason: CLOSE.AUTHENTICATION_FAILED, because: "The token is no longer valid." })
  )
  if (!(yield* mayBegin(registry, connection, session, asked))) return
  const ready = {
    v: connection.version,
    ...snapshot.ready,
    session_id: session.id,
    resume_gateway_url: connection.url
  }
  sendTo(session, payload("READY", JSON.stringify(ready)))
  // Report the start before the waiting events run: one of them may end the session.
  registry.began(session, false)
  session.open(snapshot.position, [], snapshot.lobbies)
  registry.presenceChanged(session)
  yield* Effect.annotateLogs(Effect.logInfo("A client session began"), {
    application_id: session.application_id,
    user_id: session.user_id,
    session_id: session.id,
    lobbies: snapshot.lobbies.length
  })
})
