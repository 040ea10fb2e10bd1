/** The guide of a guild for new members, as a world file has it. */
import { limits, type NewMemberWelcome } from "../../record/NewMemberWelcome.ts"
import { Any, Bool, Id, Int, list, Text } from "../../validation/Shape.ts"
import { distinct, each, length, oneOf, required, size } from "../rule/Check.ts"
import { fieldsOf } from "../rule/Fields.ts"
import { held, inside, type Placed } from "../rule/Placed.ts"
import { channelOfGuild } from "../rule/Relation.ts"
import * as Value from "../rule/Value.ts"
import { type Gone, isGone } from "./Gone.ts"

const ENTRY = {
  channel_id: [Id, required, channelOfGuild],
  title: [Text, required, length(1, limits.titleMax)],
  description: [Text, length(0, limits.descriptionMax)],
  emoji_id: [Id],
  emoji_name: [Text, length(0, limits.emojiNameMax)],
  emoji_animated: [Bool],
  icon: [Text, Value.avatar]
} as const

const Action = fieldsOf("new_member_action", { ...ENTRY, action_type: [Int, oneOf([0, 1])] })
const Resource = fieldsOf("resource_channel", ENTRY)

const Message = fieldsOf("new_member_message", {
  author_ids: [list(Any), size(0, limits.authors), each(Value.id), distinct],
  message: [Text, required, length(1, limits.messageMax)]
})

const Welcome = fieldsOf("new_member_welcome", {
  enabled: [Bool],
  welcome_message: [Message.shape],
  new_member_actions: [list(Action.shape), size(0, limits.actions)],
  resource_channels: [list(Resource.shape), size(0, limits.resources)]
})

export const shape = Welcome.shape
export const rules = { ...Welcome.rules, ...Message.rules, ...Action.rules, ...Resource.rules }

const entry = { description: "", emoji_id: null, emoji_name: null, emoji_animated: false, icon: null } as const
export const defaults = {
  new_member_welcome: { enabled: false, welcome_message: null, new_member_actions: [], resource_channels: [] },
  new_member_message: { author_ids: [] },
  new_member_action: { ...entry, action_type: 0 },
  resource_channel: entry
} as const

type Draft = typeof shape.Type

interface Holding {
  readonly new_member_welcome?: Draft | null
}

export const places = (guilds: ReadonlyArray<Placed<Holding>>) => {
  const all = held(guilds, "new_member_welcome", ({ new_member_welcome }) => new_member_welcome)
  return {
    new_member_welcome: all,
    new_member_message: held(all, "welcome_message", ({ welcome_message }) => welcome_message),
    new_member_action: inside(all, "new_member_actions"),
    resource_channel: inside(all, "resource_channels")
  }
}

const builtEntry = (draft: typeof Resource.shape.Type): NewMemberWelcome["resource_channels"][number] => ({
  channel_id: draft.channel_id ?? "",
  title: draft.title ?? "",
  description: draft.description ?? entry.description,
  emoji_id: draft.emoji_id ?? entry.emoji_id,
  emoji_name: draft.emoji_name ?? entry.emoji_name,
  emoji_animated: draft.emoji_animated ?? entry.emoji_animated,
  icon: draft.icon ?? entry.icon
})

export const build = ({ enabled, welcome_message: said, ...draft }: Draft): NewMemberWelcome => ({
  enabled: enabled ?? defaults.new_member_welcome.enabled,
  welcome_message: said ? { author_ids: Value.texts(said.author_ids), message: said.message ?? "" } : null,
  new_member_actions: (draft.new_member_actions ?? []).map((action) => ({
    ...builtEntry(action),
    action_type: action.action_type ?? defaults.new_member_action.action_type
  })),
  resource_channels: (draft.resource_channels ?? []).map(builtEntry)
})

/** The guide leads to no channel that goes; the same where it leads to none of them. */
export const withoutChannels = (welcome: NewMemberWelcome, gone: Gone): NewMemberWelcome => {
  const stays = ({ channel_id }: { readonly channel_id: string }) => !isGone(gone, "channels", channel_id)
  const { new_member_actions: actions, resource_channels: resources } = welcome
  return actions.every(stays) && resources.every(stays)
    ? welcome
    : { ...welcome, new_member_actions: actions.filter(stays), resource_channels: resources.filter(stays) }
}
