/** A channel of a guild, or a thread. */

import { formatTime } from "../../base/IsoTime.ts"
import { guild as limits } from "../../base/Limits.ts"
import type { Snowflake } from "../../base/Snowflake.ts"
import { thread } from "../../base/ThreadLimits.ts"
import type { FileElement, Target } from "../../element/WorldTarget.ts"
import { fault } from "../../error/Fault.ts"
import { UnknownChannel } from "../../error/ServiceError.ts"
import { withMembers } from "../../guild/ThreadMembership.ts"
import { REGION_IDS, VIDEO_QUALITY_MODES } from "../../guild/VoiceRegion.ts"
import { STATUS_MAX } from "../../guild/VoiceStatus.ts"
import { isCommunityChannel } from "../../record/GuildSettings.ts"
import { DEFAULTS } from "../../record/RecordDefaults.ts"
import { type Guild, type GuildChannel, isThread, type PermissionOverwrite, type World } from "../../record/World.ts"
import {
  ARCHIVE_DURATIONS,
  ChannelType,
  GUILD_CHANNEL_TYPES,
  isThreadType,
  VOICE_TYPES,
  WEBHOOK_CHANNELS
} from "../../record/WorldVocabulary.ts"
import { HOSTS } from "../../scheduled-event/ScheduledEvent.ts"
import { Any, Bool, Id, Int, list, Text } from "../../validation/Shape.ts"
import { beyond } from "../field/Beyond.ts"
import * as Forum from "../field/ForumFields.ts"
import { goneKey, isGone, ownerGone } from "../field/Gone.ts"
import { namedOtherwise } from "../field/GuildFields.ts"
import { between, length, oneOf, required, size } from "../rule/Check.ts"
import * as EventRule from "../rule/EventRule.ts"
import { fieldsOf } from "../rule/Fields.ts"
import { beside, held as heldIn, type Placed, place } from "../rule/Placed.ts"
import { type References, referencesIn, withGuild } from "../rule/References.ts"
import * as Relation from "../rule/Relation.ts"
import { by, holder, idOf, pair, type UniqueRule, uniqueIds } from "../rule/Unique.ts"
import * as Value from "../rule/Value.ts"
import * as WorldError from "../rule/WorldError.ts"
import { channelEvent } from "./ChannelEvent.ts"
import { type Element, type GuildKind, withoutGuild } from "./Element.ts"

const Overwrite = fieldsOf("overwrite", {
  id: [Id, required, Relation.overwriteTarget],
  type: [Int, required, oneOf([0, 1])],
  allow: [Any, Value.permissions],
  deny: [Any, Value.permissions]
})

/** The lowest place of a channel; several can have one. */
const LOWEST = 10_000

const ThreadMember = fieldsOf("thread_member", {
  user_id: [Id, required, Value.account],
  joined_at: [Text, Value.time]
})

const own = fieldsOf(
  "channel",
  {
    id: [Id, required],
    name: [Text, required, length(1, 100)],
    type: [Int, oneOf(GUILD_CHANNEL_TYPES)],
    position: [Int, between(0, LOWEST)],
    parent_id: [Id, Relation.parent],
    nsfw: [Bool, Relation.notOnThread],
    topic: [Text, length(0, 4096)],
    permission_overwrites: [list(Overwrite.shape), size(0, 1000), Relation.notOnThread],
    rate_limit_per_user: [Int, between(0, limits.slowmodeMaxSeconds)],
    bitrate: [Int, between(limits.bitrateMin, limits.bitrateMax)],
    user_limit: [Int, between(0, limits.userLimitMax)],
    rtc_region: [Text, oneOf(REGION_IDS)],
    video_quality_mode: [Int, oneOf(VIDEO_QUALITY_MODES)],
    status: [Text, EventRule.voiceOnly, length(1, STATUS_MAX)],
    default_auto_archive_duration: [Int, oneOf(ARCHIVE_DURATIONS)],
    owner_id: [Id, Relation.threadOnly, Value.account],
    archived: [Bool, Relation.threadOnly],
    locked: [Bool, Relation.threadOnly],
    auto_archive_duration: [Int, Relation.threadOnly, oneOf(ARCHIVE_DURATIONS)],
    invitable: [Bool, Relation.threadOnly],
    archive_timestamp: [Text, Relation.threadOnly, Value.time],
    create_timestamp: [Text, Relation.threadOnly, Value.time],
    active_at: [Text, Relation.threadOnly, Value.time],
    members: [list(ThreadMember.shape), Relation.threadOnly, size(0, thread.members)],
    deleted_messages: [Int, Relation.threadOnly, between(0, Number.MAX_SAFE_INTEGER)],
    ...Forum.FIELDS
  },
  { permission_overwrites: Overwrite, members: ThreadMember, available_tags: Forum.Tag }
)

