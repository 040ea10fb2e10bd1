/** A channel of a guild, or a thread. */
import { Schema } from "effect"
import { guild as limits } from "../../base/Limits.ts"
import type { Snowflake } from "../../base/Snowflake.ts"
import type { FileElement, Target } from "../../element/WorldTarget.ts"
import { DEFAULTS } from "../../guild/WorldDefaults.ts"
import { type Guild, type GuildChannel, isThread, type World } from "../../record/World.ts"
import { ARCHIVE_DURATIONS, GUILD_CHANNEL_TYPES, THREAD_PARENTS } from "../../record/WorldVocabulary.ts"
import { Any, Bool, field, Id, Int, list, Text } from "../../validation/Shape.ts"
import { between, length, oneOf, type Rules, required, size } from "../rule/Check.ts"
import { beside, inside, type Place, place } from "../rule/Place.ts"
import { type References, referencesIn, withGuild } from "../rule/References.ts"
import * as Relation from "../rule/Relation.ts"
import { by, holder, idOf, pair, type UniqueRule, uniqueIds } from "../rule/Unique.ts"
import * as Value from "../rule/Value.ts"
import * as WorldError from "../rule/WorldError.ts"
import { withoutTargets } from "./CommandPermissionsElement.ts"
import { beyond, type Editable, judging, type Reported, replaced, type Stored, shown, withoutGuild } from "./Element.ts"
import { withoutMessages } from "./MessageElement.ts"

const Overwrite = Schema.Struct({ id: field(Id), type: field(Int), allow: field(Any), deny: field(Any) }).annotate({
  identifier: "overwrite"
})

export const shape = Schema.Struct({
  id: field(Id),
  name: field(Text),
  type: field(Int),
  position: field(Int),
  parent_id: field(Id),
  nsfw: field(Bool),
  topic: field(Text),
  permission_overwrites: field(list(Overwrite)),
  rate_limit_per_user: field(Int),
  bitrate: field(Int),
  user_limit: field(Int),
  default_auto_archive_duration: field(Int),
  owner_id: field(Id),
  archived: field(Bool),
  locked: field(Bool),
  auto_archive_duration: field(Int)
}).annotate({ identifier: "channel" })

export type Draft = typeof shape.Type

export const places = (own: ReadonlyArray<Place<Draft>>) => ({
  channel: own,
  overwrite: inside(own, "permission_overwrites", (c) => c.permission_overwrites)
})

export const rules = {
  channel: {
    id: [required],
    name: [required, length(1, 100)],
    type: [oneOf(GUILD_CHANNEL_TYPES)],
    position: [between(0, 10_000)],
    parent_id: [Relation.parent],
    nsfw: [Relation.notOnThread],
    topic: [length(0, 4096)],
    permission_overwrites: [size(0, 1000), Relation.notOnThread],
    rate_limit_per_user: [between(0, limits.slowmodeMaxSeconds)],
    bitrate: [between(limits.bitrateMin, limits.bitrateMax)],
    user_limit: [between(0, limits.userLimitMax)],
    default_auto_archive_duration: [oneOf(ARCHIVE_DURATIONS)],
    owner_id: [Relation.threadOnly, Value.account],
    archived: [Relation.threadOnly],
    locked: [Relation.threadOnly],
    auto_archive_duration: [Relation.threadOnly, oneOf(ARCHIVE_DURATIONS)]
  } satisfies Rules<Draft>,
  overwrite: {
    id: [required, Relation.overwriteTarget],
    type: [required, oneOf([0, 1])],
    allow: [Value.permissions],
    deny: [Value.permissions]
  } satisfies Rules<typeof Overwrite.Type>
}

type WithId = ReadonlyArray<Place<{ readonly id?: string | null }>>

/** Ids of guild channels and of direct channels. */
export const uniqueChannels: UniqueRule<{ readonly channel?: WithId; readonly direct_channel?: WithId }> = uniqueIds(
  "channel",
  (p) => [...idOf(p.channel ?? []), ...idOf(p.direct_channel ?? [])]
)

export const uniqueOverwrites: UniqueRule<ReturnType<typeof places>> = {
  entries: (p) => by(p.overwrite, "id", (o, at) => pair(holder(at), pair(o.type, o.id))),
  problem: WorldError.duplicateEntry("A role or member has one overwrite in a channel.")
}

const EXTRAS = ["rate_limit_per_user", "bitrate", "user_limit"] as const

/** `position`: the default. `parentNsfw`: a thread follows the age restriction of its channel. */
export const build = (
  guild: Pick<Guild, "id" | "owner_id">,
  draft: Draft,
  position: number,
  parentNsfw: (parentId: Snowflake | null | undefined) => boolean | null | undefined
): GuildChannel => {
  const d = DEFAULTS.channel
  const thread = Object.hasOwn(THREAD_PARENTS, String(draft.type))
  return {
    id: draft.id ?? "",
    guild_id: guild.id,
    name: draft.name ?? "",
    type: draft.type ?? d.type,
    position: draft.position ?? position,
    parent_id: draft.parent_id ?? d.parent_id,
    nsfw: (thread ? parentNsfw(draft.parent_id) : draft.nsfw) ?? d.nsfw,
    topic: draft.topic ?? d.topic,
    permission_overwrites: (draft.permission_overwrites ?? []).map((o) => ({
      id: o.id ?? "",
      type: o.type === 1 ? 1 : 0,
      allow: Value.permissionsOr(o.allow, DEFAULTS.overwrite.allow),
      deny: Value.permissionsOr(o.deny, DEFAULTS.overwrite.deny)
    })),
    ...beyond(draft, EXTRAS, d),
    ...archiveDuration(draft, "default_auto_archive_duration"),
    ...(thread
      ? {
          owner_id: draft.owner_id ?? guild.owner_id,
          archived: draft.archived ?? false,
          locked: draft.locked ?? false,
          ...archiveDuration(draft, "auto_archive_duration")
        }
      : {})
  }
}

