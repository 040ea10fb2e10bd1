/** The permissions of a command, or of all commands of an application, in a guild. */
import { command as limits } from "../../base/Limits.ts"
import { TARGET_TYPES } from "../../permission/CommandPermissionTarget.ts"
import type { GuildCommandPermissions } from "../../record/World.ts"
import { Bool, Id, Int, list } from "../../validation/Shape.ts"
import { isGone, ownerGone } from "../field/Gone.ts"
import { oneOf, required, size } from "../rule/Check.ts"
import { fieldsOf } from "../rule/Fields.ts"
import type { Placed } from "../rule/Placed.ts"
import { commandOrApplication, commandPermissionTarget } from "../rule/Relation.ts"
import { by, holder, pair, type UniqueRule } from "../rule/Unique.ts"
import * as Value from "../rule/Value.ts"
import * as WorldError from "../rule/WorldError.ts"
import type { Element, Rooted } from "./Element.ts"

const Permission = fieldsOf("command_permission", {
  id: [Id, required, commandPermissionTarget],
  type: [Int, required, oneOf(TARGET_TYPES)],
  permission: [Bool, required]
})

const own = fieldsOf(
  "command_permissions",
  {
    id: [Id, required, commandOrApplication],
    application_id: [Id, required, Value.application],
    guild_id: [Id, required, Value.guild],
    permissions: [list(Permission.shape), required, size(1, limits.overwrites)]
  },
  { permissions: Permission }
)

type Draft = typeof own.shape.Type

const places = (lists: ReadonlyArray<Placed<Draft>>) =>
  own.places(lists.map((list) => ({ ...list, guild_id: list.value.guild_id ?? "" })))

type Places = ReturnType<typeof places>

const uniqueLists: UniqueRule<Places> = {
  entries: (p) => by(p.command_permissions, "id", (c) => pair(c.guild_id, pair(c.application_id, c.id))),
  problem: WorldError.duplicateEntry("A command has one list of permissions in a guild.")
}

const uniqueTargets: UniqueRule<Places> = {
  entries: (p) => by(p.command_permission, "id", (c, at) => pair(holder(at), pair(c.type, c.id))),
  problem: WorldError.duplicateEntry("A list of permissions has each target once.")
}

const build = (draft: Draft): GuildCommandPermissions => ({
  id: draft.id ?? "",
  application_id: draft.application_id ?? "",
  guild_id: draft.guild_id ?? "",
  permissions: (draft.permissions ?? []).map((p) => ({
    id: p.id ?? "",
    type: p.type === 2 || p.type === 3 ? p.type : 1,
    permission: p.permission ?? false
  }))
})

/**
 * The permissions of a removed command go, also when its application leaves the guild. Removed roles and channels leave
 * the list; a list without entries goes.
 */
const without: Element<GuildCommandPermissions>["without"] = (held, gone) => {
  const { guild_id, application_id } = held
  if (ownerGone(held, gone) || isGone(gone, "command", held.id)) return undefined
  if (isGone(gone, "guild_installs", guild_id, application_id)) return undefined
  const permissions = held.permissions.filter(({ type, id }) =>
    type === 1 ? !isGone(gone, "roles", guild_id, id) : type !== 3 || !isGone(gone, "channels", id)
  )
  if (permissions.length === held.permissions.length) return held
  return permissions.length === 0 ? undefined : { ...held, permissions }
}

export const element = {
  list: "command_permissions",
  ...own,
  places,
  unique: [uniqueLists, uniqueTargets],
  build,
  collections: ["command_permission"],
  key: (p) => [p.application_id, p.id, p.guild_id],
  order: (p) => [p.guild_id, p.application_id, p.id],
  indexes: { guild: (p) => [p.guild_id, p.application_id] },
  belongsTo: ["guild", "application"],
  without
} satisfies Element<GuildCommandPermissions, Draft> & Rooted<GuildCommandPermissions, Draft>
