/** Writes the differences of two worlds, and what depends on them outside of worlds. Inside a transaction. */

import type { Snowflake } from "@backlot/domain/base/Snowflake"
import { begun } from "@backlot/domain/guild/ThreadActivity"
import * as LobbyEvent from "@backlot/domain/lobby/LobbyEvent"
import { linkedTo } from "@backlot/domain/lobby/LobbyLink"
import type { LobbyRecord } from "@backlot/domain/record/LobbyRecord"
import { type Change, type Changes, removed } from "@backlot/domain/world/WorldChange"
import * as Body from "@backlot/ports/Body"
import { Secrets } from "@backlot/ports/Secrets"
import * as Commands from "../command/Commands.ts"
import * as DailyCreates from "../command/DailyCreates.ts"
import type { NewEvent } from "../event/EventLog.ts"
import * as ActivityInstances from "../interaction/ActivityInstances.ts"
import * as LobbyStore from "../lobby/LobbyStore.ts"
import * as Collections from "../store/Collections.ts"
import * as Retention from "../store/Retention.ts"
import { clockTime } from "../store/Transact.ts"
import * as AuthorizationCodes from "../token/AuthorizationCodes.ts"
import * as FormerMembers from "./FormerMembers.ts"
import { LISTS, type ListStore, type Writer } from "./WorldLists.ts"

/** `ids`: for one automatic entry point (`Commands.LAUNCH_IDS`). Returns the events of what follows by itself. */
export const write = function* (made: Changes, ids: ReadonlyArray<Snowflake>) {
  const changes = made.channels.length === 0 ? made : yield* withBegun(made)
  for (const [list, changed] of Object.entries<ReadonlyArray<Change<object>>>(changes)) {
    const { writer }: ListStore<object> = LISTS[list as keyof Changes]
    if (writer !== undefined && changed.length > 0) yield* store(writer, changed)
  }
  const ofLobbies = yield* storeLobbies(changes)
  if (changes.tokens.length > 0) yield* storeTokens(changes)
  for (const gone of removed(changes.applications)) {
    yield* AuthorizationCodes.forget("application", gone.id)
    yield* ActivityInstances.forget(gone.id)
  }
  for (const gone of removed(changes.users)) yield* AuthorizationCodes.forget("user", gone.id)
  if (changes.applications.length > 0) yield* storeBots(changes)
  for (const gone of [...removed(changes.channels), ...removed(changes.direct_channels)]) {
    yield* Retention.deleteMessagesOf(gone.id)
  }
  yield* FormerMembers.remember(changes)
  const events = [...ofLobbies]
  for (const { before, after } of changes.applications) {
    if (after !== undefined) events.push(...(yield* Commands.launch(after, before, ids)))
  }
  return events
}

/** A thread that comes without its times is silent from now on. */
const withBegun = function* (made: Changes) {
  const now = yield* clockTime
  const channels = made.channels.map((change) => ({
    ...change,
    ...(change.after && { after: begun(change.after, now) })
  }))
  return { ...made, channels } satisfies Changes
}

const store = (writer: Writer<object>, changes: ReadonlyArray<Change<object>>) =>
  Body.forEach(changes, ({ before, after }) => {
    if (after !== undefined) return writer.put(after, before)
    return before === undefined ? Body.void : writer.remove(before)
  })

/** Edits only remove lobbies and their members; a removed channel loses its link. */
const storeLobbies = function* ({ lobbies, channels }: Changes) {
  const events: Array<NewEvent> = []
  for (const { before, after } of lobbies) {
    const record = before === undefined ? undefined : yield* Collections.lobbies.get(before.id)
    if (before === undefined || record === undefined) continue
    if (after === undefined) events.push(LobbyEvent.deleted(record, "deleted", yield* LobbyStore.remove(record)))
    else {
      const kept = new Set(after.members.map(idOf))
      const gone = before.members.map(idOf).filter((userId) => !kept.has(userId))
      events.push(...(yield* withoutMembers(record, gone)))
    }
  }
  for (const gone of removed(channels)) {
    for (const linked of yield* Collections.lobbies.by("channel", gone.id)) {
      const unlinked = linkedTo(linked, null)
      yield* LobbyStore.putRecord(unlinked, linked)
      events.push(LobbyEvent.updated(unlinked))
    }
  }
  return events
}

const idOf = (member: { readonly id: Snowflake }): Snowflake => member.id

const withoutMembers = function* (before: LobbyRecord, userIds: ReadonlyArray<Snowflake>) {
  const now = yield* clockTime
  const events: Array<NewEvent> = []
  let record = before
  for (const userId of userIds) {
    const member = yield* LobbyStore.memberOf(record.id, userId)
    if (member === undefined) continue
    const left = yield* LobbyStore.removeMember(record, member, now)
    record = left.record
    events.push(...left.events)
  }
  return events
}

/** Edits only remove tokens. */
const storeTokens = function* ({ tokens }: Changes) {
  for (const [application, gone] of Map.groupBy(removed(tokens), (token) => token.application_id)) {
    yield* Retention.deleteTokens(
      application,
      gone.map((token) => token.token_hash)
    )
  }
}

/** The bot token of an application is a credential. */
const storeBots = function* ({ applications }: Changes) {
  const { sha256 } = yield* Body.use(Secrets)
  for (const { before, after } of applications) {
    if (before !== undefined && before.bot.token !== after?.bot.token) {
      yield* Retention.deleteTokens(before.id, [sha256(before.bot.token)])
    }
    if (after !== undefined) yield* Collections.credentials.put(Collections.botCredential(after, sha256))
  }
  for (const { id: gone } of removed(applications)) yield* DailyCreates.forget(gone)
}
