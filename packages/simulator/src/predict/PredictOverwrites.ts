/** Predicts calls about overwrites. Source: wire-rest.md §1, §3.3; decisions 24 and 31. */
import type { Step } from "@backlot/scenario/Step"
import type { Model } from "../model/Model.ts"
import { affectedTargets, managesOverwrites, managesTarget, targetFaults } from "../model/ModelOverwrites.ts"
import type { Rule } from "../model/ModelRules.ts"
import { canRun } from "../model/ModelVisibility.ts"
import { type ModelApplication, permissionsToken } from "../model/ModelWorld.ts"
import type { Of, OverwriteOperation } from "../model/Operation.ts"
import { type Answer, callStep, formAnswer, inAnyOrder, noAccess } from "./PredictCall.ts"

export const predictOverwrites = (model: Model, operation: OverwriteOperation): Step => {
  const { guild_id, kind } = operation
  const application = model.application(operation.application_id)
  const at: At = { model, application, guild_id }
  const target = kind === "list overwrites" ? "" : `/${operation.command_id}`
  const path = `/applications/${application.id}/guilds/${guild_id}/commands${target}/permissions`
  if (kind === "put overwrites") {
    const { user_id, targets: permissions } = operation
    const auth = user_id === undefined ? "bot" : `Bearer ${permissionsToken(application.id, user_id)}`
    return callStep(model, { method: "put", path, auth, application, body: { permissions } }, () =>
      user_id === undefined
        ? model.decides("overwrites: a bot may not replace them", { status: 403, code: 20001 })
        : (noAccess(model, at, "overwrites") ?? put(at, operation, user_id))
    )
  }
  return callStep(
    model,
    { method: "get", path, auth: "bot", application },
    () => noAccess(model, at, "overwrites") ?? (kind === "list overwrites" ? listed(at) : got(at, operation.command_id))
  )
}

/** Whose overwrites, and where. */
interface At {
  readonly model: Model
  readonly application: ModelApplication
  readonly guild_id: string
}

const entry = ({ model, application, guild_id }: At, id: string) => ({
  ...{ id, application_id: application.id, guild_id },
  permissions: inAnyOrder(model.overwrites.of(guild_id, id))
})

const listed = (at: At): Answer => {
  const ids = at.model.overwrites.ids(at.guild_id).filter((id) => isKnown(at, id))
  return at.model.decides("overwrites: list", { status: 200, body: inAnyOrder(ids.map((id) => entry(at, id))) })
}

const unknown = ({ model }: At): Answer =>
  model.decides("overwrites: of an unknown command", { status: 404, code: 10063 })

const got = (at: At, command_id: string): Answer => {
  const { model, guild_id } = at
  if (!isKnown(at, command_id)) return unknown(at)
  return model.overwrites.of(guild_id, command_id).length === 0
    ? model.decides("overwrites: none are 404", { status: 404, code: 10066 })
    : model.decides("overwrites: get", { status: 200, body: entry(at, command_id) })
}

const put = (at: At, operation: Of<"put overwrites">, user_id: string): Answer => {
  const { model, guild_id } = at
  const { command_id, targets } = operation
  if (!isKnown(at, command_id)) return unknown(at)
  const faults = targetFaults(targets, model.guild(guild_id))
  if (faults.length > 0) return model.decides("overwrites: form fault", formAnswer(faults))
  const missing = missingRight(at, operation, user_id)
  if (missing !== undefined) return model.decides(missing, { status: 403, code: 50013 })
  model.overwrites.set(guild_id, command_id, targets)
  model.by(targets.length === 0 ? "overwrites: an empty list removes the entry" : "overwrites: replaced")
  return { status: 200, body: entry(at, command_id) }
}

/** The rule that forbids it; undefined if the user may. */
const missingRight = (at: At, { command_id, targets }: Of<"put overwrites">, user_id: string): Rule | undefined => {
  const { model, application, guild_id } = at
  const { now_ms } = model
  const guild = model.guild(guild_id)
  const standing = { guild, channel: undefined, user_id, now_ms }
  if (!managesOverwrites(standing)) return "overwrites: needs MANAGE_GUILD and MANAGE_ROLES"
  const command = commandOf(at, command_id)
  const own = model.overwrites.of(guild_id, command_id)
  const general = model.overwrites.of(guild_id, application.id)
  const asked = command && { command, application, user: model.user(user_id), now_ms, own, general }
  if (asked !== undefined && !canRun(asked, guild)) return "overwrites: needs to be able to run the command"
  return affectedTargets(own, targets).every((target) => managesTarget(standing, target))
    ? undefined
    : "overwrites: needs to manage each affected target"
}

const commandOf = ({ model, application, guild_id }: At, id: string) =>
  model.commands.find({ application, guild_id: undefined }, id) ?? model.commands.find({ application, guild_id }, id)

/** A command, or the application itself. */
const isKnown = (at: At, id: string) => id === at.application.id || commandOf(at, id) !== undefined
