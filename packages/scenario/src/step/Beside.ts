/** The fields of a step beside its act. */
import { Schema } from "effect"
import { Expectation, Matcher } from "../Expectation.ts"
import { Name, optional, Text } from "../Vocabulary.ts"
import { FieldFile } from "./File.ts"

/** Selects a message: an id, `last` (the default: the newest that fits), or a matcher. */
export const MessageRef = Schema.Union([Text, Matcher]).annotate({
  identifier: "MessageRef",
  description:
    "An id, `last`, or what the message looks like. Default: the newest that fits, as this user sees the channel."
})

/** Fields that any step may have, unless `RESTRICTED` names them. */
export const common = {
  name: optional(Text, "Shown in reports. Default: a sentence made from the step."),
  as: optional(Name, "The user who acts, by name or id. Default: that of the step before."),
  in: optional(
    Name,
    "The channel: general, #general, Harbour/general, @bob (direct messages with bob) or an id. Default: that of the step before."
  ),
  locale: optional(Text, "The language of the user's client in this step. Default: the user's own."),
  until: optional(
    Schema.Literals(["acknowledged", "responded"]),
    "How long to wait for the app. acknowledged: its first answer, a deferral too. responded: a deferral counts once completed. Default: responded where the expectation needs it, else acknowledged."
  ),
  expect: optional(Expectation, "What must hold of what comes of it."),
  capture: optional(
    Schema.Record(Schema.String, Schema.String),
    "Variables that later steps use as ${name}, each with the path of its value in the outcome: { adoption: message.id }."
  )
} as const

const Values = Schema.Union([Text, Schema.Array(Text)])

/** Fields that exist for certain acts only. */
export const beside = {
  on: optional(
    MessageRef,
    "What a press, select, revise, react or menu is on: a message, or for a menu a user's name too."
  ),
  values: optional(Values, "Beside select: values or labels, or names of users, roles and channels."),
  attachments: optional(Schema.Array(FieldFile), "Beside submit: files for its file uploads."),
  with: optional(Schema.Record(Schema.String, Schema.Unknown), "Beside run: variables of the fragment.")
} as const

const Beside = Schema.Struct(beside)
export type Beside = typeof Beside.Type

/** Fields that an act must list in its `takes`. */
export const RESTRICTED = ["on", "values", "attachments", "with", "locale", "until"] as const satisfies ReadonlyArray<
  keyof typeof beside | keyof typeof common
>
export type Restricted = (typeof RESTRICTED)[number]
