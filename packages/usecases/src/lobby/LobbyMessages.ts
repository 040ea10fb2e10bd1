/**
 * Messages of a lobby: sent, read and moderated. A message is stored once: in the linked channel, where bots receive it
 * like any other, or under the id of the lobby. The history of a lobby is everything said in it and, while it is
 * linked, everything said in the channel; messages of a link stay in the channel. Sources: wire-rest.md §6.1, §6.3;
 * official OpenAPI document; service.md "Limits". Our choice: docs/choices.md "Lobbies".
 */

import { parseTime } from "@backlot/domain/base/IsoTime"
import { lobby as limits } from "@backlot/domain/base/Limits"
import { compare, type Snowflake } from "@backlot/domain/base/Snowflake"
import type { Fault } from "@backlot/domain/error/Fault"
import { InvalidForm, UnknownMessage, UnknownUser } from "@backlot/domain/error/ServiceError"
import { botObject, userObject } from "@backlot/domain/guild/UserWire"
import * as LobbyMessage from "@backlot/domain/lobby/LobbyMessage"
import type { LobbyPart } from "@backlot/domain/message/Message"
import type { PermissionName } from "@backlot/domain/permission/Permission"
import type { LobbyMembership, LobbyRecord } from "@backlot/domain/record/LobbyRecord"
import { type Application, type Channel, isDirect } from "@backlot/domain/record/World"
import type { FormFile } from "@backlot/domain/validation/FormFile"
import * as Body from "@backlot/ports/Body"
import { Effect, Result } from "effect"
import { commit } from "../event/EventLog.ts"
import * as AutoModeration from "../message/AutoModeration.ts"
import * as ChannelMessages from "../message/ChannelMessages.ts"
import * as MessageFiles from "../message/MessageFiles.ts"
import { completed } from "../message/MessageViews.ts"
import * as Plain from "../message/PlainMessages.ts"
import type { Speaker } from "../message/Speaker.ts"
import * as Collections from "../store/Collections.ts"
import { operation } from "../store/Operation.ts"
import * as Retention from "../store/Retention.ts"
import { existing, inTransaction, transact } from "../store/Transact.ts"
import { admitted, type LobbyCaller } from "./LobbyEntry.ts"
import * as LobbyStore from "./LobbyStore.ts"

/** Sends a message: the body of any message plus `metadata`. The sender must be a member or the bot. */
export const post = operation(
  "LobbyMessages.post",
  Effect.fnUntraced(function* (
    caller: LobbyCaller,
    lobbyId: Snowflake,
    body: unknown,
    files: ReadonlyArray<FormFile> = []
  ) {
    const { metadata, faults } = LobbyMessage.readMetadata(body)
    const alert_ids = yield* AutoModeration.drawAlerts(lobbyId)
    const drawn = { ...(yield* MessageFiles.drawMessage(files)), alert_ids }
    const { refused, shown } = yield* commit(function* () {
      const there = yield* admitted(caller, lobbyId)
      const place = placeOf(there.lobby)
      const speaker = yield* speakerIn(caller.application, there, place, metadata)
      const { value, events, refused } = yield* unless(faults, Plain.send<never>(speaker, body, drawn))
      return { value: { refused, shown: LobbyMessage.lobbyMessageObject(value, lobbyId) }, events }
    })
    return refused === undefined ? shown : yield* refused
  })
)

/** Newest first: at most 200, none older than 72 hours. */
export const list = operation(
  "LobbyMessages.list",
  Effect.fnUntraced(function* (caller: LobbyCaller, lobbyId: Snowflake, limit: number) {
    return yield* transact(function* (now) {
      const { lobby } = yield* admitted(caller, lobbyId)
      const records = yield* recent(lobby, { limit }, now)
      return records.map((record) => LobbyMessage.lobbyMessageObject(record, lobbyId))
    })
  })
)

/** The same as stored records. Inside a transaction. */
export const recent = function* (lobby: LobbyRecord, { limit, before }: ChannelMessages.Page, nowMs: number) {
  const newest = []
  for (const place of placesOf(lobby)) newest.push(...(yield* ChannelMessages.olderThan(place, before, limit)))
  return (yield* completed(newest))
    .filter(({ message }) => (parseTime(message.timestamp) ?? 0) > nowMs - limits.historyMs)
    .sort((a, b) => compare(b.id, a.id))
    .slice(0, limit)
}

