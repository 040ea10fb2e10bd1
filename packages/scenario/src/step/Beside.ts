/** The fields of a step beside its act, and the files that steps bring along. */
import { Schema } from "effect"
import { Expectation, Matcher } from "../Expectation.ts"
import { Name, optional, Text } from "../Vocabulary.ts"

/** A path relative to the scenario, or the content itself. */
export const File = Schema.Struct({
  path: optional(Text, "Relative to the scenario file."),
  text: optional(Text, "The content, as text."),
  base64: optional(Text, "The content, as base64."),
  filename: optional(Text, "Default: the name of `path`."),
  content_type: optional(Text, "A media type such as image/png.")
}).annotate({ identifier: "File" })

export const OptionFile = Schema.Struct({
  option: Text.annotate({ description: "The name of the ATTACHMENT option." }),
  ...File.fields
}).annotate({ identifier: "OptionFile" })

export const FieldFile = Schema.Struct({
  field: Text.annotate({ description: "The file upload, by custom_id or label." }),
  ...File.fields
}).annotate({ identifier: "FieldFile" })

/** Selects a message: an id, `last` (the default: the newest that fits), or a matcher. */
export const MessageRef = Schema.Union([Text, Matcher]).annotate({
  identifier: "MessageRef",
  description: "An id, `last`, or a matcher. Default: the newest message that fits, as this user sees the channel."
})

const CHANNEL = "general, #general, Harbour/general, @bob (direct messages) or an id. Default: as in the step before."
const UNTIL =
  "How long to wait for the app. acknowledged: any first answer. responded: the completed answer. Default: responded if the expectation needs it, else acknowledged."

/** Fields that any step may have, unless `RESTRICTED` names them. */
export const common = {
  name: optional(Text, "For reports. Default: a sentence made from the step."),
  as: optional(Name, "The acting user, by name or id. Default: as in the step before."),
  in: optional(Name, `The channel: ${CHANNEL}`),
  locale: optional(Text, "The language of the user's client in this step. Default: the user's own."),
  until: optional(Schema.Literals(["acknowledged", "responded"]), UNTIL),
  expect: optional(Expectation, "What the outcome must be."),
  capture: optional(
    Schema.Record(Schema.String, Schema.String),
    "Variables for later steps (${name}), each with its path in the outcome: { adoption: message.id }."
  )
} as const

const Values = Schema.Union([Text, Schema.Array(Text)])

/** Fields that exist for certain acts only. */
export const beside = {
  on: optional(MessageRef, "The message of a press, select, revise, react or menu; for a menu also a user's name."),
  values: optional(Values, "With select: values or labels, or names of users, roles and channels."),
  attachments: optional(Schema.Array(FieldFile), "With submit: files for its file uploads."),
  with: optional(Schema.Record(Schema.String, Schema.Unknown), "With run: variables of the fragment.")
} as const

const Beside = Schema.Struct(beside)
export type Beside = typeof Beside.Type

/** Fields that an act must list in its `takes`. */
export const RESTRICTED = ["on", "values", "attachments", "with", "locale", "until"] as const satisfies ReadonlyArray<
  keyof typeof beside | keyof typeof common
>
export type Restricted = (typeof RESTRICTED)[number]
