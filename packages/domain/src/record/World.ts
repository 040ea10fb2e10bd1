/**
 * The surroundings of commands: applications, users, guilds and their parts, in the shape of the world file with every
 * default filled in. Source: product.md "World file".
 */

import type { Locale } from "../base/Locale.ts"
import type { Snowflake } from "../base/Snowflake.ts"
import type { Adornments, Pictures } from "./Adornment.ts"
import type { ApplicationCommand, IntegrationType } from "./ApplicationCommand.ts"
import type { AutoModerationRule } from "./AutoModeration.ts"
import type { Connection } from "./Connection.ts"
import type { EventException, RecurrenceRule, ScheduledEvent, StageInstance } from "./EventRecord.ts"
import type { ForumFields, ForumTag } from "./ForumRecord.ts"
import type {
  ApplicationEmoji,
  Ban,
  Boosting,
  Emoji,
  Invite,
  SoundboardSound,
  Sticker,
  VoiceState,
  Webhook
} from "./GuildRecord.ts"
import type { KeptSettings } from "./GuildSettings.ts"
import type { GuildTemplate } from "./GuildTemplate.ts"
import type { JoinRequest } from "./JoinRequest.ts"
import type { LinkEmbed } from "./LinkEmbed.ts"
import type { Lobby } from "./Lobby.ts"
import type { NewMemberWelcome } from "./NewMemberWelcome.ts"
import type { Onboarding } from "./Onboarding.ts"
import type { Entitlement, RoleConnection, RoleConnectionMetadata, Sku, Subscription } from "./PremiumRecord.ts"
import type { Team } from "./Team.ts"
import type { ThreadFields, ThreadMember } from "./ThreadRecord.ts"
import type { UploadedPicture } from "./UploadedPicture.ts"
import type { WelcomeScreen } from "./WelcomeScreen.ts"
import type { ARCHIVE_DURATIONS } from "./WorldVocabulary.ts"

export type { Lobby, LobbyMember } from "./Lobby.ts"
export type {
  ApplicationEmoji,
  AutoModerationRule,
  Ban,
  Emoji,
  Entitlement,
  EventException,
  ForumTag,
  Invite,
  RecurrenceRule,
  RoleConnection,
  RoleConnectionMetadata,
  ScheduledEvent,
  Sku,
  SoundboardSound,
  StageInstance,
  Sticker,
  Subscription,
  ThreadMember,
  VoiceState,
  Webhook
}

export interface Application {
  readonly id: Snowflake
  readonly name: string
  readonly description: string
  readonly owner_id: Snowflake
  readonly bot: BotUser
  readonly client_secret: string
  readonly redirect_uris: ReadonlyArray<string>
  readonly interactions_endpoint_url: string | null
  readonly event_webhooks_url: string | null
  /** Types of webhook events to send; absent means none. */
  readonly event_webhooks_types?: ReadonlyArray<string>
  /** Whether webhook events are sent: 1 disabled, 2 enabled; absent means not set. */
  readonly event_webhooks_status?: 1 | 2
  /** Ed25519 seed, 64 hex digits. */
  readonly private_key: string
  readonly integration_types: ReadonlyArray<IntegrationType>
  readonly flags: ReadonlyArray<string>
  readonly discoverable: boolean
  // Fields that PATCH /applications/@me may change and the service only stores (wire-rest.md §5.6).
  readonly tags: ReadonlyArray<string>
  readonly custom_install_url: string | null
  readonly role_connections_verification_url: string | null
  readonly install_params: InstallParams | null
  /** Requested scopes and permissions by installation context; null without any. */
  readonly integration_types_config: IntegrationTypesConfig | null
  /** Of the Activity; -1 means no limit. */
  readonly max_participants: number | null
  /** 0, 1 or 2. */
  readonly explicit_content_filter: number
  // Pictures as hashes; absent means none.
  readonly icon?: string
  readonly cover_image?: string
  // Addresses of what its owner wrote; absent means none.
  readonly terms_of_service_url?: string
  readonly privacy_policy_url?: string
  /** What it sells; absent means nothing. */
  readonly skus?: ReadonlyArray<Sku>
  /** For linked roles; absent means nothing. */
  readonly role_connections_metadata?: ReadonlyArray<RoleConnectionMetadata>
  /** Absent: the owner alone. */
  readonly team?: Team
}

/** The bot user of an application. */
export interface BotUser extends Pictures {
  readonly id: Snowflake
  readonly username: string
  readonly token: string
  /** Bits (`UserFlag`); absent means none. */
  readonly flags?: number
}

/** The scopes and permissions that an installation requests. */
export interface InstallParams {
  readonly scopes: ReadonlyArray<string>
  /** Decimal bit set. */
  readonly permissions: string
}

export type IntegrationTypesConfig = {
  readonly [T in IntegrationType]?: { readonly oauth2_install_params: InstallParams }
}

