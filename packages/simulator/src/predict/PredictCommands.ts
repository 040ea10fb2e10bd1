/** Predicts calls about commands. Source: service.md "Endpoints"; wire-rest.md §3.3; decision 24. */
import type { Step } from "@backlot/scenario/Step"
import type { Model } from "../model/Model.ts"
import type { Handles, ModelCommand, Overwritten, Refusal, Scope, Written } from "../model/ModelCommands.ts"
import type { Json } from "../model/ModelJson.ts"
import { localizedRecord } from "../model/ModelRecord.ts"
import type { Rule } from "../model/ModelRules.ts"
import { updateToken } from "../model/ModelWorld.ts"
import type { CommandOperation } from "../model/Operation.ts"
import { type Answer, callStep, formAnswer, matcherOf, type Request } from "./PredictCall.ts"

/** Undefined if the operation names something that was never made. */
export const predictCommand = (
  model: Model,
  operation: CommandOperation & { readonly number: number }
): Step | undefined => {
  if ("command_id" in operation && !model.knows(operation.command_id)) return undefined
  if (operation.kind === "bulk overwrite" && !operation.elements.every(({ id }) => model.knows(String(id ?? "")))) {
    return undefined
  }
  const scope = { application: model.application(operation.application_id), guild_id: operation.guild_id }
  return callStep(model, requestOf(scope, operation), () => noAccess(model, scope) ?? decide(model, scope, operation))
}

export const requestOf = ({ application, guild_id }: Scope, operation: CommandOperation): Request => {
  const guild = guild_id === undefined ? "" : `/guilds/${guild_id}`
  const list = `/applications/${application.id}${guild}/commands`
  const fields: Json = { ...operation }
  const isClient = operation.kind === "create command" && operation.auth === "client"
  return {
    method: METHODS[operation.kind],
    path: "command_id" in operation ? `${list}/${operation.command_id}` : list,
    auth: isClient ? `Bearer ${updateToken(application.id)}` : "bot",
    application,
    body: fields["body"] ?? fields["elements"],
    ...(operation.kind === "list commands" && operation.dictionaries ? { query: { with_localizations: true } } : {}),
    ...(operation.kind === "list commands" && operation.locale !== undefined
      ? { headers: { [operation.locale.header]: operation.locale.value } }
      : {})
  }
}

const METHODS: Readonly<Record<CommandOperation["kind"], Request["method"]>> = {
  "list commands": "get",
  "get command": "get",
  "create command": "post",
  "edit command": "patch",
  "delete command": "delete",
  "bulk overwrite": "put"
}

/** An application that is not installed in the guild has no access to it. */
const noAccess = (model: Model, { application, guild_id }: Scope): Answer | undefined => {
  if (guild_id === undefined || model.guild(guild_id).installs.has(application.id)) return undefined
  model.by("commands: no access to a guild without installation")
  return { status: 403, code: 50001 }
}

const decide = (model: Model, scope: Scope, operation: CommandOperation & { readonly number: number }): Answer => {
  const { commands } = model
  const handles = handlesOf(operation.number)
  const charge = model.enforces ? { now_ms: model.now_ms } : undefined
  switch (operation.kind) {
    case "list commands":
      return listed(model, commands.list(scope), operation)
    case "get command":
      return got(model, commands.find(scope, operation.command_id))
    case "create command":
      return written(model, commands.create(scope, operation.body, handles, charge), operation.number, 201)
    case "edit command":
      return written(model, commands.edit(scope, operation.command_id, operation.body, handles), operation.number, 200)
    case "delete command":
      return removed(model, commands.remove(scope, operation.command_id))
    case "bulk overwrite":
      return overwritten(model, commands.overwrite(scope, operation.elements, handles, charge), operation.number)
  }
}

/** Only names; a step captures their values. */
const handlesOf = (number: number): Handles => ({
  id: (element) => `\${c${number}${suffix(element)}}`,
  version: (element) => `\${v${number}${suffix(element)}}`
})

/** The first element, and a single write, have no suffix. */
const suffix = (element: number) => (element === 0 ? "" : `_${element}`)

const listed = (
  model: Model,
  commands: ReadonlyArray<ModelCommand>,
  { locale, dictionaries }: Extract<CommandOperation, { readonly kind: "list commands" }>
): Answer => {
  model.by(dictionaries ? "localization: dictionaries on request" : "localization: the requester's exact locale")
  const shown = commands.map(({ id, version, record }) => ({
    id,
    version,
    ...(dictionaries ? record : localizedRecord(record, locale?.value ?? "en-US"))
  }))
  return { status: 200, body: matcherOf(shown) }
}

