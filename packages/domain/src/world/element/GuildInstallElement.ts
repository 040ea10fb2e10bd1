/** An installation of an application in a guild. */
import { Schema } from "effect"
import type { Snowflake } from "../../base/Snowflake.ts"
import type { FileElement, Target } from "../../element/WorldTarget.ts"
import { DEFAULTS } from "../../guild/WorldDefaults.ts"
import { SCOPES } from "../../record/Scope.ts"
import type { GuildInstall, World } from "../../record/World.ts"
import { Any, field, Id, Int, list } from "../../validation/Shape.ts"
import { between, distinct, each, oneOf, type Rules, required } from "../rule/Check.ts"
import type { Place } from "../rule/Place.ts"
import { referencesIn } from "../rule/References.ts"
import { by, holder, pair, type UniqueRule } from "../rule/Unique.ts"
import * as Value from "../rule/Value.ts"
import * as WorldError from "../rule/WorldError.ts"
import { beyond, type Editable, judging, type Reported, replaced, type Stored, shown, withoutGuild } from "./Element.ts"
import * as Member from "./MemberElement.ts"

export const shape = Schema.Struct({
  application_id: field(Id),
  scopes: field(list(Any)),
  permissions: field(Any),
  role_position: field(Int)
}).annotate({ identifier: "guild_install" })

export type Draft = typeof shape.Type

export const places = (own: ReadonlyArray<Place<Draft>>) => ({ guild_install: own })

type Places = ReturnType<typeof places>

export const rules = {
  guild_install: {
    application_id: [required, Value.application],
    scopes: [each(oneOf(SCOPES)), distinct],
    permissions: [Value.permissions],
    role_position: [between(1, 1000)]
  } satisfies Rules<Draft>
}

export const uniqueInstalls: UniqueRule<Places> = {
  entries: (p) => by(p.guild_install, "application_id", (i, at) => pair(holder(at), i.application_id)),
  problem: WorldError.duplicateEntry("An application is installed in a guild once.")
}

/** The bot scope brings applications.commands with it (service.md "Authentication"). */
export const build = (guild_id: Snowflake, draft: Draft): GuildInstall => {
  const scopes = Value.texts(draft.scopes ?? DEFAULTS.guild_install.scopes)
  return {
    guild_id,
    application_id: draft.application_id ?? "",
    scopes: scopes.includes("bot") ? [...new Set([...scopes, "applications.commands"])] : scopes,
    permissions: Value.permissionsOr(draft.permissions, DEFAULTS.guild_install.permissions),
    ...beyond(draft, ["role_position"], DEFAULTS.guild_install)
  }
}

const judge = judging<Draft, Places>({ shape, places, rules, unique: [] })

export const element: Stored<GuildInstall> & Reported<GuildInstall> & Editable<Target<"guild_install">> = {
  collections: ["guild_install"],
  key: (i) => [i.guild_id, i.application_id],
  event: (install, before) => ({
    guild_id: install.guild_id,
    application_id: install.application_id,
    install,
    ...(before === undefined ? {} : { before })
  }),
  kept: [],
  find: (world, target) => shown(world.guild_installs.find(isAt(target)), withoutGuild),
  withoutDropped: (world, target, before, after) =>
    hasBot(before) && !hasBot(after)
      ? Member.withoutMembers(world, target.guild_id, botsOf(world, new Set([target.application_id])))
      : world,
  put: (world, target, fields, mint) =>
    judge(fields, { guild_id: target.guild_id, references: () => referencesIn(world), mint }, (draft) => {
      const install = build(target.guild_id, draft)
      const bots = install.scopes.includes("bot") ? botsOf(world, new Set([install.application_id])) : new Set<string>()
      const isMember = (id: Snowflake) => world.members.some((m) => m.user_id === id && m.guild_id === target.guild_id)
      return {
        ...world,
        guild_installs: replaced(world.guild_installs, isAt(target), install),
        members: [
          ...world.members,
          ...[...bots].filter((id) => !isMember(id)).map((user_id) => Member.build(target.guild_id, { user_id }))
        ]
      }
    }),
  remove: (world, { guild_id, application_id }) => withoutInstalls(world, guild_id, new Set([application_id]))
}

const isAt =
  ({ guild_id, application_id }: Target<"guild_install">) =>
  (i: GuildInstall) =>
    i.application_id === application_id && i.guild_id === guild_id

export const hasBot = ({ scopes }: FileElement): boolean =>
  Value.hasBotScope(Array.isArray(scopes) ? scopes : undefined)

export const botsOf = ({ applications }: World, ids: ReadonlySet<Snowflake>): ReadonlySet<Snowflake> =>
  new Set(applications.flatMap((a) => (ids.has(a.id) ? [a.bot.id] : [])))

/**
 * Applications leave a guild with their bots and the permissions of their commands. Their commands of this guild stay,
 * hidden until the application is installed again.
 */
export const withoutInstalls = (world: World, guildId: Snowflake, ids: ReadonlySet<Snowflake>): World =>
  Member.withoutMembers(
    {
      ...world,
      guild_installs: world.guild_installs.filter((i) => i.guild_id !== guildId || !ids.has(i.application_id)),
      command_permissions: world.command_permissions.filter((p) => p.guild_id !== guildId || !ids.has(p.application_id))
    },
    guildId,
    botsOf(world, ids)
  )
