/** Command answers as schemas. Source: wire-rest.md §1.1; names follow the official OpenAPI document. */
import { LOCALES } from "@backlot/domain/base/Locale"
import { CommandType, HandlerType, OptionType } from "@backlot/domain/record/ApplicationCommand"
import { CHANNEL_TYPES, CONTEXT_TYPES, INTEGRATION_TYPES } from "@backlot/domain/record/WorldVocabulary"
import { SnowflakeText } from "@backlot/domain/validation/Shown"
import { Schema } from "effect"

export const Localizations = Schema.NullOr(
  Schema.Struct(Object.fromEntries(LOCALES.map((locale) => [locale, Schema.optionalKey(Schema.String)]))).annotate({
    identifier: "Localizations"
  })
)

const localized = {
  name_localizations: Schema.optionalKey(Localizations),
  name_localized: Schema.optionalKey(Schema.String)
}

const described = {
  description: Schema.String,
  description_localizations: Schema.optionalKey(Localizations),
  description_localized: Schema.optionalKey(Schema.String)
}

export const Choice = Schema.Struct({
  name: Schema.String,
  ...localized,
  value: Schema.Union([Schema.String, Schema.Finite])
}).annotate({ identifier: "ApplicationCommandOptionChoice" })

const leaf = {
  type: Schema.Literals(Object.values(OptionType)),
  name: Schema.String,
  ...localized,
  ...described,
  required: Schema.optionalKey(Schema.Boolean),
  autocomplete: Schema.optionalKey(Schema.Boolean),
  choices: Schema.optionalKey(Schema.Array(Choice)),
  channel_types: Schema.optionalKey(Schema.Array(Schema.Literals(CHANNEL_TYPES))),
  min_value: Schema.optionalKey(Schema.Finite),
  max_value: Schema.optionalKey(Schema.Finite),
  min_length: Schema.optionalKey(Schema.Int),
  max_length: Schema.optionalKey(Schema.Int)
}

const ValueOption = Schema.Struct(leaf).annotate({ identifier: "ApplicationCommandValueOption" })
const Subcommand = Schema.Struct({ ...leaf, options: Schema.optionalKey(Schema.Array(ValueOption)) }).annotate({
  identifier: "ApplicationCommandSubcommandOption"
})
export const Option = Schema.Struct({ ...leaf, options: Schema.optionalKey(Schema.Array(Subcommand)) }).annotate({
  identifier: "ApplicationCommandOption"
})

export const Command = Schema.Struct({
  id: SnowflakeText,
  application_id: SnowflakeText,
  version: SnowflakeText,
  default_member_permissions: Schema.NullOr(Schema.String),
  type: Schema.Literals(Object.values(CommandType)),
  name: Schema.String,
  ...localized,
  ...described,
  guild_id: Schema.optionalKey(SnowflakeText),
  dm_permission: Schema.optionalKey(Schema.Boolean),
  contexts: Schema.optionalKey(Schema.NullOr(Schema.Array(Schema.Literals(CONTEXT_TYPES)))),
  integration_types: Schema.optionalKey(Schema.Array(Schema.Literals(INTEGRATION_TYPES))),
  options: Schema.optionalKey(Schema.Array(Option)),
  nsfw: Schema.Boolean,
  handler: Schema.optionalKey(Schema.Literals(Object.values(HandlerType))),
  default_permission: Schema.optionalKey(Schema.Boolean)
}).annotate({ identifier: "ApplicationCommandResponse" })
