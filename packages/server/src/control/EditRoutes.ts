/** Changing the world while it runs, one element at a time. Source: product.md "Control plane". */
import { http } from "@backlot/domain/base/Limits"
import type { WorldTarget } from "@backlot/domain/element/WorldTarget"
import type { InvalidForm } from "@backlot/domain/error/ServiceError"
import * as WorldEdits from "@backlot/usecases/world/WorldEdits"
import { Effect } from "effect"
import * as Answer from "../http/Answer.ts"
import * as Body from "../http/Body.ts"
import type { Call } from "../http/Route.ts"
import { idParam } from "./Asked.ts"

type TargetOf = (call: Call) => Effect.Effect<WorldTarget, InvalidForm>

/** The four operations on one kind of element. */
const operations = (targetOf: TargetOf) => ({
  get: Effect.fnUntraced(function* (call: Call) {
    return Answer.json(200, yield* WorldEdits.get(yield* targetOf(call)))
  }),
  put: Effect.fnUntraced(function* (call: Call) {
    const target = yield* targetOf(call)
    const { element, created } = yield* WorldEdits.put(target, yield* bodyOf(call))
    return Answer.json(created ? 201 : 200, element)
  }),
  patch: Effect.fnUntraced(function* (call: Call) {
    const target = yield* targetOf(call)
    return Answer.json(200, yield* WorldEdits.patch(target, yield* bodyOf(call)))
  }),
  delete: Effect.fnUntraced(function* (call: Call) {
    yield* WorldEdits.remove(yield* targetOf(call))
    return Answer.noContent
  })
})

/** A guild can be as large as a world. */
const bodyOf = (call: Call) => Body.json(call, http.worldBytes)

const application = operations(
  Effect.fnUntraced(function* (call) {
    return { kind: "application", application_id: yield* idParam(call, "application_id") }
  })
)

const user = operations(
  Effect.fnUntraced(function* (call) {
    return { kind: "user", user_id: yield* idParam(call, "user_id") }
  })
)

const userInstall = operations(
  Effect.fnUntraced(function* (call) {
    const user_id = yield* idParam(call, "user_id")
    return { kind: "user_install", user_id, application_id: yield* idParam(call, "application_id") }
  })
)

const guild = operations(
  Effect.fnUntraced(function* (call) {
    return { kind: "guild", guild_id: yield* idParam(call, "guild_id") }
  })
)

const role = operations(
  Effect.fnUntraced(function* (call) {
    const guild_id = yield* idParam(call, "guild_id")
    return { kind: "role", guild_id, role_id: yield* idParam(call, "role_id") }
  })
)

const channel = operations(
  Effect.fnUntraced(function* (call) {
    const guild_id = yield* idParam(call, "guild_id")
    return { kind: "channel", guild_id, channel_id: yield* idParam(call, "channel_id") }
  })
)

const member = operations(
  Effect.fnUntraced(function* (call) {
    const guild_id = yield* idParam(call, "guild_id")
    return { kind: "member", guild_id, user_id: yield* idParam(call, "user_id") }
  })
)

const guildInstall = operations(
  Effect.fnUntraced(function* (call) {
    const guild_id = yield* idParam(call, "guild_id")
    return { kind: "guild_install", guild_id, application_id: yield* idParam(call, "application_id") }
  })
)

const directChannel = operations(
  Effect.fnUntraced(function* (call) {
    return { kind: "direct_channel", channel_id: yield* idParam(call, "channel_id") }
  })
)

/** By the names of the contract (protocol ControlEdits). */
export const editRoutes = {
  get_world_application: application.get,
  put_world_application: application.put,
  patch_world_application: application.patch,
  delete_world_application: application.delete,
  get_world_user: user.get,
  put_world_user: user.put,
  patch_world_user: user.patch,
  delete_world_user: user.delete,
  get_world_user_install: userInstall.get,
  put_world_user_install: userInstall.put,
  patch_world_user_install: userInstall.patch,
  delete_world_user_install: userInstall.delete,
  get_world_guild: guild.get,
  put_world_guild: guild.put,
  patch_world_guild: guild.patch,
  delete_world_guild: guild.delete,
  get_world_role: role.get,
  put_world_role: role.put,
  patch_world_role: role.patch,
  delete_world_role: role.delete,
  get_world_channel: channel.get,
  put_world_channel: channel.put,
  patch_world_channel: channel.patch,
  delete_world_channel: channel.delete,
  get_world_member: member.get,
  put_world_member: member.put,
  patch_world_member: member.patch,
  delete_world_member: member.delete,
  get_world_guild_install: guildInstall.get,
  put_world_guild_install: guildInstall.put,
  patch_world_guild_install: guildInstall.patch,
  delete_world_guild_install: guildInstall.delete,
  get_world_direct_channel: directChannel.get,
  put_world_direct_channel: directChannel.put,
  patch_world_direct_channel: directChannel.patch,
  delete_world_direct_channel: directChannel.delete
}
