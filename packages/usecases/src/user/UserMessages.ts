/**
 * A user sends a message over the control plane: judged and stored like a bot's message. The id of a lobby instead of a
 * channel's means that lobby, for its members. Source: product.md "Who uses it" 1.
 */

import { compare, isSnowflake, type Snowflake } from "@backlot/domain/base/Snowflake"
import { type MessageBlocked, MissingAccess, NotTheAuthor, UnknownChannel } from "@backlot/domain/error/ServiceError"
import { viewFor } from "@backlot/domain/message/Message"
import { hiddenBecause, standingIn } from "@backlot/domain/permission/Standing"
import type { LobbyRecord } from "@backlot/domain/record/LobbyRecord"
import type { FormFile } from "@backlot/domain/validation/FormFile"
import * as Body from "@backlot/ports/Body"
import { Effect } from "effect"
import * as UserPlace from "../access/UserPlace.ts"
import { commit, committing } from "../event/EventLog.ts"
import { admitted } from "../lobby/LobbyEntry.ts"
import * as LobbyMessages from "../lobby/LobbyMessages.ts"
import * as LobbyStore from "../lobby/LobbyStore.ts"
import * as AutoModeration from "../message/AutoModeration.ts"
import * as MessageFiles from "../message/MessageFiles.ts"
import { named } from "../message/MessageStickers.ts"
import { asUser, view, views } from "../message/MessageViews.ts"
import * as Plain from "../message/PlainMessages.ts"
import * as Speaker from "../message/Speaker.ts"
import * as Collections from "../store/Collections.ts"
import * as KeptMessages from "../store/KeptMessages.ts"
import { operation } from "../store/Operation.ts"
import { existing, inTransaction, transact } from "../store/Transact.ts"

interface Said {
  readonly content: string | undefined
  readonly reply_to: Snowflake | undefined
  readonly files: ReadonlyArray<FormFile>
  /** By id or by name. */
  readonly stickers?: ReadonlyArray<string> | undefined
}

/** Sends a message, and gives it. */
export const say = operation(
  "UserMessages.say",
  Effect.fnUntraced(function* ({ user_id, channel_id }: UserPlace.UserAddress, said: Said) {
    const alert_ids = yield* AutoModeration.drawAlerts(channel_id)
    const drawn = { ...(yield* MessageFiles.drawMessage(said.files)), alert_ids }
    const { content, reply_to, stickers = [] } = said
    const body = {
      ...(content === undefined ? {} : { content }),
      ...(reply_to === undefined ? {} : { message_reference: { message_id: reply_to } })
    }
    return yield* unlessRefused(
      commit(function* () {
        const speaker = yield* speakerAt({ user_id, channel_id })
        const sticker_ids = yield* named(speaker, stickers)
        return yield* shownTo(user_id, yield* Plain.send<never>(speaker, { ...body, sticker_ids }, drawn))
      })
    )
  })
)

/** Forwards a message of the channel to another, and gives the forward. */
export const forward = operation(
  "UserMessages.forward",
  Effect.fnUntraced(function* (from: UserPlace.UserAddress, messageId: Snowflake, to: Snowflake) {
    const { user_id, channel_id } = from
    const alert_ids = yield* AutoModeration.drawAlerts(to)
    const drawn = { ...(yield* MessageFiles.drawMessage([])), alert_ids }
    const body = { message_reference: { type: 1, channel_id, message_id: messageId } }
    return yield* unlessRefused(
      commit(function* () {
        const speaker = yield* Speaker.ofUser({ user_id, channel_id: to })
        const source = function* () {
          const there = yield* Speaker.ofUser(from)
          return { there, message_id: messageId, reads: () => true }
        }
        return yield* shownTo(user_id, yield* Plain.send(speaker, body, drawn, source))
      })
    )
  })
)

/** What a user sees of a message that they wrote; an answer too where it was refused, because its events are kept. */
const shownTo = function* (userId: Snowflake, { value, events, refused }: Plain.Spoken) {
  return { value: { refused, shown: yield* view(value, asUser(userId)) }, events }
}

/** Fails behind the transaction: what automatic moderation did about a refused message stays. */
const unlessRefused = <A, E, R>(
  spoken: Effect.Effect<{ readonly refused: MessageBlocked | undefined; readonly shown: A }, E, R>
): Effect.Effect<A, E | MessageBlocked, R> =>
  Effect.flatMap(spoken, ({ refused, shown }): Effect.Effect<A, MessageBlocked> => refused ?? Effect.succeed(shown))

/** Edits the text of the user's own message. */
export const edit = operation(
  "UserMessages.edit",
  (address: UserPlace.UserAddress, messageId: Snowflake, content: string) =>
    Effect.flatMap(AutoModeration.drawAlerts(address.channel_id), (alert_ids) =>
      unlessRefused(
        commit(function* (now_ms) {
          const { user_id } = address
          const { speaker, found } = yield* messageAt(address, messageId)
          if (found.message.author.id !== user_id) return yield* new NotTheAuthor()
          const edited = yield* Plain.edit(speaker, found, { content }, { now_ms, files: [], alert_ids })
          return yield* shownTo(user_id, edited)
        })
      )
    )
)

