/**
 * What users do through the control plane, as requests: the one place for each call. Sessions send them through Effect's
 * HTTP client, the player and the load over their own connections. Source: product.md "Control plane".
 */
import type { Locale } from "@backlot/domain/base/Locale"
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import type { CommandType } from "@backlot/domain/record/ApplicationCommand"
import * as UrlParams from "effect/http/UrlParams"
import type { Viewpoint } from "./CommandIndex.ts"

export interface ControlCall {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE"
  /** Below the control plane, with its query. */
  readonly path: string
  /** A JSON value. */
  readonly body?: unknown
}

export interface PickerAsked {
  readonly query?: string | undefined
  readonly type?: CommandType | undefined
  readonly locale?: Locale | undefined
}

/** The users that a use can mean: those with these ids, and everyone in the channel if names are read. */
export interface Named {
  readonly ids: ReadonlyArray<Snowflake>
  readonly everyone: boolean
}

export interface UseOptions {
  /** Waits for any answer, or until a deferral is completed; default: any. */
  readonly until?: "acknowledged" | "responded" | undefined
  /** False answers as soon as the interaction is made. */
  readonly wait?: boolean | undefined
  /** Real milliseconds to the app's first answer while the clock is frozen. */
  readonly answers_within_ms?: number | undefined
}

/** A call that makes an interaction, once its body and its wait are known. */
export type InteractionCall = (body: object, how?: UseOptions) => ControlCall

/** The rows of the picker. */
export const picker = (at: Viewpoint, { query, type, locale }: PickerAsked): ControlCall =>
  get(`${channelOf(at)}/commands`, { query, type: type?.toString(), locale })

/** Whole commands of every type, for an index. */
export const commands = (at: Viewpoint): ControlCall =>
  get(`${channelOf(at)}/commands`, { type: "1,2,3,4", flatten: "false" })

export const explain = (at: Viewpoint, commandId: Snowflake): ControlCall =>
  get(`${channelOf(at)}/commands/${commandId}/explain`)

export const surroundings = (at: Viewpoint, { ids, everyone }: Named): ControlCall =>
  get(`${channelOf(at)}/surroundings`, {
    ids: ids.length === 0 ? undefined : ids.join(),
    everyone: everyone ? undefined : "false"
  })

export const use = (at: Viewpoint): InteractionCall => interacting(`${channelOf(at)}/interactions`)

/** Presses a button, or chooses in a select menu. */
export const component = (userId: Snowflake, messageId: Snowflake): InteractionCall =>
  interacting(`/users/${userId}/messages/${messageId}/components`)

export const modal = (userId: Snowflake, interactionId: Snowflake): InteractionCall =>
  interacting(`/users/${userId}/modals/${interactionId}`)

export const interaction = (interactionId: Snowflake): ControlCall => get(`/interactions/${interactionId}`)

/** The channel as the user sees it, oldest first. */
export const messages = (at: Viewpoint, limit?: number): ControlCall =>
  get(messagesOf(at), { limit: limit?.toString() })

export const say = (at: Viewpoint, body: object): ControlCall => ({ method: "POST", path: messagesOf(at), body })

export const revise = (at: Viewpoint, messageId: Snowflake, body: object): ControlCall => {
  const path = `${messagesOf(at)}/${messageId}`
  return { method: "PATCH", path, body }
}

export const erase = (at: Viewpoint, messageId: Snowflake): ControlCall => {
  const path = `${messagesOf(at)}/${messageId}`
  return { method: "DELETE", path }
}

export const forward = (at: Viewpoint, messageId: Snowflake, channel_id: Snowflake): ControlCall => ({
  method: "POST",
  path: `${messagesOf(at)}/${messageId}/forwards`,
  body: { channel_id }
})

export const react = (method: "PUT" | "DELETE", at: Viewpoint, messageId: Snowflake, emoji: string): ControlCall => {
  const path = `${messagesOf(at)}/${messageId}/reactions/${encodeURIComponent(emoji)}`
  return { method, path }
}

export const pin = (method: "PUT" | "DELETE", at: Viewpoint, messageId: Snowflake): ControlCall => ({
  method,
  path: `${channelOf(at)}/pins/${messageId}`
})

export const startTyping = (at: Viewpoint): ControlCall => ({ method: "POST", path: `${channelOf(at)}/typing` })

/** The user starts a thread, at a message if one is given, or posts in a forum. */
export const startThread = (at: Viewpoint, body: object, messageId?: Snowflake): ControlCall => ({
  method: "POST",
  path: `${messageId === undefined ? channelOf(at) : `${messagesOf(at)}/${messageId}`}/threads`,
  body
})

/** The user joins a thread, or leaves it. */
export const membership = (method: "PUT" | "DELETE", at: Viewpoint): ControlCall => {
  const path = `${channelOf(at)}/membership`
  return { method, path }
}

/** Null removes the nickname. */
export const setNickname = (userId: Snowflake, guildId: Snowflake, nick: string | null): ControlCall => ({
  method: "PATCH",
  path: `/users/${userId}/guilds/${guildId}/member`,
  body: { nick }
})

export const setPresence = (userId: Snowflake, presence: object): ControlCall => ({
  method: "PUT",
  path: `/users/${userId}/presence`,
  body: presence
})

/** The user chooses these answers of a poll, and no others. */
export const vote = (at: Viewpoint, messageId: Snowflake, answer_ids: ReadonlyArray<number>): ControlCall => ({
  method: "PUT",
  path: `${messagesOf(at)}/${messageId}/votes`,
  body: { answer_ids }
})