type Draft = typeof own.shape.Type

const places = (channels: ReadonlyArray<Placed<Draft>>) => ({
  ...own.places(channels),
  default_reaction_emoji: heldIn(channels, "default_reaction_emoji", (c) => c.default_reaction_emoji)
})

type WithId = ReadonlyArray<Placed<{ readonly id?: string | null }>>

/** Ids of guild channels and of direct channels. */
export const uniqueChannels: UniqueRule<{ readonly channel?: WithId; readonly direct_channel?: WithId }> = uniqueIds(
  "channel",
  (p) => [...idOf(p.channel ?? []), ...idOf(p.direct_channel ?? [])]
)

const uniqueOverwrites: UniqueRule<ReturnType<typeof own.places>> = {
  entries: (p) => by(p.overwrite, "id", (o, at) => pair(holder(at), pair(o.type, o.id))),
  problem: WorldError.duplicateEntry("A role or member has one overwrite in a channel.")
}

const uniqueThreadMembers: UniqueRule<ReturnType<typeof own.places>> = {
  entries: (p) => by(p.thread_member, "user_id", (member, at) => pair(holder(at), member.user_id)),
  problem: WorldError.duplicateEntry("A user or bot is in a thread once.")
}

const defaults = {
  channel: {
    type: 0,
    parent_id: null,
    nsfw: false,
    topic: null,
    permission_overwrites: [],
    status: null,
    ...DEFAULTS.channel
  },
  overwrite: { allow: "0", deny: "0" },
  ...Forum.defaults
}

const EXTRAS = ["rate_limit_per_user", "bitrate", "user_limit", "rtc_region", "status"] as const

/** What a thread has of its channel: the age restriction, and the tags that a post can have. */
interface Parent {
  readonly nsfw?: boolean | null | undefined
  readonly available_tags?: ReadonlyArray<{ readonly id?: string | null | undefined }> | null | undefined
}

type FindParent = (parentId: Snowflake | null | undefined) => Parent | undefined

/** `position`: the default. */
const build = (
  guild: Pick<Guild, "id" | "owner_id">,
  draft: Draft,
  position: number,
  parentOf: FindParent
): GuildChannel => {
  const d = defaults.channel
  const isOfThread = isThreadType(draft.type)
  const parent = isOfThread ? parentOf(draft.parent_id) : undefined
  return {
    id: draft.id ?? "",
    guild_id: guild.id,
    name: draft.name ?? "",
    type: draft.type ?? d.type,
    position: draft.position ?? position,
    parent_id: draft.parent_id ?? d.parent_id,
    nsfw: (isOfThread ? parent?.nsfw : draft.nsfw) ?? d.nsfw,
    topic: draft.topic ?? d.topic,
    permission_overwrites: (draft.permission_overwrites ?? []).map((o) => ({
      id: o.id ?? "",
      type: o.type === 1 ? 1 : 0,
      allow: Value.permissionsOr(o.allow, defaults.overwrite.allow),
      deny: Value.permissionsOr(o.deny, defaults.overwrite.deny)
    })),
    ...beyond(draft, EXTRAS, d),
    ...(draft.video_quality_mode === 2 ? { video_quality_mode: 2 as const } : {}),
    ...Forum.build(draft),
    ...archiveDuration(draft, "default_auto_archive_duration"),
    ...(isOfThread
      ? {
          owner_id: draft.owner_id ?? guild.owner_id,
          archived: draft.archived ?? false,
          locked: draft.locked ?? false,
          ...archiveDuration(draft, "auto_archive_duration"),
          ...beyond(draft, THREAD_EXTRAS, d),
          ...beyond(draft, TIMES, NEVER),
          ...membersOf(draft)
        }
      : {})
  }
}

const THREAD_EXTRAS = ["invitable", "deleted_messages"] as const
const TIMES = ["archive_timestamp", "active_at", "create_timestamp"] as const
const NEVER = { archive_timestamp: null, active_at: null, create_timestamp: null }

/** A thread whose members nobody names has its owner. */
const membersOf = ({ members, owner_id }: Draft): Pick<GuildChannel, "members"> => {
  const given = members ?? (owner_id == null ? [] : [{ user_id: owner_id }])
  if (given.length === 0) return {}
  return {
    members: given.map(({ user_id, joined_at }) => ({
      user_id: user_id ?? "",
      ...(joined_at == null ? {} : { joined_at })
    }))
  }
}

const archiveDuration = <Name extends "default_auto_archive_duration" | "auto_archive_duration">(
  draft: Draft,
  name: Name
): Pick<GuildChannel, Name> => {
  const known = ARCHIVE_DURATIONS.find((duration) => duration === draft[name])
  // A computed name widens to string.
  return (known === undefined || known === defaults.channel[name] ? {} : { [name]: known }) as Pick<GuildChannel, Name>
}

