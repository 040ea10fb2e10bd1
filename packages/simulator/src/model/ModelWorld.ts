/** The model's people and places: the random world and its changes during a play. */

export interface ModelApplication {
  readonly id: string
  readonly name: string
  readonly token: string
  readonly owner_id: string
  readonly integration_types: ReadonlyArray<number>
  readonly embedded: boolean
  readonly discoverable: boolean
  readonly per_second: number
}

export interface ModelUser {
  readonly id: string
  readonly username: string
  locale: string
  adult: boolean
  nsfw_dms: boolean
  /** Applications that the user installed. */
  installs: ReadonlyArray<string>
}

export interface ModelRole {
  readonly id: string
  permissions: bigint
  readonly position: number
}

export interface ModelOverwrite {
  readonly id: string
  /** 0: a role, 1: a member. */
  readonly type: 0 | 1
  readonly allow: bigint
  readonly deny: bigint
}

export interface ModelChannel {
  readonly id: string
  readonly name: string
  readonly type: number
  /** The parent channel of a thread. */
  readonly parent_id: string | null
  nsfw: boolean
  permission_overwrites: ReadonlyArray<ModelOverwrite>
  archived: boolean
  locked: boolean
  /** Who takes part in a thread: in a private one only they may do anything, and who has MANAGE_THREADS. */
  members: ReadonlyArray<string>
}

export interface ModelMember {
  readonly user_id: string
  roles: ReadonlyArray<string>
  /** Milliseconds since 1970. */
  timed_out_until: number | null
}

export interface ModelGuild {
  readonly id: string
  readonly name: string
  readonly owner_id: string
  /** The first is @everyone; its id is the guild's. */
  roles: ReadonlyArray<ModelRole>
  readonly channels: ReadonlyArray<ModelChannel>
  members: ReadonlyArray<ModelMember>
  /** By application: the scopes it is installed with. */
  readonly installs: Map<string, ReadonlyArray<string>>
}

export interface ModelDirectChannel {
  readonly id: string
  readonly type: 1 | 3
  readonly recipients: ReadonlyArray<string>
}

export interface ModelWorld {
  readonly applications: ReadonlyArray<ModelApplication>
  readonly users: ReadonlyArray<ModelUser>
  readonly guilds: ReadonlyArray<ModelGuild>
  readonly direct_channels: ReadonlyArray<ModelDirectChannel>
}

/** One overwrite of a command. */
export interface CommandTarget {
  readonly id: string
  /** 1: a role, 2: a user, 3: a channel. */
  readonly type: number
  readonly permission: boolean
}

/** A place where users act: a channel of a guild or a conversation. */
export type ModelPlace =
  | { readonly kind: "guild"; readonly guild: ModelGuild; readonly channel: ModelChannel }
  | { readonly kind: "direct"; readonly channel: ModelDirectChannel }

export const placeOf = (world: ModelWorld, channel_id: string): ModelPlace | undefined => {
  for (const guild of world.guilds) {
    const channel = guild.channels.find(({ id }) => id === channel_id)
    if (channel !== undefined) return { kind: "guild", guild, channel }
  }
  const channel = world.direct_channels.find(({ id }) => id === channel_id)
  return channel === undefined ? undefined : { kind: "direct", channel }
}

/** The parent of a thread; otherwise the channel itself. */
export const rulingChannel = (guild: ModelGuild, channel: ModelChannel): ModelChannel =>
  guild.channels.find(({ id }) => id === channel.parent_id && THREADS.includes(channel.type)) ?? channel

/** What an application is installed with, in a guild and on a user. */
export const BOT_SCOPES = ["bot", "applications.commands"]
export const USER_SCOPES = ["applications.commands"]

/** The languages of random users and translations. */
export const LOCALES = ["en-US", "en-GB", "de", "fr", "es-ES", "es-419", "ja"]

/** The bearer tokens of a random world, by purpose. */
export const permissionsToken = (application_id: string, user_id: string) => `permissions-${application_id}-${user_id}`
export const lobbyToken = (application_id: string, user_id: string) => `lobbies-${application_id}-${user_id}`
export const updateToken = (application_id: string) => `update-${application_id}`

export const THREADS: ReadonlyArray<number> = [10, 11, 12]
