/**
 * The body that edits the onboarding of a guild, and the onboarding on the wire. Source: official OpenAPI document,
 * `UpdateGuildOnboardingRequest`; the platform's documentation of `Modify Guild Onboarding`.
 */
import { Schema } from "effect"
import type { Snowflake } from "../base/Snowflake.ts"
import { type ElementBody, said } from "../element/ElementBody.ts"
import {
  limits,
  NO_ONBOARDING,
  type Onboarding,
  type OnboardingOption,
  type OnboardingPrompt
} from "../record/Onboarding.ts"
import type { Guild } from "../record/World.ts"
import { Bool, decoder, field, Id, Int, list, needed } from "../validation/Shape.ts"
import { oneOf, text } from "../validation/ShapeLimits.ts"

const Option = Schema.Struct({
  id: field(Id),
  title: needed(text(1, limits.optionTitleMax)),
  description: field(text(0, limits.optionDescriptionMax)),
  emoji_id: field(Id),
  emoji_name: field(text(0, limits.emojiNameMax)),
  emoji_animated: field(Bool),
  role_ids: field(list(Id, limits.named)),
  channel_ids: field(list(Id, limits.named))
}).annotate({ identifier: "OnboardingOptionBody" })

const Prompt = Schema.Struct({
  id: needed(Id),
  type: field(oneOf(Int, [0, 1])),
  title: needed(text(1, limits.titleMax)),
  single_select: field(Bool),
  required: field(Bool),
  in_onboarding: field(Bool),
  options: needed(list(Option, limits.options))
}).annotate({ identifier: "OnboardingPromptBody" })

export const OnboardingEdit = Schema.Struct({
  enabled: field(Bool),
  mode: field(oneOf(Int, [0, 1])),
  default_channel_ids: field(list(Id, limits.defaultChannels)),
  prompts: field(list(Prompt, limits.prompts))
}).annotate({ identifier: "OnboardingBody" })

const decode = decoder(OnboardingEdit)

/** How many ids the prompts and options of a body can need. */
export const idsFor = (sent: unknown): number =>
  (decode(sent).value.prompts ?? []).reduce((count, { options }) => count + 1 + (options ?? []).length, 0)

/** What is left out stays. A prompt or option that is there keeps its id, and a new one gets one of `fresh`. */
export const onboardingBody = (
  sent: unknown,
  { onboarding = NO_ONBOARDING }: Guild,
  fresh: ReadonlyArray<Snowflake>
): ElementBody => {
  const { value, faults } = decode(sent)
  const ids = [...fresh]
  const known = new Set(onboarding.prompts.flatMap(({ id, options }) => [id, ...options.map((option) => option.id)]))
  const kept = (id: Snowflake | null | undefined) => {
    if (!known.delete(id ?? "")) return ids.shift()
    return id
  }
  const prompts = value.prompts?.map((prompt) =>
    said({
      ...prompt,
      id: kept(prompt.id),
      options: prompt.options?.map((option) => said({ ...option, id: kept(option.id) }))
    })
  )
  const after = said({
    enabled: value.enabled ?? onboarding.enabled,
    mode: value.mode ?? onboarding.mode,
    default_channel_ids:
      value.default_channel_ids ?? (value.default_channel_ids === null ? [] : onboarding.default_channel_ids),
    prompts: prompts ?? (value.prompts === null ? [] : onboarding.prompts)
  })
  // The fields of the onboarding are those of the body.
  return { body: { onboarding: after }, faults, places: { onboarding: [] } }
}

export const onboardingObject = ({ id, onboarding = NO_ONBOARDING }: Guild) => ({
  guild_id: id,
  ...onboarding,
  prompts: onboarding.prompts.map(promptObject)
})

export const promptObject = (prompt: OnboardingPrompt) => ({ ...prompt, options: prompt.options.map(optionObject) })

const optionObject = ({ emoji_id, emoji_name, emoji_animated, ...option }: OnboardingOption) => ({
  ...option,
  emoji: { id: emoji_id, name: emoji_name, animated: emoji_animated }
})

/** Whether it has the channels that it needs to be enabled. `isWritable`: whether @everyone writes in a channel. */
export const isSufficient = (
  { mode, default_channel_ids, prompts }: Onboarding,
  isWritable: (channelId: Snowflake) => boolean
): boolean => {
  const asked = mode === 1 ? prompts.flatMap(({ options }) => options.flatMap(({ channel_ids }) => channel_ids)) : []
  const channels = [...new Set([...default_channel_ids, ...asked])]
  return channels.length >= limits.channelsNeeded && channels.filter(isWritable).length >= limits.writableNeeded
}
