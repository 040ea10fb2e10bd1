/** Endpoints of lobbies. Sources: service.md "Lobbies"; wire-rest.md §6.1; official OpenAPI document. */
import { lobby as limits } from "@backlot/domain/base/Limits"
import * as Body from "@backlot/domain/lobby/LobbyBody"
import { JoinShape } from "@backlot/domain/lobby/LobbyJoin"
import { LinkShape } from "@backlot/domain/lobby/LobbyLink"
import { LobbyMessageShape, ModerationShape } from "@backlot/domain/lobby/LobbyMessage"
import { BotTokenShape, BotUnmergeShape, ExternalShape } from "@backlot/domain/lobby/ProvisionalBody"
import { Schema } from "effect"
import { created, query } from "../openapi/Endpoint.ts"
import { bearer, bot, bots, by, nobody, restGroup } from "../openapi/RestDocument.ts"
import { Lobby, LobbyInvite, LobbyMember, LobbyMessage } from "./Lobby.ts"

const LOBBY = "/lobbies/:lobby_id"
const MEMBER = `${LOBBY}/members/:user_id` as const

/** For the server of a game. */
export const Lobbies = restGroup("lobbies", {
  create_lobby: bots.post("/lobbies", {
    body: Body.NewLobby,
    answer: created(Lobby),
    text: "A lobby that clients can neither join nor leave by themselves."
  }),
  get_lobby: bots.get(LOBBY, { answer: Lobby }),
  edit_lobby: bots.patch(LOBBY, {
    body: Body.LobbyEdit,
    answer: Lobby,
    text: "`members`, where they are given, become the members of the lobby; metadata is replaced as a whole."
  }),
  delete_lobby: bots.delete(LOBBY, { text: "204 too when there is no such lobby any more." }),
  add_lobby_member: bots.put(MEMBER, {
    body: Body.Member,
    answer: LobbyMember,
    text: "Adds the user, or says everything of a member anew."
  }),
  delete_lobby_member: bots.delete(MEMBER, {
    text: "204 too when the user is no member; 404 when there is no such lobby."
  }),
  bulk_update_lobby_members: bots.post(`${LOBBY}/members/bulk`, {
    body: Body.BulkMembers,
    answer: Schema.Array(LobbyMember),
    text:
      "Puts 1 to 25 members, or removes those with `remove_member`. An unknown user fails all of it; users for whom there is " +
      "no room are left out of the answer."
  })
})

const ME = `${LOBBY}/members/@me` as const
const MESSAGES = `${LOBBY}/messages` as const

const user = bearer("lobbies.write")
const INVITE = "To the guild of the linked channel, for this member alone."

/** For clients. */
export const LobbyClient = restGroup("lobby_client", {
  create_or_join_lobby: by(bot, user).put("/lobbies", {
    body: JoinShape,
    answer: Lobby,
    text: "Finds the lobby by its secret, or makes it, and makes the user a member of it. A bot finds or makes it alone."
  }),
  leave_lobby: by(user).delete(ME, {
    text: "204 too when the user is no member. A lobby that a server made is not left by this."
  }),
  edit_lobby_channel_link: by(bot, user).patch(`${LOBBY}/channel-linking`, {
    body: LinkShape,
    answer: Lobby,
    text:
      "By the bot, or by a member with the flag to; the channel is one in which they may manage, view and send. Without a " +
      "channel the link ends."
  }),
  create_linked_lobby_guild_invite_for_self: by(user).post(`${ME}/invites`, { answer: LobbyInvite, text: INVITE }),
  create_linked_lobby_guild_invite_for_user: bots.post(`${LOBBY}/members/:user_id/invites`, {
    answer: LobbyInvite,
    text: INVITE
  }),
  get_lobby_messages: by(bot, user).get(MESSAGES, {
    query: { limit: query(`1 to ${limits.historyMax}. Default: ${limits.historyDefault}.`) },
    answer: Schema.Array(LobbyMessage),
    text: "Newest first, none older than 72 hours. Of a linked lobby those of the channel too."
  }),
  create_lobby_message: by(bot, user).post(MESSAGES, {
    body: LobbyMessageShape,
    form: "LobbyMessageForm",
    answer: created(LobbyMessage),
    text: "By a member or the bot. While the lobby is linked, the message is in the channel."
  }),
  update_lobby_message_external_moderation_metadata: bots.put(`${MESSAGES}/:message_id/moderation-metadata`, {
    body: ModerationShape,
    text: "Only the members of the lobby receive it."
  })
})

const SDK = "/partner-sdk"
const refused = { text: "Refused: no application here may have provisional accounts." }
const anyone = by(nobody, bot)

/** For games with players who have no account. */
export const PartnerSdk = restGroup("partner_sdk", {
  partner_sdk_token: anyone.post(`${SDK}/token`, { body: ExternalShape, ...refused }),
  bot_partner_sdk_token: bots.post(`${SDK}/token/bot`, { body: BotTokenShape, ...refused }),
  partner_sdk_unmerge_provisional_account: anyone.post(`${SDK}/provisional-accounts/unmerge`, {
    body: ExternalShape,
    ...refused
  }),
  bot_partner_sdk_unmerge_provisional_account: bots.post(`${SDK}/provisional-accounts/unmerge/bot`, {
    body: BotUnmergeShape,
    ...refused
  }),
  update_user_message_external_moderation_metadata: bots.put(
    `${SDK}/dms/:user_id/:other_user_id/messages/:message_id/moderation-metadata`,
    { body: ModerationShape, text: "Refused: no game has messages between two people here." }
  )
})
