/** Writes what is different between two worlds, with what hangs on it outside of them. Inside a transaction. */

import type { Snowflake } from "@backlot/domain/base/Snowflake"
import * as LobbyEvent from "@backlot/domain/lobby/LobbyEvent"
import { linkedTo } from "@backlot/domain/lobby/LobbyLink"
import type { LobbyRecord } from "@backlot/domain/record/LobbyRecord"
import type { Change, Changes } from "@backlot/domain/world/WorldChange"
import { Secrets } from "@backlot/ports/Secrets"
import { ServiceClock } from "@backlot/ports/ServiceClock"
import { Effect } from "effect"
import * as AutomaticLaunch from "../command/AutomaticLaunch.ts"
import * as DailyCreates from "../command/DailyCreates.ts"
import type { NewEvent } from "../event/EventLog.ts"
import * as LobbyStore from "../lobby/LobbyStore.ts"
import { type Collection, id, type KeyPart } from "../store/Collection.ts"
import * as Collections from "../store/Collections.ts"
import * as Retention from "../store/Retention.ts"
import * as AuthorizationCodes from "../token/AuthorizationCodes.ts"

/** `ids`: for one automatic entry point (`AutomaticLaunch.IDS`). Gives the events of what came of it by itself. */
export const write = Effect.fnUntraced(function* (changes: Changes, ids: ReadonlyArray<Snowflake>) {
  yield* store(Collections.users, changes.users, (user) => [id(user.id)])
  yield* store(Collections.userInstalls, changes.user_installs, (i) => [id(i.user_id), id(i.application_id)])
  yield* store(Collections.guilds, changes.guilds, (guild) => [id(guild.id)])
  yield* store(Collections.roles, changes.roles, (role) => [id(role.guild_id), id(role.id)])
  yield* store(Collections.channels, changes.channels, (channel) => [id(channel.id)])
  yield* store(Collections.channels, changes.direct_channels, (channel) => [id(channel.id)])
  yield* store(Collections.members, changes.members, (m) => [id(m.guild_id), id(m.user_id)])
  yield* store(Collections.guildInstalls, changes.guild_installs, (i) => [id(i.guild_id), id(i.application_id)])
  yield* store(Collections.rateLimits, changes.rate_limits, (limit) => [id(limit.application_id)])
  yield* store(Collections.commands, changes.commands, (c) => [
    ...Collections.commandScope(c.application_id, Collections.scopeOf(c)),
    id(c.id)
  ])
  yield* store(Collections.commandPermissions, changes.command_permissions, (p) => [
    id(p.application_id),
    id(p.id),
    id(p.guild_id)
  ])
  const ofLobbies = yield* storeLobbies(changes)
  yield* storeTokens(changes)
  for (const gone of removed(changes.applications)) yield* AuthorizationCodes.forget("application", gone.id)
  for (const gone of removed(changes.users)) yield* AuthorizationCodes.forget("user", gone.id)
  yield* storeApplications(changes)
  for (const gone of [...removed(changes.channels), ...removed(changes.direct_channels)]) {
    yield* Retention.deleteMessagesOf(gone.id)
  }
  const events = [...ofLobbies]
  for (const { before, after } of changes.applications) {
    if (after !== undefined) events.push(...(yield* AutomaticLaunch.launch(after, before, ids)))
  }
  return events
})

const store = <A extends object>(
  collection: Collection<A>,
  changes: ReadonlyArray<Change<A>>,
  key: (element: A) => ReadonlyArray<KeyPart>
) =>
  Effect.forEach(
    changes,
    ({ before, after }) => {
      if (after !== undefined) return collection.put(after, before)
      return before === undefined ? Effect.void : collection.delete(...key(before))
    },
    { discard: true }
  )

const removed = <A>(changes: ReadonlyArray<Change<A>>): ReadonlyArray<A> =>
  changes.flatMap(({ before, after }) => (before !== undefined && after === undefined ? [before] : []))

/** Lobbies and their members only ever go; a channel that goes takes its link along. */
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

/** Tokens only ever go. */
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
  yield* store(Collections.applications, applications, (application) => [id(application.id)])
  for (const { before, after } of applications) {
    if (before !== undefined && before.bot.token !== after?.bot.token) {
      yield* Retention.deleteTokens(before.id, [sha256(before.bot.token)])
    }
    if (after !== undefined) yield* Collections.credentials.put(Collections.botCredential(after, sha256))
  }
  for (const { id: gone } of removed(applications)) yield* DailyCreates.forget(gone)
})
