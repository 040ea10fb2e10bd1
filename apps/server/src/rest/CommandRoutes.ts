/** The command group. Every handler: who asks, what is asked, one use case, one answer. */

import type { ApplicationCommand, Scope } from "@backlot/domain/ApplicationCommand"
import { listed } from "@backlot/domain/CommandWire"
import { fault } from "@backlot/domain/Fault"
import { notBoolean } from "@backlot/domain/FormError"
import { requesterLocale } from "@backlot/domain/RequesterLocale"
import { InvalidForm } from "@backlot/domain/ServiceError"
import * as Query from "@backlot/protocol/Query"
import * as Contract from "@backlot/protocol/Rest"
import * as Access from "@backlot/usecases/Access"
import * as Applications from "@backlot/usecases/Applications"
import * as Commands from "@backlot/usecases/Commands"
import { Effect } from "effect"
import * as Answer from "../http/Answer.ts"
import * as Body from "../http/Body.ts"
import { authorization, type Call, param, routesOf } from "../http/Route.ts"

const SCOPE = "applications.commands.update"

const enter = Effect.fnUntraced(function* (call: Call) {
  const guild = call.params["guild_id"]
  const command = call.params["command_id"]
  const ids = {
    application_id: param(call, "application_id"),
    ...(guild === undefined ? {} : { guild_id: guild }),
    ...(command === undefined ? {} : { command_id: command })
  }
  const { caller, application } = yield* Access.enter(authorization(call), ids, SCOPE)
  return { caller, target: { application, scope: (guild ?? "global") as Scope } }
})

const list = Effect.fnUntraced(function* (call: Call) {
  const { caller, target } = yield* enter(call)
  const whole = Query.parseBoolean(call.query("with_localizations"))
  if (whole === null) return yield* new InvalidForm({ faults: [fault(["with_localizations"], notBoolean)] })
  const commands = yield* Commands.list(target)
  if (whole === true) return Answer.json(200, commands)
  const locale = requesterLocale(call.request.headers, yield* Applications.localeOf(target.application, caller))
  return Answer.json(
    200,
    commands.map((command) => listed(command, locale))
  )
})

const create = Effect.fnUntraced(function* (call: Call) {
  const { target } = yield* enter(call)
  const { status, command } = yield* Commands.create(target, yield* Body.json(call))
  return one(status === "created" ? 201 : 200, command)
})

const overwrite = Effect.fnUntraced(function* (call: Call) {
  const { target } = yield* enter(call)
  const commands = yield* Commands.overwrite(target, yield* Body.json(call))
  return Answer.json(200, commands)
})

const get = Effect.fnUntraced(function* (call: Call) {
  const { target } = yield* enter(call)
  return one(200, yield* Commands.get(target, param(call, "command_id")))
})

const edit = Effect.fnUntraced(function* (call: Call) {
  const { target } = yield* enter(call)
  return one(200, yield* Commands.edit(target, param(call, "command_id"), yield* Body.json(call)))
})

const remove = Effect.fnUntraced(function* (call: Call) {
  const { target } = yield* enter(call)
  yield* Commands.remove(target, param(call, "command_id"))
  return Answer.noContent
})

export const commandRoutes = routesOf(Contract.Commands, {
  list_application_commands: list,
  create_application_command: create,
  bulk_set_application_commands: overwrite,
  get_application_command: get,
  update_application_command: edit,
  delete_application_command: remove,
  list_guild_application_commands: list,
  create_guild_application_command: create,
  bulk_set_guild_application_commands: overwrite,
  get_guild_application_command: get,
  update_guild_application_command: edit,
  delete_guild_application_command: remove
})

const one = (status: number, command: ApplicationCommand) => Answer.json(status, command)
