/** Answers about a user's picker. The details are our choice: docs/choices.md "Picker and typing". Source: product.md "Control plane". */
import { SnowflakeText } from "@backlot/domain/validation/Shown"
import { Schema } from "effect"
import { described, optional } from "../openapi/Endpoint.ts"
import { Command, Localizations, Option } from "../rest/Command.ts"

/** A step of the decision on one use, in words. */
export const StepDecision = Schema.Struct({
  step: Schema.String,
  outcome: described(
    Schema.Literals(["pass", "fail", "skip"]),
    "skip: it has nothing to say here, or another step settled the matter; `because` says which."
  ),
  because: Schema.String
})

export const PickerCommand = Schema.Struct({
  ...Command.fields,
  name_localizations: Localizations,
  name_localized: described(Schema.String, "The command's name as the user reads it, fallbacks applied."),
  description_localizations: Localizations,
  description_localized: described(Schema.String, "As the user reads it, fallbacks applied."),
  application_name: Schema.String,
  path: optional(Schema.String, "Default names of command, group and subcommand, separated by spaces."),
  path_localized: optional(Schema.String, "The path as the user reads it, fallbacks applied."),
  options: Schema.optionalKey(Schema.Array(Option))
}).annotate({
  identifier: "PickerCommand",
  description:
    "A row of the picker: a command, or one of its subcommands. The row of a subcommand has `path` and " +
    "`path_localized`; its `description` texts and its `options` are those of the subcommand, everything else is the " +
    "command's. Every option and choice has `name_localized` too."
})

export const PickerCommands = Schema.Struct({ commands: Schema.Array(PickerCommand) }).annotate({
  identifier: "PickerCommands"
})

export const Explanation = Schema.Struct({
  visible: described(Schema.Boolean, "Whether pickers list it."),
  usable: described(Schema.Boolean, "Whether a use of it is delivered."),
  decisions: described(Schema.Array(StepDecision), "Every step, in the order of the chart.")
}).annotate({ identifier: "Explanation" })

const id = { id: SnowflakeText }

export const Surroundings = Schema.Struct({
  user: Schema.Struct({ ...id, username: Schema.String, locale: Schema.String }),
  users: Schema.Array(
    Schema.Struct({
      ...id,
      username: Schema.String,
      global_name: Schema.NullOr(Schema.String),
      nick: Schema.NullOr(Schema.String)
    })
  ),
  channels: Schema.Array(Schema.Struct({ ...id, name: Schema.NullOr(Schema.String), type: Schema.Int })),
  roles: Schema.Array(Schema.Struct({ ...id, name: Schema.String }))
}).annotate({
  identifier: "Surroundings",
  description: "What the user can name here while filling in options, and the users behind `ids`, members or not."
})