export const createInvite = (at: Viewpoint, body: object): ControlCall => ({
  method: "POST",
  path: `${channelOf(at)}/invites`,
  body
})

const ofInvite =
  (method: "POST" | "DELETE") =>
  (userId: Snowflake, code: string): ControlCall => ({
    method,
    path: `/users/${userId}/invites/${encodeURIComponent(code)}`
  })

/** The user joins the guild of an invite. */
export const acceptInvite = ofInvite("POST")

export const revokeInvite = ofInvite("DELETE")

export const leaveGuild = (userId: Snowflake, guildId: Snowflake): ControlCall => ({
  method: "DELETE",
  path: `/users/${userId}/guilds/${guildId}/member`
})

const boosts =
  (method: "POST" | "DELETE") =>
  (userId: Snowflake, guildId: Snowflake): ControlCall => ({
    method,
    path: `/users/${userId}/guilds/${guildId}/boosts`
  })

export const boostGuild = boosts("POST")

/** All boosts of the user end. */
export const stopBoosting = boosts("DELETE")

export const acceptRules = (userId: Snowflake, guildId: Snowflake): ControlCall => ({
  method: "PUT",
  path: `/users/${userId}/guilds/${guildId}/rules`
})

/** The user asks to join a guild, or withdraws that. */
export const joinRequest = (method: "PUT" | "DELETE", userId: Snowflake, guildId: Snowflake): ControlCall => ({
  method,
  path: `/users/${userId}/guilds/${guildId}/join_request`
})

/** The user lets somebody in who asked to join, or rejects them. */
export const reviewJoinRequest = (
  userId: Snowflake,
  guildId: Snowflake,
  applicantId: Snowflake,
  review: object
): ControlCall => ({
  method: "PATCH",
  path: `/users/${userId}/guilds/${guildId}/join_requests/${applicantId}`,
  body: review
})

/** The user's direct channel with another user or a bot. */
export const openDirect = (userId: Snowflake, recipientId: Snowflake): ControlCall => ({
  method: "PUT",
  path: `/users/${userId}/direct_channels/${recipientId}`
})

/** A new group of the user with others. */
export const openGroup = (userId: Snowflake, body: object): ControlCall => ({
  method: "POST",
  path: `/users/${userId}/direct_channels`,
  body
})

/** The user adds somebody to a thread, or removes them. */
export const threadMember = (method: "PUT" | "DELETE", at: Viewpoint, memberId: Snowflake): ControlCall => ({
  method,
  path: `${channelOf(at)}/thread_members/${memberId}`
})

/** What a user buys of an application. */
export interface Sale {
  readonly application_id: Snowflake
  readonly sku_id: Snowflake
  readonly guild_id?: Snowflake
}

export const buy = (userId: Snowflake, sale: Sale): ControlCall => ({
  method: "POST",
  path: `/users/${userId}/purchases`,
  body: sale
})

/** The user's subscription does not renew. */
export const unsubscribe = (userId: Snowflake, { application_id, sku_id, guild_id }: Sale): ControlCall => ({
  method: "DELETE",
  path: withQuery(`/users/${userId}/purchases/${application_id}/${sku_id}`, { guild_id })
})

/** The user connects to a voice or stage channel. `how`: what they choose about their own connection. */
export const joinVoice = (at: Viewpoint, how: object): ControlCall => ({
  method: "PUT",
  path: `${channelOf(at)}/voice`,
  body: how
})

/** The user plays a sound, or sends an emoji, in the voice channel that they are connected to. */
export const voiceEffect = (
  at: Viewpoint,
  effect: { readonly sound: string } | { readonly emoji: string }
): ControlCall => ({ method: "POST", path: `${channelOf(at)}/voice_effects`, body: effect })

export const leaveVoice = (userId: Snowflake): ControlCall => ({ method: "DELETE", path: `/users/${userId}/voice` })

/** The user is interested in a scheduled event, or no longer. */
export const interest = (
  method: "PUT" | "DELETE",
  userId: Snowflake,
  event: { readonly guild_id: Snowflake; readonly id: Snowflake }
): ControlCall => ({ method, path: `/users/${userId}/guilds/${event.guild_id}/scheduled_events/${event.id}/interest` })

/** The user's client connects to a lobby, or disconnects. */
export const connection = (method: "PUT" | "DELETE", userId: Snowflake, lobbyId: Snowflake): ControlCall => {
  const path = `/users/${userId}/lobbies/${lobbyId}/connection`
  return { method, path }
}

const channelOf = ({ user_id, channel_id }: Viewpoint): string => `/users/${user_id}/channels/${channel_id}`
const messagesOf = (at: Viewpoint): string => `${channelOf(at)}/messages`

type Query = Readonly<Record<string, string | undefined>>

const get = (path: string, query: Query = {}): ControlCall => ({ method: "GET", path: withQuery(path, query) })

const interacting =
  (path: string): InteractionCall =>
  (body, { until, wait, answers_within_ms } = {}) => {
    const query = { until, wait: wait?.toString(), answers_within_ms: answers_within_ms?.toString() }
    return { method: "POST", path: withQuery(path, query), body }
  }

const withQuery = (path: string, query: Query): string => {
  const text = UrlParams.toString(query)
  return text === "" ? path : `${path}?${text}`
}
