/** Words that steps and files share. */
import { Schema } from "effect"

/** A field that may be left out, with what editors say of it. */
export const told = <S extends Schema.Top>(schema: S, description: string) =>
  Schema.optionalKey(schema.annotate({ description }))

/** `${variable}` in a text is replaced before the step is played. */
export const Text = Schema.String

/** A user, application, guild, role or channel: its name or id. */
export const Name = Schema.String

/** Of a call: a step has one of them, with the path as its value. */
export const METHODS = ["get", "post", "put", "patch", "delete"] as const

/** A text alone, or an object that says more. */
export const or = <S extends Schema.Top>(more: S) => Schema.Union([Text, more])

/** One target of command permissions: exactly one of role, user and channel. */
export const Overwrite = Schema.Struct({
  role: Schema.optionalKey(Name.annotate({ description: "A role's name or id; @everyone." })),
  user: Schema.optionalKey(Name.annotate({ description: "A user's name or id." })),
  channel: Schema.optionalKey(Name.annotate({ description: "A channel's name or id; `all` for all channels." })),
  allow: Schema.Boolean.annotate({ description: "Whether they may use the command." })
}).annotate({ identifier: "PermissionOverwrite" })
