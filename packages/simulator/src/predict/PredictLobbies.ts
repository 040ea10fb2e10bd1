/** Predicts calls about lobbies. Source: service.md "Lobbies", "Limits"; wire-rest.md §6; decisions 39 to 41. */
import type { Step } from "@backlot/scenario/Step"
import type { Model } from "../model/Model.ts"
import { type Json, listOf } from "../model/ModelJson.ts"
import * as Limits from "../model/ModelLimits.ts"
import { joinFaults, lobbyFaults, type ModelLobby, memberOf, withMember, withMembers } from "../model/ModelLobbies.ts"
import type { ModelApplication } from "../model/ModelWorld.ts"
import type { LobbyOperation } from "../model/Operation.ts"
import { form, lobbyMatcher, quiet, unknownUser } from "./LobbyAnswer.ts"
import { type Called, lobbyRequest } from "./LobbyRequest.ts"
import { type Answer, callStep } from "./PredictCall.ts"
import { connected, left, memberPut, memberRemoved, membersPut } from "./PredictMembers.ts"

type Numbered = LobbyOperation & { readonly number: number }

export const predictLobby = (model: Model, operation: Numbered): Step | undefined => {
  if ("lobby_id" in operation && !model.knows(operation.lobby_id)) return undefined
  const application = model.application(operation.application_id)
  if (operation.kind === "connect to lobby") return connected(model, operation)
  return callStep(model, lobbyRequest(application, operation), () => decide(model, application, operation))
}

const decide = (
  model: Model,
  application: ModelApplication,
  operation: Called & { readonly number: number }
): Answer => {
  if (operation.kind === "create lobby") return created(model, application, operation.body, operation.number)
  if (operation.kind === "join lobby") return joined(model, application, operation)
  const lobby = model.lobbies.find(application.id, operation.lobby_id)
  if (lobby === undefined) {
    if (operation.kind === "delete lobby") return quiet(model, "lobbies: deleting an unknown one is no error")
    model.by("lobbies: unknown")
    return { status: 404, code: 10031 }
  }
  switch (operation.kind) {
    case "get lobby":
      model.by("lobbies: get")
      return shown(lobby)
    case "edit lobby":
      return edited(model, lobby, operation.body)
    case "delete lobby":
      model.lobbies.remove(lobby.id)
      return quiet(model, "lobbies: delete")
    case "put member":
      return memberPut(model, lobby, operation.user_id, operation.body)
    case "remove member":
      return memberRemoved(model, lobby, operation.user_id)
    case "put members in lobby":
      return membersPut(model, lobby, operation.elements)
    case "leave lobby":
      return left(model, lobby, operation.user_id)
  }
}

const shown = (lobby: ModelLobby): Answer => ({ status: 200, body: { id: lobby.id, ...lobbyMatcher(lobby) } })

const made = (model: Model, lobby: ModelLobby, number: number, status: number): Answer => {
  model.lobbies.put(lobby)
  return {
    status,
    body: { id: "/^\\d{17,19}$/", ...lobbyMatcher(lobby) },
    capture: { [`l${number}`]: "body.id" }
  }
}

/** A shorter idle time may already be over. */
const changedTo = (model: Model, lobby: ModelLobby): Answer => {
  model.lobbies.put(lobby)
  if (model.lobbies.endIdle(model.now_ms) > 0) model.by("lobbies: end when idle")
  return shown(lobby)
}

const created = (model: Model, application: ModelApplication, body: Json, number: number): Answer => {
  const fault = form(model, lobbyFaults(body))
  if (fault !== undefined) return fault
  const unknown = unknownUser(model, body)
  if (unknown !== undefined) return unknown
  model.by("lobbies: created, 201")
  return made(model, newLobby(model, application, number, body, undefined), number, 201)
}

const newLobby = (
  model: Model,
  application: ModelApplication,
  number: number,
  body: Json,
  secret: string | undefined
): ModelLobby => ({
  id: model.make(`l${number}`),
  application_id: application.id,
  secret,
  secret_until: model.now_ms + Limits.lobby.secretMs,
  metadata: (body["metadata"] as Json | null | undefined) ?? null,
  flags: typeof body["flags"] === "number" ? body["flags"] : 0,
  members: listOf(body["members"]).map((member) => memberOf(String(member["id"]), member)),
  connected: [],
  idle_ms: idleOf(body, Limits.lobby.idleDefaultSeconds * 1_000),
  idle_from: model.now_ms
})

const idleOf = (body: Json, otherwise: number): number =>
  typeof body["idle_timeout_seconds"] === "number" ? body["idle_timeout_seconds"] * 1_000 : otherwise

/** Decision 40: an omitted field stays. */
const edited = (model: Model, lobby: ModelLobby, body: Json): Answer => {
  const fault = form(model, lobbyFaults(body)) ?? unknownUser(model, body)
  if (fault !== undefined) return fault
  model.by("lobbies: an edit leaves what it omits")
  const members =
    body["members"] === undefined ? lobby.members : listOf(body["members"]).map((m) => memberOf(String(m["id"]), m))
  if (members !== lobby.members) model.by("lobbies: members not listed are removed")
  const changed: ModelLobby = {
    ...withMembers(lobby, members, model.now_ms),
    ...(body["metadata"] === undefined ? {} : { metadata: body["metadata"] as Json | null }),
    idle_ms: idleOf(body, lobby.idle_ms)
  }
  return changedTo(model, changed)
}

const joined = (
  model: Model,
  application: ModelApplication,
  { number, user_id, body }: Extract<Numbered, { readonly kind: "join lobby" }>
): Answer => {
  const { secret, lobby_metadata: metadata, member_metadata: own } = body
  const fault = form(model, joinFaults(body))
  if (fault !== undefined) return fault
  const found = model.lobbies
    .list(application.id)
    .find((lobby) => lobby.secret === secret && model.now_ms < lobby.secret_until)
  if (found === undefined) {
    const isSpent = model.lobbies.list(application.id).some((lobby) => lobby.secret === secret)
    model.by(
      isSpent ? "lobbies: a secret is over after 30 days" : "lobbies: the first who names a secret makes the lobby"
    )
    const given = { ...body, metadata, members: [{ id: user_id, metadata: own }] }
    return made(model, newLobby(model, application, number, given, String(secret)), number, 200)
  }
  const before = found.members.find(({ id }) => id === user_id)
  model.by(before === undefined ? "lobbies: a secret lets others in" : "lobbies: joining again updates what is named")
  const member = memberOf(user_id, { metadata: own === undefined ? before?.metadata : own, flags: before?.flags })
  const changed: ModelLobby = {
    ...withMember(found, member),
    ...(metadata === undefined ? {} : { metadata: metadata as Json | null }),
    idle_ms: idleOf(body, found.idle_ms)
  }
  return changedTo(model, changed)
}
