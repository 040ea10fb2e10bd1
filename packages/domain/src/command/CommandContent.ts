/** Stored content of a validated draft. Source: wire-rest.md §1.1 (keys and their order); decisions 3, 6, 7, 15. */
import { isLocale } from "../base/Locale.ts"
import * as Command from "../record/ApplicationCommand.ts"
import { CHANNEL_TYPES, CONTEXT_TYPES, INTEGRATION_TYPES } from "../record/WorldVocabulary.ts"
import { readMember, readSet } from "../validation/NumberRules.ts"
import { type ChoiceDraft, type CommandDraft, commandType, type OptionDraft, optionType } from "./CommandBody.ts"
import { COMMAND_FIELDS, OPTION_FIELDS } from "./CommandFields.ts"
import type { ValidationContext } from "./CommandRules.ts"
import { type ChoiceType, readValue, takesChoices } from "./OptionRules.ts"

const HANDLERS = Object.values(Command.HandlerType)

type Mutable<A> = { -readonly [K in keyof A]: A[K] }

/** The content of a draft without faults; parts that a faulty draft lacks become empty. */
export const complete = (draft: CommandDraft, context: ValidationContext): Command.CommandContent => {
  const type = commandType(draft) ?? Command.CommandType.CHAT_INPUT
  const described = COMMAND_FIELDS.description.has(type)
  const options = COMMAND_FIELDS.options.has(type) && isFilled(draft.options) ? draft.options.map(option) : undefined
  const content: Mutable<Command.CommandContent> = {
    default_member_permissions: draft.default_member_permissions?.toString() ?? null,
    type,
    name: draft.name ?? "",
    name_localizations: localizations(draft.name_localizations),
    description: described ? (draft.description ?? "") : "",
    description_localizations: described ? localizations(draft.description_localizations) : null,
    ...(context.scope === "global" ? reach(draft, context) : undefined),
    ...(options === undefined ? undefined : { options }),
    nsfw: draft.nsfw ?? false
  }
  // The app handles an entry point without a `handler`. Our choice: docs/choices.md "Registration".
  if (COMMAND_FIELDS.handler.has(type))
    content.handler = readMember(draft.handler, HANDLERS) ?? Command.HandlerType.APP_HANDLER
  if (typeof draft.default_permission === "boolean") content.default_permission = draft.default_permission
  return content
}

/** Where a global command can be installed and used. */
const reach = (draft: CommandDraft, { application }: ValidationContext) => {
  const contexts = draft.contexts ? readSet(draft.contexts, CONTEXT_TYPES) : null
  return {
    dm_permission:
      draft.dm_permission !== false && (contexts === null || contexts.includes(Command.ContextType.BOT_DM)),
    contexts,
    integration_types: draft.integration_types
      ? readSet(draft.integration_types, INTEGRATION_TYPES)
      : application.integration_types
  }
}

const option = (draft: OptionDraft): Command.CommandOption => {
  // A valid draft has a known type; STRING is only the fallback for the compiler.
  const type = optionType(draft) ?? Command.OptionType.STRING
  const has = (field: keyof typeof OPTION_FIELDS) => OPTION_FIELDS[field].has(type)
  const result: Mutable<Command.CommandOption> = {
    type,
    name: draft.name ?? "",
    name_localizations: localizations(draft.name_localizations),
    description: draft.description ?? "",
    description_localizations: localizations(draft.description_localizations)
  }
  if (draft.required === true && has("required")) result.required = true
  if (draft.autocomplete === true && has("autocomplete")) result.autocomplete = true
  const { choices, options, channel_types, min_value, max_value, min_length, max_length } = draft
  if (isFilled(choices) && takesChoices(type)) result.choices = choices.map(choiceOf(type))
  if (isFilled(options) && has("options")) result.options = options.map(option)
  if (isFilled(channel_types) && has("channel_types")) result.channel_types = readSet(channel_types, CHANNEL_TYPES)
  if (isGiven(min_value) && has("min_value")) result.min_value = min_value
  if (isGiven(max_value) && has("max_value")) result.max_value = max_value
  if (isGiven(min_length) && has("min_length")) result.min_length = min_length
  if (isGiven(max_length) && has("max_length")) result.max_length = max_length
  return result
}

const isGiven = (bound: number | null | undefined): bound is number => typeof bound === "number"

const choiceOf =
  (type: ChoiceType & Command.OptionType) =>
  (draft: ChoiceDraft): Command.CommandChoice => ({
    name: draft.name ?? "",
    name_localizations: localizations(draft.name_localizations),
    value: readValue(draft.value, type) ?? ""
  })

/** Only the given locales; null without any. */
const localizations = (dictionary: CommandDraft["name_localizations"]): Command.Localizations | null => {
  if (dictionary === undefined || dictionary === null) return null
  const given: { [locale: string]: string } = {}
  for (const [locale, text] of Object.entries(dictionary)) {
    if (isLocale(locale) && typeof text === "string") given[locale] = text
  }
  return Object.keys(given).length === 0 ? null : given
}

const isFilled = <A>(items: ReadonlyArray<A> | null | undefined): items is ReadonlyArray<A> =>
  items !== undefined && items !== null && items.length > 0
