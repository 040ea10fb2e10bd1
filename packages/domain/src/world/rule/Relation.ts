/** Rules that compare a field with its neighbours or with other elements of the world. */
import { scalarText } from "../../base/Scalar.ts"
import { isSnowflake } from "../../base/Snowflake.ts"
import { reservedWord } from "../../error/FormError.ts"
import { lacking, TARGET_TYPES } from "../../permission/CommandPermissionTarget.ts"
import { ChannelFlag } from "../../record/ForumRecord.ts"
import { metadataError } from "../../record/LobbyRecord.ts"
import { DEFAULTS } from "../../record/RecordDefaults.ts"
import { reservedIn } from "../../record/WebhookLimits.ts"
import {
  ChannelType,
  GUILD_CHANNEL_TYPES,
  isForumType,
  THREAD_PARENTS,
  VOICE_TYPES,
  WEBHOOK_CHANNELS
} from "../../record/WorldVocabulary.ts"
import { type At, always, type Check, type Problem, present } from "./Check.ts"
import type { GuildReferences } from "./References.ts"
import { hasBotScope, refersTo } from "./Value.ts"
import * as WorldError from "./WorldError.ts"

const guildOf = (at: At): GuildReferences | undefined => at.references.guild(at.guild_id)

const typeOf = (at: At): number => (typeof at.element["type"] === "number" ? at.element["type"] : 0)

const threadParents = (at: At): ReadonlyArray<number> | undefined => THREAD_PARENTS[typeOf(at)]

const given = (at: At, field: string): boolean => at.element[field] !== undefined && at.element[field] !== null

/** Exactly one of several fields; the first has the fault. */
export const oneOfFields = (...fields: ReadonlyArray<string>): Check =>
  always((_, at) => (fields.filter((f) => given(at, f)).length === 1 ? undefined : WorldError.oneOf(fields)))

/** Not both of this field and another. */
export const without = (own: string, other: string): Check =>
  present((_, at) => (given(at, other) ? WorldError.notBoth([own, other]) : undefined))

/** An application asks for scopes and permissions only in installation contexts that it supports. */
export const supportedTypes: Check = {
  judge: (value, { element }) => {
    const listed = element["integration_types"]
    const supported: ReadonlyArray<unknown> = Array.isArray(listed) ? listed : DEFAULTS.application.integration_types
    return Object.entries(typeof value === "object" && value !== null ? value : {}).flatMap(([key, config]) =>
      config === undefined || config === null || supported.includes(Number(key))
        ? []
        : [{ ...WorldError.unsupportedType, path: [key] }]
    )
  }
}

export const roleOfGuild = refersTo("role of this guild", (id, at) => guildOf(at)?.role(id) ?? true)

export const notEveryone = present((value, at) =>
  isSnowflake(value) && value === at.guild_id ? WorldError.everyoneHeld : undefined
)

export const notMember = present((value, at) =>
  isSnowflake(value) && guildOf(at)?.member(value) === true ? WorldError.bannedMember : undefined
)

/** Channels that people can be invited to. */
export const INVITING: ReadonlyArray<number> = GUILD_CHANNEL_TYPES.filter(
  (type) => type !== ChannelType.GUILD_CATEGORY && THREAD_PARENTS[type] === undefined
)

export const channelOfGuild = refersTo("channel of this guild", (id, at) => {
  const guild = guildOf(at)
  return guild === undefined || guild.channelType(id) !== undefined
})

export const invitingChannel = channelOfGuild

export const invitingType = present((value, at) => {
  const type = typeof value === "string" ? guildOf(at)?.channelType(value) : undefined
  return type === undefined || INVITING.includes(type) ? undefined : WorldError.inviteChannel
})

/** Uses are fewer than `max_uses`, where that is a limit. */
export const usesLeft = present((value, { element }) => {
  const most = element["max_uses"]
  return typeof value === "number" && typeof most === "number" && most > 0 && value >= most
    ? WorldError.usedUp
    : undefined
})

