/**
 * The managed role of an installed bot: a role of the guild with the permissions of the installation. It is stored as
 * part of the installation, so that both come and go together. Our choice: docs/choices.md "Guilds and members".
 */
import type { Snowflake } from "../base/Snowflake.ts"
import { DEFAULTS } from "./RecordDefaults.ts"
import type { Application, GuildInstall, Role } from "./World.ts"

/** A role as the rest of the service sees it, with the bot that it is for. */
export interface ManagedRole extends Role {
  readonly bot_id: Snowflake
}

/** What decides the permissions of the bot. */
export type ManagedBits = Pick<ManagedRole, "id" | "permissions">

/** Whether the installation has a managed role: it includes the bot and requested permissions. */
export const hasManagedRole = ({ scopes, permissions }: Pick<GuildInstall, "scopes" | "permissions">): boolean =>
  scopes.includes("bot") && permissions !== "0"

export const managedRole = (application: Application, install: GuildInstall): ManagedRole => ({
  id: managedRoleId(install),
  guild_id: install.guild_id,
  name: application.name,
  permissions: install.permissions,
  position: install.role_position ?? DEFAULTS.guild_install.role_position,
  bot_id: application.bot.id
})

/** Undefined for an installation without a managed role. */
export const managedBits = (install: GuildInstall | undefined): ManagedBits | undefined =>
  install === undefined || !hasManagedRole(install)
    ? undefined
    : { id: managedRoleId(install), permissions: install.permissions }

/** The id that the installation says, or the one that follows from its guild and its application. */
export const managedRoleId = (install: Pick<GuildInstall, "guild_id" | "application_id" | "role_id">): Snowflake =>
  install.role_id ?? derivedRoleId(install.guild_id, install.application_id)

/**
 * The same id for the same guild and application, for ever: stored overwrites name it, and installations of older files
 * say none. 56 mixed bits (the finalizer of SplitMix64) make two equal ids as good as impossible. The ids are of 2015
 * and 2016, so the service draws none of them.
 */
export const derivedRoleId = (guildId: Snowflake, applicationId: Snowflake): Snowflake =>
  derived(BigInt(guildId) * 0x9e3779b97f4a7c15n + BigInt(applicationId))

/** The id of an installation as an integration of the guild. It follows from both in the same way. */
export const integrationId = ({
  guild_id,
  application_id
}: Pick<GuildInstall, "guild_id" | "application_id">): Snowflake =>
  derived(BigInt(application_id) * 0x9e3779b97f4a7c15n + BigInt(guild_id))

const derived = (seed: bigint): Snowflake => {
  let bits = BigInt.asUintN(64, seed)
  bits = BigInt.asUintN(64, (bits ^ (bits >> 30n)) * 0xbf58476d1ce4e5b9n)
  bits = BigInt.asUintN(64, (bits ^ (bits >> 27n)) * 0x94d049bb133111ebn)
  return String(FIRST + BigInt.asUintN(56, bits ^ (bits >> 31n)))
}

/** The smallest id has 17 digits, as libraries expect. */
const FIRST = 1n << 56n
