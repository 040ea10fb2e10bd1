/**
 * Entries of the audit log of a guild: what somebody changed, with each field before and after. Pure: the use case adds
 * who did it, and why. Source: official OpenAPI document, `AuditLogEntryResponse`; the platform's reference, "Audit Logs".
 */
import type { Snowflake } from "../base/Snowflake.ts"
import { shownScopes } from "../guild/IntegrationWire.ts"
import { integrationId, managedRoleId } from "../record/ManagedRole.ts"
import { MemberFlag } from "../record/MemberFlag.ts"
import { DEFAULTS } from "../record/RecordDefaults.ts"
import {
  type Emoji,
  type GuildChannel,
  isThread,
  type Member,
  type PermissionOverwrite,
  type Role,
  type Webhook,
  type World
} from "../record/World.ts"
import { type Change, type Changes, removed } from "../world/WorldChange.ts"
import { AuditAction } from "./AuditAction.ts"
import { type AuditChange, type AuditDraft, actionOf, elementDraft, fieldsOf, guildOf } from "./AuditDraft.ts"
import { eventDrafts } from "./AuditEvents.ts"
import { guildDrafts } from "./AuditGuild.ts"

export type { AuditChange, AuditDraft }

/** An entry as it is stored. */
export interface AuditEntry extends AuditDraft {
  readonly id: Snowflake
  /** Counts the entries of the guild, from 1. */
  readonly number: number
  /** Who did it. */
  readonly user_id: Snowflake
  readonly reason?: string
}

/** An entry as REST and the gateway carry it. */
export const auditEntryObject = ({ guild_id: _, number: __, ...entry }: AuditEntry) => entry

/**
 * What the changes of one edit are in the audit log. `by`: who made them; what people do to themselves, such as leaving,
 * is not recorded. `roles`: those before and after, for their names.
 */
export const draftsOf = (
  changes: Changes,
  by: Snowflake,
  { roles, applications }: Pick<World, "roles" | "applications">
): ReadonlyArray<AuditDraft> => {
  const named = (id: Snowflake) => ({ name: roles.find((role) => role.id === id)?.name ?? "", id })
  // A guild that comes or goes has no log of that.
  const whole = new Set(changes.guilds.flatMap(({ before, after }) => (before && after ? [] : (before ?? after)?.id)))
  const gone = goneIn(changes)
  return [
    ...changes.guilds.flatMap((change) => guildDrafts(change, gone)),
    ...changes.roles.flatMap(roleDraft),
    ...changes.channels.flatMap((change) => channelDrafts(change, named, gone)),
    ...memberDrafts(changes, by, named, gone),
    ...integrationDrafts(changes, by, applications),
    ...changes.bans.flatMap(banDraft),
    ...voiceDrafts(changes, by, gone),
    ...inviteDrafts(changes, gone),
    ...webhookDrafts(changes, gone),
    ...changes.emojis.flatMap((change) => elementDraft(withoutRoles(change, gone), guildOf, EMOJI, EMOJI_KEYS)),
    ...eventDrafts(changes, gone.channels),
    ...changes.stickers.flatMap((change) => elementDraft(change, guildOf, STICKER, STICKER_KEYS)),
    ...changes.auto_moderation_rules.flatMap((change) => ruleDraft(change, gone)),
    ...changes.soundboard_sounds.flatMap((change) => soundDraft(change, gone))
  ].filter(({ guild_id }) => !whole.has(guild_id))
}

/** The ids of roles, users and channels that go: what only follows from that has no entry. */
interface Gone {
  readonly roles: ReadonlySet<Snowflake>
  /** Who leaves the guild. */
  readonly members: ReadonlySet<Snowflake>
  readonly channels: ReadonlySet<Snowflake>
  readonly emojis: ReadonlySet<Snowflake>
}

const goneIn = ({ roles, members, channels, emojis, guild_installs }: Changes): Gone => ({
  roles: new Set([...removed(roles).map(({ id }) => id), ...removed(guild_installs).map(managedRoleId)]),
  members: new Set(removed(members).map(({ user_id }) => user_id)),
  channels: new Set(removed(channels).map(({ id }) => id)),
  emojis: new Set(removed(emojis).map(({ id }) => id))
})

/** A changed emoji, whose roles that go are not among those before. */
const withoutRoles = ({ before, after }: Changes["emojis"][number], { roles }: Gone): Change<Emoji> => ({
  ...(before && { before: { ...before, roles: after ? before.roles.filter((id) => !roles.has(id)) : before.roles } }),
  ...(after && { after })
})

