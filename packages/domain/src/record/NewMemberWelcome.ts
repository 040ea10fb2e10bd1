/** The guide of a guild for new members. Source: official OpenAPI document, `GuildHomeSettingsResponse`. */
import type { Snowflake } from "../base/Snowflake.ts"

interface Entry {
  readonly channel_id: Snowflake
  readonly title: string
  readonly description: string
  readonly emoji_id: Snowflake | null
  readonly emoji_name: string | null
  readonly emoji_animated: boolean
  /** The hash of a picture. */
  readonly icon: string | null
}

export interface NewMemberAction extends Entry {
  /** 0: view the channel; 1: talk there. */
  readonly action_type: number
}

export interface NewMemberWelcome {
  readonly enabled: boolean
  readonly welcome_message: { readonly author_ids: ReadonlyArray<Snowflake>; readonly message: string } | null
  readonly new_member_actions: ReadonlyArray<NewMemberAction>
  readonly resource_channels: ReadonlyArray<Entry>
}

/** Rules of ours, as clients of the platform ask. */
export const limits = {
  authors: 5,
  messageMax: 300,
  actions: 5,
  resources: 7,
  titleMax: 60,
  descriptionMax: 200,
  emojiNameMax: 100
} as const

/** As REST carries it. */
export const newMemberWelcomeObject = (guild_id: Snowflake, welcome: NewMemberWelcome) => ({
  guild_id,
  enabled: welcome.enabled,
  ...(welcome.welcome_message === null ? {} : { welcome_message: welcome.welcome_message }),
  new_member_actions: welcome.new_member_actions.map(({ action_type, ...entry }) => ({
    ...entryObject(entry),
    action_type
  })),
  resource_channels: welcome.resource_channels.map(entryObject)
})

const entryObject = ({ emoji_id: id, emoji_name: name, emoji_animated: animated, icon, ...entry }: Entry) => ({
  ...entry,
  ...(id === null && name === null ? {} : { emoji: { id, name, animated } }),
  ...(icon === null ? {} : { icon })
})
