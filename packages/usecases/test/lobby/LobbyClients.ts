/** Clients of Pet Shop and Weather in Harbour, and their calls about lobbies. */

import { Effect } from "effect"
import * as LobbyLinks from "../../src/lobby/LobbyLinks.ts"
import * as LobbyMembers from "../../src/lobby/LobbyMembers.ts"
import * as LobbyMessages from "../../src/lobby/LobbyMessages.ts"
import * as UserMessages from "../../src/user/UserMessages.ts"
import { ALICE, applicationOf, BOB, CAROL, GENERAL, PET_SHOP, settle } from "../fixture/Harbour.ts"
import { made } from "../fixture/Lobbying.ts"

/** A user of a client; null for the bot. */
export const client = (user_id: string | null, application = PET_SHOP) =>
  Effect.map(applicationOf(application), (found) => ({ application: found, user_id }))

export const person = (user_id: string, application = PET_SHOP) =>
  Effect.map(applicationOf(application), (found) => ({ application: found, user_id }))

export const join = (user: string | null, secret: string, more: object = {}, application = PET_SHOP) =>
  Effect.flatMap(client(user, application), (caller) => LobbyMembers.createOrJoin(caller, { secret, ...more }))

export const leave = (user: string, lobbyId: string, application = PET_SHOP) =>
  Effect.flatMap(person(user, application), (caller) => LobbyMembers.leave(caller, lobbyId))

export const tell = (user: string | null, lobbyId: string, body: unknown, application = PET_SHOP) =>
  Effect.flatMap(client(user, application), (caller) =>
    LobbyMessages.post(caller, lobbyId, typeof body === "string" ? { content: body } : body)
  )

export const history = (user: string | null, lobbyId: string, limit = 50, application = PET_SHOP) =>
  Effect.flatMap(client(user, application), (caller) => LobbyMessages.list(caller, lobbyId, limit))

export const contents = (user: string | null, lobbyId: string, limit = 50) =>
  Effect.map(history(user, lobbyId, limit), (all) => all.map(({ content }) => content))

export const link = (user: string | null, lobbyId: string, channel_id: string | null, application = PET_SHOP) =>
  Effect.flatMap(client(user, application), (caller) => LobbyLinks.edit(caller, lobbyId, { channel_id }))

/** A lobby of alice, bob and carol, linked to #general by bob, who owns its guild. */
export const linked = Effect.gen(function* () {
  yield* settle()
  const { id } = yield* made({ members: [{ id: ALICE }, { id: BOB, flags: 1 }, { id: CAROL }] })
  yield* link(BOB, id, GENERAL)
  return id
})

/** A user sends a message over the control plane. */
export const say = (user_id: string, channel_id: string, content: string) =>
  UserMessages.say({ user_id, channel_id }, { content, reply_to: undefined, files: [] })
