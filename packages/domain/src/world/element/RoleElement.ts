/** A role of a guild; @everyone has the id of its guild. */

import { guild as limits } from "../../base/Limits.ts"
import type { Snowflake } from "../../base/Snowflake.ts"
import type { Target } from "../../element/WorldTarget.ts"
import { UnknownRole } from "../../error/ServiceError.ts"
import { isBoosterRole, withBoosterRole } from "../../guild/Boost.ts"
import * as Permission from "../../permission/Permission.ts"
import { DEFAULTS } from "../../record/RecordDefaults.ts"
import type { Guild, Role, World } from "../../record/World.ts"
import { Any, Bool, Id, Int, Text } from "../../validation/Shape.ts"
import { beyond } from "../field/Beyond.ts"
import { between, length, required } from "../rule/Check.ts"
import { fieldsOf } from "../rule/Fields.ts"
import { type Placed, place } from "../rule/Placed.ts"
import { everyoneFirst, notOfEveryone } from "../rule/Relation.ts"
import { by, type UniqueRule } from "../rule/Unique.ts"
import * as Value from "../rule/Value.ts"
import * as WorldError from "../rule/WorldError.ts"
import { type GuildKind, referring, withoutGuild } from "./Element.ts"
import { rivals as rivalsOf, uniqueRoles } from "./RoleIds.ts"

const EVERYONE_NAME = "@everyone"

/** The default permissions of @everyone: talk, use commands and Activities, start threads. */
const EVERYONE: ReadonlyArray<Permission.PermissionName> = [
  "ADD_REACTIONS",
  "STREAM",
  "VIEW_CHANNEL",
  "SEND_MESSAGES",
  "EMBED_LINKS",
  "ATTACH_FILES",
  "READ_MESSAGE_HISTORY",
  "USE_EXTERNAL_EMOJIS",
  "CONNECT",
  "SPEAK",
  "USE_VAD",
  "CHANGE_NICKNAME",
  "USE_APPLICATION_COMMANDS",
  "CREATE_PUBLIC_THREADS",
  "SEND_MESSAGES_IN_THREADS",
  "USE_EMBEDDED_ACTIVITIES",
  "USE_EXTERNAL_APPS"
]

/** Decimal bit set of a guild's @everyone role when the world does not describe it. */
const EVERYONE_PERMISSIONS = EVERYONE.reduce((set, name) => set | Permission.BITS[name], 0n).toString()

const own = fieldsOf("role", {
  id: [Id, required],
  name: [
    Text,
    { judge: (value, at) => (at.element["id"] === at.guild_id ? [] : required.judge(value, at)) },
    length(1, 100)
  ],
  permissions: [Any, Value.permissions],
  position: [Int, between(0, 1000), everyoneFirst],
  color: [Int, between(0, limits.colorMax)],
  secondary_color: [Int, between(0, limits.colorMax)],
  tertiary_color: [Int, between(0, limits.colorMax)],
  hoist: [Bool],
  mentionable: [Bool],
  icon: [Text, Value.avatar],
  unicode_emoji: [Text, length(1, 100), Value.unicodeEmoji],
  flags: [Int, between(0, 2 ** 31 - 1)],
  premium_subscriber: [Bool, notOfEveryone]
})

type Draft = typeof own.shape.Type

const defaults = { role: { permissions: "0", ...DEFAULTS.role } }

const EXTRAS = [
  "color",
  "secondary_color",
  "tertiary_color",
  "hoist",
  "mentionable",
  "icon",
  "unicode_emoji",
  "flags",
  "premium_subscriber"
] as const

const build = (guild_id: Snowflake, draft: Draft, position: number): Role => {
  const everyone = draft.id === guild_id
  return {
    id: draft.id ?? "",
    guild_id,
    name: draft.name ?? (everyone ? EVERYONE_NAME : ""),
    permissions: Value.permissionsOr(draft.permissions, everyone ? EVERYONE_PERMISSIONS : defaults.role.permissions),
    position,
    ...beyond(draft, EXTRAS, DEFAULTS.role)
  }
}

/** The roles of a guild: @everyone first, each other role by default one above the role before it. */
const buildAll = (drafts: ReadonlyArray<Draft>, { id: guild_id }: Guild): ReadonlyArray<Role> => {
  let position = 0
  const others = drafts
    .filter((r) => r.id !== guild_id)
    .map((draft) => {
      position = draft.position ?? position + 1
      return build(guild_id, draft, position)
    })
  return [build(guild_id, drafts.find((r) => r.id === guild_id) ?? { id: guild_id }, 0), ...others]
}

const oneOfBoosters: UniqueRule<{ readonly role?: ReadonlyArray<Placed<Draft>> }> = {
  entries: ({ role = [] }) =>
    by(role, "premium_subscriber", ({ premium_subscriber }, at) => (premium_subscriber ? at.guild_id : undefined)),
  problem: WorldError.duplicateEntry("A guild has one role of those who boost it.")
}

export const element = {
  list: "roles",
  ...own,
  defaults,
  ids: uniqueRoles,
  buildAll,
  toFile: withoutGuild,
  collections: ["role"],
  key: (r) => [r.guild_id, r.id],
  indexes: { boosters: (r) => (isBoosterRole(r) ? [r.guild_id] : undefined) },
  belongsTo: ["guild"],
  event: (role) => ({ guild_id: role.guild_id, role_id: role.id, role }),
  beforeWith: ["permissions"],
  quietWithGuild: true,
  unique: [oneOfBoosters],
  edit: {
    unknown: UnknownRole,
    siblings: "new",
    dependents: {
      channels: "guild",
      command_permissions: "guild",
      emojis: "guild",
      auto_moderation_rules: "guild",
      invites: "guild",
      members: "guild"
    },
    kept: ["position"],
    /** A new role goes above the others. */
    completed: ({ target: { guild_id, role_id } }, merged, before, { roles }) => {
      if (merged["position"] !== undefined && merged["position"] !== null) return {}
      const others = roles.filter((r) => r.guild_id === guild_id && r.id !== role_id)
      const top = others.reduce((highest, role) => Math.max(highest, role.position), 0)
      return { position: before?.["position"] ?? (role_id === guild_id ? 0 : top + 1) }
    },
    around: (world, { guild_id, role_id }) => ({ ...referring(world), rivals: rivals(world, { role_id, guild_id }) }),
    record: ({ guild_id }, draft) => build(guild_id, draft, draft.position ?? 0),
    settled: (_, after, { guild_id }) => withBoosters(after, guild_id),
    obstacle: (_, { guild_id, role_id }) => (role_id === guild_id ? "Every guild has its @everyone role." : undefined)
  }
} satisfies GuildKind<Role, Draft, "role">

/** Other roles with the id: of people in other guilds, and of bots in every guild. */
const rivals = (world: World, { role_id, guild_id }: Omit<Target<"role">, "kind">) => ({
  role: [
    ...rivalsOf(world, [role_id], guild_id).role,
    ...world.roles.flatMap((one) =>
      one.guild_id === guild_id && one.id !== role_id && isBoosterRole(one)
        ? [place([], { premium_subscriber: true }, guild_id)]
        : []
    )
  ],
  guild_install: rivalsOf(world, [role_id], "").guild_install
})

/** The role of boosters follows who boosts. */
export const withBoosters = (world: World, guildId: Snowflake): World => {
  const role = world.roles.find((one) => one.guild_id === guildId && isBoosterRole(one))
  if (role === undefined) return world
  const members = world.members.map((one) => (one.guild_id === guildId ? withBoosterRole(one, role) : one))
  return members.every((one, i) => one === world.members[i]) ? world : { ...world, members }
}
