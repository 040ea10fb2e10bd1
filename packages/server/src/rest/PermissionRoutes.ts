/** Routes of permission overwrites: bots and bearer tokens with the scope read them, a user with rights replaces them. */
import * as Contract from "@backlot/protocol/rest/CommandPermissions"
import * as Access from "@backlot/usecases/access/Access"
import { type Caller, personOf, requirePerson } from "@backlot/usecases/access/Caller"
import * as CommandPermissions from "@backlot/usecases/command/CommandPermissions"
import { textOf } from "@backlot/usecases/store/StoredText"
import { Effect } from "effect"
import * as Answer from "../http/Answer.ts"
import * as Body from "../http/Body.ts"
import { type Call, param } from "../http/Route.ts"
import { admittedRoutes, forApplication, forReader } from "./Admission.ts"

const SCOPE = "applications.commands.permissions.update"

const enter = (authenticated: Access.Authenticated, call: Call) =>
  Effect.map(Access.enter(authenticated, SCOPE), (application) => ({ application, guild_id: param(call, "guild_id") }))

const list = (_: Caller, call: Call, authenticated: Access.Authenticated) =>
  Effect.flatMap(enter(authenticated, call), CommandPermissions.listText)

const get = (_: Caller, call: Call, authenticated: Access.Authenticated) =>
  Effect.flatMap(enter(authenticated, call), (target) => CommandPermissions.getText(target, param(call, "command_id")))

const set = Effect.fnUntraced(function* (caller: Caller, call: Call, authenticated: Access.Authenticated) {
  const person = yield* requirePerson(caller, SCOPE)
  const target = yield* enter(authenticated, call)
  const body = yield* Body.json(call)
  const user_id = personOf(person, target.application)
  const permissions = yield* CommandPermissions.replace({ ...target, user_id }, param(call, "command_id"), body)
  return Answer.text(200, textOf(permissions))
})

export const permissionRoutes = admittedRoutes(Contract.CommandPermissions, {
  list_guild_application_command_permissions: forReader([], list),
  get_guild_application_command_permissions: forReader([], get),
  set_guild_application_command_permissions: forApplication(set)
})
