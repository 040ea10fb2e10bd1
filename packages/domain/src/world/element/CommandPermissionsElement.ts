/** The permissions of a command, or of all commands of an application, in a guild. */
import { Schema } from "effect"
import { command as limits } from "../../base/Limits.ts"
import type { Snowflake } from "../../base/Snowflake.ts"
import { TARGET_TYPES } from "../../permission/CommandPermissionTarget.ts"
import type { GuildCommandPermissions, World } from "../../record/World.ts"
import { Bool, field, Id, Int, list } from "../../validation/Shape.ts"
import { oneOf, type Rules, required, size } from "../rule/Check.ts"
import { each, type Place } from "../rule/Place.ts"
import { commandOrApplication, commandPermissionTarget } from "../rule/Relation.ts"
import { by, holder, pair, type UniqueRule } from "../rule/Unique.ts"
import * as Value from "../rule/Value.ts"
import * as WorldError from "../rule/WorldError.ts"
import type { Stored } from "./Element.ts"

const Permission = Schema.Struct({ id: field(Id), type: field(Int), permission: field(Bool) }).annotate({
  identifier: "command_permission"
})

export const shape = Schema.Struct({
  id: field(Id),
  application_id: field(Id),
  guild_id: field(Id),
  permissions: field(list(Permission))
}).annotate({ identifier: "command_permissions" })

export type Draft = typeof shape.Type

export const places = (own: ReadonlyArray<Place<Draft>>) => ({
  command_permissions: own,
  command_permission: own.flatMap((o) => each(o.value.permissions, [...o.path, "permissions"], o.value.guild_id ?? ""))
})

type Places = ReturnType<typeof places>

export const rules = {
  command_permissions: {
    id: [required, commandOrApplication],
    application_id: [required, Value.application],
    guild_id: [required, Value.guild],
    permissions: [required, size(1, limits.overwrites)]
  } satisfies Rules<Draft>,
  command_permission: {
    id: [required, commandPermissionTarget],
    type: [required, oneOf(TARGET_TYPES)],
    permission: [required]
  } satisfies Rules<typeof Permission.Type>
}

export const uniqueLists: UniqueRule<Places> = {
  entries: (p) => by(p.command_permissions, "id", (c) => pair(c.guild_id, pair(c.application_id, c.id))),
  problem: WorldError.duplicateEntry("A command has one list of permissions in a guild.")
}

export const uniqueTargets: UniqueRule<Places> = {
  entries: (p) => by(p.command_permission, "id", (c, at) => pair(holder(at), pair(c.type, c.id))),
  problem: WorldError.duplicateEntry("A target stands once in a list of permissions.")
}

export const build = (draft: Draft): GuildCommandPermissions => ({
  id: draft.id ?? "",
  application_id: draft.application_id ?? "",
  guild_id: draft.guild_id ?? "",
  permissions: (draft.permissions ?? []).map((p) => ({
    id: p.id ?? "",
    type: p.type === 2 || p.type === 3 ? p.type : 1,
    permission: p.permission ?? false
  }))
})

export const element: Stored<GuildCommandPermissions> = {
  collections: ["command_permission"],
  key: (p) => [p.application_id, p.id, p.guild_id],
  order: (p) => [p.guild_id, p.application_id, p.id]
}

/** Removes entries of some roles (type 1) or channels (type 3), and lists that have no entry then. */
export const withoutTargets = (
  world: World,
  guildId: Snowflake,
  type: 1 | 3,
  ids: ReadonlySet<Snowflake>
): World["command_permissions"] =>
  world.command_permissions.flatMap((held) => {
    if (held.guild_id !== guildId) return [held]
    const permissions = held.permissions.filter((p) => p.type !== type || !ids.has(p.id))
    if (permissions.length === held.permissions.length) return [held]
    return permissions.length === 0 ? [] : [{ ...held, permissions }]
  })
