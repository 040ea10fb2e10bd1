/**
 * Linked roles: what an application knows of its users, and what it says of one. Source: official OpenAPI document,
 * `ApplicationRoleConnectionsMetadataItemRequest`, `UpdateApplicationUserRoleConnectionRequest`.
 */
import { Schema } from "effect"
import { parseTime } from "../base/IsoTime.ts"
import type { ElementBody } from "../element/ElementBody.ts"
import { type Fault, fault } from "../error/Fault.ts"
import * as FormError from "../error/FormError.ts"
import type { RoleConnection, RoleConnectionMetadata } from "../record/World.ts"
import { countError } from "../validation/Given.ts"
import { at } from "../validation/Rule.ts"
import { decoder, dict, field, Int, list, needed, Text } from "../validation/Shape.ts"
import { localizations, oneOf, text } from "../validation/ShapeLimits.ts"
import { lengthError } from "../validation/TextRules.ts"

export const limits = {
  records: 5,
  key: 50,
  name: 100,
  description: 200,
  platformName: 50,
  platformUsername: 100,
  value: 100,
  /** Connections of one user: ours. */
  perUser: 50
} as const

/** Comparisons of integers, of times, of booleans. */
export const METADATA_TYPES = [1, 2, 3, 4, 5, 6, 7, 8] as const

const Item = Schema.Struct({
  type: needed(oneOf(Int, METADATA_TYPES)),
  key: needed(text(1, limits.key)),
  name: needed(text(1, limits.name)),
  name_localizations: field(localizations(dict(Text), 1, limits.name, "RoleConnectionNames")),
  description: needed(text(1, limits.description)),
  description_localizations: field(localizations(dict(Text), 1, limits.description, "RoleConnectionDescriptions"))
}).annotate({ identifier: "RoleConnectionMetadataBody" })

export const Metadata = list(Item, limits.records)

const decodeMetadata = decoder(Metadata)

/** As an edit of the application, whose rules judge the records. Null is an empty list. */
export const metadataBody = (sent: unknown): ElementBody => {
  const { value, faults } = decodeMetadata(sent ?? [])
  return {
    body: { role_connections_metadata: value },
    faults: [...faults, ...at([], countError(value, limits.records))],
    places: { role_connections_metadata: [] }
  }
}

export const UserConnection = Schema.Struct({
  platform_name: field(text(0, limits.platformName)),
  platform_username: field(text(0, limits.platformUsername)),
  metadata: field(dict(Text, limits.records))
}).annotate({ identifier: "RoleConnectionBody" })

const decodeConnection = decoder(UserConnection)

/** What an application says of a user: the values of its own records. */
export const connectionBody = (sent: unknown, records: ReadonlyArray<RoleConnectionMetadata>) => {
  const { value, faults } = decodeConnection(sent)
  const given = Object.entries(value.metadata ?? {})
  const said = {
    platform_name: value.platform_name ?? null,
    platform_username: value.platform_username ?? null,
    metadata: Object.fromEntries(given.map(([key, one]) => [key, String(one ?? "")]))
  }
  return {
    said,
    faults: [
      ...faults,
      ...at(["platform_name"], lengthOf(value.platform_name, limits.platformName)),
      ...at(["platform_username"], lengthOf(value.platform_username, limits.platformUsername)),
      ...given.flatMap(([key, one]) => valueFaults(key, String(one ?? ""), records))
    ]
  }
}

const lengthOf = (value: string | null | undefined, max: number) =>
  value == null ? undefined : lengthError(value, 0, max)

const valueFaults = (
  key: string,
  value: string,
  records: ReadonlyArray<RoleConnectionMetadata>
): ReadonlyArray<Fault> => {
  const record = records.find((one) => one.key === key)
  if (record === undefined) return [fault(["metadata", key], UNKNOWN_KEY)]
  const error = lengthError(value, 1, limits.value) ?? (isOfType(value, record.type) ? undefined : WRONG_VALUE)
  return at(["metadata", key], error)
}

const UNKNOWN_KEY = { code: "UNKNOWN_METADATA_KEY", message: "The application has no such metadata record." }
const WRONG_VALUE = FormError.of("INVALID_METADATA_VALUE", "The value does not fit the type of its metadata record.")

const isOfType = (value: string, type: RoleConnectionMetadata["type"]): boolean => {
  if (type <= 4) return /^-?\d{1,15}$/.test(value)
  return type <= 6 ? parseTime(value) !== undefined : value === "0" || value === "1"
}

/** A connection that says nothing has no name. */
export const connectionObject = (connection: RoleConnection | undefined) => ({
  ...(connection?.platform_name == null ? {} : { platform_name: connection.platform_name }),
  platform_username: connection?.platform_username ?? null,
  metadata: connection?.metadata ?? {}
})
