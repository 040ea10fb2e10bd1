/** Draws calls about lobbies. */
import type { Chance } from "../model/Chance.ts"
import type { Model } from "../model/Model.ts"
import type { Json } from "../model/ModelJson.ts"
import * as Limits from "../model/ModelLimits.ts"
import type { ModelLobby } from "../model/ModelLobbies.ts"
import type { Act, LobbyRef } from "../model/Operation.ts"
import { drawApplication, type Row, row } from "./GenerateCommands.ts"

export const lobbyOperations: ReadonlyArray<Row> = [
  row(2, (model, chance) => ({
    kind: "create lobby",
    application_id: drawApplication(model, chance).id,
    body: drawLobbyBody(model, chance)
  })),
  row(3, (model, chance) => onLobby(model, chance, (ref) => ({ kind: "get lobby", ...ref }))),
  row(2, (model, chance) =>
    onLobby(model, chance, (ref) => ({ kind: "edit lobby", ...ref, body: drawLobbyBody(model, chance) }))
  ),
  row(0.5, (model, chance) => onLobby(model, chance, (ref) => ({ kind: "delete lobby", ...ref }))),
  row(2, (model, chance) =>
    onLobby(model, chance, (ref) => ({
      kind: "put member",
      ...ref,
      user_id: chance.pick(model.world.users).id,
      body: drawMemberBody(chance)
    }))
  ),
  row(1, (model, chance) => onMember(model, chance, (ref, user_id) => ({ kind: "remove member", ...ref, user_id }))),
  row(1.5, (model, chance) =>
    onLobby(model, chance, (ref) => ({ kind: "put members in lobby", ...ref, elements: drawElements(model, chance) }))
  ),
  row(4, (model, chance) => ({
    kind: "join lobby",
    application_id: drawApplication(model, chance).id,
    user_id: chance.pick(model.world.users).id,
    body: drawJoin(chance)
  })),
  row(2, (model, chance) => onMember(model, chance, (ref, user_id) => ({ kind: "leave lobby", ...ref, user_id }))),
  row(3, (model, chance) =>
    onMember(model, chance, (ref, user_id, lobby) => {
      const present = lobby.connected.includes(user_id) ? chance.once(4) : !chance.once(5)
      return { kind: "connect to lobby", ...ref, user_id, present }
    })
  )
]

/** Usually an existing lobby, sometimes an ended one; sometimes another application asks. */
const onLobby = (model: Model, chance: Chance, act: (ref: LobbyRef, lobby: ModelLobby) => Act): Act | undefined => {
  const lobby = chance.maybe(model.lobbies.all)
  if (lobby === undefined) return undefined
  const application_id = chance.once(12) ? drawApplication(model, chance).id : lobby.application_id
  const ended = chance.once(10) ? chance.maybe([...model.lobbies.ended]) : undefined
  return act({ application_id, lobby_id: ended ?? lobby.id }, lobby)
}

const onMember = (model: Model, chance: Chance, act: (ref: LobbyRef, user_id: string, lobby: ModelLobby) => Act) =>
  onLobby(model, chance, (ref, lobby) => {
    const member = chance.once(6) ? undefined : chance.maybe(lobby.members)
    return act(ref, member?.id ?? chance.pick(model.world.users).id, lobby)
  })

const drawMetadata = (chance: Chance): Json => {
  const longest = "x".repeat(Limits.lobby.metadataMax - 1)
  const metadata = chance.pick([{ map: "dock" }, { map: "reef", mode: "duel" }, { k: longest }])
  return chance.once(15) ? { k: `${longest}x` } : metadata
}

const drawMemberBody = (chance: Chance): Json => ({
  ...(chance.once(2) ? { metadata: drawMetadata(chance) } : {}),
  ...(chance.once(2) ? { flags: chance.pick([0, 1, 1, 1, chance.once(5) ? 2 : 0]) } : {})
})

const drawIdle = (chance: Chance): Json => {
  const { idleMinSeconds: min, idleDefaultSeconds: middle, idleMaxSeconds: max } = Limits.lobby
  const seconds = chance.pick([min, 60, middle, 3_600, max])
  return { idle_timeout_seconds: chance.once(15) ? chance.pick([min - 1, max + 1]) : seconds }
}

const drawLobbyBody = (model: Model, chance: Chance): Json => {
  const members = drawMembers(model, chance)
  return {
    ...(chance.once(2) ? { metadata: chance.once(6) ? null : drawMetadata(chance) } : {}),
    ...(chance.once(2) ? { members } : {}),
    ...(chance.once(2) ? drawIdle(chance) : {})
  }
}

/** Sometimes unknown users: as many as a body may name, or one more. */
const drawMembers = (model: Model, chance: Chance): ReadonlyArray<Json> => {
  const users = chance.some(model.world.users, 3).map(({ id }) => ({ id, ...drawMemberBody(chance) }))
  const { membersPerRequest: max } = Limits.lobby
  return chance.once(12) ? [...users, ...nobodies(chance.pick([1, max - users.length, max - users.length + 1]))] : users
}

/** Removes some members; sometimes names one twice. */
const drawElements = (model: Model, chance: Chance): ReadonlyArray<Json> => {
  const members = drawMembers(model, chance)
  const elements = members.map((member) => (chance.once(3) ? { ...member, remove_member: true } : member))
  return chance.once(20) ? [...elements, ...elements.slice(0, 1)] : elements
}

/** Ids without a user. */
const nobodies = (count: number): ReadonlyArray<Json> =>
  Array.from({ length: count }, (_, i) => ({ id: `3999999999999999${String(i).padStart(2, "0")}` }))

const drawJoin = (chance: Chance): Json => {
  const idle = chance.once(4) ? { idle_timeout_seconds: chance.pick([5, 60, 3_600]) } : {}
  const longest = "犬".repeat(Limits.lobby.secretMax)
  return {
    secret: chance.once(15) ? `${longest}犬` : chance.pick(["tide", "reef", longest]),
    ...(chance.once(3) ? { lobby_metadata: { map: chance.pick(["dock", "bay"]) } } : {}),
    ...(chance.once(3) ? { member_metadata: { team: chance.pick(["red", "blue"]) } } : {}),
    ...idle
  }
}