const ROLE_KEYS = [
  "name",
  "permissions",
  "color",
  "colors",
  "hoist",
  "mentionable",
  "icon_hash",
  "unicode_emoji"
] as const
const CHANNEL_KEYS = [
  "name",
  "type",
  "topic",
  "nsfw",
  "rate_limit_per_user",
  "bitrate",
  "user_limit",
  "rtc_region",
  "video_quality_mode",
  "default_auto_archive_duration",
  "available_tags",
  "default_reaction_emoji",
  "default_sort_order",
  "default_forum_layout",
  "default_tag_setting",
  "default_thread_rate_limit_per_user",
  "flags"
] as const
const THREAD_KEYS = [
  "name",
  "type",
  "archived",
  "locked",
  "auto_archive_duration",
  "rate_limit_per_user",
  "invitable",
  "applied_tags",
  "flags"
] as const

const ROLE = [AuditAction.ROLE_CREATE, AuditAction.ROLE_UPDATE, AuditAction.ROLE_DELETE] as const
const roleDraft = ({ before, after }: Changes["roles"][number]): ReadonlyArray<AuditDraft> =>
  elementDraft(
    { ...(before && { before: shownRole(before) }), ...(after && { after: shownRole(after) }) },
    guildOf,
    ROLE,
    ROLE_KEYS
  )

const shownRole = (role: Role) => {
  const { color, secondary_color, tertiary_color } = { ...DEFAULTS.role, ...role }
  const isPlain = color === 0 && secondary_color === null
  const colors = isPlain ? {} : { colors: { primary_color: color, secondary_color, tertiary_color } }
  return { ...role, ...colors, icon_hash: role.icon }
}

const CHANNEL = [AuditAction.CHANNEL_CREATE, AuditAction.CHANNEL_UPDATE, AuditAction.CHANNEL_DELETE] as const
const THREAD = [AuditAction.THREAD_CREATE, AuditAction.THREAD_UPDATE, AuditAction.THREAD_DELETE] as const

const channelDrafts = (change: Changes["channels"][number], named: Named, gone: Gone): ReadonlyArray<AuditDraft> => {
  const { before, after } = change
  const channel = after ?? before
  if (channel === undefined) return []
  if (isThread(channel)) {
    const follows = after === undefined && gone.channels.has(channel.parent_id ?? "")
    return follows ? [] : elementDraft(change, guildOf, THREAD, THREAD_KEYS)
  }
  const own = elementDraft(change, guildOf, CHANNEL, CHANNEL_KEYS)
  return before && after ? [...own, ...overwriteDrafts(before, after, named, gone)] : own
}

const EMOJI = [AuditAction.EMOJI_CREATE, AuditAction.EMOJI_UPDATE, AuditAction.EMOJI_DELETE] as const
const EMOJI_KEYS = ["name", "roles"] as const

const STICKER = [AuditAction.STICKER_CREATE, AuditAction.STICKER_UPDATE, AuditAction.STICKER_DELETE] as const
const STICKER_KEYS = ["name", "description", "tags", "format_type", "available"] as const
const SOUND = [
  AuditAction.SOUNDBOARD_SOUND_CREATE,
  AuditAction.SOUNDBOARD_SOUND_UPDATE,
  AuditAction.SOUNDBOARD_SOUND_DELETE
] as const
const SOUND_KEYS = ["name", "volume", "emoji_id", "emoji_name", "user_id", "available"] as const

/** An emoji that goes is not among the values before. */
const soundDraft = ({ before, after }: Changes["soundboard_sounds"][number], { emojis }: Gone) => {
  const was = before && after && emojis.has(before.emoji_id ?? "") ? { ...before, emoji_id: null } : before
  return elementDraft({ ...(was && { before: was }), ...(after && { after }) }, guildOf, SOUND, SOUND_KEYS)
}

const RULE = [
  AuditAction.AUTO_MODERATION_RULE_CREATE,
  AuditAction.AUTO_MODERATION_RULE_UPDATE,
  AuditAction.AUTO_MODERATION_RULE_DELETE
] as const
const RULE_KEYS = [
  "name",
  "event_type",
  "trigger_type",
  "trigger_metadata",
  "actions",
  "enabled",
  "exempt_roles",
  "exempt_channels"
] as const

