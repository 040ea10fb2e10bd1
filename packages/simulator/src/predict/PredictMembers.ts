/**
 * Predicts calls about the members of an existing lobby. Source: service.md "Lobbies"; wire-rest.md §6; decisions 40,
 * 41.
 */
import type { Step } from "@backlot/scenario/Step"
import type { Model } from "../model/Model.ts"
import type { Json } from "../model/ModelJson.ts"
import { bulkFaults, type ModelLobby, memberFaults, memberOf, withMember, withMembers } from "../model/ModelLobbies.ts"
import type { LobbyOperation } from "../model/Operation.ts"
import { form, memberMatcher, unknownUser } from "./LobbyAnswer.ts"
import type { Answer } from "./PredictCall.ts"

/** Decision 40: an omitted field is reset. */
export const memberPut = (model: Model, lobby: ModelLobby, user_id: string, body: Json): Answer => {
  const fault = form(model, memberFaults(body))
  if (fault !== undefined) return fault
  const was = lobby.members.some(({ id }) => id === user_id)
  model.by(was ? "lobbies: putting a member resets what it omits" : "lobbies: a member is added")
  const member = memberOf(user_id, body)
  model.lobbies.put(withMember(lobby, member))
  return {
    status: 200,
    body: memberMatcher(member)
  }
}

/**
 * wire-rest.md §6.3: an unknown user fails the whole call. Removals come first. Our choice: docs/choices.md "Lobbies".
 */
export const membersPut = (model: Model, lobby: ModelLobby, elements: ReadonlyArray<Json>): Answer => {
  const fault = form(model, bulkFaults(elements)) ?? unknownUser(model, { members: elements })
  if (fault !== undefined) return fault
  model.by("lobbies: members are put and removed at once")
  const removed = elements.filter(({ remove_member }) => remove_member === true).map(({ id }) => id)
  const put = elements
    .filter(({ id }) => !removed.includes(id))
    .map((element) => memberOf(String(element["id"]), element))
  const rest = lobby.members.filter(({ id }) => !removed.includes(id))
  model.lobbies.put(put.reduce(withMember, withMembers(lobby, rest, model.now_ms)))
  return { status: 200, body: put.map(memberMatcher) }
}

export const memberRemoved = (model: Model, lobby: ModelLobby, user_id: string): Answer => {
  const rest = lobby.members.filter(({ id }) => id !== user_id)
  model.by(
    rest.length < lobby.members.length
      ? "lobbies: a member is removed"
      : "lobbies: removing who is no member is no error"
  )
  model.lobbies.put(withMembers(lobby, rest, model.now_ms))
  return { status: 204 }
}

export const left = (model: Model, lobby: ModelLobby, user_id: string): Answer => {
  const isMember = lobby.members.some(({ id }) => id === user_id)
  if (isMember && lobby.secret === undefined) {
    model.by("lobbies: clients cannot leave a lobby of a server")
    return { status: 403 }
  }
  model.by(isMember ? "lobbies: a client leaves" : "lobbies: leaving is safe for who is no member")
  const rest = lobby.members.filter(({ id }) => id !== user_id)
  model.lobbies.put(withMembers(lobby, rest, model.now_ms))
  return { status: 204 }
}

/** Decision 41: over the control plane. */
export const connected = (
  model: Model,
  { lobby_id, user_id, present }: Extract<LobbyOperation, { readonly kind: "connect to lobby" }>
): Step => {
  const path = `/users/${user_id}/lobbies/${lobby_id}/connection`
  const world = present ? { put: path } : { delete: path }
  const lobby = model.lobbies.all().find(({ id }) => id === lobby_id)
  const member = lobby?.members.some(({ id }) => id === user_id)
  if (lobby === undefined || member !== true) {
    if (!present && lobby !== undefined) model.by("lobbies: disconnecting who is no member")
    else model.by("lobbies: only members of a lobby connect")
    return { world, expect: { status: present || lobby === undefined ? { $atLeast: 400 } : { $any: [204, 404] } } }
  }
  const was = lobby.connected.includes(user_id)
  const connected = present
    ? [...new Set([...lobby.connected, user_id])]
    : lobby.connected.filter((id) => id !== user_id)
  const idles = was && !present && connected.length === 0
  model.by(present ? "lobbies: connect" : "lobbies: disconnect")
  model.lobbies.put({ ...lobby, connected, idle_from: idles ? model.now_ms : lobby.idle_from })
  return { world, expect: { status: 204 } }
}
