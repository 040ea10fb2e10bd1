/** The record of a command in answers to writes and in lists. Source: wire-rest.md §1.1; decisions 6 to 9, 16. */
import { type Json, listOf } from "./ModelJson.ts"
import type { ModelApplication } from "./ModelWorld.ts"

/** The answer to a write of a well-formed body, without id and version. `undefined` marks an absent key. */
export const recordOf = (body: Json, type: number, application: ModelApplication, guild_id: string | undefined) => ({
  application_id: application.id,
  default_member_permissions: textOrNull(body["default_member_permissions"]),
  type,
  name: body["name"],
  name_localizations: body["name_localizations"] ?? null,
  description: type === 2 || type === 3 ? "" : (body["description"] ?? ""),
  description_localizations: type === 2 || type === 3 ? null : (body["description_localizations"] ?? null),
  guild_id,
  ...(guild_id === undefined ? globalFields(body, application) : {}),
  options: type === 1 ? optionsOf(body["options"]) : undefined,
  nsfw: body["nsfw"] === true,
  handler: type === 4 ? (body["handler"] ?? undefined) : undefined,
  default_permission: body["default_permission"] ?? undefined
})

const textOrNull = (value: unknown) => (value === undefined || value === null ? null : String(value))

/** A record in a list for one locale: without dictionaries, with the exact translation if there is one. */
export const localizedRecord = (record: Json, locale: string): Json => {
  const { name_localizations: names, description_localizations: descriptions, ...rest } = record
  const children = (field: "options" | "choices") =>
    rest[field] === undefined ? {} : { [field]: listOf(rest[field]).map((child) => localizedRecord(child, locale)) }
  return {
    ...{ ...rest, ...children("options"), ...children("choices") },
    ...{ name_localizations: undefined, name_localized: Object(names ?? {})[locale] },
    ...{ description_localizations: undefined, description_localized: Object(descriptions ?? {})[locale] }
  }
}

/** A text in the user's language. Source: service.md "Limits" (Locale fallbacks). */
export const readBy = (fallback: unknown, localizations: unknown, locale: string): unknown => {
  const all: Readonly<Record<string, unknown>> = Object(localizations ?? {})
  return all[locale] ?? all[FALLBACKS[locale] ?? ""] ?? fallback
}

const FALLBACKS: Readonly<Record<string, string>> = { "en-US": "en-GB", "en-GB": "en-US", "es-419": "es-ES" }

const globalFields = (body: Json, application: ModelApplication) => {
  const contexts = body["contexts"] ?? null
  return {
    contexts,
    dm_permission: body["dm_permission"] !== false && (!Array.isArray(contexts) || contexts.includes(1)),
    integration_types: body["integration_types"] ?? application.integration_types
  }
}

/** Undefined for an empty list. */
const listed = (given: unknown, make: (one: Json) => Json): ReadonlyArray<Json> | undefined => {
  const list = listOf(given)
  return list.length === 0 ? undefined : list.map(make)
}

const optionsOf = (given: unknown): ReadonlyArray<Json> | undefined =>
  listed(given, (option) => ({
    type: option["type"],
    name: option["name"],
    name_localizations: option["name_localizations"] ?? null,
    description: option["description"],
    description_localizations: option["description_localizations"] ?? null,
    required: option["required"] === true ? true : undefined,
    autocomplete: option["autocomplete"] === true ? true : undefined,
    choices: listed(option["choices"], choiceOf),
    options: optionsOf(option["options"]),
    channel_types: listOf(option["channel_types"]).length === 0 ? undefined : option["channel_types"],
    min_value: option["min_value"] ?? undefined,
    max_value: option["max_value"] ?? undefined,
    min_length: option["min_length"] ?? undefined,
    max_length: option["max_length"] ?? undefined
  }))

const choiceOf = ({ name, name_localizations, value }: Json) => {
  return { name, name_localizations: name_localizations ?? null, value }
}
