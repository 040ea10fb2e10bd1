/** Routes of lobbies for bots. Sources: service.md "Lobbies", "Authentication"; decision 39. */
import * as Contract from "@backlot/protocol/rest/Lobbies"
import { requireBot } from "@backlot/usecases/access/Caller"
import { requireIds } from "@backlot/usecases/access/PathIds"
import * as Lobbies from "@backlot/usecases/lobby/Lobbies"
import * as LobbyMembers from "@backlot/usecases/lobby/LobbyMembers"
import { Effect } from "effect"
import { type Call, param } from "../http/Route.ts"
import { type Answering, admittedRoutes, forApplication } from "./Admission.ts"
import { unlessRefused, withBody } from "./BotCall.ts"

type Target = LobbyMembers.MemberAddress

/** A route of a bot in the lobby of the path, with the user of the path, if any. */
const inLobby = <R>(step: (target: Target, call: Call) => Answering<R>) =>
  forApplication(({ caller }, call) => {
    const { application_id } = caller
    const target = { application_id, lobby_id: param(call, "lobby_id"), user_id: param(call, "user_id") }
    return requireBot(caller).pipe(Effect.andThen(requireIds(call.params)), Effect.andThen(step(target, call)))
  })

/** The same with a body; an unknown lobby is refused before a faulty body (decision 24). */
const writing = <R>(step: (target: Target, body: unknown) => Answering<R>) =>
  inLobby(unlessRefused(Lobbies.admit, withBody(step)))

export const lobbyRoutes = admittedRoutes(Contract.Lobbies, {
  create_lobby: inLobby(withBody(({ application_id }, body) => Lobbies.create(application_id, body))),
  get_lobby: inLobby(Lobbies.get),
  edit_lobby: writing(Lobbies.edit),
  delete_lobby: inLobby(Lobbies.remove),
  add_lobby_member: writing(LobbyMembers.put),
  delete_lobby_member: inLobby(LobbyMembers.remove),
  bulk_update_lobby_members: writing(LobbyMembers.bulk)
})
