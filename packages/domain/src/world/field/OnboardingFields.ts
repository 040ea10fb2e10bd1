/** The onboarding of a guild, as a world file has it. */
import type { Snowflake } from "../../base/Snowflake.ts"
import { limits, type Onboarding } from "../../record/Onboarding.ts"
import { Any, Bool, Id, Int, list, Text } from "../../validation/Shape.ts"
import { distinct, each, length, oneOf, required, size } from "../rule/Check.ts"
import { fieldsOf } from "../rule/Fields.ts"
import { held, inside, type Placed } from "../rule/Placed.ts"
import { channelOfGuild, roleOfGuild } from "../rule/Relation.ts"
import * as Value from "../rule/Value.ts"
import { type Gone, isGone } from "./Gone.ts"

const Option = fieldsOf("onboarding_option", {
  id: [Id, required],
  title: [Text, required, length(1, limits.optionTitleMax)],
  description: [Text, length(0, limits.optionDescriptionMax)],
  emoji_id: [Id],
  emoji_name: [Text, length(0, limits.emojiNameMax)],
  emoji_animated: [Bool],
  role_ids: [list(Any), size(0, limits.named), each(Value.id, roleOfGuild), distinct],
  channel_ids: [list(Any), size(0, limits.named), each(Value.id, channelOfGuild), distinct]
})

const Prompt = fieldsOf("onboarding_prompt", {
  id: [Id, required],
  type: [Int, oneOf([0, 1])],
  title: [Text, required, length(1, limits.titleMax)],
  single_select: [Bool],
  required: [Bool],
  in_onboarding: [Bool],
  options: [list(Option.shape), required, size(1, limits.options)]
})

const All = fieldsOf("onboarding", {
  enabled: [Bool],
  mode: [Int, oneOf([0, 1])],
  default_channel_ids: [list(Any), size(0, limits.defaultChannels), each(Value.id, channelOfGuild), distinct],
  prompts: [list(Prompt.shape), size(0, limits.prompts)]
})

export const shape = All.shape
export const rules = { ...All.rules, ...Prompt.rules, ...Option.rules }
export const defaults = {
  onboarding: { enabled: false, mode: 0, default_channel_ids: [], prompts: [] },
  onboarding_prompt: { type: 0, single_select: false, required: false, in_onboarding: false },
  onboarding_option: {
    ...{ description: "", emoji_id: null, emoji_name: null, emoji_animated: false },
    ...{ role_ids: [], channel_ids: [] }
  }
} as const

type Draft = typeof shape.Type

interface Holding {
  readonly onboarding?: Draft | null
}

export const places = (guilds: ReadonlyArray<Placed<Holding>>) => {
  const all = held(guilds, "onboarding", ({ onboarding }) => onboarding)
  const prompts = inside(all, "prompts")
  return { onboarding: all, onboarding_prompt: prompts, onboarding_option: inside(prompts, "options") }
}

export const build = (draft: Draft): Onboarding => ({
  enabled: draft.enabled ?? defaults.onboarding.enabled,
  mode: draft.mode ?? defaults.onboarding.mode,
  default_channel_ids: Value.texts(draft.default_channel_ids),
  prompts: (draft.prompts ?? []).map(builtPrompt)
})

const builtPrompt = (draft: typeof Prompt.shape.Type): Onboarding["prompts"][number] => {
  const d = defaults.onboarding_prompt
  return {
    id: draft.id ?? "",
    type: draft.type ?? d.type,
    title: draft.title ?? "",
    single_select: draft.single_select ?? d.single_select,
    required: draft.required ?? d.required,
    in_onboarding: draft.in_onboarding ?? d.in_onboarding,
    options: (draft.options ?? []).map((option) => ({
      id: option.id ?? "",
      title: option.title ?? "",
      description: option.description ?? defaults.onboarding_option.description,
      emoji_id: option.emoji_id ?? defaults.onboarding_option.emoji_id,
      emoji_name: option.emoji_name ?? defaults.onboarding_option.emoji_name,
      emoji_animated: option.emoji_animated ?? defaults.onboarding_option.emoji_animated,
      role_ids: Value.texts(option.role_ids),
      channel_ids: Value.texts(option.channel_ids)
    }))
  }
}

/** No channels and roles that go; the same where it names none of them. */
export const without = (onboarding: Onboarding, guildId: Snowflake, gone: Gone): Onboarding => {
  const channel = (id: Snowflake) => isGone(gone, "channels", id)
  const role = (id: Snowflake) => isGone(gone, "roles", guildId, id)
  const options = onboarding.prompts.flatMap((prompt) => prompt.options)
  const loses =
    onboarding.default_channel_ids.some(channel) ||
    options.some(({ channel_ids, role_ids }) => channel_ids.some(channel) || role_ids.some(role))
  if (!loses) return onboarding
  return {
    ...onboarding,
    default_channel_ids: onboarding.default_channel_ids.filter((id) => !channel(id)),
    prompts: onboarding.prompts.map((prompt) => ({
      ...prompt,
      options: prompt.options.map((option) => ({
        ...option,
        channel_ids: option.channel_ids.filter((id) => !channel(id)),
        role_ids: option.role_ids.filter((id) => !role(id))
      }))
    }))
  }
}