/** Deletes the user's own message, or with MANAGE_MESSAGES another's. */
export const remove = operation(
  "UserMessages.remove",
  committing(function* (address: UserPlace.UserAddress, messageId: Snowflake) {
    const { speaker, found } = yield* messageAt(address, messageId)
    return yield* Plain.remove(speaker, found)
  })
)

const speakerAt = function* ({ user_id, channel_id }: UserPlace.UserAddress) {
  const lobby = yield* lobbyAt(channel_id)
  if (lobby === undefined) return yield* Speaker.ofUser({ user_id, channel_id })
  return yield* speakerIn(lobby, user_id, LobbyMessages.placeOf(lobby))
}

/** The message, and the user as a speaker in its channel. */
const messageAt = function* ({ user_id, channel_id }: UserPlace.UserAddress, messageId: Snowflake) {
  const lobby = yield* lobbyAt(channel_id)
  if (lobby === undefined) {
    const speaker = yield* Speaker.ofUser({ user_id, channel_id })
    return { speaker, found: yield* Plain.get(channel_id, messageId) }
  }
  const found = yield* LobbyMessages.find(lobby, messageId)
  return { speaker: yield* speakerIn(lobby, user_id, found.channel_id), found }
}

const speakerIn = function* (lobby: LobbyRecord, userId: Snowflake, placeId: Snowflake) {
  const application = yield* existing(Collections.applications.get(lobby.application_id), UnknownChannel)
  const there = yield* admitted({ application, user_id: userId }, lobby.id)
  return yield* LobbyMessages.speakerIn(application, there, placeId)
}

const lobbyAt = (channelId: Snowflake) => Collections.lobbies.get(channelId)

/** Messages that are searched in a channel. */
const SCAN = 1_000

/** A page of the messages before an id, or of the newest. */
interface HistoryPage {
  readonly limit: number
  readonly before?: Snowflake | undefined
}

/** Exactly these messages. */
interface Named {
  readonly ids: ReadonlyArray<Snowflake>
}

/** The messages that the user sees, oldest first. */
export const list = operation(
  "UserMessages.list",
  Effect.fnUntraced(function* (userId: Snowflake, channelId: Snowflake, asked: HistoryPage | Named) {
    return yield* transact(function* (now) {
      const lobby = yield* lobbyAt(channelId)
      if (lobby !== undefined) return yield* inLobby(lobby, userId, asked, now)
      const place = yield* UserPlace.load(userId, channelId)
      const standing = standingIn({ user: place.user, place, now_ms: now })
      const hidden = hiddenBecause(standing)
      if (hidden !== undefined) return yield* new MissingAccess({ because: hidden })
      const records = yield* recordsIn(channelId, asked)
      const seen = records.filter((record) => viewFor(userId, record) !== undefined)
      return yield* views("ids" in asked ? seen : seen.slice(-asked.limit), asUser(userId))
    })
  })
)

const recordsIn = function* (channelId: Snowflake, asked: HistoryPage | Named) {
  if ("ids" in asked)
    return yield* KeptMessages.existing([...new Set(asked.ids)].sort(compare).map((id) => [channelId, id]))
  const end = asked.before === undefined ? undefined : [channelId, asked.before]
  return yield* KeptMessages.last([channelId], SCAN, end)
}

const inLobby = function* (lobby: LobbyRecord, userId: Snowflake, asked: HistoryPage | Named, nowMs: number) {
  if ((yield* LobbyStore.memberOf(lobby.id, userId)) === undefined)
    return yield* new MissingAccess({ because: LobbyStore.NO_MEMBER })
  const page = "ids" in asked ? { limit: SCAN } : asked
  const recent = (yield* LobbyMessages.recent(lobby, page, nowMs)).toReversed()
  return yield* views("ids" in asked ? recent.filter(({ id }) => asked.ids.includes(id)) : recent, asUser(userId))
}

/** The command in its current version; undefined for an unknown id. */
export const commandOf = operation(
  "UserMessages.commandOf",
  Effect.fnUntraced(function* (id: unknown) {
    const [found] = isSnowflake(id) ? yield* inTransaction(() => Collections.commands.by("id", id)) : []
    return found
  })
)

/** The messages of these ids that the user sees, in any channel. */
export const messagesOf = operation(
  "UserMessages.messagesOf",
  Effect.fnUntraced(function* (userId: Snowflake, ids: ReadonlyArray<unknown>) {
    const wanted = ids.filter(isSnowflake)
    if (wanted.length === 0) return []
    return yield* inTransaction(function* () {
      const found = yield* Body.forEach(wanted, (id) => KeptMessages.byId(id))
      return yield* views(found.flat(), asUser(userId))
    })
  })
)