const INVITE_TARGETS: Readonly<Record<number, string>> = { 1: "target_user_id", 2: "target_application_id" }

/** A kind of target needs its field. */
export const withTarget = present((value, at) =>
  given(at, INVITE_TARGETS[Number(value)] ?? "target_type") ? undefined : WorldError.inviteTarget
)

/** The field of a target needs its kind. */
export const targetOf = (type: 1 | 2): Check =>
  present((_, at) => (at.element["target_type"] === type ? undefined : WorldError.inviteTarget))

/** A webhook that follows a channel has the name of that channel. */
export const webhookName = present((value, at) =>
  typeof value === "string" && !given(at, "source_channel_id") ? reservedWord(reservedIn(value)) : undefined
)

/** A channel of the guild that can have webhooks. */
export const webhookChannel = present((value, at) => {
  const guild = guildOf(at)
  if (guild === undefined || !isSnowflake(value)) return undefined
  const type = guild.channelType(value)
  if (type === undefined) return WorldError.unknownReference("channel of this guild", value)
  return WEBHOOK_CHANNELS.includes(type) ? undefined : WorldError.noWebhooks
})

export const everyoneFirst = present((value, at) =>
  at.element["id"] === at.guild_id && value !== 0 ? WorldError.everyonePosition : undefined
)

/** Everybody has the @everyone role, whether they boost or not. */
export const notOfEveryone = present((value, at) =>
  value === true && at.element["id"] === at.guild_id ? WorldError.everyoneBoosts : undefined
)

/** What only people have. */
export const notOfBot = present((value, at) =>
  value !== false && at.references.bot(String(at.element["user_id"])) ? WorldError.botMember : undefined
)

/** An overwrite names a role (type 0) or a member (type 1) of its guild. */
export const overwriteTarget: Check = {
  judge: (value, at) => (typeOf(at) === 1 ? memberOfGuild : anyRoleOfGuild).judge(value, at)
}

/** A role of people, or of a bot. */
export const anyRoleOfGuild = refersTo("role of this guild", (id, at) => {
  const guild = guildOf(at)
  return guild === undefined || guild.role(id) || guild.managedRole(id)
})

export const memberOfGuild = refersTo("member of this guild", (id, at) => guildOf(at)?.member(id) ?? true)

export const emojiOfGuild = refersTo("emoji of this guild", (id, at) => guildOf(at)?.emoji(id) ?? true)

export const voiceChannel = refersTo("voice or stage channel of this guild", (id, at) => {
  const guild = guildOf(at)
  return guild === undefined || VOICE_TYPES.includes(guild.channelType(id) ?? -1)
})

/** The parent of a thread is a channel that can have it, of another channel a category; a category has none. */
export const parent: Check = always((value, at) => {
  const parents = threadParents(at)
  if (parents !== undefined) return parentOf(value, at, parents, WorldError.wrongThreadParent(parents))
  if (value === undefined) return undefined
  if (typeOf(at) === ChannelType.GUILD_CATEGORY) return WorldError.noParent
  return parentOf(value, at, [ChannelType.GUILD_CATEGORY], WorldError.notCategory)
})

const parentOf = (value: unknown, at: At, types: ReadonlyArray<number>, wrong: Problem): Problem | undefined => {
  if (!isSnowflake(value)) return wrong
  const type = guildOf(at)?.channelType(value)
  if (type === undefined) return WorldError.unknownReference("channel of this guild", value)
  return types.includes(type) ? undefined : wrong
}

export const threadOnly = present((_, at) => (threadParents(at) === undefined ? WorldError.threadOnly : undefined))

/** A post has tags of its forum. */
export const tagOfForum = present((tag, at) => {
  const { parent_id } = at.element
  const isKnown = isSnowflake(parent_id) && guildOf(at)?.forumTag(parent_id, scalarText(tag)) === true
  return isKnown || threadParents(at) === undefined ? undefined : WorldError.unknownReference("tag of its forum", tag)
})

