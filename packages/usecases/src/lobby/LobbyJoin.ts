/**
 * Joins a lobby by its secret, creating it if there is none, and leaves it. A bot finds or creates the lobby without
 * joining; joining connects nobody. Sources: service.md "Lobbies"; wire-rest.md §6.1, §6.3. Our choice: docs/choices.md
 * "Lobbies".
 */
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import { MissingPermissions } from "@backlot/domain/error/ServiceError"
import * as Join from "@backlot/domain/lobby/LobbyJoin"
import * as State from "@backlot/domain/lobby/LobbyState"
import type { LobbyRecord } from "@backlot/domain/record/LobbyRecord"
import { Ids } from "@backlot/ports/Ids"
import { Secrets } from "@backlot/ports/Secrets"
import { ServiceClock } from "@backlot/ports/ServiceClock"
import { Effect } from "effect"
import { commit } from "../event/EventLog.ts"
import { text } from "../store/Collection.ts"
import * as Collections from "../store/Collections.ts"
import type { LobbyCaller, LobbyPerson } from "./LobbyEntry.ts"
import * as LobbyMembers from "./LobbyMembers.ts"
import * as LobbyStore from "./LobbyStore.ts"

interface Drawn {
  readonly id: Snowflake
  readonly application_id: Snowflake
  readonly now: number
  /** SHA-256 of the secret. The secret itself is not stored. */
  readonly secret_hash: string
  /** The hash for a lobby whose secret has expired. */
  readonly spent: string
}

/** The lobby of the secret, with the caller as a member. */
export const createOrJoin = Effect.fn("LobbyJoin.createOrJoin")(function* (
  { application, user_id }: LobbyCaller,
  sent: unknown
) {
  const draft = yield* Effect.fromResult(Join.decodeJoin(sent))
  const { sha256, hex } = yield* Secrets
  const drawn: Drawn = {
    id: yield* (yield* Ids).next,
    application_id: application.id,
    now: yield* (yield* ServiceClock).now,
    secret_hash: sha256(draft.secret),
    spent: sha256(yield* hex(64))
  }
  const joined = yield* commit(function* () {
    if (user_id !== null) yield* LobbyStore.requireUsers([user_id])
    const known = yield* bySecret(drawn)
    const { record, events } =
      known === undefined ? yield* open(draft, user_id, drawn) : yield* join(known, draft, user_id)
    return { value: { record, lobby: yield* LobbyStore.lobbyObject(record) }, events }
  })
  yield* LobbyStore.wakeFor(joined.record)
  return joined.lobby
})

/**
 * Leaves a lobby. No error for a user who is no member. A member of a lobby that a server created cannot leave (50013).
 * A lobby without members is deleted after its idle time. Our choice: docs/choices.md "Lobbies".
 */
export const leave = Effect.fn("LobbyJoin.leave")(function* (
  { application, user_id }: LobbyPerson,
  lobbyId: Snowflake
) {
  const left = yield* commit(function* (now) {
    const lobby = yield* LobbyStore.require(application.id, lobbyId)
    const member = yield* LobbyStore.memberOf(lobbyId, user_id)
    if (member !== undefined && !Join.isOfClients(lobby)) return yield* new MissingPermissions()
    const { record: value, events } = yield* LobbyMembers.removeOne(lobby, user_id, now)
    return { value, events }
  })
  yield* LobbyStore.wakeFor(left)
})

/** The lobby of the secret. Removes an expired secret from its lobby. */
const bySecret = Effect.fnUntraced(function* ({ application_id, secret_hash, spent, now }: Drawn) {
  const [known] = yield* Collections.lobbies.by("secret", application_id, text(secret_hash))
  if (known === undefined || Join.isOpen(known, now)) return known
  yield* LobbyStore.putRecord(Join.retired(known, spent), known)
  return undefined
})

const open = Effect.fnUntraced(function* (draft: Join.JoinDraft, userId: Snowflake | null, drawn: Drawn) {
  if (userId !== null) yield* LobbyStore.requireRoomOf(userId, drawn.application_id)
  const made = Join.open(draft, userId, drawn)
  yield* LobbyStore.putRecord(made.record, null)
  for (const membership of made.memberships) yield* Collections.lobbyMembers.put(membership, null)
  return made
})

const join = Effect.fnUntraced(function* (before: LobbyRecord, draft: Join.JoinDraft, userId: Snowflake | null) {
  const edited = State.edit(before, draft.lobby)
  yield* LobbyStore.keep(edited, before)
  if (userId === null) return edited
  const member = (yield* LobbyStore.memberOf(before.id, userId)) ?? { id: userId, metadata: null, flags: 0 }
  const put = yield* LobbyMembers.putOne(edited.record, Join.memberOf(draft, member))
  return { record: put.record, events: [...edited.events, ...put.events] }
})
