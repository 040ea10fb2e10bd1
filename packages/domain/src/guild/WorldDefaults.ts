/**
 * Default values of a world's elements. The builder and the published JSON Schema use the same table. product.md "World
 * file" shows some values; the others are our choice: docs/choices.md "World file".
 */
import { lobby } from "../base/Limits.ts"
import * as Permission from "../permission/Permission.ts"

/** The default permissions of @everyone: talk, use commands and Activities, start threads. */
const EVERYONE: ReadonlyArray<Permission.PermissionName> = [
  "ADD_REACTIONS",
  "STREAM",
  "VIEW_CHANNEL",
  "SEND_MESSAGES",
  "EMBED_LINKS",
  "ATTACH_FILES",
  "READ_MESSAGE_HISTORY",
  "USE_EXTERNAL_EMOJIS",
  "CONNECT",
  "SPEAK",
  "USE_VAD",
  "CHANGE_NICKNAME",
  "USE_APPLICATION_COMMANDS",
  "CREATE_PUBLIC_THREADS",
  "SEND_MESSAGES_IN_THREADS",
  "USE_EMBEDDED_ACTIVITIES",
  "USE_EXTERNAL_APPS"
]

export const EVERYONE_NAME = "@everyone"

/** Decimal bit set of a guild's @everyone role when the world does not describe it. */
export const EVERYONE_PERMISSIONS = EVERYONE.reduce((set, name) => set | Permission.BITS[name], 0n).toString()

/** When a member without `joined_at` joined. */
export const JOINED_AT = "2025-01-01T00:00:00Z"

/** Constant defaults per kind of element; defaults that depend on another field are in the element's own file. */
export const DEFAULTS = {
  world: { automatic_launch: true },
  application: {
    description: "",
    redirect_uris: [],
    interactions_endpoint_url: null,
    event_webhooks_url: null,
    integration_types: [0, 1],
    flags: [],
    discoverable: false,
    tags: [],
    custom_install_url: null,
    role_connections_verification_url: null,
    install_params: null,
    integration_types_config: null,
    max_participants: null,
    explicit_content_filter: 0
  },
  install_params: { scopes: [], permissions: "0" },
  user: { global_name: null, locale: "en-US", adult: true, nsfw_dms: false, installs: [] },
  user_install: { scopes: ["applications.commands"] },
  guild: { preferred_locale: "en-US", features: [], roles: [], channels: [], members: [], installs: [] },
  role: { permissions: "0", color: 0, hoist: false, mentionable: false },
  channel: {
    type: 0,
    parent_id: null,
    nsfw: false,
    topic: null,
    permission_overwrites: [],
    rate_limit_per_user: 0,
    bitrate: 64_000,
    user_limit: 0,
    default_auto_archive_duration: 4320,
    auto_archive_duration: 4320
  },
  overwrite: { allow: "0", deny: "0" },
  member: { nick: null, roles: [], joined_at: JOINED_AT, timed_out_until: null },
  guild_install: { scopes: ["bot", "applications.commands"], permissions: "0", role_position: 1 },
  direct_channel: { type: 1, name: null },
  rate_limit: { per_second: 50, buckets: [] },
  command: { type: 1 },
  lobby: { metadata: null, members: [], flags: 0, idle_timeout_seconds: lobby.idleDefaultSeconds },
  lobby_member: { metadata: null, flags: 0 }
} as const