/** What goes because a role or channel goes is not among the values before. */
const ruleDraft = ({ before, after }: Changes["auto_moderation_rules"][number], { roles, channels }: Gone) => {
  const was =
    before && after
      ? {
          ...before,
          exempt_roles: before.exempt_roles.filter((id) => !roles.has(id)),
          exempt_channels: before.exempt_channels.filter((id) => !channels.has(id)),
          actions: before.actions.filter(({ metadata }) => !channels.has(metadata.channel_id ?? ""))
        }
      : before
  return elementDraft({ ...(was && { before: was }), ...(after && { after }) }, guildOf, RULE, RULE_KEYS)
}

const OVERWRITE = [
  AuditAction.CHANNEL_OVERWRITE_CREATE,
  AuditAction.CHANNEL_OVERWRITE_UPDATE,
  AuditAction.CHANNEL_OVERWRITE_DELETE
] as const

const overwriteDrafts = (
  before: GuildChannel,
  after: GuildChannel,
  named: Named,
  gone: Gone
): ReadonlyArray<AuditDraft> => {
  const pairs = new Map<string, { before?: PermissionOverwrite; after?: PermissionOverwrite }>()
  for (const one of before.permission_overwrites) pairs.set(`${one.type} ${one.id}`, { before: one })
  for (const one of after.permission_overwrites) {
    const key = `${one.type} ${one.id}`
    pairs.set(key, { ...pairs.get(key), after: one })
  }
  return [...pairs.values()].flatMap((change): ReadonlyArray<AuditDraft> => {
    const { id, type } = change.after ?? change.before ?? { id: "", type: 0 }
    if ((type === 0 ? gone.roles : gone.members).has(id)) return []
    const created = change.before === undefined || change.after === undefined
    const changes = fieldsOf(created ? ["id", "type", "allow", "deny"] : ["allow", "deny"], change)
    if (changes.length === 0) return []
    return [
      {
        guild_id: after.guild_id,
        action_type: actionOf(OVERWRITE, change),
        target_id: after.id,
        changes,
        options: { id, type: String(type), ...roleNameOf(type === 0 ? named(id).name : "") }
      }
    ]
  })
}

/** None of the managed role of a bot. */
const roleNameOf = (role_name: string) => (role_name === "" ? {} : { role_name })

type Named = (id: Snowflake) => { readonly name: string; readonly id: Snowflake }

const memberDrafts = ({ members, bans, guild_installs }: Changes, by: Snowflake, named: Named, gone: Gone) => {
  const banned = new Set(bans.flatMap(({ after }) => (after ? [`${after.guild_id} ${after.user_id}`] : [])))
  const installing = guild_installs.some(({ after }) => after?.scopes.includes("bot"))
  return members.flatMap(({ before, after }): ReadonlyArray<AuditDraft> => {
    const { guild_id, user_id } = after ?? before ?? { guild_id: "", user_id: "" }
    const of = (action_type: number, changes?: ReadonlyArray<AuditChange>): AuditDraft => ({
      guild_id,
      action_type,
      target_id: user_id,
      ...(changes === undefined ? {} : { changes })
    })
    if (before === undefined) return installing ? [of(AuditAction.BOT_ADD)] : []
    if (after === undefined) {
      return user_id === by || banned.has(`${guild_id} ${user_id}`) ? [] : [of(AuditAction.MEMBER_KICK)]
    }
    const roles = roleChanges(before, after, named, gone)
    const own = fieldsOf(["nick", "communication_disabled_until", "bypasses_verification"], {
      before: shown(before),
      after: shown(after)
    })
    return [
      ...(own.length === 0 ? [] : [of(AuditAction.MEMBER_UPDATE, own)]),
      ...(roles.length === 0 ? [] : [of(AuditAction.MEMBER_ROLE_UPDATE, roles)])
    ]
  })
}

const shown = ({ nick, timed_out_until, flags = 0 }: Member) => ({
  nick,
  communication_disabled_until: timed_out_until,
  bypasses_verification: (flags & MemberFlag.BYPASSES_VERIFICATION) !== 0
})

const roleChanges = (before: Member, after: Member, named: Named, gone: Gone): ReadonlyArray<AuditChange> => {
  const came = after.roles.filter((id) => !before.roles.includes(id))
  const went = before.roles.filter((id) => !after.roles.includes(id) && !gone.roles.has(id))
  return [
    ...(came.length === 0 ? [] : [{ key: "$add", new_value: came.map(named) }]),
    ...(went.length === 0 ? [] : [{ key: "$remove", new_value: went.map(named) }])
  ]
}

const INTEGRATION = [
  AuditAction.INTEGRATION_CREATE,
  AuditAction.INTEGRATION_UPDATE,
  AuditAction.INTEGRATION_DELETE
] as const

