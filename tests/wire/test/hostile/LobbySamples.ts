/** Valid requests for the lobby endpoints. */
import * as Play from "../Harbour.ts"
import { bot, control, type Sample, sample } from "./Sample.ts"
import type { Interactions } from "./Scene.ts"

const lobby = { lobby_id: Play.LOBBY }
const lobbyMember = { metadata: { team: "red" }, flags: 1, additional_name: "Rob" }
const lobbyBody = {
  metadata: { map: "dock" },
  members: [{ id: Play.BOB, ...lobbyMember }],
  idle_timeout_seconds: 3_600,
  flags: 0,
  override_event_webhooks_url: null
}

/** Lobby requests of application servers and of the control plane. */
export const LOBBY_SAMPLES: Readonly<Record<string, () => Sample>> = {
  create_lobby: () => bot({ body: lobbyBody }),
  get_lobby: () => bot({ params: lobby }),
  edit_lobby: () => bot({ params: lobby, body: lobbyBody }),
  delete_lobby: () => bot({ params: lobby }),
  add_lobby_member: () => bot({ params: { ...lobby, user_id: Play.ZOE }, body: lobbyMember }),
  delete_lobby_member: () => bot({ params: { ...lobby, user_id: Play.ZOE } }),
  bulk_update_lobby_members: () =>
    bot({
      params: lobby,
      body: [
        { id: Play.ZOE, ...lobbyMember },
        { id: Play.LODGER, remove_member: true }
      ]
    }),
  connect_lobby: () => control({ params: { ...lobby, user_id: Play.BOB } }),
  disconnect_lobby: () => control({ params: { ...lobby, user_id: Play.BOB } }),
  list_lobbies: () => control({ query: { application_id: Play.APP } })
}

/** Lobby requests of clients. */
export const LOBBY_CLIENT_SAMPLES: Readonly<Record<string, (known: Interactions) => Sample>> = {
  create_or_join_lobby: () =>
    sample({
      credential: "user",
      body: {
        secret: "tide",
        lobby_metadata: { map: "dock" },
        member_metadata: { team: "red" },
        idle_timeout_seconds: 3_600,
        flags: 1
      }
    }),
  leave_lobby: () => sample({ credential: "user", params: lobby }),
  edit_lobby_channel_link: (known) =>
    sample({ credential: "user", params: { lobby_id: known.lobby }, body: { channel_id: Play.GENERAL } }),
  create_linked_lobby_guild_invite_for_self: (known) =>
    sample({ credential: "user", params: { lobby_id: known.lobby } }),
  create_linked_lobby_guild_invite_for_user: (known) => bot({ params: { lobby_id: known.lobby, user_id: Play.ALICE } }),
  get_lobby_messages: (known) =>
    sample({ credential: "user", params: { lobby_id: known.lobby }, query: { limit: "5" } }),
  create_lobby_message: (known) =>
    sample({
      credential: "user",
      params: { lobby_id: known.lobby },
      body: { content: "hello", metadata: { a: "b" }, allowed_mentions: { parse: ["users"] }, nonce: "1" }
    }),
  update_lobby_message_external_moderation_metadata: (known) =>
    bot({ params: { lobby_id: known.lobby, message_id: known.told }, body: { verdict: "fine" } })
}

const vouched = {
  client_id: Play.APP,
  client_secret: null,
  external_auth_token: "ticket",
  external_auth_type: "STEAM_SESSION_TICKET"
}
const pair = { user_id: Play.ALICE, other_user_id: Play.BOB, message_id: "1" }

/** Requests of games that are valid, and always refused: the code of each. */
export const REFUSED_CODES: Readonly<Record<string, number>> = {
  partner_sdk_token: 530_000,
  bot_partner_sdk_token: 530_000,
  partner_sdk_unmerge_provisional_account: 530_000,
  bot_partner_sdk_unmerge_provisional_account: 530_000,
  update_user_message_external_moderation_metadata: 50_001
}

export const REFUSED_SAMPLES: Readonly<Record<keyof typeof REFUSED_CODES, () => Sample>> = {
  partner_sdk_token: () => sample({ body: vouched }),
  bot_partner_sdk_token: () =>
    bot({ body: { external_user_id: "player 1", provisional_user_id: null, preferred_global_name: "One" } }),
  partner_sdk_unmerge_provisional_account: () => sample({ body: vouched }),
  bot_partner_sdk_unmerge_provisional_account: () => bot({ body: { external_user_id: "player 1" } }),
  update_user_message_external_moderation_metadata: () => bot({ params: pair, body: { verdict: "fine" } })
}
