/** The ids of roles, which are unique in every guild: of roles of people, of @everyone, and of the roles of bots. */
import { isSnowflake, type Snowflake } from "../../base/Snowflake.ts"
import { hasManagedRole, managedRoleId } from "../../record/ManagedRole.ts"
import type { World } from "../../record/World.ts"
import { type Placed, place } from "../rule/Placed.ts"
import { by, idOf, repeats, type UniqueRule, uniqueIds } from "../rule/Unique.ts"
import * as Value from "../rule/Value.ts"

export interface RoleDraft {
  readonly id?: string | null
}

export interface GuildDraft extends RoleDraft {
  readonly roles?: ReadonlyArray<RoleDraft> | null
}

export interface InstallDraft {
  readonly application_id?: string | null
  readonly scopes?: ReadonlyArray<unknown> | null
  readonly permissions?: unknown
  readonly role_id?: string | null
}

export interface Places {
  readonly role?: ReadonlyArray<Placed<RoleDraft>>
  readonly guild?: ReadonlyArray<Placed<GuildDraft>>
  readonly guild_install?: ReadonlyArray<Placed<InstallDraft>>
}

/** The @everyone role that a guild does not list has the guild's id. */
export const uniqueRoles: UniqueRule<Places> = uniqueIds("role", (p) => [
  ...idOf(p.role ?? []),
  ...everyoneIds(p.guild ?? []),
  ...by(p.guild_install ?? [], "role_id", (install, at) => managedIn(at.guild_id, [install])[0])
])

const everyoneIds = (guilds: ReadonlyArray<Placed<GuildDraft>>) => {
  const repeated = new Set(repeats(idOf(guilds)).map(({ path }) => path[1]))
  return idOf(
    guilds.filter(({ path, value }) => !repeated.has(path[1]) && !value.roles?.some((r) => r.id === value.id))
  )
}

/** The ids of the managed roles of installations as a file gives them; other rules report faulty ones. */
export const managedIn = (guild_id: Snowflake, installs: ReadonlyArray<InstallDraft>): ReadonlyArray<Snowflake> =>
  installs.flatMap(({ application_id, scopes, permissions, role_id }) => {
    if (!Value.hasBotScope(scopes) || Value.permissionsOr(permissions, "0") === "0") return []
    if (isSnowflake(role_id)) return [role_id]
    return isSnowflake(guild_id) && isSnowflake(application_id) ? [managedRoleId({ guild_id, application_id })] : []
  })

/** Roles, people's and bots', of other guilds that have one of these ids. */
export const rivals = ({ roles, guild_installs }: World, ids: ReadonlyArray<Snowflake>, guildId: Snowflake) => ({
  role: roles.flatMap(
    ({ id, guild_id }): ReadonlyArray<Placed<RoleDraft>> =>
      guild_id !== guildId && ids.includes(id) ? [place([], { id })] : []
  ),
  guild_install: guild_installs.flatMap((install): ReadonlyArray<Placed<InstallDraft>> => {
    const rival = install.guild_id !== guildId && hasManagedRole(install) && ids.includes(managedRoleId(install))
    return rival ? [place([], install, install.guild_id)] : []
  })
})
