/** Words that steps and files share. */
import { Schema } from "effect"

/** An optional field, with the description that editors show. */
export const optional = <S extends Schema.Top>(schema: S, description: string) =>
  Schema.optionalKey(schema.annotate({ description }))

/** `${variable}` in a text is replaced before the step is played. */
export const Text = Schema.String

/** The name or id of a user, application, guild, role or channel. */
export const Name = Schema.String

/** HTTP methods of a call: exactly one is a field, and its value is the path. */
export const METHODS = ["get", "post", "put", "patch", "delete"] as const

/** One field for each method, each with the same description of the path. */
export const methods = (path: string) =>
  // Each method has its field.
  Object.fromEntries(METHODS.map((method) => [method, optional(Text, path)])) as {
    readonly [M in (typeof METHODS)[number]]: Schema.optionalKey<Schema.String>
  }

/** A text alone, or an object with more detail. */
export const or = <S extends Schema.Top>(more: S) => Schema.Union([Text, more])