export interface User extends Pictures, Adornments {
  readonly id: Snowflake
  readonly username: string
  readonly global_name: string | null
  readonly locale: Locale
  readonly adult: boolean
  readonly nsfw_dms: boolean
  /** Nobody can send them direct messages; absent means open. */
  readonly closed_dms?: true
  /** Shown with the scope `email`; absent means none. */
  readonly email?: string
  /** 0 to 0xffffff: the color of a profile without a banner. */
  readonly accent_color?: number
  /** Bits (`UserFlag`); absent means none. */
  readonly flags?: number
  // Absent means nothing.
  readonly role_connections?: ReadonlyArray<RoleConnection>
  readonly connections?: ReadonlyArray<Connection>
}

export interface UserInstall {
  readonly user_id: Snowflake
  readonly application_id: Snowflake
  readonly scopes: ReadonlyArray<string>
}

export interface Role {
  readonly id: Snowflake
  readonly guild_id: Snowflake
  readonly name: string
  /** Decimal bit set. */
  readonly permissions: string
  readonly position: number
  // Absent means the default (`RecordDefaults`).
  /** 0 to 0xffffff: the first of its colors. */
  readonly color?: number
  readonly secondary_color?: number
  readonly tertiary_color?: number
  readonly hoist?: boolean
  readonly mentionable?: boolean
  /** The hash of its picture. */
  readonly icon?: string
  readonly unicode_emoji?: string
  /** Bits. */
  readonly flags?: number
  /** Who boosts the guild has it, and nobody else. */
  readonly premium_subscriber?: boolean
}

export interface PermissionOverwrite {
  readonly id: Snowflake
  /** 0: role, 1: member. */
  readonly type: 0 | 1
  readonly allow: string
  readonly deny: string
}

export interface GuildChannel extends ThreadFields, ForumFields {
  readonly id: Snowflake
  readonly guild_id: Snowflake
  readonly name: string
  readonly type: number
  readonly position: number
  readonly parent_id: Snowflake | null
  readonly nsfw: boolean
  readonly topic: string | null
  readonly permission_overwrites: ReadonlyArray<PermissionOverwrite>
  // Absent means the default (`RecordDefaults`). Stored and shown without further effect.
  /** Seconds. */
  readonly rate_limit_per_user?: number
  /** Bits per second; for voice channels. */
  readonly bitrate?: number
  /** For voice channels; 0 means no limit. */
  readonly user_limit?: number
  /** For voice channels: the id of a voice region. */
  readonly rtc_region?: string
  /** For voice channels: 2 is full; absent means 1, auto. */
  readonly video_quality_mode?: 2
  /** For voice channels: what people do there. */
  readonly status?: string
  /** Minutes. */
  readonly default_auto_archive_duration?: (typeof ARCHIVE_DURATIONS)[number]
}

/** Type 1 (two users, or a user and a bot) or 3 (a group). */
export interface DirectChannel {
  readonly id: Snowflake
  readonly type: 1 | 3
  readonly recipients: ReadonlyArray<Snowflake>
  readonly name: string | null
  /** The rest is of groups. The hash of a picture, and who owns it: the first of the recipients where it is absent. */
  readonly icon?: string
  readonly owner_id?: Snowflake
  /** Names of recipients in this group, by their ids. */
  readonly nicks?: Readonly<Record<Snowflake, string>>
}

/** Who leaves a group has no nick in it, and owns it no longer. */
export const withRecipients = (before: DirectChannel, recipients: ReadonlyArray<Snowflake>): DirectChannel => {
  const { owner_id, nicks = {}, ...channel } = before
  const kept = Object.entries(nicks).filter(([id]) => recipients.includes(id))
  return {
    ...channel,
    recipients,
    ...(owner_id !== undefined && recipients.includes(owner_id) ? { owner_id } : {}),
    ...(kept.length === 0 ? {} : { nicks: Object.fromEntries(kept) })
  }
}

export type Channel = GuildChannel | DirectChannel

/** Its pictures are those that it has in this guild alone. */
export interface Member extends Pictures, Boosting {
  readonly guild_id: Snowflake
  readonly user_id: Snowflake
  readonly nick: string | null
  /** Never includes the @everyone role. */
  readonly roles: ReadonlyArray<Snowflake>
  /** ISO 8601, as given. */
  readonly joined_at: string
  readonly timed_out_until: string | null
  // Absent means none.
  /** Bits. */
  readonly flags?: number
  readonly bio?: string
  /** They have yet to accept the rules of the guild. */
  readonly pending?: boolean
  /** Whoever connects to voice is muted and deafened from the start. */
  readonly mute?: boolean
  readonly deaf?: boolean
}

export interface GuildInstall {
  readonly guild_id: Snowflake
  readonly application_id: Snowflake
  readonly scopes: ReadonlyArray<string>
  /** Decimal bit set of the bot's managed role. */
  readonly permissions: string
  /** Id of the bot's managed role; absent means the derived one (`ManagedRole`). */
  readonly role_id?: Snowflake
  /** Position of the bot's managed role; absent means the default (`RecordDefaults`). */
  readonly role_position?: number
}