/** A thread follows the overwrites and the age restriction of its channel. */
const toFile = (value: GuildChannel): FileElement => {
  const { nsfw, permission_overwrites, members = [], ...rest } = withoutGuild(value)
  return isThread(value) ? { ...rest, members } : { ...rest, nsfw, permission_overwrites }
}

const buildAll = (drafts: ReadonlyArray<Draft>, guild: Guild): ReadonlyArray<GuildChannel> => {
  const parentOf: FindParent = (id) => drafts.find((c) => c.id === id)
  return drafts.map((draft, i) => build(guild, draft, i, parentOf))
}

/**
 * Threads go with their channel; the channels of a category stay outside of it. Removed roles and members leave the
 * overwrites. A thread whose owner goes belongs to the owner of its guild, like a thread without an owner in a file.
 */
const without: Element<GuildChannel>["without"] = (channel, gone, world) => {
  const { guild_id, parent_id, owner_id, members = [] } = channel
  const orphaned = parent_id !== null && isGone(gone, "channels", parent_id)
  if (ownerGone({ guild_id }, gone) || (orphaned && isThread(channel))) return undefined
  const leaves = ({ type, id }: PermissionOverwrite) => isGone(gone, type === 0 ? "roles" : "members", guild_id, id)
  const isOut = ({ user_id }: { readonly user_id: Snowflake }) =>
    isGone(gone, "members", guild_id, user_id) || isGone(gone, "account", user_id)
  const unowned = owner_id !== undefined && isGone(gone, "account", owner_id)
  const heir = unowned ? world.guilds.find((g) => g.id === guild_id)?.owner_id : undefined
  const changed = {
    ...(orphaned ? { parent_id: null } : {}),
    ...(channel.permission_overwrites.some(leaves)
      ? { permission_overwrites: channel.permission_overwrites.filter((o) => !leaves(o)) }
      : {}),
    ...(heir === undefined ? {} : { owner_id: heir })
  }
  const left = Object.keys(changed).length === 0 ? channel : { ...channel, ...changed }
  return members.some(isOut)
    ? withMembers(
        left,
        members.filter((member) => !isOut(member))
      )
    : left
}

export const element = {
  list: "channels",
  ...own,
  places,
  rules: { ...own.rules, ...Forum.Reaction.rules },
  defaults,
  ids: uniqueChannels,
  unique: [uniqueOverwrites, uniqueThreadMembers, ...Forum.uniqueTags],
  buildAll,
  toFile,
  collections: ["channel"],
  key: (c) => [c.id],
  order: (c) => [c.guild_id, c.id],
  belongsTo: ["guild"],
  without,
  event: channelEvent,
  beforeWith: ["permission_overwrites", "status", "rtc_region"],
  quietWithGuild: true,
  edit: {
    unknown: UnknownChannel,
    dependents: {
      command_permissions: "guild",
      auto_moderation_rules: "guild",
      invites: "channel",
      webhooks: "channel",
      scheduled_events: "channel",
      stage_instances: "channel",
      voice_states: "channel"
    },
    timed: true,
    kept: ["position", "active_at", "create_timestamp"],
    /** A new channel goes below the others; threads have no place among them. */
    completed: ({ target, body }, merged, before, { channels, now }) => {
      const turned = archiveTime(body, merged, before, now)
      if (merged["position"] !== undefined && merged["position"] !== null) return turned
      const others = channels.filter(
        (c) => c.guild_id === target.guild_id && c.id !== target.channel_id && !isThread(c)
      )
      const bottom = others.reduce((lowest, channel) => Math.max(lowest, channel.position), -1)
      return { ...turned, position: before?.["position"] ?? Math.min(bottom + 1, LOWEST) }
    },
    /** Nobody stays connected to a channel that is no longer for voice. Its events and its stage go with its type. */
    dropped: (world, { guild_id, channel_id }, _, { type }) => {
      const isHere = (one: { readonly channel_id: Snowflake | null }) => one.channel_id === channel_id
      const events = world.scheduled_events.filter((e) => isHere(e) && HOSTS[e.entity_type] !== type)
      const stages = type === ChannelType.GUILD_STAGE_VOICE ? [] : world.stage_instances.filter(isHere)
      const states = VOICE_TYPES.some((voice) => voice === type) ? [] : world.voice_states.filter(isHere)
      return [
        ...states.map(({ user_id }) => goneKey("voice_states", guild_id, user_id)),
        ...events.map(({ id }) => goneKey("scheduled_events", id)),
        ...stages.map(({ id }) => goneKey("stage_instances", id))
      ]
    },
    around: (world, target, draft) => ({
      references: withOwnType(referencesIn(world), target, draft),
      dependents: {
        channel: held(world, target).map((c) => beside(`channel ${c.id}`, placementOf(c), c.guild_id))
      },
      rivals: rivals(world, [target.channel_id], target.guild_id)
    }),
    record: ({ guild_id: id }, draft, { channels, guilds }) => {
      const parentOf: FindParent = (parentId) => channels.find((c) => c.id === parentId && c.guild_id === id)
      return build({ id, owner_id: guilds.find((g) => g.id === id)?.owner_id ?? "" }, draft, 0, parentOf)
    },
    refused: ({ invites, webhooks }, { channels, guilds }, { guild_id, channel_id }) => {
      const type = channels.find(({ id }) => id === channel_id)?.type
      const guild = guilds.find(({ id }) => id === guild_id)
      const isOf = (one: { readonly channel_id: Snowflake }) => one.channel_id === channel_id
      if (type === undefined) return []
      return [
        ...(guild === undefined ? [] : namedOtherwise(guild, channel_id, type)),
        ...(!Relation.INVITING.includes(type) && invites.some(isOf) ? [fault(["type"], WorldError.inviteChannel)] : []),
        ...(!WEBHOOK_CHANNELS.includes(type) && webhooks.some(isOf) ? [fault(["type"], WorldError.noWebhooks)] : [])
      ]
    },
    obstacle: ({ guilds }, { guild_id, channel_id }) =>
      guilds.some((guild) => guild.id === guild_id && isCommunityChannel(guild, channel_id))
        ? "A guild with the feature COMMUNITY keeps its rules_channel_id and public_updates_channel_id; name other channels first."
        : undefined,
    /** Threads follow the age restriction of their channel, and lose the tags that it loses. */
    settled: (_, world, target) => {
      const threads = new Set(held(world, target).filter(isThread))
      const parent = world.channels.find((c) => c.id === target.channel_id && c.guild_id === target.guild_id)
      return { ...world, channels: world.channels.map((c) => (threads.has(c) ? following(c, parent) : c)) }
    }
  }
} satisfies GuildKind<GuildChannel, Draft, "channel">

