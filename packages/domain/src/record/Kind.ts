/**
 * Every kind of element of a world that people edit: one row each. Its targets, its paths in the control plane, the types of
 * its events and its place in the console follow from its row; `world/element` has all else about it. Source: product.md
 * "World file", "Control plane".
 */
import { Record as Table } from "effect"
import type { Listed } from "./World.ts"

interface Kind {
  /** Of its records. */
  readonly list: Listed
  /** In the control plane. Its parameters name an element, the holder first. */
  readonly path: `/${string}`
  /** One of them, in a sentence. */
  readonly word: string
  /** What its removal also removes, and when that is refused. */
  readonly removal: string
}

export const KINDS = {
  application: {
    list: "applications",
    path: "/applications/:application_id",
    word: "application",
    removal:
      "Also removes its bot user, commands and their permissions, tokens, installations, lobbies and rate limits, and " +
      "the direct channels of its bot."
  },
  application_emoji: {
    list: "application_emojis",
    path: "/applications/:application_id/emojis/:emoji_id",
    word: "emoji of an application",
    removal: "Also removes its picture. Reactions with it stay."
  },
  entitlement: {
    list: "entitlements",
    path: "/applications/:application_id/entitlements/:entitlement_id",
    word: "entitlement",
    removal: "Also ends its subscription."
  },
  user: {
    list: "users",
    path: "/users/:user_id",
    word: "person",
    removal:
      "Also removes its memberships, installations, tokens and direct channels; a group stays while two are left. " +
      "Refused while the user owns a guild or an application."
  },
  user_install: {
    list: "user_installs",
    path: "/users/:user_id/installs/:application_id",
    word: "installation on a person",
    removal: "Removes the application from the user."
  },
  guild: {
    list: "guilds",
    path: "/guilds/:guild_id",
    word: "guild",
    removal: "Also removes its roles, channels, messages, members, installations, commands and permissions."
  },
  role: {
    list: "roles",
    path: "/guilds/:guild_id/roles/:role_id",
    word: "role",
    removal: "Also removes it from members, emojis, channel overwrites and command permissions. Refused for @everyone."
  },
  channel: {
    list: "channels",
    path: "/guilds/:guild_id/channels/:channel_id",
    word: "channel",
    removal: "Also removes its threads, messages and permissions. The channels of a category stay, without a parent."
  },
  member: {
    list: "members",
    path: "/guilds/:guild_id/members/:user_id",
    word: "member",
    removal: "Also removes the member's channel overwrites. Refused for the owner and for the bot of an installation."
  },
  ban: {
    list: "bans",
    path: "/guilds/:guild_id/bans/:user_id",
    word: "ban",
    removal: "The user may become a member again."
  },
  voice_state: {
    list: "voice_states",
    path: "/guilds/:guild_id/voice_states/:user_id",
    word: "voice state",
    removal: "The member leaves their voice channel."
  },
  emoji: {
    list: "emojis",
    path: "/guilds/:guild_id/emojis/:emoji_id",
    word: "emoji",
    removal: "Also removes its picture. Reactions with it stay."
  },
  invite: {
    list: "invites",
    path: "/guilds/:guild_id/invites/:code",
    word: "invite",
    removal: "Nobody can join by it any more."
  },
  webhook: {
    list: "webhooks",
    path: "/guilds/:guild_id/webhooks/:webhook_id",
    word: "webhook",
    removal: "Its messages stay."
  },
  scheduled_event: {
    list: "scheduled_events",
    path: "/guilds/:guild_id/scheduled_events/:scheduled_event_id",
    word: "scheduled event",
    removal: "Nobody is interested in it any more. Its stage stays."
  },
  stage_instance: {
    list: "stage_instances",
    path: "/guilds/:guild_id/stage_instances/:stage_instance_id",
    word: "stage",
    removal: "The stage channel is no longer live. Its event stays."
  },
  sticker: {
    list: "stickers",
    path: "/guilds/:guild_id/stickers/:sticker_id",
    word: "sticker",
    removal: "Also removes its picture. Messages with it stay."
  },
  auto_moderation_rule: {
    list: "auto_moderation_rules",
    path: "/guilds/:guild_id/auto_moderation_rules/:rule_id",
    word: "rule of automatic moderation",
    removal: "What it did before stays."
  },
  soundboard_sound: {
    list: "soundboard_sounds",
    path: "/guilds/:guild_id/soundboard_sounds/:sound_id",
    word: "sound",
    removal: "Also removes its file."
  },
  guild_install: {
    list: "guild_installs",
    path: "/guilds/:guild_id/installs/:application_id",
    word: "installation in a guild",
    removal:
      "Also removes the bot's membership and the permissions of the application's commands. Its commands of this " +
      "guild stay, hidden until it is installed again."
  },
  direct_channel: {
    list: "direct_channels",
    path: "/direct_channels/:channel_id",
    word: "direct channel",
    removal: "Also removes its messages."
  }
} as const satisfies Readonly<Record<string, Kind>>

export type TargetKind = keyof typeof KINDS

// Object.keys widens the names of the table to string.
export const TARGET_KINDS = Object.keys(KINDS) as ReadonlyArray<TargetKind>

type ParametersOf<Path extends string> = Path extends `${string}/:${infer Name}/${infer Rest}`
  ? Name | ParametersOf<`/${Rest}`>
  : Path extends `${string}/:${infer Name}`
    ? Name
    : never

/** What the path of a kind names. */
export type Parameter<K extends TargetKind> = ParametersOf<(typeof KINDS)[K]["path"]>

/** What the path of each kind names, in its order. */
export const PARAMETERS: Readonly<Record<TargetKind, ReadonlyArray<string>>> = Table.map(KINDS, ({ path }) =>
  [...path.matchAll(/:(\w+)/g)].map(([, name = ""]) => name)
)

/** The parameter behind each fixed segment of these paths. */
export const BEHIND: ReadonlyMap<string, string> = new Map(
  Object.values(KINDS).flatMap(({ path }) =>
    [...path.matchAll(/\/(\w+)\/:(\w+)/g)].map(([, segment = "", name = ""]) => [segment, name] as const)
  )
)
