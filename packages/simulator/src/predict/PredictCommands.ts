/** Predicts calls about commands. Source: service.md "Endpoints"; wire-rest.md §3.3; decision 24. */
import { defined } from "@backlot/scenario/Fields"
import type { Model } from "../model/Model.ts"
import {
  captureOf,
  type ModelCommand,
  type Overwritten,
  type Refusal,
  type Scope,
  type Written
} from "../model/ModelCommands.ts"
import type { Json } from "../model/ModelJson.ts"
import { localizedRecord } from "../model/ModelRecord.ts"
import type { Rule } from "../model/ModelRules.ts"
import { updateToken } from "../model/ModelWorld.ts"
import type { CommandOperation, Of } from "../model/Operation.ts"
import { type Answer, callStep, DAILY, formAnswer, matcherOf, noAccess, type Request } from "./PredictCall.ts"

export const predictCommand = (model: Model, operation: CommandOperation & { readonly number: number }) => {
  const scope = { application: model.application(operation.application_id), guild_id: operation.guild_id }
  return callStep(
    model,
    requestOf(scope, operation),
    () => noAccess(model, scope, "commands") ?? decide(model, scope, operation)
  )
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
    ...(operation.kind === "list commands" ? askedOf(operation) : {})
  }
}

const askedOf = ({ locale, dictionaries }: Of<"list commands">) =>
  defined({
    query: dictionaries ? { with_localizations: true } : undefined,
    headers: locale && { [locale.header]: locale.value }
  })

const METHODS: Readonly<Record<CommandOperation["kind"], Request["method"]>> = {
  "list commands": "get",
  "get command": "get",
  "create command": "post",
  "edit command": "patch",
  "delete command": "delete",
  "bulk overwrite": "put"
}

const decide = (model: Model, scope: Scope, operation: CommandOperation & { readonly number: number }): Answer => {
  const { commands } = model
  const { number } = operation
  const charge = model.enforces ? { now_ms: model.now_ms } : undefined
  switch (operation.kind) {
    case "list commands":
      return listed(model, commands.list(scope), operation)
    case "get command":
      return got(model, commands.find(scope, operation.command_id))
    case "create command":
      return written(model, commands.create(scope, operation.body, number, charge), number, 201)
    case "edit command":
      return written(model, commands.edit(scope, operation.command_id, operation.body, number), number, 200)
    case "delete command":
      return removed(model, commands.remove(scope, operation.command_id))
    case "bulk overwrite":
      return overwritten(model, commands.overwrite(scope, operation.elements, number, charge), number)
  }
}

const listed = (model: Model, commands: ReadonlyArray<ModelCommand>, { locale, dictionaries }: Of<"list commands">) => {
  model.by(dictionaries ? "localization: dictionaries on request" : "localization: the requester's exact locale")
  const shown = commands.map(({ id, version, record }) => ({
    ...{ id, version },
    ...(dictionaries ? record : localizedRecord(record, locale?.value ?? "en-US"))
  }))
  return { status: 200, body: matcherOf(shown) }
}

const got = (model: Model, command: ModelCommand | undefined): Answer => {
  if (command === undefined) return refused(model, { kind: "unknown" })
  const { id, version, record } = command
  return model.decides("commands: get", { status: 200, body: matcherOf({ id, version, ...record }) })
}

const removed = (model: Model, gone: ModelCommand | Refusal): Answer => {
  if ("kind" in gone) return refused(model, gone)
  if (model.world.guilds.some(({ id }) => model.overwrites.of(id, gone.id).length > 0)) {
    model.by("overwrites: gone with their command")
  }
  model.overwrites.forget([gone.id])
  return model.decides("commands: delete", { status: 204 })
}

const written = (model: Model, result: Written | Refusal, number: number, status: 200 | 201): Answer => {
  if (result.kind !== "written") return refused(model, result)
  const { before, after, forgotten } = result
  model.overwrites.forget(forgotten)
  const isSame = before?.version === after.version
  const how = status === 201 ? "upsert" : "edit"
  if (before === undefined) model.by("commands: created, 201")
  else
    model.by(
      isSame ? `commands: ${how} that changes nothing keeps the version` : `commands: ${how} gives a new version`
    )
  if (forgotten.length > 0) model.by("overwrites: gone by a rename")
  const capture = captured(model, number, 0, "body", result)
  return {
    status: before === undefined ? status : 200,
    body: shownWrite(result),
    ...(isSame ? {} : { capture })
  }
}

type Pair = Pick<Written, "before" | "after">

/** The captures of the id of a new command, and of a new version. */
const captured = (model: Model, number: number, element: number, path: string, { before, after }: Pair) => {
  const names: Readonly<Record<string, string>> = {
    ...(before === undefined ? { [captureOf("c", number, element)]: `${path}.id` } : {}),
    ...(before?.version === after.version ? {} : { [captureOf("v", number, element)]: `${path}.version` })
  }
  for (const name of Object.keys(names)) model.make(name)
  return names
}

/** New ids and versions are unknown: an id has 17 to 19 digits, a version grows. */
const shownWrite = ({ before, after }: Pair) => ({
  ...(matcherOf(after.record) as Json),
  id: before === undefined ? NEW_ID : after.id,
  version: before === undefined ? NEW_ID : before.version === after.version ? after.version : { $above: before.version }
})

const NEW_ID = "/^\\d{17,19}$/"

const overwritten = (model: Model, result: Overwritten | Refusal, number: number): Answer => {
  if (result.kind !== "overwritten") return refused(model, result)
  const { commands, forgotten, created } = result
  model.overwrites.forget(forgotten)
  model.by("bulk: the list is replaced")
  if (created > 0) model.by("bulk: new commands are created")
  if (forgotten.length > 0) model.by("bulk: removed or renamed commands lose their overwrites")
  for (const { before, after } of commands) {
    if (before === undefined) continue
    const isSame = before.version === after.version
    model.by(isSame ? "bulk: an identical command keeps its version" : "bulk: a changed command keeps its id")
  }
  const captures = commands.map((pair, at) => captured(model, number, pair.element, `body.${at}`, pair))
  return { status: 200, body: commands.map(shownWrite), capture: Object.assign({}, ...captures) }
}

const refused = (model: Model, refusal: Refusal): Answer =>
  refusal.kind === "form"
    ? model.decides("commands: form fault", formAnswer(refusal.paths))
    : model.decides(...REFUSALS[refusal.kind])

const REFUSALS: Readonly<Record<Exclude<Refusal["kind"], "form">, readonly [Rule, Answer]>> = {
  unknown: ["commands: unknown", { status: 404, code: 10063 }],
  taken: ["commands: a rename onto an existing name", { status: 400, code: 40041 }],
  count: ["commands: too many of a type", { status: 400, code: 30032 }],
  daily: [
    "limits: daily creates are spent",
    { status: 429, code: DAILY, body: { retry_after: { $all: [{ $above: 0 }, { $atMost: 432 }] } } }
  ],
  entry_point: ["bulk: the entry point must be present", { status: 400, code: 50240 }]
}
