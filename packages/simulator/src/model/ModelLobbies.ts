/**
 * Lobbies: their members, and when they end. Source: service.md "Lobbies", "Lobby"; wire-rest.md §6; decisions 39 to
 * 41. Ids are texts such as `${l7}`: the capture of the step that makes them.
 */
import { type Json, listOf, type Path, textFaults } from "./ModelJson.ts"
import * as Limits from "./ModelLimits.ts"

export interface ModelLobbyMember {
  readonly id: string
  readonly metadata: Json | null
  readonly flags: number
}

export interface ModelLobby {
  readonly id: string
  readonly application_id: string
  /** Undefined for a lobby made by a server, which clients neither join nor leave. */
  readonly secret: string | undefined
  readonly secret_until: number
  readonly metadata: Json | null
  readonly flags: number
  readonly members: ReadonlyArray<ModelLobbyMember>
  readonly connected: ReadonlyArray<string>
  readonly idle_ms: number
  /** Since when nobody is connected; the last such time while somebody is. */
  readonly idle_from: number
}

export class ModelLobbies {
  all: ReadonlyArray<ModelLobby> = []
  /** Lobbies that existed: their ids are unknown now. */
  readonly ended = new Set<string>()

  list(application_id: string): ReadonlyArray<ModelLobby> {
    return this.all.filter((lobby) => lobby.application_id === application_id)
  }

  find(application_id: string, id: string): ModelLobby | undefined {
    return this.list(application_id).find((lobby) => lobby.id === id)
  }

  put(lobby: ModelLobby): void {
    this.all = [...this.all.filter(({ id }) => id !== lobby.id), lobby]
  }

  remove(id: string): void {
    this.all = this.all.filter((lobby) => lobby.id !== id)
    this.ended.add(id)
  }

  /** Deletes lobbies that were idle for their idle time, and returns how many. */
  endIdle(now_ms: number): number {
    const over = this.all.filter((l) => l.connected.length === 0 && l.idle_from + l.idle_ms <= now_ms)
    for (const { id } of over) this.remove(id)
    return over.length
  }
}

/** The lobby with these members; removed members are disconnected. */
export const withMembers = (lobby: ModelLobby, members: ReadonlyArray<ModelLobbyMember>, now_ms: number) => {
  const connected = lobby.connected.filter((id) => members.some((member) => member.id === id))
  const became = lobby.connected.length > 0 && connected.length === 0
  return { ...lobby, members, connected, idle_from: became ? now_ms : lobby.idle_from }
}

/** Adds the member, or replaces it. */
export const withMember = (lobby: ModelLobby, member: ModelLobbyMember): ModelLobby => ({
  ...lobby,
  members: [...lobby.members.filter(({ id }) => id !== member.id), member]
})

export const memberOf = (id: string, { metadata, flags }: Json): ModelLobbyMember => ({
  id,
  // Checked before.
  metadata: (metadata as Json | null | undefined) ?? null,
  flags: typeof flags === "number" ? flags : 0
})

/** Finds where a lobby body breaks a rule. */
export const lobbyFaults = (body: Json): ReadonlyArray<Path> => {
  const members = listOf(body["members"])
  const listed = listedFaults(members).map((path) => ["members", ...path])
  const isTooLong = members.length > Limits.lobby.membersPerRequest
  return [...metadataFaults(body), ...(isTooLong ? [["members"]] : []), ...listed, ...idleFaults(body)]
}

/** Finds where a join body breaks a rule. */
export const joinFaults = (body: Json): ReadonlyArray<Path> => [
  ...textFaults(["secret"], body["secret"], 1, Limits.lobby.secretMax),
  ...idleFaults(body)
]

const idleFaults = ({ idle_timeout_seconds: seconds }: Json): ReadonlyArray<Path> =>
  typeof seconds === "number" && (seconds < Limits.lobby.idleMinSeconds || seconds > Limits.lobby.idleMaxSeconds)
    ? [["idle_timeout_seconds"]]
    : []

/** The bulk body is the list itself; a list that is too long has no further faults. */
export const bulkFaults = (members: ReadonlyArray<Json>): ReadonlyArray<Path> =>
  members.length < 1 || members.length > Limits.lobby.membersPerRequest ? [[]] : listedFaults(members)

const listedFaults = (members: ReadonlyArray<Json>): ReadonlyArray<Path> =>
  members.flatMap((member, i) => [
    ...memberFaults(member).map((path) => [i, ...path]),
    ...(member["id"] === undefined ? [[i, "id"]] : []),
    ...(members.findIndex(({ id }) => id === member["id"]) < i ? [[i]] : [])
  ])

export const memberFaults = (body: Json): ReadonlyArray<Path> => [
  ...metadataFaults(body),
  ...(typeof body["flags"] === "number" && body["flags"] > 1 ? [["flags"]] : [])
]

/** Decision 2: keys plus values. */
const metadataFaults = ({ metadata }: Json): ReadonlyArray<Path> => {
  const texts = Object.entries(Object(metadata ?? {})).map(([key, value]) => `${key}${value}`)
  return [...texts.join("")].length > Limits.lobby.metadataMax ? [["metadata"]] : []
}