export interface Guild extends KeptSettings {
  readonly id: Snowflake
  readonly name: string
  readonly owner_id: Snowflake
  readonly preferred_locale: Locale
  readonly features: ReadonlyArray<string>
  // Absent means none.
  /** A code of its own choice that leads into it, like that of an invite. */
  readonly vanity_url_code?: string
  readonly vanity_url_uses?: number
  /** ISO 8601: nobody joins by an invite before. */
  readonly invites_disabled_until?: string
  /** ISO 8601: its members do not write to each other because of it before. */
  readonly dms_disabled_until?: string
  readonly welcome_screen?: WelcomeScreen
  readonly new_member_welcome?: NewMemberWelcome
  readonly template?: GuildTemplate
  readonly onboarding?: Onboarding
  readonly join_requests?: ReadonlyArray<JoinRequest>
}

/** A bearer or refresh token. Fixtures have it in clear; tokens that the service issues have `token_hash` (decision 44). */
export interface Token {
  /** Absent for an access token. */
  readonly kind?: "refresh"
  readonly token?: string
  /** SHA-256 of the token, 64 hex digits. */
  readonly token_hash: string
  readonly application_id: Snowflake
  /** Absent for client credentials, which act for the application's owner. */
  readonly user_id?: Snowflake
  readonly scopes: ReadonlyArray<string>
  /** Milliseconds of the service clock; null means never. */
  readonly expires_at: number | null
  /** Shared by the tokens of one authorization: 64 hex digits. Absent for other tokens. */
  readonly family?: string
}

/** A route bucket that a world adds (decision 27): `limit` requests in `window_seconds`. */
export interface RateLimitBucket {
  readonly method: string
  /** Route after `/api/v10`, with `{name}` for a parameter, e.g. `/applications/{application_id}/commands`. */
  readonly path: string
  readonly limit: number
  readonly window_seconds: number
}

export interface RateLimitOverride {
  readonly application_id: Snowflake
  readonly per_second: number
  readonly buckets: ReadonlyArray<RateLimitBucket>
  /** `platform`: routes without a bucket have the limits that clients meet on the platform. */
  readonly routes: "open" | "platform"
}

/** service.md "Application command permission": type 1 role, 2 user, 3 channel. */
export interface CommandPermission {
  readonly id: Snowflake
  readonly type: 1 | 2 | 3
  readonly permission: boolean
}

/** service.md "Guild application command permissions": `id` is a command, or the application for all commands. */
export interface GuildCommandPermissions {
  readonly id: Snowflake
  readonly application_id: Snowflake
  readonly guild_id: Snowflake
  readonly permissions: ReadonlyArray<CommandPermission>
}

/** A message as stored; a world adds its channel and leaves the rest unchanged. */
export interface WorldMessage {
  readonly id: Snowflake
  readonly channel_id: Snowflake
  readonly [field: string]: unknown
}

/** A world with every default filled in: flat lists in the order of ids, as stored. */
export interface World {
  /** Milliseconds; null does not change the clock. */
  readonly now: number | null
  /**
   * Creates an entry point for each application with an Activity and none when this world is put (decision 22); not
   * stored.
   */
  readonly automatic_launch: boolean
  readonly applications: ReadonlyArray<Application>
  readonly application_emojis: ReadonlyArray<ApplicationEmoji>
  readonly entitlements: ReadonlyArray<Entitlement>
  readonly users: ReadonlyArray<User>
  readonly user_installs: ReadonlyArray<UserInstall>
  readonly guilds: ReadonlyArray<Guild>
  readonly roles: ReadonlyArray<Role>
  readonly channels: ReadonlyArray<GuildChannel>
  readonly members: ReadonlyArray<Member>
  readonly bans: ReadonlyArray<Ban>
  readonly voice_states: ReadonlyArray<VoiceState>
  readonly emojis: ReadonlyArray<Emoji>
  readonly invites: ReadonlyArray<Invite>
  readonly webhooks: ReadonlyArray<Webhook>
  readonly scheduled_events: ReadonlyArray<ScheduledEvent>
  readonly stage_instances: ReadonlyArray<StageInstance>
  readonly stickers: ReadonlyArray<Sticker>
  readonly auto_moderation_rules: ReadonlyArray<AutoModerationRule>
  readonly soundboard_sounds: ReadonlyArray<SoundboardSound>
  readonly guild_installs: ReadonlyArray<GuildInstall>
  readonly direct_channels: ReadonlyArray<DirectChannel>
  readonly tokens: ReadonlyArray<Token>
  readonly rate_limits: ReadonlyArray<RateLimitOverride>
  readonly commands: ReadonlyArray<ApplicationCommand>
  readonly command_permissions: ReadonlyArray<GuildCommandPermissions>
  readonly lobbies: ReadonlyArray<Lobby>
  readonly messages: ReadonlyArray<WorldMessage>
  readonly pictures: ReadonlyArray<UploadedPicture>
  readonly links: ReadonlyArray<LinkEmbed>
}

/** The lists of a world. */
export type Listed = Exclude<keyof World, "now" | "automatic_launch">

/** The lists of a world, each of its own records. */
export type Lists = { readonly [L in Listed]: ReadonlyArray<World[L][number]> }

export const isDirect = (channel: Channel): channel is DirectChannel => !("guild_id" in channel)

export const isThread = (channel: Channel): boolean => channel.type === 10 || channel.type === 11 || channel.type === 12
