/** Lobby events, for client sessions of the members in its application. Source: wire-rest.md §6.3. */

import type { Snowflake } from "@backlot/domain/base/Snowflake"
import type { Dispatch } from "@backlot/domain/gateway/Dispatch"
import { type LobbyData, lobbyData, memberData } from "@backlot/domain/gateway/GatewayLobby"
import type { LobbyEvent } from "@backlot/domain/lobby/LobbyEvent"
import type { LobbyMessageEvent } from "@backlot/domain/lobby/LobbyMessage"
import { memberObject } from "@backlot/domain/lobby/LobbyWire"
import type { LobbyMembership, LobbyRecord } from "@backlot/domain/record/LobbyRecord"
import * as Body from "@backlot/ports/Body"
import * as LobbyStore from "../lobby/LobbyStore.ts"
import * as Collections from "../store/Collections.ts"
import { type Handlers, type Hearing, memberUsers, ofClients } from "./GatewayAudience.ts"

type Data<T extends LobbyEvent["type"]> = Extract<LobbyEvent, { readonly type: T }>["data"]
/** All events of members have this shape. */
type OfMember = Data<"lobby_member.removed">
type OfMessage = LobbyMessageEvent["data"]

interface LobbyRef {
  readonly application_id: Snowflake
  readonly lobby_id: Snowflake
}

export const HANDLERS: Handlers = {
  "lobby.created": ofClients<Data<"lobby.created">>((data, hearing) => {
    const users = data.members.map((member) => member.id)
    return appearing(data, users, hearing)
  }),
  "lobby.updated": ofClients<Data<"lobby.updated">>((data) =>
    Body.map(lobbyOf(data.lobby_id), (d) => (d === undefined ? [] : [toLobby("LOBBY_UPDATE", data, d)]))
  ),
  // A lobby that idled out sends the same event. Our choice: docs/choices.md "Lobbies".
  "lobby.deleted": ofClients<Data<"lobby.deleted">>((data) =>
    Body.succeed([toLobby("LOBBY_DELETE", data, { id: data.lobby_id, reason: "deleted" })])
  ),
  "lobby_member.added": ofClients<OfMember>(function* (data, hearing) {
    return [...(yield* ofMember("LOBBY_MEMBER_ADD", data)), ...(yield* appearing(data, [data.user_id], hearing))]
  }),
  "lobby_member.updated": ofClients<OfMember>((data) => ofMember("LOBBY_MEMBER_UPDATE", data)),
  // A member who leaves and one who is removed get the same event. Our choice: docs/choices.md "Lobbies".
  "lobby_member.removed": ofClients<OfMember>(function* (data) {
    const d = { id: data.lobby_id, reason: "removed" }
    const gone = toUsers("LOBBY_DELETE", data, d, [data.user_id])
    return [gone, ...(yield* ofMember("LOBBY_MEMBER_REMOVE", data))]
  }),
  "lobby_member.connected": ofClients<OfMember>((data) => ofMember("LOBBY_MEMBER_CONNECT", data)),
  "lobby_member.disconnected": ofClients<OfMember>((data) => ofMember("LOBBY_MEMBER_DISCONNECT", data)),
  "lobby_message.created": ofClients<OfMessage>((data) => ofMessage("LOBBY_MESSAGE_CREATE", data, data.message)),
  "lobby_message.updated": ofClients<OfMessage>((data) => ofMessage("LOBBY_MESSAGE_UPDATE", data, data.message)),
  "lobby_message.deleted": ofClients<OfMessage>((data) =>
    ofMessage("LOBBY_MESSAGE_DELETE", data, { id: data.message.id, lobby_id: data.lobby_id })
  )
}

/** Sends the lobby to those of the users who have a session and are still members. It is read only for them. */
const appearing = function* (lobby: LobbyRef, users: ReadonlyArray<Snowflake>, { clientsOf }: Hearing) {
  const clients = clientsOf(lobby.application_id)
  const listening = users.filter((user) => clients.has(user))
  const d = listening.length === 0 ? undefined : yield* lobbyOf(lobby.lobby_id)
  if (d === undefined) return []
  const members = new Set(d.members.map(({ user }) => user.id))
  const hearers = listening.filter((user) => members.has(user))
  return [toUsers("LOBBY_CREATE", lobby, d, hearers)]
}

const ofMember = function* (t: string, data: OfMember) {
  const { application_id, lobby_id, member, connected } = data
  const [user] = yield* memberUsers([data])
  if (user === undefined) return []
  const d = { member: memberData(member, user, connected), lobby_id, application_id }
  return [toLobby(t, data, d)]
}

const ofMessage = (t: string, lobby: LobbyRef, d: object) => Body.succeed([toLobby(t, lobby, d)])

/** To the sessions of all members. */
const toLobby = (t: string, { application_id, lobby_id }: LobbyRef, d: object): Dispatch => ({
  application_id,
  guild_id: null,
  t,
  intents: 0,
  d,
  lobby: { id: lobby_id }
})

const toUsers = (t: string, lobby: LobbyRef, d: object, users: ReadonlyArray<Snowflake>): Dispatch => ({
  ...toLobby(t, lobby, d),
  lobby: { id: lobby.lobby_id, users }
})

/** A lobby with its members; undefined when it is gone. */
export const lobbyOf = (lobbyId: Snowflake): Body.Body<LobbyData | undefined> =>
  Body.flatMap(Collections.lobbies.get(lobbyId), (record) =>
    record === undefined ? Body.succeed(undefined) : dataOf(record)
  )

/** The user's lobbies of one application. */
export const lobbiesOf = (userId: Snowflake, applicationId: Snowflake) =>
  Body.flatMap(LobbyStore.ofUser(userId, applicationId), (records) => Body.forEach(records, dataOf))

const dataOf = function* (record: LobbyRecord) {
  const members = yield* LobbyStore.membersOf(record.id)
  return lobbyData(yield* LobbyStore.lobbyObject(record, members), yield* membersData(members))
}

const membersData = function* (members: ReadonlyArray<LobbyMembership>) {
  const users = yield* memberUsers(members.map((member) => ({ user_id: member.id })))
  return members.flatMap((member, i) => {
    const user = users[i]
    return user === undefined ? [] : [memberData(memberObject(member), user, member.connected === true)]
  })
}
