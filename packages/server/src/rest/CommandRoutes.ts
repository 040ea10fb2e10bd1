/** Routes of commands. Each handler reads the caller and the request, and calls one use case. */

import { LOCALE_HEADERS, requesterLocale } from "@backlot/domain/command/RequesterLocale"
import { fault } from "@backlot/domain/error/Fault"
import { notBoolean } from "@backlot/domain/error/FormError"
import { InvalidForm } from "@backlot/domain/error/ServiceError"
import type { ApplicationCommand, Scope } from "@backlot/domain/record/ApplicationCommand"
import * as Contract from "@backlot/protocol/rest/Commands"
import * as Query from "@backlot/protocol/rest/Query"
import * as Access from "@backlot/usecases/access/Access"
import type { Caller } from "@backlot/usecases/access/Caller"
import * as Applications from "@backlot/usecases/application/Applications"
import * as Commands from "@backlot/usecases/command/Commands"
import { listOf, textOf } from "@backlot/usecases/store/StoredText"
import { Effect } from "effect"
import * as Answer from "../http/Answer.ts"
import * as Body from "../http/Body.ts"
import { type Call, param } from "../http/Route.ts"
import { admittedRoutes, forApplication, forReader } from "./Admission.ts"

const SCOPE = "applications.commands.update"

const enter = (authenticated: Access.Authenticated, call: Call) =>
  Effect.map(Access.enter(authenticated, SCOPE), (application) => ({
    application,
    scope: (call.params["guild_id"] ?? "global") as Scope
  }))

const list = Effect.fnUntraced(function* (caller: Caller, call: Call, authenticated: Access.Authenticated) {
  const target = yield* enter(authenticated, call)
  const whole = Query.parseBoolean(call.query("with_localizations"))
  if (whole === null) return yield* new InvalidForm({ faults: [fault(["with_localizations"], notBoolean)] })
  const view =
    whole === true
      ? ("whole" as const)
      : requesterLocale(call.request.headers, yield* Applications.localeOf(target.application, caller))
  return yield* Commands.listText(target, view)
})

const create = Effect.fnUntraced(function* (_: Caller, call: Call, authenticated: Access.Authenticated) {
  const target = yield* enter(authenticated, call)
  const { status, command } = yield* Commands.create(target, yield* Body.json(call))
  return one(status === "created" ? 201 : 200, command)
})

const overwrite = Effect.fnUntraced(function* (_: Caller, call: Call, authenticated: Access.Authenticated) {
  const target = yield* enter(authenticated, call)
  const commands = yield* Commands.overwrite(target, yield* Body.json(call))
  return Answer.text(200, listOf(commands))
})

const get = Effect.fnUntraced(function* (_: Caller, call: Call, authenticated: Access.Authenticated) {
  const target = yield* enter(authenticated, call)
  return one(200, yield* Commands.get(target, param(call, "command_id")))
})

const edit = Effect.fnUntraced(function* (_: Caller, call: Call, authenticated: Access.Authenticated) {
  const target = yield* enter(authenticated, call)
  return one(200, yield* Commands.edit(target, param(call, "command_id"), yield* Body.json(call)))
})

const remove = Effect.fnUntraced(function* (_: Caller, call: Call, authenticated: Access.Authenticated) {
  const target = yield* enter(authenticated, call)
  yield* Commands.remove(target, param(call, "command_id"))
  return Answer.noContent
})

export const commandRoutes = admittedRoutes(Contract.Commands, {
  list_application_commands: forReader(LOCALE_HEADERS, list),
  create_application_command: forApplication(create),
  bulk_set_application_commands: forApplication(overwrite),
  get_application_command: forApplication(get),
  update_application_command: forApplication(edit),
  delete_application_command: forApplication(remove),
  list_guild_application_commands: forReader(LOCALE_HEADERS, list),
  create_guild_application_command: forApplication(create),
  bulk_set_guild_application_commands: forApplication(overwrite),
  get_guild_application_command: forApplication(get),
  update_guild_application_command: forApplication(edit),
  delete_guild_application_command: forApplication(remove)
})

const one = (status: number, command: ApplicationCommand) => Answer.text(status, textOf(command))
