/**
 * Access to the client calls of lobbies: for a user by bearer token, or for the application's bot, which is a member of
 * no lobby. Sources: service.md "Authentication"; wire-rest.md §6.1; official OpenAPI document. Our choice:
 * docs/choices.md "Lobbies".
 */

import type { Snowflake } from "@backlot/domain/base/Snowflake"
import { MissingAccess } from "@backlot/domain/error/ServiceError"
import type { Application } from "@backlot/domain/record/World"
import { Effect } from "effect"
import { identify } from "../access/Access.ts"
import { type Caller, personOf, requireIds, requirePerson, requireScope } from "../access/Caller.ts"
import { operation } from "../store/Operation.ts"
import { inTransaction } from "../store/Transact.ts"
import * as LobbyStore from "./LobbyStore.ts"

/** A user of an application. */
export interface LobbyPerson {
  readonly application: Application
  readonly user_id: Snowflake
}

export interface LobbyCaller {
  readonly application: Application
  /** Null for the application's bot. */
  readonly user_id: Snowflake | null
}

type Ids = Readonly<Record<string, string | undefined>>

/** Opens a route to a user with `lobbies.write`, or to the bot. `ids` are those of the path, as sent. */
export const enter = operation(
  "LobbyEntry.enter",
  Effect.fnUntraced(function* (caller: Caller, ids: Ids = {}) {
    yield* requireScope(caller, SCOPE)
    yield* requireIds(ids)
    const application = yield* identify(caller)
    const user_id = caller.kind === "bot" ? null : personOf(caller, application)
    return { application, user_id } satisfies LobbyCaller
  })
)

/** Opens a route to a user with `lobbies.write`. A bot cannot be in a lobby. */
export const enterPerson = operation(
  "LobbyEntry.enterPerson",
  Effect.fnUntraced(function* (caller: Caller, ids: Ids = {}) {
    const person = yield* requirePerson(caller, SCOPE)
    yield* requireIds(ids)
    const application = yield* identify(caller)
    return { application, user_id: personOf(person, application) } satisfies LobbyPerson
  })
)

/** The lobby and the calling member; undefined for the bot, which need not be one. Inside a transaction. */
export const admitted = function* ({ application, user_id }: LobbyCaller, lobbyId: Snowflake) {
  const lobby = yield* LobbyStore.require(application.id, lobbyId)
  if (user_id === null) return { lobby, member: undefined }
  return {
    lobby,
    member:
      (yield* LobbyStore.memberOf(lobbyId, user_id)) ?? (yield* new MissingAccess({ because: LobbyStore.NO_MEMBER }))
  }
}

/** Fails when the caller has no access to the lobby. Such an error comes before faults of a body (decision 24). */
export const admit = operation("LobbyEntry.admit", (caller: LobbyCaller, lobbyId: Snowflake) =>
  inTransaction(() => admitted(caller, lobbyId))
)

const SCOPE = "lobbies.write"
