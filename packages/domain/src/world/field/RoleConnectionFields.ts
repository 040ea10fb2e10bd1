/** The metadata records of an application, and the connections of a user: values in their records. */

import { limits, METADATA_TYPES } from "../../application/RoleConnection.ts"
import { isLocale } from "../../base/Locale.ts"
import { notMatching } from "../../error/FormError.ts"
import type { RoleConnection, RoleConnectionMetadata } from "../../record/World.ts"
import { dict, Id, Int, Text } from "../../validation/Shape.ts"
import { type Check, length, matches, oneOf, required } from "../rule/Check.ts"
import { fieldsOf } from "../rule/Fields.ts"
import { onceInList } from "../rule/Unique.ts"
import * as WorldError from "../rule/WorldError.ts"

/** Texts of a dictionary: by locale, or by key. */
const texts = (max: number, byLocale: boolean): Check => ({
  judge: (value, at) =>
    Object.entries(typeof value === "object" && value !== null ? value : {}).flatMap(([key, text]) => {
      if (byLocale && !isLocale(key)) return [{ ...WorldError.unknownReference("locale", key), path: [key] }]
      return length(1, max)
        .judge(text, at)
        .map((problem) => ({ ...problem, path: [key] }))
    })
})

export const Metadata = fieldsOf("role_connection_metadata", {
  type: [Int, required, oneOf(METADATA_TYPES)],
  key: [Text, required, length(1, limits.key), matches(/^[a-z0-9_]*$/, notMatching)],
  name: [Text, required, length(1, limits.name)],
  name_localizations: [dict(Text), texts(limits.name, true)],
  description: [Text, required, length(1, limits.description)],
  description_localizations: [dict(Text), texts(limits.description, true)]
})

export const uniqueKeys = onceInList("role_connection_metadata", "key", "A key names one metadata record.")

export const buildMetadata = (draft: typeof Metadata.shape.Type): RoleConnectionMetadata => ({
  type: METADATA_TYPES.find((type) => type === draft.type) ?? 1,
  key: draft.key ?? "",
  name: draft.name ?? "",
  ...given("name_localizations", draft.name_localizations),
  description: draft.description ?? "",
  ...given("description_localizations", draft.description_localizations)
})

type Texts = Readonly<Record<string, string | null | undefined>>

const given = <N extends string>(name: N, values: Texts | null | undefined) => {
  const said = textsOf(values)
  return (Object.keys(said).length === 0 ? {} : { [name]: said }) as { readonly [K in N]?: Record<string, string> }
}

const textsOf = (values: Texts | null | undefined): Record<string, string> =>
  Object.fromEntries(Object.entries(values ?? {}).flatMap(([key, text]) => (text == null ? [] : [[key, text]])))

export const Connections = fieldsOf("role_connection", {
  application_id: [Id, required],
  platform_name: [Text, length(0, limits.platformName)],
  platform_username: [Text, length(0, limits.platformUsername)],
  metadata: [dict(Text, limits.records), texts(limits.value, false)]
})

export const uniqueConnections = onceInList(
  "role_connection",
  "application_id",
  "An application has one connection to a user."
)

export const buildConnection = (draft: typeof Connections.shape.Type): RoleConnection => ({
  application_id: draft.application_id ?? "",
  platform_name: draft.platform_name ?? null,
  platform_username: draft.platform_username ?? null,
  metadata: textsOf(draft.metadata)
})
