/** Predicts calls about lobbies. Source: service.md "Endpoints", "Lobbies", "Limits"; wire-rest.md §6; decisions 39 to 41. */
import { defined } from "@backlot/scenario/Fields"
import type { Step } from "@backlot/scenario/Step"
import type { Model } from "../model/Model.ts"
import { type Json, listOf, type Path } from "../model/ModelJson.ts"
import * as Limits from "../model/ModelLimits.ts"
import * as Lobbies from "../model/ModelLobbies.ts"
import type { Bucket } from "../model/ModelWindows.ts"
import { lobbyToken, type ModelApplication } from "../model/ModelWorld.ts"
import type { LobbyOperation } from "../model/Operation.ts"
import { type Answer, callStep, formAnswer, type Request } from "./PredictCall.ts"

/** All operations except connections, which use the control plane. */
type Called = Exclude<LobbyOperation, { readonly kind: "connect to lobby" }>
type Numbered<Some = LobbyOperation> = Some & { readonly number: number }
type Of<Kind extends LobbyOperation["kind"]> = Extract<Numbered, { readonly kind: Kind }>

export const predictLobby = (model: Model, operation: Numbered): Step => {
  if (operation.kind === "connect to lobby") return connected(model, operation)
  const application = model.application(operation.application_id)
  return callStep(model, lobbyRequest(application, operation), () => decide(model, operation))
}

export const lobbyRequest = (application: ModelApplication, operation: Called): Request => {
  const [method, route, calls] = ROUTES[operation.kind]
  const fields: Json = { ...operation }
  const isClient = operation.kind === "join lobby" || operation.kind === "leave lobby"
  const client = isClient ? operation.user_id : ""
  return {
    method,
    path: route.replace(/\{(\w+)\}/g, (_, name: string) => String(fields[name])),
    application,
    auth: isClient ? `Bearer ${lobbyToken(application.id, client)}` : "bot",
    bucket: calls && { key: `${application.id} ${operation.kind} ${client}`, ...calls },
    body: fields["body"] ?? fields["elements"]
  }
}

/** With the limit of each bucket (service.md "Limits"): per application, and per user for clients. */
const ROUTES: Readonly<
  Record<Called["kind"], readonly [method: Request["method"], path: string, calls?: Omit<Bucket, "key">]>
> = {
  "create lobby": ["post", "/lobbies", Limits.calls.lobby],
  "get lobby": ["get", "/lobbies/{lobby_id}", Limits.calls.lobby],
  "edit lobby": ["patch", "/lobbies/{lobby_id}"],
  "delete lobby": ["delete", "/lobbies/{lobby_id}", Limits.calls.lobby],
  "put member": ["put", "/lobbies/{lobby_id}/members/{user_id}", Limits.calls.member],
  "remove member": ["delete", "/lobbies/{lobby_id}/members/{user_id}", Limits.calls.member],
  "put members in lobby": ["post", "/lobbies/{lobby_id}/members/bulk"],
  "join lobby": ["put", "/lobbies", Limits.calls.join],
  "leave lobby": ["delete", "/lobbies/{lobby_id}/members/@me"]
}

const decide = (model: Model, operation: Numbered<Called>): Answer => {
  if (operation.kind === "create lobby") return refusalOf(model, operation.body) ?? created(model, operation)
  if (operation.kind === "join lobby") {
    return refusal(model, Lobbies.joinFaults(operation.body)) ?? joined(model, operation)
  }
  const lobby = model.lobbies.find(operation.application_id, operation.lobby_id)
  if (lobby === undefined) {
    return operation.kind === "delete lobby"
      ? model.decides("lobbies: deleting an unknown one is no error", QUIET)
      : model.decides("lobbies: unknown", { status: 404, code: 10031 })
  }
  switch (operation.kind) {
    case "get lobby":
      return model.decides("lobbies: get", shown(lobby))
    case "edit lobby":
      return refusalOf(model, operation.body) ?? edited(model, lobby, operation.body)
    case "delete lobby":
      model.lobbies.remove(lobby.id)
      return model.decides("lobbies: delete", QUIET)
    case "put member":
      return refusal(model, Lobbies.memberFaults(operation.body)) ?? memberPut(model, lobby, operation)
    case "remove member":
      return memberRemoved(model, lobby, operation.user_id)
    case "put members in lobby":
      return (
        refusal(model, Lobbies.bulkFaults(operation.elements), operation.elements) ??
        membersPut(model, lobby, operation.elements)
      )
    case "leave lobby":
      return left(model, lobby, operation.user_id)
  }
}

