/** Routes of lobbies for bots. Sources: service.md "Lobbies", "Authentication"; decision 39. */
import type { ServiceError } from "@backlot/domain/error/ServiceError"
import type { StorageError } from "@backlot/ports/Storage"
import * as Contract from "@backlot/protocol/rest/Lobbies"
import { type Caller, requireBot, requireIds } from "@backlot/usecases/access/Caller"
import * as Lobbies from "@backlot/usecases/lobby/Lobbies"
import * as LobbyMembers from "@backlot/usecases/lobby/LobbyMembers"
import { Effect } from "effect"
import * as Answer from "../http/Answer.ts"
import * as Body from "../http/Body.ts"
import { type Call, param } from "../http/Route.ts"
import { admittedRoutes, forApplication } from "./Admission.ts"

type Answering<R> = Effect.Effect<unknown, ServiceError | StorageError, R>

/** A route of a bot in the lobby of the path, with the user of the path, if any. A 204 has no body. */
const inLobby = <R>(status: 200 | 204, use: (address: LobbyMembers.MemberAddress, call: Call) => Answering<R>) =>
  forApplication((caller, call) =>
    Effect.gen(function* () {
      yield* requireBot(caller)
      yield* requireIds(call.params)
      const { application_id } = caller
      const address = { application_id, lobby_id: param(call, "lobby_id"), user_id: param(call, "user_id") }
      const body = yield* use(address, call)
      return status === 204 ? Answer.noContent : Answer.json(status, body)
    })
  )

/** The same with a body; an unknown lobby is refused before a faulty body (decision 24). */
const writing = <R>(use: (address: LobbyMembers.MemberAddress, body: unknown) => Answering<R>) =>
  inLobby(200, (address, call) =>
    Effect.tapError(
      Effect.flatMap(Body.json(call), (body) => use(address, body)),
      () => Lobbies.admit(address)
    )
  )

const create = Effect.fnUntraced(function* (caller: Caller, call: Call) {
  yield* requireBot(caller)
  return Answer.json(201, yield* Lobbies.create(caller.application_id, yield* Body.json(call)))
})

export const lobbyRoutes = admittedRoutes(Contract.Lobbies, {
  create_lobby: forApplication(create),
  get_lobby: inLobby(200, Lobbies.get),
  edit_lobby: writing(Lobbies.edit),
  delete_lobby: inLobby(204, Lobbies.remove),
  add_lobby_member: writing(LobbyMembers.put),
  delete_lobby_member: inLobby(204, LobbyMembers.remove),
  bulk_update_lobby_members: writing(LobbyMembers.bulk)
})