/** A bot that leaves of itself is not recorded. Of a changed installation the scopes are. */
const integrationDrafts = (
  { guild_installs }: Changes,
  by: Snowflake,
  applications: World["applications"]
): ReadonlyArray<AuditDraft> =>
  guild_installs.flatMap(({ before, after }) => {
    const install = after ?? before
    const application = applications.find(({ id }) => id === install?.application_id)
    if (install === undefined || application === undefined) return []
    if (after === undefined && application.bot.id === by) return []
    const record = { id: integrationId(install), guild_id: install.guild_id, name: application.name, type: "discord" }
    if (before === undefined) return elementDraft({ after: record }, guildOf, INTEGRATION, ["name", "type"])
    if (after === undefined) return elementDraft({ before: record }, guildOf, INTEGRATION, ["name", "type"])
    const [was, is] = [before, after].map((one) => ({ ...record, scopes: shownScopes(one) }))
    return elementDraft({ ...(was && { before: was }), ...(is && { after: is }) }, guildOf, INTEGRATION, ["scopes"])
  })

const WEBHOOK = [AuditAction.WEBHOOK_CREATE, AuditAction.WEBHOOK_UPDATE, AuditAction.WEBHOOK_DELETE] as const
const WEBHOOK_KEYS = ["channel_id", "name", "avatar_hash"] as const

/** One of a deleted channel goes with that. */
const webhookDrafts = ({ webhooks }: Changes, gone: Gone): ReadonlyArray<AuditDraft> => {
  const hashed = (webhook: Webhook) => ({ ...webhook, avatar_hash: webhook.avatar })
  return webhooks.flatMap(({ before, after }) => {
    if (after === undefined && gone.channels.has(before?.channel_id ?? "")) return []
    const change = { ...(before && { before: hashed(before) }), ...(after && { after: hashed(after) }) }
    return elementDraft(change, guildOf, WEBHOOK, WEBHOOK_KEYS)
  })
}

const INVITE_KEYS = ["code", "channel_id", "inviter_id", "uses", "max_uses", "max_age", "temporary"] as const

/** An invite that is used up goes because somebody joins, and one of a deleted channel with that: neither is revoked. */
const inviteDrafts = ({ invites, members }: Changes, gone: Gone): ReadonlyArray<AuditDraft> => {
  const joins = members.some(({ before }) => before === undefined)
  return invites.flatMap((change): ReadonlyArray<AuditDraft> => {
    const { before, after } = change
    const invite = after ?? before
    if (invite === undefined || (before && after)) return []
    if (after === undefined && (joins || gone.channels.has(invite.channel_id))) return []
    const action_type = after === undefined ? AuditAction.INVITE_DELETE : AuditAction.INVITE_CREATE
    return [{ guild_id: invite.guild_id, action_type, target_id: null, changes: fieldsOf(INVITE_KEYS, change) }]
  })
}

const banDraft = ({ before, after }: Changes["bans"][number]): ReadonlyArray<AuditDraft> => {
  const ban = after ?? before
  if (ban === undefined || (before && after)) return []
  const action_type = after === undefined ? AuditAction.MEMBER_BAN_REMOVE : AuditAction.MEMBER_BAN_ADD
  return [{ guild_id: ban.guild_id, action_type, target_id: ban.user_id }]
}

/** What moderators do: mute, deafen, move and disconnect. Who leaves the guild is disconnected by that. */
const voiceDrafts = ({ voice_states }: Changes, by: Snowflake, gone: Gone): ReadonlyArray<AuditDraft> => {
  return voice_states.flatMap(({ before, after }): ReadonlyArray<AuditDraft> => {
    if (before === undefined || before.user_id === by) return []
    const { guild_id, user_id } = before
    if (after === undefined) {
      if (gone.members.has(user_id) || gone.channels.has(before.channel_id)) return []
      return [{ guild_id, action_type: AuditAction.MEMBER_DISCONNECT, target_id: null, options: { count: "1" } }]
    }
    const moderated = fieldsOf(["mute", "deaf"], { before, after })
    const moved = after.channel_id !== before.channel_id
    const options = { channel_id: after.channel_id, count: "1" }
    return [
      ...(moderated.length === 0
        ? []
        : [{ guild_id, action_type: AuditAction.MEMBER_UPDATE, target_id: user_id, changes: moderated }]),
      ...(moved ? [{ guild_id, action_type: AuditAction.MEMBER_MOVE, target_id: null, options }] : [])
    ]
  })
}
