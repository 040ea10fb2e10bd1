/** Turns an operation into steps of a scenario: what to do, and which answer the model expects. */

import { formatMillis } from "@backlot/scenario/Duration"
import type { Step } from "@backlot/scenario/Step"
import type { Model } from "../model/Model.ts"
import type { Rule } from "../model/ModelRules.ts"
import type { ModelWorld } from "../model/ModelWorld.ts"
import {
  COMMAND_KINDS,
  isOf,
  LOBBY_KINDS,
  type Operation,
  OVERWRITE_KINDS,
  USER_KINDS,
  WORLD_KINDS
} from "../model/Operation.ts"
import { lobbyRequest } from "./LobbyRequest.ts"
import { step } from "./PredictCall.ts"
import { predictCommand, requestOf } from "./PredictCommands.ts"
import { predictLobby } from "./PredictLobbies.ts"
import { predictOverwrites } from "./PredictOverwrites.ts"
import { predictUser } from "./PredictUsers.ts"
import { predictWorld } from "./PredictWorld.ts"

export interface Prediction {
  /** All but the last are preparation. */
  readonly steps: ReadonlyArray<Step>
  readonly rules: ReadonlyArray<Rule>
}

/**
 * Changes the model as the server should change. Returns undefined, without a change, when the operation refers to
 * something that was never made or is not in the world.
 */
export const predict = (model: Model, operation: Operation): Prediction | undefined => {
  if (!isThere(model.world, operation.kind === "fault" ? operation.call : operation)) return undefined
  model.deciding_rules = []
  const steps = stepsOf(model, operation)
  return steps === undefined ? undefined : { steps, rules: model.deciding_rules }
}

/** Whether the world has everything that an operation names. */
const isThere = ({ applications, users, guilds, direct_channels }: ModelWorld, operation: object): boolean => {
  const channels = [...guilds.flatMap((guild) => guild.channels), ...direct_channels]
  const places = { application_id: applications, user_id: users, guild_id: guilds, channel_id: channels }
  const named: Readonly<Record<string, unknown>> = { ...operation }
  return Object.entries(places).every(
    ([field, all]) => named[field] === undefined || all.some(({ id }) => id === named[field])
  )
}

const stepsOf = (model: Model, operation: Operation): ReadonlyArray<Step> | undefined => {
  if (isOf(operation, COMMAND_KINDS)) return one(predictCommand(model, operation))
  if (isOf(operation, OVERWRITE_KINDS)) return one(predictOverwrites(model, operation))
  if (isOf(operation, USER_KINDS)) return one(predictUser(model, operation))
  if (isOf(operation, WORLD_KINDS)) return one(predictWorld(model, operation))
  if (isOf(operation, LOBBY_KINDS)) return one(predictLobby(model, operation))
  switch (operation.kind) {
    case "advance clock":
      model.now_ms += operation.ms
      model.by(model.lobbies.endIdle(model.now_ms) > 0 ? "lobbies: end when idle" : "clock: advanced")
      return [{ advance: formatMillis(operation.ms) }]
    case "kill server":
    case "restart server":
      model.by(operation.kind === "kill server" ? "server: a crash loses nothing" : "server: a restart loses nothing")
      // A crash clears short windows; daily creates stay.
      model.windows.clear()
      return [{ server: operation.kind === "kill server" ? "kill" : "restart" }]
    case "reset server":
      model.by("server: a reset goes back to the world it began with")
      model.reset()
      return [{ server: "reset" }]
    case "fault":
      return faulted(model, operation)
  }
}

const one = (predicted: Step | undefined): ReadonlyArray<Step> | undefined =>
  predicted === undefined ? undefined : [predicted]

/** A planned fault answers instead of the service, which does and counts nothing. */
const faulted = (
  model: Model,
  { status, call }: Extract<Operation, { readonly kind: "fault" }>
): ReadonlyArray<Step> | undefined => {
  const application = model.application(call.application_id)
  if (call.kind === "connect to lobby") return undefined
  const ids = [
    "command_id" in call ? call.command_id : "",
    "lobby_id" in call ? call.lobby_id : "",
    ...("elements" in call ? call.elements.map(({ id }) => String(id ?? "")) : [])
  ]
  if (!ids.every((id) => model.knows(id))) return undefined
  const request = isOf(call, COMMAND_KINDS)
    ? requestOf({ application, guild_id: call.guild_id }, call)
    : lobbyRequest(application, call)
  model.by("faults: a planned answer changes nothing")
  return [
    { fault: { match: { surface: "rest", application: application.id }, status, times: 1 } },
    step(request, { status }, undefined)
  ]
}
