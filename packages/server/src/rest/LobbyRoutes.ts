/**
 * Routes of lobbies. After a refused body the rights of the caller are judged separately, because their refusal comes
 * first (decision 24). Sources: service.md "Lobbies", "Authentication"; wire-rest.md §6.1; decision 39.
 */
import { lobby as limits } from "@backlot/domain/base/Limits"
import * as Contract from "@backlot/protocol/rest/Lobbies"
import type * as Access from "@backlot/usecases/access/Access"
import * as BotEntry from "@backlot/usecases/access/BotEntry"
import { requireBot, requireIds } from "@backlot/usecases/access/Caller"
import * as Lobbies from "@backlot/usecases/lobby/Lobbies"
import * as LobbyEntry from "@backlot/usecases/lobby/LobbyEntry"
import * as LobbyLinks from "@backlot/usecases/lobby/LobbyLinks"
import * as LobbyMembers from "@backlot/usecases/lobby/LobbyMembers"
import * as LobbyMessages from "@backlot/usecases/lobby/LobbyMessages"
import * as ProvisionalAccounts from "@backlot/usecases/lobby/ProvisionalAccounts"
import { Effect } from "effect"
import * as Body from "../http/Body.ts"
import * as Query from "../http/Query.ts"
import { type Call, param } from "../http/Route.ts"
import { type Answering, admittedRoutes, forApplication, forApplicationOrNobody, forKept } from "./Admission.ts"
import { asBot, unlessRefused, withBody } from "./BotCall.ts"

/** A route of the server of a game: a bot in the lobby of the path, with the user of the path, if any. */
const ofServer = <R>(step: (target: LobbyMembers.MemberAddress, call: Call) => Answering<R>) =>
  forApplication((found, call) => Effect.flatMap(targetOf(found, call), (target) => step(target, call)))

const targetOf = ({ caller }: Access.Authenticated, call: Call) => {
  const { application_id } = caller
  const target = { application_id, lobby_id: param(call, "lobby_id"), user_id: param(call, "user_id") }
  return Effect.as(Effect.andThen(requireBot(caller), requireIds(call.params)), target)
}

const writing = <R>(step: (target: LobbyMembers.MemberAddress, body: unknown) => Answering<R>) =>
  ofServer(unlessRefused(Lobbies.admit, withBody(step)))

export const lobbyRoutes = admittedRoutes(Contract.Lobbies, {
  create_lobby: ofServer(withBody(({ application_id }, body) => Lobbies.create(application_id, body))),
  get_lobby: forKept((found, call) => Effect.flatMap(targetOf(found, call), Lobbies.get)),
  edit_lobby: writing(Lobbies.edit),
  delete_lobby: ofServer(Lobbies.remove),
  add_lobby_member: writing(LobbyMembers.put),
  delete_lobby_member: ofServer(LobbyMembers.remove),
  bulk_update_lobby_members: writing(LobbyMembers.bulk)
})

type Step<C, R> = (caller: C, call: Call, lobbyId: string) => Answering<R>

/** A route of a user or the bot. */
const ofClient = <R>(step: Step<LobbyEntry.LobbyCaller, R>) =>
  forApplication(({ caller }, call) =>
    Effect.flatMap(LobbyEntry.enter(caller, call.params), (entered) => step(entered, call, param(call, "lobby_id")))
  )

/** A route of a user. */
const ofPerson = <R>(step: Step<LobbyEntry.LobbyPerson, R>) =>
  forApplication(({ caller }, call) =>
    Effect.flatMap(LobbyEntry.enterPerson(caller, call.params), (person) => step(person, call, param(call, "lobby_id")))
  )

/** A route of the bot. */
const ofBot = <R>(step: Step<LobbyEntry.LobbyCaller["application"], R>) =>
  forApplication(({ caller }, call) =>
    Effect.flatMap(BotEntry.enter(caller, call.params), (bot) => step(bot, call, param(call, "lobby_id")))
  )

const link = ofClient((caller, call, lobbyId) =>
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

const list = ofClient((caller, call, lobbyId) =>
  Effect.flatMap(Query.whole(call, "limit", limits.historyDefault, 1, limits.historyMax), (limit) =>
    LobbyMessages.list(caller, lobbyId, limit)
  )
)

const send = ofClient((caller, call, lobbyId) =>
  Effect.tapError(
    Effect.flatMap(Body.message(call), ({ body, files }) => LobbyMessages.post(caller, lobbyId, body, files)),
    () => LobbyEntry.admit(caller, lobbyId)
  )
)

const moderate = ofBot((application, call, lobbyId) => {
  const message = [application, lobbyId, param(call, "message_id")] as const
  const moderated = Effect.flatMap(Body.json(call), (body) => LobbyMessages.moderate(...message, body))
  return Effect.tapError(moderated, () => LobbyMessages.admitModeration(...message))
})

export const lobbyClientRoutes = admittedRoutes(Contract.LobbyClient, {
  create_or_join_lobby: ofClient(withBody(LobbyMembers.createOrJoin)),
  leave_lobby: ofPerson((person, _, lobbyId) => LobbyMembers.leave(person, lobbyId)),
  edit_lobby_channel_link: link,
  create_linked_lobby_guild_invite_for_self: ofPerson((person, _, lobbyId) => LobbyLinks.invite(person, lobbyId)),
  create_linked_lobby_guild_invite_for_user: ofBot((application, call, lobbyId) =>
    LobbyLinks.invite({ application, user_id: param(call, "user_id") }, lobbyId)
  ),
  get_lobby_messages: list,
  create_lobby_message: send,
  update_lobby_message_external_moderation_metadata: moderate
})

const byClient = forApplicationOrNobody((call) => Effect.flatMap(Body.json(call), ProvisionalAccounts.byClient))

export const partnerSdkRoutes = admittedRoutes(Contract.PartnerSdk, {
  partner_sdk_token: byClient,
  bot_partner_sdk_token: asBot(withBody(ProvisionalAccounts.byBot)),
  partner_sdk_unmerge_provisional_account: byClient,
  bot_partner_sdk_unmerge_provisional_account: asBot(withBody(ProvisionalAccounts.unmergeByBot)),
  update_user_message_external_moderation_metadata: asBot(withBody(ProvisionalAccounts.moderate))
})
