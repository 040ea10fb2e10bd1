/** Endpoints of lobbies for the server of a game. Sources: service.md "Lobbies"; wire-rest.md §6.1. */
import * as Body from "@backlot/domain/lobby/LobbyBody"
import { Schema } from "effect"
import { created } from "../openapi/Endpoint.ts"
import { bots, restGroup } from "../openapi/RestDocument.ts"
import { Lobby, LobbyMember } from "./Lobby.ts"

const LOBBY = "/lobbies/:lobby_id"
const MEMBER = `${LOBBY}/members/:user_id` as const

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