const QUIET: Answer = { status: 204 }

const exactly = (metadata: Json | null) => (metadata === null ? null : { $exactly: metadata })

const memberMatcher = ({ metadata, ...rest }: Lobbies.ModelLobbyMember): Json => ({
  ...rest,
  metadata: exactly(metadata)
})

/** Members are sorted by id. */
const shown = ({ id, application_id, metadata, flags, members }: Lobbies.ModelLobby, status = 200): Answer => ({
  status,
  body: {
    ...{ id, application_id, metadata: exactly(metadata), flags },
    members: members.toSorted((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1)).map(memberMatcher)
  }
})

/** Faults of the body come first, then unknown users. */
const refusal = (model: Model, paths: ReadonlyArray<Path>, members?: unknown): Answer | undefined => {
  if (paths.length > 0) return model.decides("lobbies: form fault", formAnswer(paths))
  if (listOf(members).every(({ id }) => model.world.users.some((user) => user.id === id))) return undefined
  return model.decides("lobbies: an unknown user fails the call", { status: 404, code: 10013 })
}

const refusalOf = (model: Model, body: Json) => refusal(model, Lobbies.lobbyFaults(body), body["members"])

const created = (model: Model, operation: Of<"create lobby">): Answer =>
  model.decides("lobbies: created, 201", made(model, operation, undefined, 201))

const made = (
  model: Model,
  { application_id, number, body }: Pick<Of<"create lobby">, "application_id" | "number" | "body">,
  secret: string | undefined,
  status: number
): Answer => {
  const lobby: Lobbies.ModelLobby = {
    ...{ id: model.make(`l${number}`), application_id, secret },
    secret_until: model.now_ms + Limits.lobby.secretMs,
    metadata: (body["metadata"] as Json | null | undefined) ?? null,
    flags: typeof body["flags"] === "number" ? body["flags"] : 0,
    members: membersOf(body),
    connected: [],
    idle_ms: idleOf(body, Limits.lobby.idleDefaultSeconds * 1_000),
    idle_from: model.now_ms
  }
  model.lobbies.put(lobby)
  return { ...shown({ ...lobby, id: "/^\\d{17,19}$/" }, status), capture: { [`l${number}`]: "body.id" } }
}

const membersOf = ({ members }: Json) => listOf(members).map((member) => Lobbies.memberOf(String(member["id"]), member))

const idleOf = (body: Json, otherwise: number): number =>
  typeof body["idle_timeout_seconds"] === "number" ? body["idle_timeout_seconds"] * 1_000 : otherwise

/** A shorter idle time may already be over. */
const changedTo = (model: Model, lobby: Lobbies.ModelLobby, metadata: unknown, body: Json): Answer => {
  const changed = {
    ...lobby,
    ...defined({ metadata: metadata as Json | null | undefined }),
    idle_ms: idleOf(body, lobby.idle_ms)
  }
  model.lobbies.put(changed)
  if (model.lobbies.endIdle(model.now_ms) > 0) model.by("lobbies: end when idle")
  return shown(changed)
}

/** Decision 40: an omitted field stays. */
const edited = (model: Model, lobby: Lobbies.ModelLobby, body: Json): Answer => {
  model.by("lobbies: an edit leaves what it omits")
  if (body["members"] !== undefined) model.by("lobbies: members not listed are removed")
  const members = body["members"] === undefined ? lobby.members : membersOf(body)
  return changedTo(model, Lobbies.withMembers(lobby, members, model.now_ms), body["metadata"], body)
}

