/**
 * Routes of lobbies for users with bearer tokens, and for bots. After a refused body the caller's rights are judged
 * separately, because their refusal comes first (decision 24). Source: wire-rest.md §6.1.
 */
import { lobby as limits } from "@backlot/domain/base/Limits"
import * as Contract from "@backlot/protocol/rest/LobbyClient"
import * as LobbyEntry from "@backlot/usecases/lobby/LobbyEntry"
import * as LobbyInvites from "@backlot/usecases/lobby/LobbyInvites"
import * as LobbyJoin from "@backlot/usecases/lobby/LobbyJoin"
import * as LobbyLinks from "@backlot/usecases/lobby/LobbyLinks"
import * as LobbyMessages from "@backlot/usecases/lobby/LobbyMessages"
import { Effect } from "effect"
import * as Body from "../http/Body.ts"
import * as Query from "../http/Query.ts"
import { type Call, param } from "../http/Route.ts"
import { type Answering, admittedRoutes, forApplication } from "./Admission.ts"
import { unlessRefused, withBody, withMessage } from "./BotCall.ts"

type Step<C, R> = (caller: C & { readonly lobby_id: string }, call: Call) => Answering<R>

/** A route of a user or the bot, in the lobby of the path if there is one. */
const inLobby = <R>(step: Step<LobbyEntry.LobbyCaller, R>) =>
  forApplication(({ caller }, call) =>
    Effect.flatMap(LobbyEntry.enter(caller, call.params), (entered) =>
      step({ ...entered, lobby_id: param(call, "lobby_id") }, call)
    )
  )

/** A route of a user. */
const asPerson = <R>(step: Step<LobbyEntry.LobbyPerson, R>) =>
  forApplication(({ caller }, call) =>
    Effect.flatMap(LobbyEntry.enterPerson(caller, call.params), (person) =>
      step({ ...person, lobby_id: param(call, "lobby_id") }, call)
    )
  )

/** A route of the bot. */
const asBot = <R>(step: Step<Pick<LobbyEntry.LobbyCaller, "application">, R>) =>
  forApplication(({ caller }, call) =>
    Effect.flatMap(LobbyEntry.enterBot(caller, call.params), (application) =>
      step({ application, lobby_id: param(call, "lobby_id") }, call)
    )
  )

const link = inLobby(
  unlessRefused(
    (caller) => LobbyLinks.admit(caller, caller.lobby_id),
    (caller, call) => Effect.flatMap(linkBody(call), (body) => LobbyLinks.edit(caller, caller.lobby_id, body))
  )
)

/** An empty body unlinks, whatever its content type. */
const linkBody = (call: Call) => {
  const { "content-length": length = "0", "transfer-encoding": chunked } = call.request.headers
  return length === "0" && chunked === undefined ? Effect.succeed({}) : Body.json(call)
}

const send = inLobby(
  unlessRefused(
    (caller) => LobbyEntry.admit(caller, caller.lobby_id),
    withMessage((caller, body, files) => LobbyMessages.post(caller, caller.lobby_id, body, files))
  )
)

const list = inLobby((caller, call) =>
  Effect.flatMap(Query.whole(call, "limit", limits.historyDefault, 1, limits.historyMax), (limit) =>
    LobbyMessages.list(caller, caller.lobby_id, limit)
  )
)

const moderate = asBot(({ application, lobby_id }, call) => {
  const message = [application, lobby_id, param(call, "message_id")] as const
  const moderated = Effect.flatMap(Body.json(call), (body) => LobbyMessages.moderate(...message, body))
  return Effect.tapError(moderated, () => LobbyMessages.admitModeration(...message))
})

export const lobbyClientRoutes = admittedRoutes(Contract.LobbyClient, {
  create_or_join_lobby: inLobby(withBody(LobbyJoin.createOrJoin)),
  leave_lobby: asPerson((person) => LobbyJoin.leave(person, person.lobby_id)),
  edit_lobby_channel_link: link,
  create_linked_lobby_guild_invite_for_self: asPerson((person) => LobbyInvites.create(person, person.lobby_id)),
  create_linked_lobby_guild_invite_for_user: asBot(({ application, lobby_id }, call) =>
    LobbyInvites.create({ application, user_id: param(call, "user_id") }, lobby_id)
  ),
  get_lobby_messages: list,
  create_lobby_message: send,
  update_lobby_message_external_moderation_metadata: moderate
})
