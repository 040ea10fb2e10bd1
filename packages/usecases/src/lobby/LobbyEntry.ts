/**
 * How the caller of a client function comes into a lobby: a user by their bearer token, or the application's bot, which
 * is a member of no lobby (ours). Sources: service.md "Authentication"; wire-rest.md §6.1; official OpenAPI document.
 */

import type { Snowflake } from "@backlot/domain/base/Snowflake"
import { MissingAccess } from "@backlot/domain/error/ServiceError"
import type { Application } from "@backlot/domain/record/World"
import { Storage } from "@backlot/ports/Storage"
import { Effect } from "effect"
import { identify } from "../access/Access.ts"
import { type Caller, personOf, requireBot, requirePerson, requireScope } from "../access/Caller.ts"
import { requireIds } from "../access/PathIds.ts"
import * as LobbyStore from "./LobbyStore.ts"

/** A user of an application's client. */
export interface LobbyPerson {
  readonly application: Application
  readonly user_id: Snowflake
}

export interface LobbyCaller {
  readonly application: Application
  /** Null is the application's bot. */
  readonly user_id: Snowflake | null
}

type Ids = Readonly<Record<string, string | undefined>>

/** A user with `lobbies.write`, or the bot. `ids` are those of the path, as sent. */
export const enter = Effect.fn("LobbyEntry.enter")(function* (caller: Caller, ids: Ids = {}) {
  yield* requireScope(caller, SCOPE)
  yield* requireIds(ids)
  const application = yield* identify(caller)
  const user_id = caller.kind === "bot" ? null : personOf(caller, application)
  return { application, user_id } satisfies LobbyCaller
})

/** A user with `lobbies.write`: a bot is nobody who could be in a lobby. */
export const enterPerson = Effect.fn("LobbyEntry.enterPerson")(function* (caller: Caller, ids: Ids = {}) {
  const person = yield* requirePerson(caller, SCOPE)
  yield* requireIds(ids)
  const application = yield* identify(caller)
  return { application, user_id: personOf(person, application) } satisfies LobbyPerson
})

/** The bot alone. */
export const enterBot = Effect.fn("LobbyEntry.enterBot")(function* (caller: Caller, ids: Ids = {}) {
  yield* requireBot(caller)
  yield* requireIds(ids)
  return yield* identify(caller)
})

/** Inside a transaction: the lobby, and the member who asks; undefined for the bot, which need not be one. */
export const admitted = Effect.fnUntraced(function* ({ application, user_id }: LobbyCaller, lobbyId: Snowflake) {
  const lobby = yield* LobbyStore.require(application.id, lobbyId)
  if (user_id === null) return { lobby, member: undefined }
  return { lobby, member: (yield* LobbyStore.memberOf(lobbyId, user_id)) ?? (yield* new MissingAccess()) }
})

/** Whether the caller has anything to ask for in the lobby: told before what is wrong with a body (decision 24). */
export const admit = Effect.fn("LobbyEntry.admit")(function* (caller: LobbyCaller, lobbyId: Snowflake) {
  const storage = yield* Storage
  yield* storage.transaction(admitted(caller, lobbyId))
})

const SCOPE = "lobbies.write"
