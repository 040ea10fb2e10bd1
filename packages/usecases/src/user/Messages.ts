/**
 * A channel as one user sees it: with their own ephemeral messages, their own reactions marked, and the messages that
 * replies refer to. The id of a lobby instead of a channel's shows that lobby to its members. Source: product.md
 * "Control plane". Our choice: docs/choices.md "Control plane".
 */

import type { Snowflake } from "@backlot/domain/base/Snowflake"
import { MissingAccess } from "@backlot/domain/error/ServiceError"
import { viewFor } from "@backlot/domain/message/Message"
import { hiddenBecause } from "@backlot/domain/permission/PermissionReason"
import { standingIn } from "@backlot/domain/permission/Standing"
import type { LobbyRecord } from "@backlot/domain/record/LobbyRecord"
import { Effect } from "effect"
import * as UserPlace from "../access/UserPlace.ts"
import * as LobbyMessages from "../lobby/LobbyMessages.ts"
import * as LobbyStore from "../lobby/LobbyStore.ts"
import { asUser, views } from "../message/MessageViews.ts"
import * as Collections from "../store/Collections.ts"
import { transact } from "../store/Transact.ts"

/** Messages that are searched in a channel. */
const SCAN = 1_000

/** The newest `limit` messages that the user sees, oldest first. */
export const list = Effect.fn("Messages.list")(function* (userId: Snowflake, channelId: Snowflake, limit: number) {
  return yield* transact(function* (now) {
    const lobby = yield* Collections.lobbies.get(channelId)
    if (lobby !== undefined) return yield* inLobby(lobby, userId, limit, now)
    const place = yield* UserPlace.load(userId, channelId)
    const standing = standingIn({ user: place.user, place, now_ms: now })
    if (hiddenBecause(standing) !== undefined) return yield* new MissingAccess()
    const records = yield* Collections.messages.last([channelId], SCAN)
    const seen = records.filter((record) => viewFor(userId, record) !== undefined)
    return yield* views(seen.slice(-limit), asUser(userId))
  })
})

const inLobby = Effect.fnUntraced(function* (lobby: LobbyRecord, userId: Snowflake, limit: number, nowMs: number) {
  if ((yield* LobbyStore.memberOf(lobby.id, userId)) === undefined) return yield* new MissingAccess()
  const records = yield* LobbyMessages.recent(lobby, limit, nowMs)
  return yield* views(records.toReversed(), asUser(userId))
})
