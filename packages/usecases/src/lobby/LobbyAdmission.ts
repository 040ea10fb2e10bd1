/**
 * Judges whether users may become members of a lobby: they exist, and neither they nor the lobby have reached a limit.
 * Inside a transaction. Source: wire-rest.md §6.3 (capacity). Our choice: docs/choices.md "Lobbies".
 */
import { lobby as limits } from "@backlot/domain/base/Limits"
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import { TooManyLobbies, TooManyLobbyMembers, UnknownUser } from "@backlot/domain/error/ServiceError"
import type { LobbyRecord } from "@backlot/domain/record/LobbyRecord"
import { Effect } from "effect"
import * as Collections from "../store/Collections.ts"

/** Fails unless every id is that of a user; a bot is no user. */
export const requireUsers = Effect.fnUntraced(function* (userIds: ReadonlyArray<Snowflake>) {
  const users = yield* Collections.users.getMany(userIds.map((userId) => [userId]))
  if (users.some((user) => user === undefined)) return yield* new UnknownUser()
})

/** Fails when the user is in 100 lobbies of the application. */
export const requireRoomOf = Effect.fnUntraced(function* (userId: Snowflake, applicationId: Snowflake) {
  const max = limits.lobbiesPerUser
  if ((yield* lobbiesOf(userId, applicationId)) >= max) return yield* new TooManyLobbies({ max })
})

/** Fails when the lobby has 1,000 members, or the user is in 100 lobbies of its application. */
export const requireRoom = Effect.fnUntraced(function* (record: LobbyRecord, userId: Snowflake) {
  const max = limits.members
  if (record.member_count >= max) return yield* new TooManyLobbyMembers({ max })
  yield* requireRoomOf(userId, record.application_id)
})

const lobbiesOf = (userId: Snowflake, applicationId: Snowflake) =>
  Collections.lobbyMembers.count("user", userId, applicationId)