export const forumOnly = present((value, at) =>
  isForumType(at.element["type"]) || (Array.isArray(value) && value.length === 0) ? undefined : WorldError.forumOnly
)

/** A thread can be a pinned post; a forum can require tags; a media channel can hide downloads. */
export const channelFlags = present((value, at) => {
  const allowed =
    threadParents(at) !== undefined
      ? ChannelFlag.PINNED
      : isForumType(at.element["type"])
        ? ChannelFlag.REQUIRE_TAG | ChannelFlag.HIDE_MEDIA_DOWNLOAD_OPTIONS
        : 0
  return typeof value === "number" && (value < 0 || (value | allowed) !== allowed) ? WorldError.channelFlags : undefined
})

/** A thread has its channel's overwrites and age restriction. */
export const notOnThread = present((value, at) =>
  threadParents(at) !== undefined && value !== false && !(Array.isArray(value) && value.length === 0)
    ? WorldError.notOnThread
    : undefined
)

export const noBotScope = present((value) =>
  Array.isArray(value) && hasBotScope(value) ? WorldError.userInstallBot : undefined
)

/** Type 1: two, at least one of them a user. Type 3: two to ten. Our choice: docs/choices.md "World file". */
export const recipients = present((value, at) => {
  if (!Array.isArray(value)) return undefined
  if (typeOf(at) === ChannelType.GROUP_DM) {
    return value.length < 2 || value.length > 10
      ? WorldError.recipientCount("A group (type 3) has two to ten recipients.")
      : undefined
  }
  const bots = value.filter((id) => at.references.bot(scalarText(id)) && !at.references.user(scalarText(id)))
  return value.length === 2 && bots.length < 2
    ? undefined
    : WorldError.recipientCount("A direct channel (type 1) has two recipients: two users, or a user and a bot.")
})

/** A group has more than a channel of two has. */
export const groupOnly = present((value, at) => {
  const isNone = typeof value === "object" && Object.keys(Object(value)).length === 0
  return isNone || typeOf(at) === ChannelType.GROUP_DM ? undefined : WorldError.groupOnly
})

export const amongRecipients = present((value, { element: { recipients } }) =>
  Array.isArray(recipients) && recipients.includes(value) ? undefined : WorldError.notRecipient
)

/** wire-rest.md §2 "Command-permission ids": the application for all its commands, else one of them. */
export const commandOrApplication = refersTo(
  "command of this application in this guild",
  (id, { element, references }) => {
    if (id === element["application_id"]) return true
    const command = references.command(id)
    if (command === undefined || command.application_id !== element["application_id"]) return false
    return !command.guild_id || command.guild_id === element["guild_id"]
  }
)

/** Decision 31: requests follow the same rule. */
export const commandPermissionTarget = present((value, at) => {
  if (!isSnowflake(value)) return undefined
  const guild = guildOf(at)
  const type = TARGET_TYPES.find((known) => known === at.element["type"])
  if (guild === undefined || type === undefined) return undefined
  const known = {
    guild_id: at.guild_id,
    hasRole: (id: string) => guild.role(id) || guild.managedRole(id),
    hasChannel: (id: string) => guild.channelType(id) !== undefined
  }
  const what = lacking({ id: value, type }, known)
  return what === undefined ? undefined : WorldError.unknownReference(`${what} of this guild`, value)
})

/** A channel that can hold messages: of a guild, direct, or a lobby's (wire-rest.md §6.3). */
export const anyChannel = refersTo("channel", (id, { references }) => references.anyChannel(id))

/** A text channel of a guild: what a lobby is linked to (wire-rest.md §6.3). */
export const guildTextChannel = refersTo("text channel of a guild", (id, { references }) => references.textChannel(id))

export const metadata = (max: number): Check =>
  present((value) => metadataError(typeof value === "object" && value !== null ? { ...value } : undefined, max))
