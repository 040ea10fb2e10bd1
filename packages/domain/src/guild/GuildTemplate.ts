/**
 * Templates of guilds: their bodies, and a guild as its template keeps it. Source: official OpenAPI document,
 * `create_guild_template`, `GuildTemplateSnapshotResponse`; the platform's documentation of guild templates.
 */
import { Schema, Struct } from "effect"
import { canonicalJson } from "../base/CanonicalJson.ts"
import { toTimestamp } from "../base/IsoTime.ts"
import { compare, type Snowflake } from "../base/Snowflake.ts"
import { type ElementBody, said, unlessNull } from "../element/ElementBody.ts"
import { SETTINGS, settingsOf } from "../record/GuildSettings.ts"
import { type GuildTemplate, limits } from "../record/GuildTemplate.ts"
import { DEFAULTS } from "../record/RecordDefaults.ts"
import { type Guild, type GuildChannel, isThread, type Role } from "../record/World.ts"
import { ChannelType } from "../record/WorldVocabulary.ts"
import { decoder, field, needed } from "../validation/Shape.ts"
import { text } from "../validation/ShapeLimits.ts"
import type { UserObject } from "./GuildWire.ts"

const description = field(text(0, limits.descriptionMax))

export const NewTemplate = Schema.Struct({ name: needed(text(1, limits.nameMax)), description }).annotate({
  identifier: "NewTemplateBody"
})
export const TemplateEdit = Schema.Struct({ name: field(text(1, limits.nameMax)), description }).annotate({
  identifier: "TemplateBody"
})

const decode = decoder(TemplateEdit)

/** The fields that a body gives; the rules of the world demand a name and judge lengths. */
export const templateBody = (sent: unknown): Pick<ElementBody, "body" | "faults"> => {
  const { value, faults } = decode(sent)
  const about = value.description === undefined ? undefined : value.description || null
  return { body: said({ name: unlessNull(value.name), description: about }), faults }
}

interface Source {
  readonly guild: Guild
  readonly roles: ReadonlyArray<Role>
  readonly channels: ReadonlyArray<GuildChannel>
}

/** The types of channels that templates have, for those that they do not have. */
const KEPT: Readonly<Record<number, number>> = {
  [ChannelType.GUILD_ANNOUNCEMENT]: ChannelType.GUILD_TEXT,
  [ChannelType.GUILD_STAGE_VOICE]: ChannelType.GUILD_VOICE,
  [ChannelType.GUILD_MEDIA]: ChannelType.GUILD_FORUM
}

/** A guild without people: roles and channels are counted in place of their ids, @everyone as 0. */
export const snapshotOf = ({ guild, roles, channels }: Source): Readonly<Record<string, unknown>> => {
  const settings = settingsOf(guild)
  const kept = channels
    .filter((channel) => !isThread(channel))
    .toSorted((a, b) => a.position - b.position || compare(a.id, b.id))
  const own = roles.toSorted((a, b) => numberFor(a, guild.id) - numberFor(b, guild.id) || compare(a.id, b.id))
  const roleNumbers = new Map(own.map(({ id }, i) => [id, i]))
  const channelNumbers = new Map(kept.map(({ id }, i) => [id, i + 1]))
  const channelNumber = (id: Snowflake | null) => {
    const number = channelNumbers.get(id ?? "")
    return number === undefined ? null : String(number)
  }
  return {
    name: guild.name,
    description: settings.description,
    region: settings.region,
    verification_level: settings.verification_level,
    default_message_notifications: settings.default_message_notifications,
    explicit_content_filter: settings.explicit_content_filter,
    preferred_locale: guild.preferred_locale,
    afk_channel_id: channelNumber(settings.afk_channel_id),
    afk_timeout: settings.afk_timeout,
    system_channel_id: channelNumber(settings.system_channel_id),
    system_channel_flags: settings.system_channel_flags,
    roles: own.map((role, id) => roleOf(role, id)),
    channels: kept.map((channel, i) => ({
      ...channelOf(channel, i + 1),
      parent_id: channelNumber(channel.parent_id),
      permission_overwrites: channel.permission_overwrites.flatMap(({ id, type, allow, deny }) => {
        const number = type === 0 ? roleNumbers.get(id) : undefined
        return number === undefined ? [] : [{ id: String(number), type, allow, deny }]
      })
    }))
  }
}

/** @everyone is first. */
const numberFor = ({ id, position }: Role, guildId: Snowflake) => (id === guildId ? -1 : position)

const roleOf = ({ name, permissions, color = DEFAULTS.role.color, hoist, mentionable }: Role, id: number) => ({
  id,
  name,
  permissions,
  color,
  colors: { primary_color: color, secondary_color: null, tertiary_color: null },
  hoist: hoist ?? DEFAULTS.role.hoist,
  mentionable: mentionable ?? DEFAULTS.role.mentionable,
  icon: null,
  unicode_emoji: null
})

const channelOf = (channel: GuildChannel, id: number) => {
  const d = DEFAULTS.channel
  return {
    id,
    type: KEPT[channel.type] ?? channel.type,
    name: channel.name,
    position: channel.position,
    topic: channel.topic,
    bitrate: channel.bitrate ?? d.bitrate,
    user_limit: channel.user_limit ?? d.user_limit,
    nsfw: channel.nsfw,
    rate_limit_per_user: channel.rate_limit_per_user ?? d.rate_limit_per_user,
    default_auto_archive_duration: channel.default_auto_archive_duration ?? null,
    available_tags: null,
    template: "",
    default_reaction_emoji: null,
    default_thread_rate_limit_per_user: null,
    default_sort_order: null,
    default_forum_layout: null,
    default_tag_setting: null,
    theme_color: null
  }
}

const BLANK = {
  ...Struct.pick(SETTINGS, ["description", "region", "verification_level", "default_message_notifications"]),
  ...Struct.pick(SETTINGS, ["explicit_content_filter", "afk_channel_id", "afk_timeout", "system_channel_id"]),
  ...{
    name: "",
    preferred_locale: "en-US",
    system_channel_flags: SETTINGS.system_channel_flags,
    roles: [],
    channels: []
  }
}

/** `now`: the guild as it is, from which follows whether the template is behind it. */
export const templateObject = (
  template: GuildTemplate,
  {
    guildId,
    creator,
    now
  }: { readonly guildId: Snowflake; readonly creator: UserObject | undefined; readonly now: object }
) => {
  const { created_at, updated_at, serialized_source_guild, ...fields } = template
  return {
    ...fields,
    creator: creator ?? null,
    created_at: toTimestamp(created_at) ?? created_at,
    updated_at: toTimestamp(updated_at) ?? updated_at,
    source_guild_id: guildId,
    // A world may give less of it.
    serialized_source_guild: { ...BLANK, ...serialized_source_guild },
    is_dirty: canonicalJson(serialized_source_guild) === canonicalJson(now) ? null : true
  }
}
