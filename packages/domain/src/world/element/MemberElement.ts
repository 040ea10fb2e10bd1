/** A member of a guild. */
import { Schema } from "effect"
import type { Snowflake } from "../../base/Snowflake.ts"
import type { Target } from "../../element/WorldTarget.ts"
import { DEFAULTS } from "../../guild/WorldDefaults.ts"
import type { Member, World } from "../../record/World.ts"
import { Any, field, Id, list, Text } from "../../validation/Shape.ts"
import { distinct, each, length, type Rules, required } from "../rule/Check.ts"
import type { Place } from "../rule/Place.ts"
import { referencesIn } from "../rule/References.ts"
import { notEveryone, roleOfGuild } from "../rule/Relation.ts"
import { by, holder, pair, type UniqueRule } from "../rule/Unique.ts"
import * as Value from "../rule/Value.ts"
import * as WorldError from "../rule/WorldError.ts"
import { withoutOverwrites } from "./ChannelElement.ts"
import { type Editable, judging, type Reported, replaced, type Stored, shown, withoutGuild } from "./Element.ts"

export const shape = Schema.Struct({
  user_id: field(Id),
  nick: field(Text),
  roles: field(list(Any)),
  joined_at: field(Text),
  timed_out_until: field(Text)
}).annotate({ identifier: "member" })

export type Draft = typeof shape.Type

export const places = (own: ReadonlyArray<Place<Draft>>) => ({ member: own })

type Places = ReturnType<typeof places>

export const rules = {
  member: {
    user_id: [required, Value.account],
    nick: [length(1, 32)],
    roles: [each(Value.id, roleOfGuild, notEveryone), distinct],
    joined_at: [Value.time],
    timed_out_until: [Value.time]
  } satisfies Rules<Draft>
}

export const uniqueMembers: UniqueRule<Places> = {
  entries: (p) => by(p.member, "user_id", (m, at) => pair(holder(at), m.user_id)),
  problem: WorldError.duplicateEntry("A user is a member of a guild once.")
}

export const build = (guild_id: Snowflake, draft: Draft): Member => ({
  guild_id,
  user_id: draft.user_id ?? "",
  nick: draft.nick ?? DEFAULTS.member.nick,
  roles: Value.texts(draft.roles),
  joined_at: draft.joined_at ?? DEFAULTS.member.joined_at,
  timed_out_until: draft.timed_out_until ?? DEFAULTS.member.timed_out_until
})

const judge = judging<Draft, Places>({ shape, places, rules, unique: [] })

export const element: Stored<Member> & Reported<Member> & Editable<Target<"member">> = {
  collections: ["member"],
  key: (m) => [m.guild_id, m.user_id],
  event: (member) => ({ guild_id: member.guild_id, user_id: member.user_id, member }),
  beforeWith: ["roles"],
  kept: [],
  find: (world, target) => shown(world.members.find(isAt(target)), withoutGuild),
  put: (world, target, fields, mint) =>
    judge(fields, { guild_id: target.guild_id, references: () => referencesIn(world), mint }, (draft) => ({
      ...world,
      members: replaced(world.members, isAt(target), build(target.guild_id, draft))
    })),
  remove: (world, { guild_id, user_id }) => withoutMembers(world, guild_id, new Set([user_id])),
  obstacle: (world, { guild_id, user_id }) => {
    if (world.guilds.some((g) => g.id === guild_id && g.owner_id === user_id)) {
      return "The owner of a guild is a member of it; give the guild another owner first."
    }
    return installedBots(world, guild_id).includes(user_id)
      ? "The bot of an application that is installed with the bot scope is a member; remove the installation instead."
      : undefined
  }
}

const isAt =
  ({ guild_id, user_id }: Target<"member">) =>
  (m: Member) =>
    m.user_id === user_id && m.guild_id === guild_id

/** Bot users that installations make members of a guild. */
const installedBots = (world: World, guildId: Snowflake): ReadonlyArray<Snowflake> => {
  const installed = world.guild_installs.filter((i) => i.guild_id === guildId && i.scopes.includes("bot"))
  return world.applications.flatMap((a) => (installed.some((i) => i.application_id === a.id) ? [a.bot.id] : []))
}

/** Members go with their overwrites. Permissions of commands stay, because their users need not be members. */
export const withoutMembers = (world: World, guildId: Snowflake, ids: ReadonlySet<Snowflake>): World => ({
  ...world,
  members: world.members.filter((m) => m.guild_id !== guildId || !ids.has(m.user_id)),
  channels: withoutOverwrites(world, guildId, 1, ids)
})
