/**
 * Routes of lobbies for users with bearer tokens, and for bots. After a refused body the caller's rights are judged
 * separately, because their refusal comes first (decision 24). Source: wire-rest.md §6.1.
 */
import { lobby as limits } from "@backlot/domain/base/Limits"
import type { ServiceError } from "@backlot/domain/error/ServiceError"
import type { StorageError } from "@backlot/ports/Storage"
import * as Contract from "@backlot/protocol/rest/LobbyClient"
import type { Caller } from "@backlot/usecases/access/Caller"
import * as LobbyEntry from "@backlot/usecases/lobby/LobbyEntry"
import * as LobbyJoin from "@backlot/usecases/lobby/LobbyJoin"
import * as LobbyLinks from "@backlot/usecases/lobby/LobbyLinks"
import * as LobbyMessages from "@backlot/usecases/lobby/LobbyMessages"
import { Effect } from "effect"
import * as Answer from "../http/Answer.ts"
import * as Body from "../http/Body.ts"
import { type Call, param } from "../http/Route.ts"
import { admittedRoutes, forApplication } from "./Admission.ts"
import { page } from "./BotCall.ts"

type Answering<R> = Effect.Effect<unknown, ServiceError | StorageError, R>

/** A route of a user or the bot in the lobby of the path. */
const inLobby = <R>(
  status: 200 | 201,
  use: (caller: LobbyEntry.LobbyCaller, lobbyId: string, call: Call) => Answering<R>
) =>
  forApplication((caller, call) =>
    Effect.gen(function* () {
      const entered = yield* LobbyEntry.enter(caller, call.params)
      return Answer.json(status, yield* use(entered, param(call, "lobby_id"), call))
    })
  )

const join = Effect.fnUntraced(function* (caller: Caller, call: Call) {
  const entered = yield* LobbyEntry.enter(caller)
  return Answer.json(200, yield* LobbyJoin.createOrJoin(entered, yield* Body.json(call)))
})

const leave = Effect.fnUntraced(function* (caller: Caller, call: Call) {
  yield* LobbyJoin.leave(yield* LobbyEntry.enterPerson(caller, call.params), param(call, "lobby_id"))
  return Answer.noContent
})

const link = inLobby(200, (caller, lobbyId, call) =>
  Effect.tapError(
    Effect.flatMap(linkBody(call), (body) => LobbyLinks.edit(caller, lobbyId, body)),
    () => LobbyLinks.admit(caller, lobbyId)
  )
)

/** An empty body unlinks, whatever its content type. */
const linkBody = (call: Call) => {
  const { "content-length": length = "0", "transfer-encoding": chunked } = call.request.headers
  return length === "0" && chunked === undefined ? Effect.succeed({}) : Body.json(call)
}

const inviteSelf = Effect.fnUntraced(function* (caller: Caller, call: Call) {
  const person = yield* LobbyEntry.enterPerson(caller, call.params)
  return Answer.json(200, yield* LobbyLinks.invite(person, param(call, "lobby_id")))
})

const inviteUser = Effect.fnUntraced(function* (caller: Caller, call: Call) {
  const application = yield* LobbyEntry.enterBot(caller, call.params)
  const user_id = param(call, "user_id")
  return Answer.json(200, yield* LobbyLinks.invite({ application, user_id }, param(call, "lobby_id")))
})

const list = inLobby(200, (caller, lobbyId, call) =>
  Effect.gen(function* () {
    const { limit } = yield* page(limitOnly(call), { max: limits.historyMax, usual: limits.historyDefault })
    return yield* LobbyMessages.list(caller, lobbyId, limit)
  })
)

/** The list has one page. */
const limitOnly = (call: Call): Call => ({
  ...call,
  query: (name) => (name === "limit" ? call.query(name) : undefined)
})

const send = inLobby(201, (caller, lobbyId, call) =>
  Effect.tapError(
    Effect.flatMap(Body.message(call), ({ body, files }) => LobbyMessages.post(caller, lobbyId, body, files)),
    () => LobbyEntry.admit(caller, lobbyId)
  )
)

const moderate = Effect.fnUntraced(function* (caller: Caller, call: Call) {
  const application = yield* LobbyEntry.enterBot(caller, call.params)
  const message = [application, param(call, "lobby_id"), param(call, "message_id")] as const
  const moderated = Effect.flatMap(Body.json(call), (body) => LobbyMessages.moderate(...message, body))
  yield* Effect.tapError(moderated, () => LobbyMessages.admitModeration(...message))
  return Answer.noContent
})

export const lobbyClientRoutes = admittedRoutes(Contract.LobbyClient, {
  create_or_join_lobby: forApplication(join),
  leave_lobby: forApplication(leave),
  edit_lobby_channel_link: link,
  create_linked_lobby_guild_invite_for_self: forApplication(inviteSelf),
  create_linked_lobby_guild_invite_for_user: forApplication(inviteUser),
  get_lobby_messages: list,
  create_lobby_message: send,
  update_lobby_message_external_moderation_metadata: forApplication(moderate)
})
