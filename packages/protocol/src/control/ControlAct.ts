/**
 * What users do beside messages and commands: direct channels, threads, pins, typing, nickname, voice, guilds, presence. A
 * user is bound by the same permissions as a bot. Source: product.md "Control plane". Our choice: docs/choices.md "Control plane".
 */

import { Purchase } from "@backlot/domain/application/PremiumBody"
import { control } from "@backlot/domain/base/Limits"
import { SetPresence } from "@backlot/domain/gateway/PresenceBody"
import { NewInvite } from "@backlot/domain/guild/InviteBody"
import { OwnMemberEdit } from "@backlot/domain/guild/MemberBody"
import { Review } from "@backlot/domain/guild/ScreenBody"
import { VoiceEffect } from "@backlot/domain/guild/SoundBody"
import { NewThreadOfMessage, NewThreadOfUser } from "@backlot/domain/guild/ThreadBody"
import { VoiceConnection } from "@backlot/domain/guild/VoiceBody"
import * as Shape from "@backlot/domain/validation/Shape"
import { described as describedShape, text } from "@backlot/domain/validation/ShapeLimits"
import { Schema } from "effect"
import { created, query, Record } from "../openapi/Endpoint.ts"
import { endpoint } from "./ControlEndpoint.ts"
import { SaidFile, SeenMessage } from "./ControlUser.ts"
import { SeenDirectChannel, SeenPresence } from "./ControlView.ts"

export const NewGroup = Schema.Struct({
  recipients: Shape.needed(describedShape(Shape.list(Shape.Id), "The others: at most nine.")),
  name: Shape.field(text(1, 100))
}).annotate({ identifier: "NewGroup" })

/** Files of the first message of a post. */
export const PostFiles = Schema.Struct({
  attachments: Shape.optional(
    describedShape(Shape.list(SaidFile, control.files), "In a forum: files of the first message.")
  )
})

const StartThread = Schema.Struct({ ...NewThreadOfUser.fields, ...PostFiles.fields }).annotate({
  identifier: "StartThread"
})

const Thread = Record.annotate({ identifier: "SeenThread", description: "A thread object of the platform." })

const VoiceState = Record.annotate({
  identifier: "SeenVoiceState",
  description: "A voice state object of the platform, with the member."
})

const Pin = Schema.Struct({ pinned_at: Schema.String, message: SeenMessage }).annotate({ identifier: "SeenPin" })

const ActingMember = Record.annotate({
  identifier: "ActingMember",
  description: "A member object of the platform, with the user."
})

const SeenJoinRequest = Record.annotate({
  identifier: "SeenJoinRequest",
  description: "A request of the platform to join a guild."
})

const USER = "/users/:user_id"
const CHANNEL = `${USER}/channels/:channel_id` as const
const INTEREST = `${USER}/guilds/:guild_id/scheduled_events/:scheduled_event_id/interest` as const
const JOIN_REQUEST = `${USER}/guilds/:guild_id/join_request` as const
const THREAD_MEMBER = `${CHANNEL}/thread_members/:member_id` as const
const PIN = `${CHANNEL}/pins/:message_id` as const

