/** A role of a guild; @everyone has the id of its guild. */
import { Schema } from "effect"
import { guild as limits } from "../../base/Limits.ts"
import type { Snowflake } from "../../base/Snowflake.ts"
import type { Target } from "../../element/WorldTarget.ts"
import { DEFAULTS, EVERYONE_NAME, EVERYONE_PERMISSIONS } from "../../guild/WorldDefaults.ts"
import type { Role, World } from "../../record/World.ts"
import { Any, Bool, field, Id, Int, Text } from "../../validation/Shape.ts"
import { between, length, type Rules, required } from "../rule/Check.ts"
import { type Place, place } from "../rule/Place.ts"
import { referencesIn } from "../rule/References.ts"
import { everyoneFirst } from "../rule/Relation.ts"
import { idOf, repeats, type UniqueRule, uniqueIds } from "../rule/Unique.ts"
import * as Value from "../rule/Value.ts"
import { withoutOverwrites } from "./ChannelElement.ts"
import { withoutTargets } from "./CommandPermissionsElement.ts"
import { beyond, type Editable, judging, type Reported, replaced, type Stored, shown, withoutGuild } from "./Element.ts"

export const shape = Schema.Struct({
  id: field(Id),
  name: field(Text),
  permissions: field(Any),
  position: field(Int),
  color: field(Int),
  hoist: field(Bool),
  mentionable: field(Bool)
}).annotate({ identifier: "role" })

export type Draft = typeof shape.Type

export const places = (own: ReadonlyArray<Place<Draft>>) => ({ role: own })

export const rules = {
  role: {
    id: [required],
    name: [
      { judge: (value, at) => (at.element["id"] === at.guild_id ? [] : required.judge(value, at)) },
      length(1, 100)
    ],
    permissions: [Value.permissions],
    position: [between(0, 1000), everyoneFirst],
    color: [between(0, limits.colorMax)],
    hoist: [],
    mentionable: []
  } satisfies Rules<Draft>
}

interface GuildDraft {
  readonly id?: string | null
  readonly roles?: ReadonlyArray<Draft> | null
}

type Places = ReturnType<typeof places> & { readonly guild?: ReadonlyArray<Place<GuildDraft>> }

/** The @everyone role that a guild does not list has the guild's id. */
export const uniqueRoles: UniqueRule<Places> = uniqueIds("role", (p) => [
  ...idOf(p.role),
  ...everyoneIds(p.guild ?? [])
])

const everyoneIds = (guilds: ReadonlyArray<Place<GuildDraft>>) => {
  const repeated = new Set(repeats(idOf(guilds)).map(({ path }) => path[1]))
  return idOf(
    guilds.filter(({ path, value }) => !repeated.has(path[1]) && !value.roles?.some((r) => r.id === value.id))
  )
}

const EXTRAS = ["color", "hoist", "mentionable"] as const

export const build = (guild_id: Snowflake, draft: Draft, position: number): Role => {
  const everyone = draft.id === guild_id
  return {
    id: draft.id ?? "",
    guild_id,
    name: draft.name ?? (everyone ? EVERYONE_NAME : ""),
    permissions: Value.permissionsOr(draft.permissions, everyone ? EVERYONE_PERMISSIONS : DEFAULTS.role.permissions),
    position,
    ...beyond(draft, EXTRAS, DEFAULTS.role)
  }
}

/** The roles of a guild: @everyone first, each other role by default one above the role before it. */
export const buildAll = (guild_id: Snowflake, drafts: ReadonlyArray<Draft>): ReadonlyArray<Role> => {
  let position = 0
  const others = drafts
    .filter((r) => r.id !== guild_id)
    .map((draft) => {
      position = draft.position ?? position + 1
      return build(guild_id, draft, position)
    })
  return [build(guild_id, drafts.find((r) => r.id === guild_id) ?? { id: guild_id }, 0), ...others]
}

const judge = judging<Draft, Places>({ shape, places, rules, unique: [uniqueRoles] })

export const element: Stored<Role> & Reported<Role> & Editable<Target<"role">> = {
  collections: ["role"],
  key: (r) => [r.guild_id, r.id],
  event: (role) => ({ guild_id: role.guild_id, role_id: role.id, role }),
  beforeWith: ["permissions"],
  kept: ["position"],
  find: (world, target) => shown(world.roles.find(isAt(target)), withoutGuild),
  /** A new role goes above the others. */
  completed: ({ target: { guild_id, role_id } }, merged, before, { roles }) => {
    if (merged["position"] !== undefined && merged["position"] !== null) return {}
    const others = roles.filter((r) => r.guild_id === guild_id && r.id !== role_id)
    const top = others.reduce((highest, role) => Math.max(highest, role.position), 0)
    return { position: before?.["position"] ?? (role_id === guild_id ? 0 : top + 1) }
  },
  put: (world, target, fields, mint) =>
    judge(
      fields,
      {
        guild_id: target.guild_id,
        references: () => referencesIn(world),
        rivals: () => rivals(world, [target.role_id], target.guild_id),
        mint
      },
      (draft) => ({
        ...world,
        roles: replaced(world.roles, isAt(target), build(target.guild_id, draft, draft.position ?? 0))
      })
    ),
  remove: (world, { guild_id, role_id }) => withoutRoles(world, guild_id, new Set([role_id])),
  obstacle: (_, { guild_id, role_id }) => (role_id === guild_id ? "Every guild has its @everyone role." : undefined)
}

const isAt =
  ({ guild_id, role_id }: Target<"role">) =>
  (r: Role) =>
    r.id === role_id && r.guild_id === guild_id

/** Roles of other guilds that have one of these ids. */
export const rivals = ({ roles }: World, ids: ReadonlyArray<Snowflake>, guildId: Snowflake) => ({
  role: roles.flatMap(
    ({ id, guild_id }): ReadonlyArray<Place<Draft>> =>
      guild_id !== guildId && ids.includes(id) ? [place([], { id })] : []
  )
})

/** Roles leave their members, the overwrites of channels and the permissions of commands. */
export const withoutRoles = (world: World, guildId: Snowflake, ids: ReadonlySet<Snowflake>): World => ({
  ...world,
  roles: world.roles.filter((r) => r.guild_id !== guildId || !ids.has(r.id)),
  members: world.members.map((m) =>
    m.guild_id === guildId && m.roles.some((id) => ids.has(id))
      ? { ...m, roles: m.roles.filter((id) => !ids.has(id)) }
      : m
  ),
  channels: withoutOverwrites(world, guildId, 0, ids),
  command_permissions: withoutTargets(world, guildId, 1, ids)
})
