/**
 * Finds where a command body breaks a rule. Source: service.md "Application command", "Naming rules", "Application
 * command option", "Option choice", "Subcommand structure rules"; decisions 1 to 12. Rules and numbers are written from
 * the specification, not from the domain.
 */
import { optionFaults } from "./ModelFormOptions.ts"
import {
  isNothing,
  type Json,
  listOf,
  localizationFaults,
  localizedFaults,
  nameFaults,
  type Path,
  textFaults
} from "./ModelJson.ts"
import * as Limits from "./ModelLimits.ts"
import type { ModelApplication } from "./ModelWorld.ts"

export interface FormPlace {
  readonly application: ModelApplication
  readonly guild_id: string | undefined
  /** The command's type; for an edit, that of the stored command. */
  readonly type: number
}

/** Paths in the body; the root is `[]`. Empty for a well-formed body. */
export const formFaults = (body: Json, place: FormPlace): ReadonlyArray<Path> => [
  ...typeFaults(place),
  ...localizedFaults([], body, "name", (path, value) => nameFaults(path, value, place.type === 1)),
  ...descriptionFaults(body, place.type),
  ...fieldFaults(body, place),
  ...(place.type === 1 ? optionFaults(["options"], listOf(body["options"]), 0) : []),
  ...(place.type === 1 && characters(body) > Limits.command.totalCharacters ? [[]] : []),
  ...(place.type === 1 || isNothing(body["options"]) ? [] : [["options"]])
]

const typeFaults = ({ application, guild_id, type }: FormPlace): ReadonlyArray<Path> => {
  if (![1, 2, 3, 4].includes(type)) return [["type"]]
  return type === 4 && (guild_id !== undefined || !application.embedded) ? [["type"]] : []
}

const descriptionFaults = (body: Json, type: number): ReadonlyArray<Path> => {
  const given = body["description"]
  if (type === 2 || type === 3) return isNothing(given) ? [] : [["description"]]
  const min = type === 1 ? Limits.command.descriptionMin : 0
  const text = (path: Path, value: unknown) => textFaults(path, value, min, Limits.command.descriptionMax)
  return [
    ...(type === 4 && isNothing(given) ? [] : text(["description"], given)),
    ...localizationFaults([], body, "description", text)
  ]
}

const fieldFaults = (body: Json, { application, guild_id, type }: FormPlace): ReadonlyArray<Path> => {
  const faults: Array<Path> = []
  const bits = body["default_member_permissions"]
  if (typeof bits === "string" && !(/^\d+$/.test(bits) && BigInt(bits) <= Limits.command.permissionsMax)) {
    faults.push(["default_member_permissions"])
  }
  if (body["nsfw"] === true && application.discoverable) faults.push(["nsfw"])
  if (type !== 4 && !isNothing(body["handler"])) faults.push(["handler"])
  if (guild_id !== undefined) return faults
  integers(body["integration_types"]).forEach((value, i) => {
    if (!application.integration_types.includes(value)) faults.push(["integration_types", i])
  })
  integers(body["contexts"]).forEach((value, i) => {
    if (![0, 1, 2].includes(value)) faults.push(["contexts", i])
  })
  return faults
}

/** The generator makes elements numbers. */
const integers = (value: unknown): ReadonlyArray<number> => (Array.isArray(value) ? (value as Array<number>) : [])

/**
 * service.md "Total size": names, descriptions and values of the command, its options and choices, of each text the
 * longest variant. Decision 2: a number counts as its JSON text.
 */
export const characters = (node: Json): number => {
  const longest = (field: string) =>
    Math.max(
      lengthOf(node[field]),
      ...Object.values(Object(node[`${field}_localizations`] ?? {})).map((value) => lengthOf(value))
    )
  const inside = [...listOf(node["options"]), ...listOf(node["choices"])]
  return (
    longest("name") +
    longest("description") +
    lengthOf(node["value"]) +
    inside.reduce((sum, child) => sum + characters(child), 0)
  )
}

const lengthOf = (value: unknown): number =>
  typeof value === "string" ? [...value].length : typeof value === "number" ? JSON.stringify(value).length : 0
