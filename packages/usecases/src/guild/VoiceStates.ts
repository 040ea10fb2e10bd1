/**
 * Who is connected to voice: bots over the gateway, users over the control plane, and what moderators change. No sound is
 * carried. Source: wire-interactions.md §3.3; official OpenAPI document, voice states; the platform's documentation of
 * voice. Our choice: docs/choices.md "Voice".
 */

import { formatTimestamp } from "@backlot/domain/base/IsoTime"
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import { fault } from "@backlot/domain/error/Fault"
import * as FormError from "@backlot/domain/error/FormError"
import * as ServiceError from "@backlot/domain/error/ServiceError"
import type { VoiceUpdate } from "@backlot/domain/gateway/GatewayCommand"
import type { VoiceEdit } from "@backlot/domain/guild/MemberBody"
import {
  type Connecting,
  connectionBody,
  ownVoiceStateEdit,
  type StageEdit,
  voiceStateEdit
} from "@backlot/domain/guild/VoiceBody"
import { type GuildChannel, isDirect, type VoiceState } from "@backlot/domain/record/World"
import { ChannelType, VOICE_TYPES } from "@backlot/domain/record/WorldVocabulary"
import * as Body from "@backlot/ports/Body"
import { Effect } from "effect"
import * as BotEntry from "../access/BotEntry.ts"
import type { UserAddress } from "../access/UserPlace.ts"
import { voiceObject } from "../access/VoiceObjects.ts"
import { committed, type NewEvent } from "../event/EventLog.ts"
import * as Speaker from "../message/Speaker.ts"
import * as Collections from "../store/Collections.ts"
import { operation } from "../store/Operation.ts"
import { clockTime, existing, readNow, transacting } from "../store/Transact.ts"
import * as WorldEdits from "../world/WorldEdits.ts"

export const get = operation(
  "VoiceStates.get",
  transacting(function* (bot: BotEntry.BotOfGuild, userId: Snowflake) {
    yield* BotEntry.inGuild(bot)
    return yield* voiceObject(yield* stateOf(bot.guild_id, userId), yield* clockTime)
  })
)

export const getOwn = (bot: BotEntry.BotOfGuild) => get(bot, bot.application.bot.id)

/** A bot edits its own state in a stage channel: it needs MUTE_MEMBERS to speak, and REQUEST_TO_SPEAK to ask for it. */
export const editOwn = operation("VoiceStates.editOwn", (bot: BotEntry.BotOfGuild, sent: unknown) =>
  onStage(bot, bot.application.bot.id, ownVoiceStateEdit(sent))
)

/** A bot with MUTE_MEMBERS lets somebody speak in a stage channel, or only listen. */
export const edit = operation("VoiceStates.edit", (bot: BotEntry.BotOfGuild, userId: Snowflake, sent: unknown) =>
  onStage(bot, userId, voiceStateEdit(sent))
)

const onStage = Effect.fnUntraced(function* (bot: BotEntry.BotOfGuild, userId: Snowflake, asked: StageEdit) {
  const now = yield* readNow
  const wish = function* () {
    yield* BotEntry.inGuild(bot)
    if (asked.faults.length > 0) return yield* new ServiceError.InvalidForm({ faults: asked.faults })
    const state = yield* stateOf(bot.guild_id, userId)
    const here = yield* Speaker.ofBot({ application: bot.application, channel_id: state.channel_id })
    if (asked.channel_id != null && asked.channel_id !== state.channel_id)
      return yield* new ServiceError.InvalidForm({ faults: [fault(["channel_id"], ELSEWHERE)] })
    if (here.channel.type !== ChannelType.GUILD_STAGE_VOICE) return yield* new ServiceError.WrongChannelType()
    const isOwn = userId === bot.application.bot.id
    const { suppress, request_to_speak_timestamp: request } = asked
    if (!isOwn || suppress === false) yield* Speaker.require(here, "MUTE_MEMBERS")
    if (request != null) yield* Speaker.require(here, "REQUEST_TO_SPEAK")
    const isBot = (yield* Collections.users.get(userId)) === undefined
    const body = {
      ...(suppress == null ? {} : { suppress }),
      ...(suppress === true ? { request_to_speak_timestamp: null } : {}),
      ...(suppress === false && !isBot ? { request_to_speak_timestamp: formatTimestamp(now) } : {}),
      ...(request === undefined ? {} : { request_to_speak_timestamp: request })
    }
    return [{ method: "patch" as const, target: target(bot.guild_id, userId), body }]
  }
  yield* WorldEdits.carryOut(wish, () => Body.void)
})

const ELSEWHERE = FormError.of("CHANNEL_MISMATCH", "Must be the channel that they are connected to.")

/**
 * The wishes for an edit of a member. Fails with 40032 for a member who is not connected. A member who is moved needs no
 * right of their own in the channel: the bot does. Inside a transaction.
 */