const joined = (model: Model, { application_id, number, user_id, body }: Of<"join lobby">): Answer => {
  const { secret, lobby_metadata: metadata, member_metadata: own } = body
  const secrets = model.lobbies.list(application_id).filter((lobby) => lobby.secret === secret)
  const found = secrets.find((lobby) => model.now_ms < lobby.secret_until)
  if (found === undefined) {
    model.by(
      secrets.length > 0
        ? "lobbies: a secret is over after 30 days"
        : "lobbies: the first user of a secret makes the lobby"
    )
    const given = { ...body, metadata, members: [{ id: user_id, metadata: own }] }
    return made(model, { application_id, number, body: given }, String(secret), 200)
  }
  const before = found.members.find(({ id }) => id === user_id)
  model.by(before === undefined ? "lobbies: a secret lets others in" : "lobbies: joining again updates what is named")
  const kept = { metadata: own === undefined ? before?.metadata : own, flags: before?.flags }
  return changedTo(model, Lobbies.withMember(found, Lobbies.memberOf(user_id, kept)), metadata, body)
}

/** Decision 40: an omitted field is reset. */
const memberPut = (model: Model, lobby: Lobbies.ModelLobby, { user_id, body }: Of<"put member">): Answer => {
  model.by(isMember(lobby, user_id) ? "lobbies: putting a member resets what it omits" : "lobbies: a member is added")
  const member = Lobbies.memberOf(user_id, body)
  model.lobbies.put(Lobbies.withMember(lobby, member))
  return { status: 200, body: memberMatcher(member) }
}

/** wire-rest.md §6.3: an unknown user fails the whole call. Removals come first. Our choice: docs/choices.md "Lobbies". */
const membersPut = (model: Model, lobby: Lobbies.ModelLobby, elements: ReadonlyArray<Json>): Answer => {
  model.by("lobbies: members are put and removed at once")
  const removed = elements.filter(({ remove_member }) => remove_member === true).map(({ id }) => id)
  const put = membersOf({ members: elements.filter(({ id }) => !removed.includes(id)) })
  model.lobbies.put(put.reduce(Lobbies.withMember, without(model, lobby, removed)))
  return { status: 200, body: put.map(memberMatcher) }
}

const without = (model: Model, lobby: Lobbies.ModelLobby, removed: ReadonlyArray<unknown>): Lobbies.ModelLobby =>
  Lobbies.withMembers(
    lobby,
    lobby.members.filter(({ id }) => !removed.includes(id)),
    model.now_ms
  )

const isMember = (lobby: Lobbies.ModelLobby, user_id: string) => lobby.members.some(({ id }) => id === user_id)

const memberRemoved = (model: Model, lobby: Lobbies.ModelLobby, user_id: string): Answer => {
  model.lobbies.put(without(model, lobby, [user_id]))
  const isRemoved = isMember(lobby, user_id)
  return model.decides(
    isRemoved ? "lobbies: a member is removed" : "lobbies: removing a user who is not a member is no error",
    QUIET
  )
}

const left = (model: Model, lobby: Lobbies.ModelLobby, user_id: string): Answer => {
  const isLeaving = isMember(lobby, user_id)
  if (isLeaving && lobby.secret === undefined) {
    return model.decides("lobbies: clients cannot leave a lobby of a server", { status: 403 })
  }
  model.lobbies.put(without(model, lobby, [user_id]))
  return model.decides(isLeaving ? "lobbies: a client leaves" : "lobbies: leaving twice is safe", QUIET)
}

/** Decision 41: over the control plane. */
const connected = (model: Model, { lobby_id, user_id, present }: Of<"connect to lobby">): Step => {
  const path = `/users/${user_id}/lobbies/${lobby_id}/connection`
  const world = present ? { put: path } : { delete: path }
  const lobby = model.lobbies.all.find(({ id }) => id === lobby_id)
  if (lobby === undefined || !isMember(lobby, user_id)) {
    const isHarmless = !present && lobby !== undefined
    model.by(
      isHarmless ? "lobbies: disconnecting a user who is not a member" : "lobbies: only members of a lobby connect"
    )
    return { world, expect: { status: isHarmless ? { $any: [204, 404] } : { $atLeast: 400 } } }
  }
  const others = lobby.connected.filter((id) => id !== user_id)
  const idles = !present && others.length === 0 && lobby.connected.length > 0
  model.by(present ? "lobbies: connect" : "lobbies: disconnect")
  model.lobbies.put({
    ...lobby,
    connected: present ? [...others, user_id] : others,
    idle_from: idles ? model.now_ms : lobby.idle_from
  })
  return { world, expect: { status: 204 } }
}