/** Fails for an unknown message. This error comes before faults of the body (decision 24). */
export const admitModeration = operation(
  "LobbyMessages.admitModeration",
  (application: Application, lobbyId: Snowflake, messageId: Snowflake) =>
    inTransaction(() => Body.flatMap(LobbyStore.require(application.id, lobbyId), (lobby) => find(lobby, messageId)))
)

/** Replaces earlier moderation metadata of the application. Only the lobby receives the event. */
export const moderate = operation(
  "LobbyMessages.moderate",
  Effect.fnUntraced(function* (application: Application, lobbyId: Snowflake, messageId: Snowflake, body: unknown) {
    const metadata = yield* Effect.fromResult(LobbyMessage.decodeModeration(body))
    yield* commit(function* () {
      const lobby = yield* LobbyStore.require(application.id, lobbyId)
      const record = LobbyMessage.moderated(yield* find(lobby, messageId), lobbyId, metadata)
      yield* Retention.putMessage(record)
      const events = [LobbyMessage.lobbyMessageEvent("lobby_message.updated", record, lobby)]
      return { value: undefined, events }
    })
  })
)

/** A message that the lobby shows. Inside a transaction. */
export const find = function* (lobby: LobbyRecord, messageId: Snowflake) {
  for (const place of placesOf(lobby)) {
    const found = yield* Plain.find(place, messageId)
    if (found !== undefined) return found
  }
  return yield* new UnknownMessage()
}

const placesOf = ({ id, linked_channel_id }: LobbyRecord): ReadonlyArray<Snowflake> =>
  linked_channel_id === undefined ? [id] : [id, linked_channel_id]

/** Reports faults of the metadata together with those of the message. */
const unless = function* <Y extends Body.Step, A>(faults: ReadonlyArray<Fault>, sent: Iterable<Y, A, unknown>) {
  if (faults.length === 0) return yield* sent
  const ended = yield* Body.result(sent)
  const others = Result.isFailure(ended) && ended.failure instanceof InvalidForm ? ended.failure.faults : []
  return yield* new InvalidForm({ faults: [...others, ...faults] })
}

interface InLobby {
  readonly lobby: LobbyRecord
  /** Undefined for the bot. */
  readonly member: LobbyMembership | undefined
}

/** The channel id of a new message of the lobby: the linked channel, or else the id of the lobby. */
export const placeOf = ({ id, linked_channel_id }: LobbyRecord): Snowflake => linked_channel_id ?? id

/** `placeId` is the channel id of the message; `metadata` comes with it. */
export const speakerIn = function* (
  application: Application,
  { lobby, member }: InLobby,
  placeId: Snowflake,
  metadata?: LobbyPart["metadata"]
) {
  const channel = yield* channelOf(lobby, placeId)
  const additional_name = member?.additional_name
  const part: LobbyPart = {
    id: lobby.id,
    ...(metadata === undefined ? {} : { metadata }),
    ...(additional_name === undefined ? {} : { additional_name })
  }
  return {
    author:
      member === undefined
        ? botObject(application)
        : userObject(yield* existing(Collections.users.get(member.id), UnknownUser)),
    channel,
    guild_id: isDirect(channel) ? null : channel.guild_id,
    lobby: { record: lobby, part },
    may: (name) => MAY.has(name),
    lacking: (names) => `members of a lobby have no ${names.join(", ")} there`
  } satisfies Speaker
}

/** Only the members receive messages of a lobby without a channel, as in a group channel. */
const channelOf = function* (lobby: LobbyRecord, placeId: Snowflake) {
  const group: Channel = { id: lobby.id, type: 3, recipients: [], name: null }
  return placeId === lobby.id ? group : ((yield* Collections.channels.get(placeId)) ?? group)
}

/** Members of a lobby may send messages, and cannot moderate others. */
const MAY: ReadonlySet<PermissionName> = new Set([
  "VIEW_CHANNEL",
  "READ_MESSAGE_HISTORY",
  "SEND_MESSAGES",
  "EMBED_LINKS",
  "ATTACH_FILES",
  "SEND_TTS_MESSAGES",
  "SEND_VOICE_MESSAGES",
  "SEND_POLLS"
])
