/** Turns an operation into steps of a scenario: what to do, and which answer the model expects. */
import { formatMillis } from "@backlot/scenario/Duration"
import type { Step } from "@backlot/scenario/Step"
import type { Model } from "../model/Model.ts"
import { type Json, listOf } from "../model/ModelJson.ts"
import type { ModelWorld } from "../model/ModelWorld.ts"
import { isOf, type Of, type Operation } from "../model/Operation.ts"
import { step } from "./PredictCall.ts"
import { predictCommand, requestOf } from "./PredictCommands.ts"
import { lobbyRequest, predictLobby } from "./PredictLobbies.ts"
import { predictOverwrites } from "./PredictOverwrites.ts"
import { predictUser } from "./PredictUsers.ts"
import { predictWorld } from "./PredictWorld.ts"

/**
 * Changes the model as the server should change. Returns undefined, without a change, when the operation refers to
 * something that was never made or is not in the world. All steps but the last are preparation.
 */
export const predict = (model: Model, operation: Operation) => {
  const named: Json = { ...(operation.kind === "fault" ? operation.call : operation) }
  if (!isThere(model.world, named) || !isMade(model, named)) return undefined
  model.deciding_rules = []
  const predicted = operation.kind === "fault" ? faulted(model, operation) : stepOf(model, operation)
  return predicted && { steps: [predicted].flat(), rules: model.deciding_rules }
}

/** Whether the world has everything that an operation names. */
const isThere = ({ applications, users, guilds, direct_channels }: ModelWorld, operation: Json): boolean => {
  const channels = [...guilds.flatMap((guild) => guild.channels), ...direct_channels]
  const places = { application_id: applications, user_id: users, guild_id: guilds, channel_id: channels }
  return Object.entries(places).every(
    ([field, all]) => operation[field] === undefined || all.some(({ id }) => id === operation[field])
  )
}

/** Whether every capture that an operation names was made. */
const isMade = (model: Model, operation: Json): boolean => {
  const { command_id, lobby_id, version, elements } = operation
  const ids = [command_id, lobby_id, version, ...listOf(elements).map(({ id }) => id)]
  return ids.every((id) => model.knows(String(id ?? "")))
}

const stepOf = (model: Model, operation: Exclude<Operation, Of<"fault">>): Step | undefined => {
  if (isOf(operation, "command")) return predictCommand(model, operation)
  if (isOf(operation, "overwrite")) return predictOverwrites(model, operation)
  if (isOf(operation, "user")) return predictUser(model, operation)
  if (isOf(operation, "world")) return predictWorld(model, operation)
  if (isOf(operation, "lobby")) return predictLobby(model, operation)
  switch (operation.kind) {
    case "advance clock":
      model.now_ms += operation.ms
      model.by(model.lobbies.endIdle(model.now_ms) > 0 ? "lobbies: end when idle" : "clock: advanced")
      return { advance: formatMillis(operation.ms) }
    case "kill server":
      endWindows(model)
      return model.decides("server: a crash loses nothing", { server: "kill" })
    case "restart server":
      endWindows(model)
      return model.decides("server: a restart loses nothing", { server: "restart" })
    case "reset server":
      model.reset()
      return model.decides("server: a reset goes back to the world it began with", { server: "reset" })
  }
}

/** A server that ends takes its short windows along; daily creates stay. */
const endWindows = ({ given, windows }: Model) => {
  if (!given.keeps_windows) windows.clear()
}

/** A planned fault answers instead of the service, which does and counts nothing. */
const faulted = (model: Model, { status, call }: Of<"fault">): ReadonlyArray<Step> | undefined => {
  const application = model.application(call.application_id)
  if (call.kind === "connect to lobby") return undefined
  const request = isOf(call, "command")
    ? requestOf({ application, guild_id: call.guild_id }, call)
    : lobbyRequest(application, call)
  return model.decides("faults: a planned answer changes nothing", [
    { fault: { match: { surface: "rest", application: application.id }, status, times: 1 } },
    step(request, { status }, undefined)
  ])
}
