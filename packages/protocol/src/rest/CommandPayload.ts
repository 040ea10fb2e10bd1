/**
 * Bodies that register commands, as the OpenAPI document shows them. The domain judges bodies by its own shapes and
 * rules, which take more forms, such as numbers spelled as text. Source: wire-rest.md §1.3; service.md "Create global
 * command body" and below.
 */

import { command as limits } from "@backlot/domain/base/Limits"
import { CommandType, HandlerType, OptionType } from "@backlot/domain/record/ApplicationCommand"
import { CHANNEL_TYPES, CONTEXT_TYPES, INTEGRATION_TYPES } from "@backlot/domain/record/CommandVocabulary"
import { SnowflakeText } from "@backlot/domain/validation/Shown"
import { Schema } from "effect"
import { dictionary, list, nullable, Permissions, text, whole } from "./Field.ts"

const name = text(limits.nameMin, limits.nameMax)
const description = text(0, limits.descriptionMax)
const localizations = {
  name_localizations: dictionary(name, "NameLocalizationsBody"),
  description_localizations: dictionary(
    text(limits.descriptionMin, limits.descriptionMax),
    "DescriptionLocalizationsBody"
  )
}

const choiceName = text(1, limits.choiceNameMax)
const Choice = Schema.Struct({
  name: choiceName,
  name_localizations: dictionary(choiceName, "ChoiceNameLocalizationsBody"),
  value: Schema.Union([text(0, limits.choiceStringMax), Schema.Finite])
}).annotate({ identifier: "CommandOptionChoiceBody" })

const option = {
  type: Schema.Literals(Object.values(OptionType)),
  name,
  description: text(limits.descriptionMin, limits.descriptionMax),
  ...localizations,
  required: nullable(Schema.Boolean),
  autocomplete: nullable(Schema.Boolean),
  choices: nullable(list(Choice, limits.choices)),
  channel_types: nullable(list(Schema.Literals(CHANNEL_TYPES), CHANNEL_TYPES.length)),
  min_value: nullable(Schema.Finite),
  max_value: nullable(Schema.Finite),
  min_length: nullable(whole(0, limits.minLengthMax)),
  max_length: nullable(whole(limits.maxLengthMin, limits.maxLengthMax))
}

const ValueOption = Schema.Struct({
  ...option,
  // Libraries send null here; nothing below a parameter means anything.
  options: nullable(list(Schema.Unknown, limits.options))
}).annotate({ identifier: "CommandValueOptionBody" })

const Subcommand = Schema.Struct({ ...option, options: nullable(list(ValueOption, limits.options)) }).annotate({
  identifier: "CommandSubcommandOptionBody"
})

const Option = Schema.Struct({ ...option, options: nullable(list(Subcommand, limits.options)) }).annotate({
  identifier: "CommandOptionBody",
  description: "A group holds subcommands, a subcommand holds parameters, a parameter holds nothing."
})

const settings = {
  description: nullable(description),
  ...localizations,
  options: nullable(list(Option, limits.options)),
  default_member_permissions: nullable(Permissions),
  default_permission: nullable(Schema.Boolean),
  nsfw: nullable(Schema.Boolean)
}

const globalOnly = {
  dm_permission: nullable(Schema.Boolean),
  integration_types: nullable(list(Schema.Literals(INTEGRATION_TYPES), INTEGRATION_TYPES.length)),
  contexts: nullable(list(Schema.Literals(CONTEXT_TYPES), CONTEXT_TYPES.length))
}

const entryPoint = { handler: nullable(Schema.Literals(Object.values(HandlerType))) }
const typed = { type: nullable(Schema.Literals(Object.values(CommandType))) }

const guild = { ...settings, ...entryPoint }
const global = { ...guild, ...globalOnly }

export const GlobalCommand = Schema.Struct({ name, ...typed, ...global }).annotate({ identifier: "GlobalCommandBody" })

export const GuildCommand = Schema.Struct({ name, ...typed, ...guild }).annotate({ identifier: "GuildCommandBody" })

export const GlobalEdit = Schema.Struct({ name: nullable(name), ...global }).annotate({
  identifier: "GlobalCommandEdit"
})

export const GuildEdit = Schema.Struct({ name: nullable(name), ...guild }).annotate({ identifier: "GuildCommandEdit" })

export const GlobalElement = Schema.Struct({ id: nullable(SnowflakeText), name, ...typed, ...global }).annotate({
  identifier: "GlobalCommandElement",
  description: "`id` names the command it replaces, to rename it without a change of id."
})

export const GuildElement = Schema.Struct({ id: nullable(SnowflakeText), name, ...typed, ...guild }).annotate({
  identifier: "GuildCommandElement"
})