export const acts = {
  open_direct_channel: endpoint.put(`${USER}/direct_channels/:recipient_id`, {
    answer: [SeenDirectChannel, created(SeenDirectChannel)],
    text: "The user's direct channel with another user or with a bot: 201 when it is new, 200 when it was there."
  }),
  open_group: endpoint.post(`${USER}/direct_channels`, {
    body: NewGroup,
    answer: created(SeenDirectChannel),
    text: "A new group of the user with others."
  }),
  start_thread: endpoint.post(`${CHANNEL}/threads`, {
    body: StartThread,
    answer: created(Thread),
    text: "The user starts a thread that belongs to no message: needs CREATE_PUBLIC_THREADS, or CREATE_PRIVATE_THREADS."
  }),
  start_thread_of_message: endpoint.post(`${CHANNEL}/messages/:message_id/threads`, {
    body: NewThreadOfMessage,
    answer: created(Thread),
    text: "The user starts a thread at a message, whose id the thread has: needs CREATE_PUBLIC_THREADS."
  }),
  join_thread_as_user: endpoint.put(`${CHANNEL}/membership`, {
    text: "The user joins a thread. Nothing happens when they are in it. Refused in an archived one."
  }),
  leave_thread_as_user: endpoint.delete(`${CHANNEL}/membership`, {
    text: "The user leaves a thread. Nothing happens when they are not in it."
  }),
  add_to_thread: endpoint.put(THREAD_MEMBER, {
    text:
      "The user adds a member of the guild to a thread: needs SEND_MESSAGES_IN_THREADS; in a private thread that is not " +
      "invitable its owner, or MANAGE_THREADS."
  }),
  remove_from_thread: endpoint.delete(THREAD_MEMBER, {
    text: "The user removes somebody from a thread: needs MANAGE_THREADS, or to own the private thread."
  }),
  get_pins: endpoint.get(`${CHANNEL}/pins`, {
    answer: Schema.Struct({ items: Schema.Array(Pin) }),
    text: "The pinned messages as the user sees them, last pinned first. Empty without READ_MESSAGE_HISTORY."
  }),
  pin_message: endpoint.put(PIN, {
    text: "The user pins a message: needs PIN_MESSAGES. Nothing happens when it is pinned."
  }),
  unpin_message: endpoint.delete(PIN, { text: "The user unpins a message. Nothing happens when it is not pinned." }),
  start_typing: endpoint.post(`${CHANNEL}/typing`, {
    text: "Shows bots for some seconds that the user is typing: needs what a message needs."
  }),
  connect_voice: endpoint.put(`${CHANNEL}/voice`, {
    body: VoiceConnection,
    answer: VoiceState,
    text:
      "The user connects to a voice or stage channel, moves there, or changes how they are connected: needs CONNECT. No sound is " +
      "carried. Bots with the intent GUILD_VOICE_STATES get VOICE_STATE_UPDATE."
  }),
  disconnect_voice: endpoint.delete(`${USER}/voice`, {
    text: "The user disconnects from their voice channel; 10065 when they are not connected."
  }),
  send_voice_effect: endpoint.post(`${CHANNEL}/voice_effects`, {
    body: VoiceEffect,
    text:
      "The user, connected to the channel, plays a sound (needs SPEAK and USE_SOUNDBOARD; USE_EXTERNAL_SOUNDS for one of another " +
      "guild) or sends an emoji. Bots that are connected there get VOICE_CHANNEL_EFFECT_SEND."
  }),
  edit_own_member: endpoint.patch(`${USER}/guilds/:guild_id/member`, {
    body: OwnMemberEdit,
    answer: Record,
    text: "The user changes their nickname (needs CHANGE_NICKNAME or MANAGE_NICKNAMES), pictures or bio in a guild; null removes one."
  }),
  create_invite: endpoint.post(`${CHANNEL}/invites`, {
    body: NewInvite,
    answer: Record.annotate({ identifier: "CreatedInvite", description: "An invite of the platform, with its uses." }),
    text:
      "The user makes an invite to a channel: needs CREATE_INSTANT_INVITE, and MANAGE_ROLES for `role_ids`. One of theirs that is " +
      "alike is given again unless it is to be `unique`. Bots with the intent GUILD_INVITES get INVITE_CREATE."
  }),
  revoke_invite: endpoint.delete(`${USER}/invites/:code`, {
    answer: Record.annotate({ identifier: "RevokedInvite", description: "An invite of the platform." }),
    text:
      "The user revokes an invite: needs MANAGE_CHANNELS in its channel, or MANAGE_GUILD. Refused with 10006 for an unknown or expired " +
      "invite. Bots with the intent GUILD_INVITES get INVITE_DELETE."
  }),
  accept_invite: endpoint.post(`${USER}/invites/:code`, {
    answer: Record.annotate({
      identifier: "AcceptedInvite",
      description: "An invite of the platform, with `new_member`."
    }),
    text:
      "The user becomes a member of the invite's guild, and the invite has one use less; nothing happens to a member. " +
      "Refused with 10006 for an invite that is unknown, expired or for others, with 40007 for a banned user."
  }),
  leave_guild_as_user: endpoint.delete(`${USER}/guilds/:guild_id/member`, {
    text: "The user leaves the guild. Refused for its owner."
  }),
  boost_guild: endpoint.post(`${USER}/guilds/:guild_id/boosts`, {
    answer: ActingMember,
    text:
      "The user, a member, boosts the guild once more: the guild counts it, and its tier follows. They have the role of those who " +
      "boost it, which the first boost makes, and the system channel says so."
  }),
  stop_boosting: endpoint.delete(`${USER}/guilds/:guild_id/boosts`, {
    answer: ActingMember,
    text: "All boosts of the user end, and the role of those who boost leaves them. Nothing happens to a member who does not boost."
  }),
  accept_rules: endpoint.put(`${USER}/guilds/:guild_id/rules`, {
    answer: ActingMember,
    text: "The user, a member, accepts the rules of the guild and is not `pending` any more. Nothing happens when they are not."
  }),
  ask_to_join: endpoint.put(JOIN_REQUEST, {
    answer: SeenJoinRequest,
    text:
      "The user asks to join a guild with the feature MEMBER_VERIFICATION_GATE_ENABLED, and a bot approves or rejects that. " +
      "Nothing happens while they wait; who was rejected asks anew. Refused with 40007 for a banned user, with 50001 for a member."
  }),
  withdraw_join_request: endpoint.delete(JOIN_REQUEST, {
    text: "The user does not want to join any more, or forgets that they were rejected. 404 where they have not asked."
  }),
  review_join_request: endpoint.patch(`${USER}/guilds/:guild_id/join_requests/:applicant_id`, {
    body: Review,
    answer: SeenJoinRequest,
    text:
      "The user, a member with KICK_MEMBERS, lets somebody in who asked to join, or rejects them, as a bot does with " +
      "`PATCH /guilds/{guild_id}/requests/{request_id}`. 404 where they have not asked, 40007 for a banned user."
  }),
  mark_interest: endpoint.put(INTEREST, {
    query: { event_exception_id: query("One occurrence of a recurring event, by the id of its exception.") },
    text:
      "The user is interested in a scheduled event of a guild that they are a member of: needs VIEW_CHANNEL in its channel. " +
      "Nothing happens when they are already. Bots with the intent GUILD_SCHEDULED_EVENTS get GUILD_SCHEDULED_EVENT_USER_ADD."
  }),
  withdraw_interest: endpoint.delete(INTEREST, {
    query: { event_exception_id: query("One occurrence of a recurring event, by the id of its exception.") },
    text: "The user is no longer interested in a scheduled event. Nothing happens when they are not."
  }),
  buy_sku: endpoint.post(`${USER}/purchases`, {
    body: Purchase,
    answer: created(Record.annotate({ identifier: "SeenEntitlement", description: "An entitlement of the platform." })),
    text:
      "The user buys an SKU of an application, for themselves or for a guild. The application gets ENTITLEMENT_CREATE, and for a " +
      "subscription SUBSCRIPTION_CREATE. No money is involved."
  }),
  cancel_subscription: endpoint.delete(`${USER}/purchases/:application_id/:sku_id`, {
    query: { guild_id: query() },
    answer: Record.annotate({ identifier: "SeenSubscription", description: "A subscription of the platform." }),
    text:
      "The user's subscription does not renew: it ends with its period, when the clock gets there. The application gets " +
      "SUBSCRIPTION_UPDATE. 10029 without an active subscription."
  }),
  set_presence: endpoint.put(`${USER}/presence`, {
    body: SetPresence,
    answer: SeenPresence,
    text:
      "From now on the user has this presence; at first everyone is offline. Kept in memory; a reset and a new world clear it. " +
      "Bots with the intent GUILD_PRESENCES get PRESENCE_UPDATE in the guilds that they share with the user."
  })
}