const got = (model: Model, command: ModelCommand | undefined): Answer => {
  if (command === undefined) return unknown(model)
  model.by("commands: get")
  return { status: 200, body: matcherOf({ id: command.id, version: command.version, ...command.record }) }
}

const unknown = (model: Model): Answer => {
  model.by("commands: unknown")
  return { status: 404, code: 10063 }
}

const removed = (model: Model, gone: ModelCommand | Refusal): Answer => {
  if ("kind" in gone) return unknown(model)
  if (model.world.guilds.some(({ id }) => model.overwrites.of(id, gone.id).length > 0)) {
    model.by("overwrites: gone with their command")
  }
  model.overwrites.forget([gone.id])
  model.by("commands: delete")
  return { status: 204 }
}

const written = (model: Model, result: Written | Refusal, number: number, created: 200 | 201): Answer => {
  if (result.kind !== "written") return refused(model, result)
  const { before, after, forgotten } = result
  model.overwrites.forget(forgotten)
  const renamed = before !== undefined && forgotten.length > 0
  const same = before?.version === after.version
  model.by(ruleOf(before, same, created))
  if (renamed) model.by("overwrites: gone by a rename")
  const capture: Readonly<Record<string, string>> = {
    ...(before === undefined ? { [`c${number}`]: "body.id" } : {}),
    ...(same ? {} : { [`v${number}`]: "body.version" })
  }
  Object.keys(capture).forEach((name) => model.make(name))
  return {
    status: before === undefined ? created : 200,
    body: shownWrite(before, after),
    ...(Object.keys(capture).length === 0 ? {} : { capture })
  }
}

const ruleOf = (before: ModelCommand | undefined, same: boolean, created: 200 | 201): Rule => {
  if (before === undefined) return "commands: created, 201"
  const how = created === 201 ? "upsert" : "edit"
  return same ? `commands: ${how} that changes nothing keeps the version` : `commands: ${how} gives a new version`
}

/** New ids and versions are unknown: an id has 17 to 19 digits, a version grows. */
const shownWrite = (before: ModelCommand | undefined, after: ModelCommand) => ({
  ...(matcherOf(after.record) as Json),
  id: before === undefined ? "/^\\d{17,19}$/" : after.id,
  version: versionOf(before, after)
})

const versionOf = (before: ModelCommand | undefined, after: ModelCommand): unknown => {
  if (before === undefined) return "/^\\d{17,19}$/"
  return before.version === after.version ? after.version : { $above: before.version }
}

const overwritten = (model: Model, result: Overwritten | Refusal, number: number): Answer => {
  if (result.kind !== "overwritten") return refused(model, result)
  const { commands, forgotten, created } = result
  model.overwrites.forget(forgotten)
  model.by("bulk: the list is replaced")
  if (created > 0) model.by("bulk: new commands are created")
  if (forgotten.length > 0) model.by("bulk: removed or renamed commands lose their overwrites")
  const capture: Record<string, string> = {}
  const body = commands.map(({ before, after, element }, position) => {
    if (before === undefined) capture[`c${number}${suffix(element)}`] = `body.${position}.id`
    if (before?.version !== after.version) capture[`v${number}${suffix(element)}`] = `body.${position}.version`
    if (before !== undefined) {
      model.by(
        before.version === after.version
          ? "bulk: an identical command keeps its version"
          : "bulk: a changed command keeps its id"
      )
    }
    return shownWrite(before, after)
  })
  Object.keys(capture).forEach((name) => model.make(name))
  return { status: 200, body, capture }
}

const refused = (model: Model, refusal: Refusal): Answer => {
  switch (refusal.kind) {
    case "unknown":
      return unknown(model)
    case "form":
      model.by("commands: form fault")
      return formAnswer(refusal.paths)
    case "taken":
      model.by("commands: a rename onto an existing name")
      return { status: 400, code: 40041 }
    case "count":
      model.by("commands: too many of a type")
      return { status: 400, code: 30032 }
    case "daily":
      model.by("limits: daily creates are spent")
      return { status: 429, code: 30034, body: { retry_after: { $all: [{ $above: 0 }, { $atMost: 432 }] } } }
    case "entry_point":
      model.by("bulk: the entry point must be present")
      return { status: 400, code: 50240 }
  }
}
