/** A member of a guild. */

import { formatTime } from "../../base/IsoTime.ts"
import { profile } from "../../base/ProfileLimits.ts"
import type { Snowflake } from "../../base/Snowflake.ts"
import type { FileElement } from "../../element/WorldTarget.ts"
import { fault } from "../../error/Fault.ts"
import { UnknownMember } from "../../error/ServiceError.ts"
import { boostsIn, limits } from "../../guild/Boost.ts"
import type { Guild, Member, World } from "../../record/World.ts"
import { Any, Bool, Id, Int, list, Text } from "../../validation/Shape.ts"
import { beyond } from "../field/Beyond.ts"
import { boostedBy } from "../field/BoostCount.ts"
import { isGone, ownerGone } from "../field/Gone.ts"
import { between, distinct, each, length, required } from "../rule/Check.ts"
import { fieldsOf } from "../rule/Fields.ts"
import { notEveryone, notOfBot, roleOfGuild } from "../rule/Relation.ts"
import { onceInList } from "../rule/Unique.ts"
import * as Value from "../rule/Value.ts"
import * as WorldError from "../rule/WorldError.ts"
import { type AroundGuild, type Element, type GuildKind, withoutGuild } from "./Element.ts"
import { withBoosters } from "./RoleElement.ts"

const own = fieldsOf("member", {
  user_id: [Id, required, Value.account],
  nick: [Text, length(1, 32)],
  roles: [list(Any), each(Value.id, roleOfGuild, notEveryone), distinct],
  joined_at: [Text, Value.time],
  timed_out_until: [Text, Value.time],
  flags: [Int, between(0, 2 ** 31 - 1)],
  avatar: [Text, Value.avatar],
  banner: [Text, Value.avatar],
  bio: [Text, length(0, profile.bioMax)],
  premium_since: [Text, Value.time, notOfBot],
  boosts: [Int, between(1, limits.perMember)],
  pending: [Bool, notOfBot],
  mute: [Bool],
  deaf: [Bool]
})

type Draft = typeof own.shape.Type

/** `joined_at`: when a member joined whose file leaves it out. */
const defaults = {
  member: {
    nick: null,
    roles: [],
    joined_at: "2025-01-01T00:00:00Z",
    timed_out_until: null,
    flags: 0,
    avatar: null,
    banner: null,
    bio: "",
    premium_since: null,
    boosts: 1,
    pending: false,
    mute: false,
    deaf: false
  }
}

const EXTRAS = ["flags", "avatar", "banner", "bio", "premium_since", "boosts", "pending", "mute", "deaf"] as const

export const build = (guild_id: Snowflake, draft: Draft): Member => ({
  guild_id,
  user_id: draft.user_id ?? "",
  nick: draft.nick ?? defaults.member.nick,
  roles: Value.texts(draft.roles),
  joined_at: draft.joined_at ?? defaults.member.joined_at,
  timed_out_until: draft.timed_out_until ?? defaults.member.timed_out_until,
  ...beyond(draft, EXTRAS, defaults.member)
})

/** The owner and the bots of installed applications are members by themselves. */
const buildAll = (drafts: ReadonlyArray<Draft>, { id, owner_id }: Guild, { bots }: AroundGuild) => {
  const listed = new Set(drafts.map((m) => m.user_id))
  const others = new Set([owner_id, ...bots].filter((user_id) => !listed.has(user_id)))
  return [...drafts, ...[...others].map((user_id) => ({ user_id }))].map((m) => build(id, m))
}

/** Who is put into a running world joins now. */
export const joinedNow = (now: number | null, { joined_at }: { readonly joined_at?: unknown } = {}) =>
  now === null || (joined_at !== undefined && joined_at !== null) ? {} : { joined_at: formatTime(now) }

/** Who gets a role has no rules to accept any more. Source: the platform's documentation of membership screening. */
const isLetIn = ({ roles, pending }: FileElement, before: FileElement | undefined): boolean => {
  if (!Array.isArray(roles) || pending !== undefined) return false
  const held = before?.["roles"]
  return roles.some((role) => !(Array.isArray(held) && held.includes(role)))
}

/** Whether a loaded member boosts, or a loaded role is of those who do. Without callbacks: most edits are not about boosts. */
const isAboutBoosts = ({ members, roles }: World): boolean => {
  for (const { premium_since } of members) if (premium_since !== undefined) return true
  for (const { premium_subscriber } of roles) if (premium_subscriber === true) return true
  return false
}

const counted = (world: World, guildId: Snowflake, more: number): World =>
  more === 0 ? world : { ...world, guilds: world.guilds.map((g) => (g.id === guildId ? boostedBy(g, more) : g)) }

/** A removed role leaves its members. */
const without: Element<Member>["without"] = (member, gone) => {
  if (ownerGone(member, gone)) return undefined
  const leaves = (role: Snowflake) => isGone(gone, "roles", member.guild_id, role)
  return member.roles.some(leaves) ? { ...member, roles: member.roles.filter((role) => !leaves(role)) } : member
}

export const element = {
  list: "members",
  ...own,
  defaults,
  unique: [onceInList("member", "user_id", "A user is a member of a guild once.")],
  named: "user_id",
  buildAll,
  toFile: withoutGuild,
  collections: ["member"],
  key: (m) => [m.guild_id, m.user_id],
  indexes: { user: (m) => [m.user_id] },
  belongsTo: ["guild", "user"],
  without,
  event: (member) => ({ guild_id: member.guild_id, user_id: member.user_id, member }),
  beforeWith: ["roles"],
  quietWithGuild: true,
  edit: {
    unknown: UnknownMember,
    dependents: { channels: "guild", scheduled_events: "guild", voice_states: "member" },
    // A new invitation to a member who is there changes nothing about when they joined.
    kept: ["joined_at"],
    completed: ({ body }, merged, before, { now }) => ({
      ...(before === undefined ? joinedNow(now, merged) : {}),
      ...(isLetIn(body, before) ? { pending: false } : {})
    }),
    record: ({ guild_id }, draft) => build(guild_id, draft),
    settled: (before, after, { guild_id }) => {
      if (!(isAboutBoosts(before) || isAboutBoosts(after))) return after
      const more = boostsIn(after.members) - boostsIn(before.members)
      return withBoosters(counted(after, guild_id, more), guild_id)
    },
    refused: ({ bans }, _, { guild_id, user_id }) =>
      bans.some((ban) => ban.guild_id === guild_id && ban.user_id === user_id)
        ? [fault(["user_id"], WorldError.bannedMember)]
        : [],
    obstacle: (world, { guild_id, user_id }) => {
      if (world.guilds.some((g) => g.id === guild_id && g.owner_id === user_id)) {
        return "The owner of a guild is a member of it; give the guild another owner first."
      }
      return installedBots(world, guild_id).includes(user_id)
        ? "The bot of an application that is installed with the bot scope is a member; remove the installation instead."
        : undefined
    }
  }
} satisfies GuildKind<Member, Draft, "member">

/** Bot users that installations make members of a guild. */
const installedBots = (world: World, guildId: Snowflake): ReadonlyArray<Snowflake> => {
  const installed = world.guild_installs.filter((i) => i.guild_id === guildId && i.scopes.includes("bot"))
  return world.applications.flatMap((a) => (installed.some((i) => i.application_id === a.id) ? [a.bot.id] : []))
}
