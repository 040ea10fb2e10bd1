/** Shared parts of predicted lobby answers. Source: wire-rest.md §6.2, §6.3. */
import type { Model } from "../model/Model.ts"
import type { Path } from "../model/ModelFormText.ts"
import { type Json, listOf } from "../model/ModelJson.ts"
import type { ModelLobby, ModelLobbyMember } from "../model/ModelLobbies.ts"
import type { Rule } from "../model/ModelRules.ts"
import { type Answer, formAnswer } from "./PredictCall.ts"

export const quiet = (model: Model, rule: Rule): Answer => {
  model.by(rule)
  return { status: 204 }
}

const exactly = (metadata: Json | null) => (metadata === null ? null : { $exactly: metadata })

/** Members are sorted by id. */
export const lobbyMatcher = ({ application_id, metadata, flags, members }: ModelLobby): Json => ({
  application_id,
  metadata: exactly(metadata),
  flags,
  members: members.toSorted((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1)).map(memberMatcher)
})

export const memberMatcher = ({ id, metadata, flags }: ModelLobbyMember): Json => ({
  id,
  metadata: exactly(metadata),
  flags
})

export const form = (model: Model, paths: ReadonlyArray<Path>): Answer | undefined => {
  if (paths.length === 0) return undefined
  model.by("lobbies: form fault")
  return formAnswer(paths)
}

export const unknownUser = (model: Model, body: Json): Answer | undefined => {
  const known = (id: unknown) => model.world.users.some((user) => user.id === id)
  if (listOf(body["members"]).every(({ id }) => known(id))) return undefined
  model.by("lobbies: an unknown user fails the call")
  return { status: 404, code: 10013 }
}
