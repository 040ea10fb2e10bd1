/** Every stored kind of a world: one row each. */
import type { Target, TargetKind, WorldTarget } from "../../element/WorldTarget.ts"
import type { Listed, World } from "../../record/World.ts"
import { element as applications } from "./ApplicationElement.ts"
import { element as commands } from "./CommandElement.ts"
import { element as command_permissions } from "./CommandPermissionsElement.ts"
import { element as direct_channels } from "./DirectChannelElement.ts"
import type { Editable, Element } from "./Element.ts"
import { element as guilds } from "./GuildElement.ts"
import { element as lobbies } from "./LobbyElement.ts"
import { element as messages } from "./MessageElement.ts"
import { element as rate_limits } from "./RateLimitElement.ts"
import { element as tokens } from "./TokenElement.ts"
import { element as pictures } from "./UploadedPictureElement.ts"
import { element as users } from "./UserElement.ts"

const accounts = { applications, users }

const others = {
  direct_channels,
  tokens,
  rate_limits,
  commands,
  command_permissions,
  lobbies,
  messages,
  pictures
}

/** The lists of a world file, in its order. */
export const ROOTS = { ...accounts, guilds, ...others }

const { installs: guild_installs, ...inGuild } = guilds.holds

/** Every list of records, in the order of a world. */
export const ELEMENTS = {
  ...accounts,
  application_emojis: applications.holds.emojis,
  entitlements: applications.holds.entitlements,
  user_installs: users.holds.installs,
  guilds,
  ...inGuild,
  guild_installs,
  ...others
}

/** `ELEMENTS`, as what all rows have in common. A list without a row does not compile. */
export const STORED: { readonly [L in Listed]: Element<World[L][number]> } = ELEMENTS

// Object.keys widens the names of the table to string.
export const LIST_NAMES = Object.keys(STORED) as ReadonlyArray<Listed>

export const EDITABLE: { readonly [K in TargetKind]: Element & Editable<object, Target<K>> } = {
  application: applications,
  application_emoji: ELEMENTS.application_emojis,
  entitlement: ELEMENTS.entitlements,
  user: users,
  user_install: ELEMENTS.user_installs,
  guild: guilds,
  role: inGuild.roles,
  channel: inGuild.channels,
  member: inGuild.members,
  ban: inGuild.bans,
  voice_state: inGuild.voice_states,
  emoji: inGuild.emojis,
  invite: inGuild.invites,
  webhook: inGuild.webhooks,
  scheduled_event: inGuild.scheduled_events,
  stage_instance: inGuild.stage_instances,
  sticker: inGuild.stickers,
  auto_moderation_rule: inGuild.auto_moderation_rules,
  soundboard_sound: inGuild.soundboard_sounds,
  guild_install: guild_installs,
  direct_channel: direct_channels
}

// Object.keys widens the names of the table to string.
export const TARGET_KINDS = Object.keys(EDITABLE) as ReadonlyArray<TargetKind>

/** The kind that a target names. Only give it that target: each kind takes its own. */
export const editable = ({ kind }: WorldTarget): Element & Editable<object, WorldTarget> => EDITABLE[kind]
