/**
 * Routes of commands and of their permission overwrites. Bots and bearer tokens with the scope read the overwrites, a user
 * with rights replaces them. Each reads the caller and the request, and calls one use case.
 */
import { LOCALE_HEADERS, requesterLocale } from "@backlot/domain/command/RequesterLocale"
import type { Scope } from "@backlot/domain/record/ApplicationCommand"
import * as Contract from "@backlot/protocol/rest/Commands"
import * as Access from "@backlot/usecases/access/Access"
import { personOf, requirePerson } from "@backlot/usecases/access/Caller"
import * as Applications from "@backlot/usecases/application/Applications"
import * as CommandPermissions from "@backlot/usecases/command/CommandPermissions"
import * as Commands from "@backlot/usecases/command/Commands"
import { listOf } from "@backlot/usecases/store/StoredText"
import { Effect } from "effect"
import * as Answer from "../http/Answer.ts"
import { reasonOf } from "../http/AuditReason.ts"
import * as Body from "../http/Body.ts"
import * as Query from "../http/Query.ts"
import { type Call, param } from "../http/Route.ts"
import { type Answering, admittedRoutes, forApplication, forKept, forReader } from "./Admission.ts"
import { withBody } from "./BotCall.ts"

const enter = (found: Access.Authenticated, call: Call) =>
  Effect.map(Access.enter(found, "applications.commands.update"), (application) => ({
    application,
    scope: (call.params["guild_id"] ?? "global") as Scope
  }))

/** A route in the scope of the path. */
const inScope = <R>(step: (target: Commands.Target, call: Call) => Answering<R>) =>
  forApplication((found, call) => Effect.flatMap(enter(found, call), (target) => step(target, call)))

const list = forReader(
  LOCALE_HEADERS,
  Effect.fnUntraced(function* (found, call) {
    const target = yield* enter(found, call)
    const view = (yield* Query.flag(call, "with_localizations"))
      ? ("whole" as const)
      : requesterLocale(call.request.headers, yield* Applications.localeOf(target.application, found.caller))
    return yield* Commands.listText(target, view)
  })
)

const create = inScope(
  withBody((target, body) =>
    Effect.map(Commands.create(target, body), ({ status, command }) =>
      Answer.json(status === "created" ? 201 : 200, command)
    )
  )
)

const overwrite = inScope(
  withBody((target, body) =>
    Effect.map(Commands.overwrite(target, body), (commands) => Answer.text(200, listOf(commands)))
  )
)

const get = forKept((found, call) =>
  Effect.flatMap(enter(found, call), (target) => Commands.get(target, param(call, "command_id")))
)
const edit = inScope(withBody((target, body, call) => Commands.edit(target, param(call, "command_id"), body)))
const remove = inScope((target, call) => Commands.remove(target, param(call, "command_id")))

export const commandRoutes = admittedRoutes(Contract.Commands, {
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

const PERMISSIONS = "applications.commands.permissions.update"

const enterGuild = (found: Access.Authenticated, call: Call) =>
  Effect.map(Access.enter(found, PERMISSIONS), (application) => ({
    application,
    guild_id: param(call, "guild_id")
  }))

const listPermissions = forReader([], (found, call) =>
  Effect.flatMap(enterGuild(found, call), CommandPermissions.listText)
)

const getPermissions = forReader([], (found, call) =>
  Effect.flatMap(enterGuild(found, call), (target) => CommandPermissions.getText(target, param(call, "command_id")))
)

const setPermissions = Effect.fnUntraced(function* (found: Access.Authenticated, call: Call) {
  const person = yield* requirePerson(found.caller, PERMISSIONS)
  const target = yield* enterGuild(found, call)
  const user_id = personOf(person, target.application)
  return yield* CommandPermissions.replace(
    { ...target, user_id, reason: reasonOf(call) },
    param(call, "command_id"),
    yield* Body.json(call)
  )
})

export const permissionRoutes = admittedRoutes(Contract.CommandPermissions, {
  list_guild_application_command_permissions: listPermissions,
  get_guild_application_command_permissions: getPermissions,
  set_guild_application_command_permissions: forApplication(setPermissions)
})