const archiveDuration = <Name extends "default_auto_archive_duration" | "auto_archive_duration">(
  draft: Draft,
  name: Name
): Pick<GuildChannel, Name> => {
  const known = ARCHIVE_DURATIONS.find((duration) => duration === draft[name])
  // A computed name widens to string.
  return (known === undefined || known === DEFAULTS.channel[name] ? {} : { [name]: known }) as Pick<GuildChannel, Name>
}

/** A thread follows the overwrites and the age restriction of its channel. */
export const toFile = (value: GuildChannel): FileElement => {
  const { nsfw, permission_overwrites, ...rest } = withoutGuild(value)
  return isThread(value) ? rest : { ...rest, nsfw, permission_overwrites }
}

type Places = ReturnType<typeof places> & { readonly direct_channel?: WithId }

const judge = judging<Draft, Places>({ shape, places, rules, unique: [uniqueChannels, uniqueOverwrites] })

export const element: Stored<GuildChannel> & Reported<GuildChannel> & Editable<Target<"channel">> = {
  collections: ["channel"],
  key: (c) => [c.id],
  order: (c) => [c.guild_id, c.id],
  event: (channel) => ({ guild_id: channel.guild_id, channel_id: channel.id, channel }),
  beforeWith: ["permission_overwrites"],
  kept: ["position"],
  find: (world, target) => shown(world.channels.find(isAt(target)), toFile),
  /** A new channel goes below the others. */
  completed: ({ target }, merged, before, { channels }) => {
    if (merged["position"] !== undefined && merged["position"] !== null) return {}
    const others = channels.filter((c) => c.guild_id === target.guild_id && c.id !== target.channel_id)
    const bottom = others.reduce((lowest, channel) => Math.max(lowest, channel.position), -1)
    return { position: before?.["position"] ?? bottom + 1 }
  },
  put: (world, target, fields, mint) =>
    judge(
      fields,
      {
        guild_id: target.guild_id,
        references: (draft) => withOwnType(referencesIn(world), target, draft),
        dependents: () => ({
          channel: held(world, target).map((c) => beside(`channel ${c.id}`, placementOf(c), c.guild_id))
        }),
        rivals: () => rivals(world, [target.channel_id], target.guild_id),
        mint
      },
      (draft) => adopted(world, target, draft)
    ),
  remove: (world, { guild_id, channel_id }) => withoutChannels(world, guild_id, new Set([channel_id]))
}

const isAt =
  ({ guild_id, channel_id }: Target<"channel">) =>
  (c: GuildChannel) =>
    c.id === channel_id && c.guild_id === guild_id

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
    channelType: (id) => (id === channel_id ? (draft.type ?? DEFAULTS.channel.type) : guild.channelType(id))
  })
}

/** Channels elsewhere that have one of these ids. */
export const rivals = (
  { channels, direct_channels }: World,
  ids: ReadonlyArray<Snowflake>,
  guildId: Snowflake
): { readonly channel: ReadonlyArray<Place<Draft>>; readonly direct_channel: WithId } => ({
  channel: channels.flatMap(({ id, guild_id }) =>
    guild_id !== guildId && ids.includes(id) ? [place([], { id })] : []
  ),
  direct_channel: direct_channels.flatMap(({ id }) =>
    ids.includes(id) ? [beside(`direct channel ${id}`, { id })] : []
  )
})

const adopted = (world: World, target: Target<"channel">, draft: Draft): World => {
  const parentNsfw = (id: Snowflake | null | undefined) =>
    world.channels.find((c) => c.id === id && c.guild_id === target.guild_id)?.nsfw
  const guild = world.guilds.find((g) => g.id === target.guild_id)
  const built = build({ id: target.guild_id, owner_id: guild?.owner_id ?? "" }, draft, 0, parentNsfw)
  const channels = replaced(world.channels, isAt(target), built).map((c) =>
    c.parent_id === built.id && c.guild_id === built.guild_id && isThread(c) && c.nsfw !== built.nsfw
      ? { ...c, nsfw: built.nsfw }
      : c
  )
  return { ...world, channels }
}

/** Channels go with their threads and messages; the channels of a category stay outside of it. */
export const withoutChannels = (world: World, guildId: Snowflake, ids: ReadonlySet<Snowflake>): World => {
  const inGuild = world.channels.filter((c) => c.guild_id === guildId)
  const threads = inGuild.filter((c) => isThread(c) && c.parent_id !== null && ids.has(c.parent_id))
  const gone = new Set([...ids, ...threads.map((c) => c.id)])
  return {
    ...world,
    channels: world.channels
      .filter((c) => c.guild_id !== guildId || !gone.has(c.id))
      .map((c) =>
        c.guild_id === guildId && c.parent_id !== null && gone.has(c.parent_id) ? { ...c, parent_id: null } : c
      ),
    command_permissions: withoutTargets(world, guildId, 3, gone),
    messages: withoutMessages(world, gone)
  }
}

/** The channels of a world without the overwrites of some roles (type 0) or members (type 1). */
export const withoutOverwrites = (
  world: World,
  guildId: Snowflake,
  type: 0 | 1,
  ids: ReadonlySet<Snowflake>
): World["channels"] =>
  world.channels.map((c) => {
    const gone = (o: (typeof c.permission_overwrites)[number]) => o.type === type && ids.has(o.id)
    return c.guild_id === guildId && c.permission_overwrites.some(gone)
      ? { ...c, permission_overwrites: c.permission_overwrites.filter((o) => !gone(o)) }
      : c
  })
