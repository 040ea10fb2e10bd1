/**
 * Answers whether the elements exist that a draft refers to. The decoder answers for a file (`WorldIndex`), an edit
 * answers for the stored elements around it (`referencesIn`).
 */
import type { Snowflake } from "../../base/Snowflake.ts"
import { hasManagedRole, managedRoleId } from "../../record/ManagedRole.ts"
import type { Listed, World } from "../../record/World.ts"

/** What the fields of records and bodies name: records of a list, or users and bots. An edit loads it. */
export const NAMED = {
  guild_id: "guilds",
  application_id: "applications",
  target_application_id: "applications",
  channel_id: "channels",
  exempt_channels: "channels",
  roles: "roles",
  role_ids: "roles",
  exempt_roles: "roles",
  emoji_id: "emojis",
  guild_scheduled_event_id: "scheduled_events",
  user_id: "account",
  owner_id: "account",
  owner_user_id: "account",
  creator_id: "account",
  reviewer_id: "account",
  inviter_id: "account",
  target_user_id: "account"
} as const satisfies Readonly<Record<string, Listed | "account">>

type Has = (id: Snowflake) => boolean

export interface References {
  readonly application: Has
  readonly user: Has
  /** Bot users. */
  readonly bot: Has
  /** Undefined when there is no such guild. */
  readonly guild: (id: Snowflake) => GuildReferences | undefined
  /** A channel that can hold messages: of a guild, direct, or a lobby's (wire-rest.md §6.3). */
  readonly anyChannel: Has
  /** A text channel of any guild. */
  readonly textChannel: Has
  readonly command: (
    id: Snowflake
  ) =>
    | { readonly application_id?: string | null | undefined; readonly guild_id?: string | null | undefined }
    | undefined
}

export interface GuildReferences {
  /** @everyone included. */
  readonly role: Has
  /** The managed role of an installed bot: overwrites name it, people do not hold it. */
  readonly managedRole: Has
  /** The owner and the bots of installations included. */
  readonly member: Has
  /** Undefined when the guild has no such channel. */
  readonly channelType: (id: Snowflake) => number | undefined
  /** A tag of a forum or media channel. */
  readonly forumTag: (channelId: Snowflake, tagId: Snowflake) => boolean
  readonly scheduledEvent: Has
  /** A custom emoji. */
  readonly emoji: Has
}

/** The references that the elements of a world answer for. */
export const referencesIn = (world: World): References => ({
  application: (id) => world.applications.some((a) => a.id === id),
  user: (id) => world.users.some((u) => u.id === id),
  bot: (id) => world.applications.some((a) => a.bot.id === id),
  guild: (id) => (world.guilds.some((g) => g.id === id) ? guildIn(world, id) : undefined),
  anyChannel: (id) => [...world.channels, ...world.direct_channels, ...world.lobbies].some((c) => c.id === id),
  textChannel: (id) => world.channels.some((c) => c.id === id && c.type === 0),
  command: (id) => world.commands.find((c) => c.id === id)
})

const guildIn = (world: World, guildId: Snowflake): GuildReferences => ({
  role: (id) => id === guildId || world.roles.some((r) => r.guild_id === guildId && r.id === id),
  managedRole: (id) =>
    world.guild_installs.some((i) => i.guild_id === guildId && hasManagedRole(i) && managedRoleId(i) === id),
  member: (id) => world.members.some((m) => m.guild_id === guildId && m.user_id === id),
  channelType: (id) => world.channels.find((c) => c.guild_id === guildId && c.id === id)?.type,
  forumTag: (channelId, tagId) => {
    const forum = world.channels.find((c) => c.guild_id === guildId && c.id === channelId)
    return forum?.available_tags?.some((tag) => tag.id === tagId) === true
  },
  scheduledEvent: (id) => world.scheduled_events.some((e) => e.guild_id === guildId && e.id === id),
  emoji: (id) => world.emojis.some((e) => e.guild_id === guildId && e.id === id)
})

/** The same references, but for one guild. */
export const withGuild = (references: References, guildId: Snowflake, guild: GuildReferences): References => ({
  ...references,
  guild: (id) => (id === guildId ? guild : references.guild(id))
})