export const moderated = function* (bot: BotEntry.BotOfGuild, userId: Snowflake, asked: VoiceEdit) {
  const { mute, deaf, channel_id } = asked
  const none: ReadonlyArray<WorldEdits.Wish> = []
  if (mute == null && deaf == null && channel_id === undefined) return { wishes: none, events: NONE }
  const state = yield* Collections.voiceStates.get(bot.guild_id, userId)
  if (state === undefined) {
    if (mute == null && deaf == null && channel_id === null) return { wishes: none, events: NONE }
    return yield* new ServiceError.NotInVoice()
  }
  const { application } = bot
  const here = yield* Speaker.ofBot({ application, channel_id: state.channel_id })
  if (mute != null) yield* Speaker.require(here, "MUTE_MEMBERS")
  if (deaf != null) yield* Speaker.require(here, "DEAFEN_MEMBERS")
  if (channel_id !== undefined) yield* Speaker.require(here, "MOVE_MEMBERS")
  if (channel_id === null) return { wishes: none, events: yield* WorldEdits.removal(target(bot.guild_id, userId)) }
  const moved = channel_id === undefined || channel_id === state.channel_id ? {} : yield* movedTo(bot, channel_id)
  const body = { ...(mute == null ? {} : { mute }), ...(deaf == null ? {} : { deaf }), ...moved }
  const wishes = [{ method: "patch" as const, target: target(bot.guild_id, userId), body }]
  return { wishes: [...wishes, ...(yield* released(bot.guild_id, userId, asked))], events: NONE }
}

/** Who is heard again is not muted when they connect again. */
const released = function* (guild_id: Snowflake, user_id: Snowflake, { mute, deaf }: VoiceEdit) {
  const member = yield* Collections.members.get(guild_id, user_id)
  const body = {
    ...(mute === false && member?.mute === true ? { mute } : {}),
    ...(deaf === false && member?.deaf === true ? { deaf } : {})
  }
  const kind = "member" as const
  return Object.keys(body).length === 0 ? [] : [{ method: "patch" as const, target: { kind, guild_id, user_id }, body }]
}

const movedTo = function* ({ application, guild_id }: BotEntry.BotOfGuild, channel_id: Snowflake) {
  const there = yield* voicePlace(yield* Speaker.ofBot({ application, channel_id }), guild_id)
  yield* Speaker.require(there.speaker, "CONNECT")
  return { channel_id, ...arriving(there.channel) }
}

/** The state of somebody who comes to a channel: in a stage channel they listen first. */
const arriving = ({ type }: GuildChannel) => ({
  suppress: type === ChannelType.GUILD_STAGE_VOICE,
  request_to_speak_timestamp: null
})

/** Connects a user to a voice or stage channel, moves them there, or changes their own state. Gives the voice state. */
export const connectUser = operation(
  "VoiceStates.connectUser",
  Effect.fnUntraced(function* (address: UserAddress, sent: unknown) {
    const { connecting, faults } = connectionBody(sent)
    if (faults.length > 0) return yield* new ServiceError.InvalidForm({ faults })
    return yield* connect(() => Speaker.ofUser(address), { ...connecting, alone: true })
  })
)

/** Disconnects a user from the voice channel that they are connected to. */
export const disconnectUser = operation(
  "VoiceStates.disconnectUser",
  Effect.fnUntraced(function* (userId: Snowflake) {
    yield* committed(function* () {
      yield* existing(Collections.users.get(userId), ServiceError.UnknownUser)
      const events = yield* leftBy(userId, () => true)
      return events.length > 0 ? { value: undefined, events } : yield* new ServiceError.UnknownVoiceState()
    })
  })
)

/** Carries out opcode 4 of a bot's session. Gives its voice state, undefined where it left. */
export const updateByBot = operation(
  "VoiceStates.updateByBot",
  Effect.fnUntraced(function* (session: BotSession, asked: VoiceUpdate) {
    const { guild_id, channel_id, self_mute, self_deaf } = asked
    if (channel_id === null) {
      yield* leave(session, (state) => state.guild_id === guild_id)
      return undefined
    }
    const enter = function* () {
      const application = yield* existing(
        Collections.applications.get(session.application_id),
        ServiceError.UnknownApplication
      )
      return yield* Speaker.ofBot({ application, channel_id })
    }
    const own = { self_mute, self_deaf, self_stream: false, self_video: false, request_to_speak: undefined }
    return yield* connect(enter, { ...own, alone: false, guild_id, session_id: session.id })
  })
)

/** A bot whose session ends for good leaves the voice channels that it joined by it. */
export const endSession = operation("VoiceStates.endSession", (session: BotSession) =>
  leave(session, ({ session_id }) => session_id === session.id)
)

interface BotSession {
  readonly id: string
  readonly application_id: Snowflake
}