const following = (thread: GuildChannel, parent: GuildChannel | undefined): GuildChannel => {
  const { nsfw = false, available_tags = [] } = parent ?? {}
  const { applied_tags = [] } = thread
  const left = applied_tags.filter((id) => available_tags.some((tag) => tag.id === id))
  if (thread.nsfw === nsfw && left.length === applied_tags.length) return thread
  return { ...thread, nsfw, ...(left.length === applied_tags.length ? {} : { applied_tags: left }) }
}

/** A thread counts its silence from its beginning, and from when it was last archived or opened. */
const archiveTime = (
  body: FileElement,
  merged: FileElement,
  before: FileElement | undefined,
  now: number | null
): FileElement => {
  if (now === null || !isThreadType(merged["type"])) return {}
  if (body["archive_timestamp"] !== undefined && body["archive_timestamp"] !== null) return {}
  const isTurned = before === undefined || (before["archived"] === true) !== (merged["archived"] === true)
  if (isTurned) return { archive_timestamp: formatTime(now) }
  const kept = before["archive_timestamp"]
  return kept === undefined ? {} : { archive_timestamp: kept }
}

/** The threads of a channel, or the channels of a category. */
const held = ({ channels }: World, { guild_id, channel_id }: Target<"channel">) =>
  channels.filter((c) => c.parent_id === channel_id && c.guild_id === guild_id && c.id !== channel_id)

/** The fields of a channel that depend on the channel that holds it. */
const placementOf = ({ id, name, type, parent_id }: GuildChannel): Draft => ({ id, name, type, parent_id })

const withOwnType = (references: References, { guild_id, channel_id }: Target<"channel">, draft: Draft): References => {
  const guild = references.guild(guild_id)
  if (guild === undefined) return references
  return withGuild(references, guild_id, {
    ...guild,
    channelType: (id) => (id === channel_id ? (draft.type ?? defaults.channel.type) : guild.channelType(id))
  })
}

/** Channels elsewhere that have one of these ids. */
export const rivals = (
  { channels, direct_channels }: World,
  ids: ReadonlyArray<Snowflake>,
  guildId: Snowflake
): { readonly channel: ReadonlyArray<Placed<Draft>>; readonly direct_channel: WithId } => ({
  channel: channels.flatMap(({ id, guild_id }) =>
    guild_id !== guildId && ids.includes(id) ? [place([], { id })] : []
  ),
  direct_channel: direct_channels.flatMap(({ id }) =>
    ids.includes(id) ? [beside(`direct channel ${id}`, { id })] : []
  )
})
