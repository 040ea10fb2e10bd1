/** Routes of permission overwrites: bots and bearer tokens with the scope read them, a user with rights replaces them. */
import * as Contract from "@backlot/protocol/rest/CommandPermissions"
import * as Access from "@backlot/usecases/access/Access"
import { personOf, requirePerson } from "@backlot/usecases/access/Caller"
import * as CommandPermissions from "@backlot/usecases/command/CommandPermissions"
import { Effect } from "effect"
import * as Body from "../http/Body.ts"
import { type Call, param } from "../http/Route.ts"
import { admittedRoutes, forApplication, forReader } from "./Admission.ts"

const SCOPE = "applications.commands.permissions.update"

const enter = (found: Access.Authenticated, call: Call) =>
  Effect.map(Access.enter(found, SCOPE), (application) => ({ application, guild_id: param(call, "guild_id") }))

const list = forReader([], (found, call) => Effect.flatMap(enter(found, call), CommandPermissions.listText))

const get = forReader([], (found, call) =>
  Effect.flatMap(enter(found, call), (target) => CommandPermissions.getText(target, param(call, "command_id")))
)

const set = Effect.fnUntraced(function* (found: Access.Authenticated, call: Call) {
  const person = yield* requirePerson(found.caller, SCOPE)
  const target = yield* enter(found, call)
  const user_id = personOf(person, target.application)
  return yield* CommandPermissions.replace({ ...target, user_id }, param(call, "command_id"), yield* Body.json(call))
})

export const permissionRoutes = admittedRoutes(Contract.CommandPermissions, {
  list_guild_application_command_permissions: list,
  get_guild_application_command_permissions: get,
  set_guild_application_command_permissions: forApplication(set)
})
