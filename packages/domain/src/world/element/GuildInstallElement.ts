/** An installation of an application in a guild. */

import type { Snowflake } from "../../base/Snowflake.ts"
import type { FileElement } from "../../element/WorldTarget.ts"
import { fault } from "../../error/Fault.ts"
import { UnknownIntegration } from "../../error/ServiceError.ts"
import { derivedRoleId, hasManagedRole, managedRoleId } from "../../record/ManagedRole.ts"
import { DEFAULTS } from "../../record/RecordDefaults.ts"
import { SCOPES } from "../../record/Scope.ts"
import type { GuildInstall, World } from "../../record/World.ts"
import { Any, decoder, Id, Int, list } from "../../validation/Shape.ts"
import { beyond } from "../field/Beyond.ts"
import { goneKey } from "../field/Gone.ts"
import { between, distinct, each, oneOf, required } from "../rule/Check.ts"
import { fieldsOf } from "../rule/Fields.ts"
import { onceInList } from "../rule/Unique.ts"
import * as Value from "../rule/Value.ts"
import * as WorldError from "../rule/WorldError.ts"
import { type GuildKind, referring, withoutGuild } from "./Element.ts"
import * as Member from "./MemberElement.ts"
import { managedIn, rivals as rivalsOf, uniqueRoles } from "./RoleIds.ts"

const own = fieldsOf("guild_install", {
  application_id: [Id, required, Value.application],
  scopes: [list(Any), each(oneOf(SCOPES)), distinct],
  permissions: [Any, Value.permissions],
  role_id: [Id],
  role_position: [Int, between(1, 1000)]
})

type Draft = typeof own.shape.Type

const decode = decoder(own.shape)

const defaults = {
  guild_install: { scopes: ["bot", "applications.commands"], permissions: "0", ...DEFAULTS.guild_install }
}

/** The bot scope brings applications.commands with it (service.md "Authentication"). */
const build = (guild_id: Snowflake, draft: Draft): GuildInstall => {
  const scopes = Value.texts(draft.scopes ?? defaults.guild_install.scopes)
  return {
    guild_id,
    application_id: draft.application_id ?? "",
    scopes: scopes.includes("bot") ? [...new Set([...scopes, "applications.commands"])] : scopes,
    permissions: Value.permissionsOr(draft.permissions, defaults.guild_install.permissions),
    ...ownRoleId(guild_id, draft),
    ...beyond(draft, ["role_position"], DEFAULTS.guild_install)
  }
}

/** A role id that follows from guild and application is left out, so that equal installations are equal records. */
const ownRoleId = (guildId: Snowflake, { application_id, role_id }: Draft): Pick<GuildInstall, "role_id"> =>
  role_id && role_id !== derivedRoleId(guildId, application_id ?? "") ? { role_id } : {}

const onceInGuild = onceInList("guild_install", "application_id", "An application is installed in a guild once.")

export const element = {
  list: "guild_installs",
  ...own,
  defaults,
  unique: [onceInGuild],
  named: "application_id",
  buildAll: (drafts, { id }) => drafts.map((draft) => build(id, draft)),
  toFile: withoutGuild,
  collections: ["guild_install"],
  key: (i) => [i.guild_id, i.application_id],
  indexes: { application: (i) => [i.application_id] },
  belongsTo: ["guild", "application"],
  /** An application leaves a guild with its bot. Its commands of this guild stay, hidden until it is installed again. */
  takes: (install, world) => [
    ...membersOf(world, install.guild_id, install.application_id),
    ...(hasManagedRole(install) ? [goneKey("roles", install.guild_id, managedRoleId(install))] : [])
  ],
  event: (install, before) => ({
    guild_id: install.guild_id,
    application_id: install.application_id,
    install,
    ...(before === undefined ? {} : { before })
  }),
  edit: {
    unknown: UnknownIntegration,
    dependents: {
      channels: "guild",
      command_permissions: "guild",
      emojis: "guild",
      auto_moderation_rules: "guild",
      voice_states: "member"
    },
    // A new invitation changes what the role may do, not which role it is.
    kept: ["role_id"],
    dropped: (world, { guild_id, application_id }, before, after) => [
      ...(hasBot(before) && !hasBot(after) ? membersOf(world, guild_id, application_id) : []),
      ...rolesLost(guild_id, [before], [after])
    ],
    around: (world, { guild_id, application_id }, draft) => ({
      ...referring(world),
      rivals: rivals(world, guild_id, application_id, managedIn(guild_id, [draft]))
    }),
    unique: [onceInGuild, uniqueRoles],
    record: ({ guild_id }, draft) => build(guild_id, draft),
    refused: ({ bans }, world, { guild_id, application_id }) => {
      const bots = botsOf(world, new Set([application_id]))
      const isIn = world.members.some((m) => m.guild_id === guild_id && bots.has(m.user_id))
      return isIn && bans.some((ban) => ban.guild_id === guild_id && bots.has(ban.user_id))
        ? [fault(["application_id"], WorldError.bannedMember)]
        : []
    },
    settled: (_, world, { guild_id, application_id }, draft) => {
      const bots = Value.hasBotScope(draft.scopes) ? botsOf(world, new Set([application_id])) : new Set<string>()
      const isMember = (id: Snowflake) => world.members.some((m) => m.user_id === id && m.guild_id === guild_id)
      const joining = [...bots].filter((id) => !isMember(id))
      return {
        ...world,
        members: [
          ...world.members,
          ...joining.map((user_id) => Member.build(guild_id, { user_id, ...Member.joinedNow(world.now) }))
        ]
      }
    }
  }
} satisfies GuildKind<GuildInstall, Draft, "guild_install">

/** Every other role with one of these ids. */
const rivals = (world: World, guildId: Snowflake, applicationId: Snowflake, ids: ReadonlyArray<Snowflake>) =>
  rivalsOf(
    {
      ...world,
      guild_installs: world.guild_installs.filter((i) => i.guild_id !== guildId || i.application_id !== applicationId)
    },
    ids,
    ""
  )

/** The managed roles that installations no longer bring, as roles that go. */
export const rolesLost = (
  guildId: Snowflake,
  before: ReadonlyArray<FileElement>,
  after: ReadonlyArray<FileElement>
): ReadonlyArray<string> => {
  const idsIn = (installs: ReadonlyArray<FileElement>) =>
    managedIn(
      guildId,
      installs.map((install) => decode(install).value)
    )
  const left = new Set(idsIn(after))
  return idsIn(before).flatMap((id) => (left.has(id) ? [] : [goneKey("roles", guildId, id)]))
}

export const hasBot = ({ scopes }: FileElement): boolean =>
  Value.hasBotScope(Array.isArray(scopes) ? scopes : undefined)

export const botsOf = ({ applications }: World, ids: ReadonlySet<Snowflake>): ReadonlySet<Snowflake> =>
  new Set(applications.flatMap((a) => (ids.has(a.id) ? [a.bot.id] : [])))

/** The bot of an application, as a member that goes. */
const membersOf = (world: World, guildId: Snowflake, applicationId: Snowflake): ReadonlyArray<string> =>
  [...botsOf(world, new Set([applicationId]))].map((bot) => goneKey("members", guildId, bot))
