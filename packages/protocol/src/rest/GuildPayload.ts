/**
 * Bodies of guilds, roles, members, channels of a guild and users, as far as they are read: the official OpenAPI
 * document has more fields, which are accepted (and reported by `--strict`).
 */
import { guild as limits } from "@backlot/domain/base/Limits"
import { LOCALES } from "@backlot/domain/base/Locale"
import { ARCHIVE_DURATIONS, GUILD_CHANNEL_TYPES } from "@backlot/domain/record/WorldVocabulary"
import { SnowflakeText } from "@backlot/domain/validation/Shown"
import { Schema } from "effect"
import { list, nullable, Permissions, text, whole } from "./Field.ts"

const name = text(1, 100)

export const GuildEdit = Schema.Struct({
  name: nullable(name),
  preferred_locale: nullable(Schema.Literals(LOCALES))
}).annotate({ identifier: "GuildEditBody" })

const color = whole(0, limits.colorMax)

export const RoleBody = Schema.Struct({
  name: nullable(name),
  permissions: nullable(Permissions),
  color: nullable(color),
  colors: nullable(Schema.Struct({ primary_color: nullable(color) }).annotate({ identifier: "RoleColorsBody" })),
  hoist: nullable(Schema.Boolean),
  mentionable: nullable(Schema.Boolean)
}).annotate({ identifier: "RoleBody" })

export const RolePositions = list(
  Schema.Struct({ id: SnowflakeText, position: nullable(Schema.Int) }).annotate({ identifier: "RolePositionBody" }),
  limits.positions
)

const nick = nullable(text(0, 32))

export const MemberEdit = Schema.Struct({
  nick,
  roles: nullable(Schema.Array(SnowflakeText)),
  mute: nullable(Schema.Boolean),
  deaf: nullable(Schema.Boolean),
  channel_id: nullable(SnowflakeText),
  communication_disabled_until: nullable(
    Schema.String.annotate({ description: "A date and time of ISO 8601, at most 28 days in the future." })
  ),
  flags: nullable(Schema.Int)
}).annotate({ identifier: "MemberEditBody" })

export const OwnMemberEdit = Schema.Struct({ nick }).annotate({ identifier: "OwnMemberEditBody" })

const Overwrite = Schema.Struct({
  id: SnowflakeText,
  type: Schema.Literals([0, 1]).annotate({ description: "0 role, 1 member." }),
  allow: nullable(Permissions),
  deny: nullable(Permissions)
}).annotate({ identifier: "ChannelOverwriteBody" })

export const channelFields = {
  type: nullable(Schema.Literals(GUILD_CHANNEL_TYPES)),
  position: nullable(whole(0, 10_000)),
  topic: nullable(text(0, 4096)),
  nsfw: nullable(Schema.Boolean),
  parent_id: nullable(SnowflakeText),
  permission_overwrites: nullable(list(Overwrite, 1000)),
  rate_limit_per_user: nullable(whole(0, limits.slowmodeMaxSeconds)),
  bitrate: nullable(whole(limits.bitrateMin, limits.bitrateMax)),
  user_limit: nullable(whole(0, limits.userLimitMax)),
  default_auto_archive_duration: nullable(Schema.Literals(ARCHIVE_DURATIONS))
}

export const NewChannel = Schema.Struct({ name, ...channelFields }).annotate({ identifier: "NewChannelBody" })

export const ChannelPositions = list(
  Schema.Struct({
    id: SnowflakeText,
    position: channelFields.position,
    parent_id: nullable(SnowflakeText),
    lock_permissions: nullable(Schema.Boolean)
  }).annotate({ identifier: "ChannelPositionBody" }),
  limits.positions
)

export const SelfEdit = Schema.Struct({ username: nullable(text(1, 32)) }).annotate({ identifier: "SelfEditBody" })
