/** Predicts calls about overwrites. Source: wire-rest.md §1, §3.3; decisions 24 and 31. */
import type { Step } from "@backlot/scenario/Step"
import type { Model } from "../model/Model.ts"
import { affectedTargets, managesOverwrites, managesTarget, targetFaults } from "../model/ModelOverwrites.ts"
import type { Rule } from "../model/ModelRules.ts"
import { canRun } from "../model/ModelVisibility.ts"
import { type ModelApplication, permissionsToken } from "../model/ModelWorld.ts"
import type { OverwriteOperation } from "../model/Operation.ts"
import { type Answer, callStep, formAnswer, inAnyOrder } from "./PredictCall.ts"

export const predictOverwrites = (model: Model, operation: OverwriteOperation): Step | undefined => {
  if ("command_id" in operation && !model.knows(operation.command_id)) return undefined
  const application = model.application(operation.application_id)
  const base = `/applications/${application.id}/guilds/${operation.guild_id}/commands`
  const call = (method: "get" | "put", path: string, auth: string, body: unknown, decide: () => Answer) =>
    callStep(
      model,
      { method, path, auth, application, body },
      () => noAccess(model, operation, application) ?? decide()
    )
  switch (operation.kind) {
    case "list overwrites":
      return call("get", `${base}/permissions`, "bot", undefined, () => listed(model, operation, application))
    case "get overwrites": {
      const path = `${base}/${operation.command_id}/permissions`
      return call("get", path, "bot", undefined, () => got(model, operation, application))
    }
    case "put overwrites": {
      const { user_id, targets, command_id } = operation
      const auth = user_id === undefined ? "bot" : `Bearer ${permissionsToken(application.id, user_id)}`
      const path = `${base}/${command_id}/permissions`
      if (user_id === undefined) {
        return callStep(model, { method: "put", path, auth, application, body: { permissions: targets } }, () => {
          model.by("overwrites: a bot may not replace them")
          return { status: 403, code: 20001 }
        })
      }
      return call("put", path, auth, { permissions: targets }, () => put(model, operation, application, user_id))
    }
  }
}

const noAccess = (
  model: Model,
  { guild_id }: OverwriteOperation,
  application: ModelApplication
): Answer | undefined => {
  if (model.guild(guild_id).installs.has(application.id)) return undefined
  model.by("overwrites: no access to a guild without installation")
  return { status: 403, code: 50001 }
}

const entry = (model: Model, guild_id: string, application: ModelApplication, id: string) => ({
  id,
  application_id: application.id,
  guild_id,
  permissions: inAnyOrder(model.overwrites.of(guild_id, id))
})

const listed = (model: Model, { guild_id }: OverwriteOperation, application: ModelApplication): Answer => {
  model.by("overwrites: list")
  const ids = model.overwrites
    .ids(guild_id)
    .filter((id) => id === application.id || commandOf(model, guild_id, application, id) !== undefined)
  return { status: 200, body: inAnyOrder(ids.map((id) => entry(model, guild_id, application, id))) }
}

const got = (
  model: Model,
  { guild_id, command_id }: Extract<OverwriteOperation, { readonly kind: "get overwrites" }>,
  application: ModelApplication
): Answer => {
  if (command_id !== application.id && commandOf(model, guild_id, application, command_id) === undefined) {
    model.by("overwrites: of an unknown command")
    return { status: 404, code: 10063 }
  }
  if (model.overwrites.of(guild_id, command_id).length === 0) {
    model.by("overwrites: none are 404")
    return { status: 404, code: 10066 }
  }
  model.by("overwrites: get")
  return { status: 200, body: entry(model, guild_id, application, command_id) }
}

const put = (
  model: Model,
  { guild_id, command_id, targets }: Extract<OverwriteOperation, { readonly kind: "put overwrites" }>,
  application: ModelApplication,
  user_id: string
): Answer => {
  const guild = model.guild(guild_id)
  const command = commandOf(model, guild_id, application, command_id)
  if (command_id !== application.id && command === undefined) {
    model.by("overwrites: of an unknown command")
    return { status: 404, code: 10063 }
  }
  const faults = targetFaults(targets, guild)
  if (faults.length > 0) {
    model.by("overwrites: form fault")
    return formAnswer(faults)
  }
  const missing = missingRight(model, guild_id, application, user_id, command_id, targets)
  if (missing !== undefined) {
    model.by(missing)
    return { status: 403, code: 50013 }
  }
  model.overwrites.set(guild_id, command_id, targets)
  model.by(targets.length === 0 ? "overwrites: an empty list removes the entry" : "overwrites: replaced")
  return { status: 200, body: entry(model, guild_id, application, command_id) }
}

/** The rule that forbids it; undefined if the user may. */
const missingRight = (
  model: Model,
  guild_id: string,
  application: ModelApplication,
  user_id: string,
  command_id: string,
  targets: ReadonlyArray<{ readonly id: string; readonly type: number; readonly permission: boolean }>
): Rule | undefined => {
  const guild = model.guild(guild_id)
  const standing = { guild, channel: undefined, user_id, now_ms: model.now_ms }
  if (!managesOverwrites(standing)) return "overwrites: needs MANAGE_GUILD and MANAGE_ROLES"
  const command = commandOf(model, guild_id, application, command_id)
  const own = model.overwrites.of(guild_id, command_id)
  if (command !== undefined) {
    const general = model.overwrites.of(guild_id, application.id)
    const asked = { command, application, user: model.user(user_id), now_ms: model.now_ms, own, general }
    if (!canRun(asked, guild)) return "overwrites: needs to be able to run the command"
  }
  const affected = affectedTargets(own, targets)
  return affected.every((target) => managesTarget(standing, target))
    ? undefined
    : "overwrites: needs to manage each affected target"
}

const commandOf = (model: Model, guild_id: string, application: ModelApplication, id: string) =>
  model.commands.find({ application, guild_id: undefined }, id) ?? model.commands.find({ application, guild_id }, id)
