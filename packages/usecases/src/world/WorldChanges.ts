/** Writes the differences of two worlds, and what depends on them outside of worlds. Inside a transaction. */

import type { Snowflake } from "@backlot/domain/base/Snowflake"
import * as LobbyEvent from "@backlot/domain/lobby/LobbyEvent"
import { linkedTo } from "@backlot/domain/lobby/LobbyLink"
import type { LobbyRecord } from "@backlot/domain/record/LobbyRecord"
import type { World } from "@backlot/domain/record/World"
import type { Change, Changes } from "@backlot/domain/world/WorldChange"
import { Secrets } from "@backlot/ports/Secrets"
import { ServiceClock } from "@backlot/ports/ServiceClock"
import { Effect } from "effect"
import * as AutomaticLaunch from "../command/AutomaticLaunch.ts"
import * as DailyCreates from "../command/DailyCreates.ts"
import type { NewEvent } from "../event/EventLog.ts"
import * as LobbyStore from "../lobby/LobbyStore.ts"
import { type Collection, id } from "../store/Collection.ts"
import * as Collections from "../store/Collections.ts"
import * as Retention from "../store/Retention.ts"
import * as AuthorizationCodes from "../token/AuthorizationCodes.ts"

/** Writes values of a list of a world. */
type Writer<A> = Pick<Collection<A>, "put" | "remove">

/** The lists of a world that are stored record by record, in the order of writing. */
export const RECORDS: { readonly [L in Recorded]: Writer<World[L][number]> } = {
  users: Collections.users,
  user_installs: Collections.userInstalls,
  guilds: Collections.guilds,
  roles: Collections.roles,
  channels: Collections.channels,
  direct_channels: Collections.channels,
  members: Collections.members,
  guild_installs: Collections.guildInstalls,
  rate_limits: Collections.rateLimits,
  commands: Collections.commands,
  command_permissions: Collections.commandPermissions
}

type Recorded = Exclude<keyof Changes, "applications" | "tokens" | "lobbies">

/** `ids`: for one automatic entry point (`AutomaticLaunch.IDS`). Returns the events of what follows by itself. */
export const write = Effect.fnUntraced(function* (changes: Changes, ids: ReadonlyArray<Snowflake>) {
  // Object.keys widens the names of the table to string.
  for (const list of Object.keys(RECORDS) as ReadonlyArray<Recorded>) {
    if (changes[list].length > 0) yield* storeList(list, changes)
  }
  const ofLobbies = yield* storeLobbies(changes)
  if (changes.tokens.length > 0) yield* storeTokens(changes)
  for (const gone of removed(changes.applications)) yield* AuthorizationCodes.forget("application", gone.id)
  for (const gone of removed(changes.users)) yield* AuthorizationCodes.forget("user", gone.id)
  if (changes.applications.length > 0) yield* storeApplications(changes)
  for (const gone of [...removed(changes.channels), ...removed(changes.direct_channels)]) {
    yield* Retention.deleteMessagesOf(gone.id)
  }
  const events = [...ofLobbies]
  for (const { before, after } of changes.applications) {
    if (after !== undefined) events.push(...(yield* AutomaticLaunch.launch(after, before, ids)))
  }
  return events
})

const storeList = <L extends Recorded>(
  list: L,
  changes: { readonly [R in Recorded]: ReadonlyArray<Change<World[R][number]>> }
) => store<World[L][number]>(RECORDS[list], changes[list])

const store = <A>({ put, remove }: Writer<A>, changes: ReadonlyArray<Change<A>>) =>
  Effect.forEach(
    changes,
    ({ before, after }) => {
      if (after !== undefined) return put(after, before)
      return before === undefined ? Effect.void : remove(before)
    },
    { discard: true }
  )

const removed = <A>(changes: ReadonlyArray<Change<A>>): ReadonlyArray<A> =>
  changes.flatMap(({ before, after }) => (before !== undefined && after === undefined ? [before] : []))

/** Edits only remove lobbies and their members; a removed channel loses its link. */
const storeLobbies = Effect.fnUntraced(function* ({ lobbies, channels }: Changes) {
  const events: Array<NewEvent> = []
  for (const { before, after } of lobbies) {
    const record = before === undefined ? undefined : yield* Collections.lobbies.get(id(before.id))
    if (before === undefined || record === undefined) continue
    if (after === undefined) events.push(LobbyEvent.deleted(record, "deleted", yield* LobbyStore.remove(record)))
    else {
      const kept = new Set(after.members.map((member) => member.id))
      events.push(
        ...(yield* withoutMembers(
          record,
          before.members.map(idOf).filter((userId) => !kept.has(userId))
        ))
      )
    }
  }
  for (const gone of removed(channels)) {
    for (const linked of yield* Collections.lobbies.by("channel", id(gone.id))) {
      const unlinked = linkedTo(linked, null)
      yield* LobbyStore.putRecord(unlinked, linked)
      events.push(LobbyEvent.updated(unlinked))
    }
  }
  return events
})

const idOf = (member: { readonly id: Snowflake }): Snowflake => member.id

const withoutMembers = Effect.fnUntraced(function* (before: LobbyRecord, userIds: ReadonlyArray<Snowflake>) {
  const now = yield* (yield* ServiceClock).now
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
})

/** Edits only remove tokens. */
const storeTokens = Effect.fnUntraced(function* ({ tokens }: Changes) {
  for (const [application, gone] of Map.groupBy(removed(tokens), (token) => token.application_id)) {
    yield* Retention.deleteTokens(
      application,
      gone.map((token) => token.token_hash)
    )
  }
})

/** The bot token of an application is a credential. */
const storeApplications = Effect.fnUntraced(function* ({ applications }: Changes) {
  const { sha256 } = yield* Secrets
  yield* store(Collections.applications, applications)
  for (const { before, after } of applications) {
    if (before !== undefined && before.bot.token !== after?.bot.token) {
      yield* Retention.deleteTokens(before.id, [sha256(before.bot.token)])
    }
    if (after !== undefined) yield* Collections.credentials.put(Collections.botCredential(after, sha256))
  }
  for (const { id: gone } of removed(applications)) yield* DailyCreates.forget(gone)
})