const leave = ({ application_id }: BotSession, leaves: (state: VoiceState) => boolean) =>
  committed(function* () {
    const application = yield* Collections.applications.get(application_id)
    const events = application === undefined ? NONE : yield* leftBy(application.bot.id, leaves)
    return { value: undefined, events }
  })

interface Wanted extends Omit<Connecting, "request_to_speak"> {
  /** Undefined keeps it. */
  readonly request_to_speak: boolean | undefined
  /** Whether they leave the voice channels of other guilds: a user has one connection, a bot one in each guild. */
  readonly alone: boolean
  /** The guild that must have the channel; undefined for any. */
  readonly guild_id?: Snowflake
  readonly session_id?: string
}

const connect = Effect.fnUntraced(function* <Y extends Body.Step>(enter: Speaker.Entering<Y>, wanted: Wanted) {
  const now = yield* readNow
  let at: readonly [Snowflake, Snowflake] | undefined
  const wish = function* () {
    const { speaker, channel } = yield* voicePlace(yield* enter(), wanted.guild_id)
    const { self_mute, self_deaf, self_stream, self_video, request_to_speak, session_id } = wanted
    const { guild_id } = channel
    const userId = speaker.author.id
    at = [guild_id, userId]
    const before = yield* Collections.voiceStates.get(guild_id, userId)
    const stays = before?.channel_id === channel.id
    const asked = stays ? before.request_to_speak_timestamp : undefined
    if (!stays) {
      yield* Speaker.require(speaker, "CONNECT")
      yield* requireRoom(speaker, channel)
    }
    if (self_stream || self_video) yield* Speaker.require(speaker, "STREAM")
    const asks = request_to_speak === true && channel.type === ChannelType.GUILD_STAGE_VOICE
    if (asks) yield* Speaker.require(speaker, "REQUEST_TO_SPEAK")
    const body = {
      channel_id: channel.id,
      ...{ self_mute, self_deaf, self_stream, self_video },
      ...(stays ? {} : arriving(channel)),
      ...(session_id === undefined ? {} : { session_id }),
      ...(asks ? { request_to_speak_timestamp: asked ?? formatTimestamp(now) } : {}),
      ...(request_to_speak === false ? { request_to_speak_timestamp: null } : {})
    }
    const events = wanted.alone ? yield* leftBy(userId, (state) => state.guild_id !== guild_id) : NONE
    const member = before === undefined ? yield* Collections.members.get(guild_id, userId) : undefined
    const method = before === undefined ? ("put" as const) : ("patch" as const)
    const set = { ...(member?.mute === true && { mute: true }), ...(member?.deaf === true && { deaf: true }) }
    return [{ method, target: target(guild_id, userId), body: { ...body, ...set }, events }]
  }
  return yield* WorldEdits.carryOut(wish, function* () {
    const [guildId, userId] = at ?? ["", ""]
    return yield* voiceObject(yield* stateOf(guildId, userId), now)
  })
})

const NONE: ReadonlyArray<NewEvent> = []

/** A voice or stage channel. Fails with 10003 where it is of another guild, and with 50024 for another type. */
const voicePlace = function* (speaker: Speaker.Speaker, guildId: Snowflake | undefined) {
  const { channel } = speaker
  if (isDirect(channel) || !VOICE_TYPES.includes(channel.type)) return yield* new ServiceError.WrongChannelType()
  if (guildId !== undefined && channel.guild_id !== guildId) return yield* new ServiceError.UnknownChannel()
  return { speaker, channel }
}

/** MOVE_MEMBERS joins a full channel all the same. */
const requireRoom = function* (speaker: Speaker.Speaker, { id, user_limit = 0 }: GuildChannel) {
  if (user_limit === 0 || speaker.may("MOVE_MEMBERS")) return
  const connected = yield* Collections.voiceStates.by("channel", id)
  if (connected.length < user_limit) return
  return yield* new ServiceError.MissingPermissions({
    because: `${connected.length} of ${user_limit} are connected to the channel, and ${speaker.lacking(["MOVE_MEMBERS"])}`
  })
}

/** Disconnects a user or bot from voice where `leaves` says so; gives the events. */
const leftBy = function* (userId: Snowflake, leaves: (state: VoiceState) => boolean) {
  const states = (yield* Collections.voiceStates.by("user", userId)).filter(leaves)
  const events: Array<NewEvent> = []
  for (const { guild_id } of states) events.push(...(yield* WorldEdits.removal(target(guild_id, userId))))
  return events
}

const stateOf = (guildId: Snowflake, userId: Snowflake) =>
  existing(Collections.voiceStates.get(guildId, userId), ServiceError.UnknownVoiceState)

const target = (guild_id: Snowflake, user_id: Snowflake) => ({ kind: "voice_state" as const, guild_id, user_id })
