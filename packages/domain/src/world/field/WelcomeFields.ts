/** The welcome screen of a guild, as a world file has it. */
import { limits, type WelcomeScreen } from "../../record/WelcomeScreen.ts"
import { Bool, Id, list, Text } from "../../validation/Shape.ts"
import { length, required, size } from "../rule/Check.ts"
import { fieldsOf } from "../rule/Fields.ts"
import { held, inside, type Placed } from "../rule/Placed.ts"
import { channelOfGuild } from "../rule/Relation.ts"
import { type Gone, isGone } from "./Gone.ts"

const Channel = fieldsOf("welcome_channel", {
  channel_id: [Id, required, channelOfGuild],
  description: [Text, required, length(1, limits.channelDescriptionMax)],
  emoji_id: [Id],
  emoji_name: [Text, length(0, limits.emojiNameMax)]
})

const Screen = fieldsOf("welcome_screen", {
  enabled: [Bool],
  description: [Text, length(0, limits.descriptionMax)],
  welcome_channels: [list(Channel.shape), size(0, limits.channels)]
})

export const shape = Screen.shape
export const rules = { ...Screen.rules, ...Channel.rules }
export const defaults = {
  welcome_screen: { enabled: false, description: null, welcome_channels: [] },
  welcome_channel: { emoji_id: null, emoji_name: null }
} as const

type Draft = typeof shape.Type

interface Holding {
  readonly welcome_screen?: Draft | null
}

export const places = (guilds: ReadonlyArray<Placed<Holding>>) => {
  const screens = held(guilds, "welcome_screen", ({ welcome_screen }) => welcome_screen)
  return { welcome_screen: screens, welcome_channel: inside(screens, "welcome_channels") }
}

export const build = ({ enabled, description, welcome_channels }: Draft): WelcomeScreen => ({
  enabled: enabled ?? defaults.welcome_screen.enabled,
  description: description ?? defaults.welcome_screen.description,
  welcome_channels: (welcome_channels ?? []).map((channel) => ({
    channel_id: channel.channel_id ?? "",
    description: channel.description ?? "",
    emoji_id: channel.emoji_id ?? defaults.welcome_channel.emoji_id,
    emoji_name: channel.emoji_name ?? defaults.welcome_channel.emoji_name
  }))
})

/** A screen shows no channel that goes; the same where it shows none. */
export const withoutChannels = (screen: WelcomeScreen, gone: Gone): WelcomeScreen => {
  const left = screen.welcome_channels.filter(({ channel_id }) => !isGone(gone, "channels", channel_id))
  return left.length === screen.welcome_channels.length ? screen : { ...screen, welcome_channels: left }
}
