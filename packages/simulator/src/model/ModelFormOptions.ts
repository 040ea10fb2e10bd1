/** Options and choices in a command body. Source: service.md "Application command option", "Subcommand structure rules". */
import { isNothing, type Json, listOf, localizedFaults, nameFaults, type Path, textFaults } from "./ModelJson.ts"
import * as Limits from "./ModelLimits.ts"

const [SUB_COMMAND, GROUP, STRING, INTEGER, CHANNEL, NUMBER] = [1, 2, 3, 4, 7, 10] as const

/** `depth` counts the enclosing groups and subcommands: 0 in the command, 1 in a group or subcommand. */
export const optionFaults = (path: Path, options: ReadonlyArray<Json>, depth: number): ReadonlyArray<Path> => [
  ...(options.length > Limits.command.options ? [path] : []),
  ...options.flatMap((option, i) => oneFaults([...path, i], option)),
  ...kindFaults(path, options),
  ...orderFaults(path, options),
  ...uniqueFaults(path, options),
  ...options.flatMap((option, i) => insideFaults([...path, i], option, depth))
]

const oneFaults = (path: Path, option: Json): ReadonlyArray<Path> => {
  const type = option["type"]
  if (typeof type !== "number") return [path]
  if (type < 1 || type > 11) return [[...path, "type"]]
  return [
    ...localizedFaults(path, option, "name", (at, value) => nameFaults(at, value, true)),
    ...localizedFaults(path, option, "description", description),
    ...misplaced(path, option, type),
    ...bounds(path, option, type),
    ...choiceFaults(path, option, type)
  ]
}

const description = (path: Path, value: unknown) =>
  textFaults(path, value, Limits.command.descriptionMin, Limits.command.descriptionMax)

/** Decision 3: a field on a type that cannot have it. */
const misplaced = (path: Path, option: Json, type: number): ReadonlyArray<Path> =>
  Object.entries(FIELDS).flatMap(([field, types]) =>
    types.includes(type) || isNothing(option[field]) ? [] : [[...path, field]]
  )

const ALL_VALUES = [3, 4, 5, 6, 7, 8, 9, 10, 11]

const FIELDS: Readonly<Record<string, ReadonlyArray<number>>> = {
  required: ALL_VALUES,
  choices: [STRING, INTEGER, NUMBER],
  options: [SUB_COMMAND, GROUP],
  channel_types: [CHANNEL],
  min_value: [INTEGER, NUMBER],
  max_value: [INTEGER, NUMBER],
  min_length: [STRING],
  max_length: [STRING],
  autocomplete: [STRING, INTEGER, NUMBER]
}

const bounds = (path: Path, { min_length: min, max_length: max }: Json, type: number): ReadonlyArray<Path> => [
  ...(type === STRING && isOutside(min, 0, Limits.command.minLengthMax) ? [[...path, "min_length"]] : []),
  ...(type === STRING && isOutside(max, Limits.command.maxLengthMin, Limits.command.maxLengthMax)
    ? [[...path, "max_length"]]
    : [])
]

const isOutside = (value: unknown, min: number, max: number): boolean =>
  typeof value === "number" && (value < min || value > max)

const choiceFaults = (path: Path, option: Json, type: number): ReadonlyArray<Path> => {
  if (![STRING, INTEGER, NUMBER].some((valued) => valued === type)) return []
  const choices = listOf(option["choices"])
  const names = choices.map((choice) => choice["name"])
  return [
    ...(choices.length > Limits.command.choices ? [[...path, "choices"]] : []),
    ...(choices.length > 0 && option["autocomplete"] === true ? [path] : []),
    ...choices.flatMap((choice, k) => {
      const at = [...path, "choices", k]
      return [
        ...textFaults([...at, "name"], choice["name"], 1, Limits.command.choiceNameMax),
        ...(valueFits(choice["value"], type) ? [] : [at]),
        ...(names.indexOf(choice["name"]) < k ? [at] : [])
      ]
    })
  ]
}

const valueFits = (value: unknown, type: number): boolean => {
  if (type === STRING) return typeof value === "string" && [...value].length <= Limits.command.choiceStringMax
  return typeof value === "number" && (type === NUMBER || Number.isInteger(value))
}

/** Subcommands and groups exclude all other types; reported at the first of the other kind. */
const kindFaults = (path: Path, options: ReadonlyArray<Json>): ReadonlyArray<Path> => {
  const other = options.findIndex((option) => nests(option) !== nests(options[0]))
  return other === -1 ? [] : [[...path, other]]
}

const nests = (option: Json | undefined) => option?.["type"] === SUB_COMMAND || option?.["type"] === GROUP

/** Required options come before optional ones; reported at each required one after an optional one. */
const orderFaults = (path: Path, options: ReadonlyArray<Json>): ReadonlyArray<Path> => {
  const isValue = (option: Json) => typeof option["type"] === "number" && ALL_VALUES.includes(option["type"])
  const firstOptional = options.findIndex((option) => isValue(option) && option["required"] !== true)
  if (firstOptional === -1) return []
  return options.flatMap((option, i) =>
    i > firstOptional && isValue(option) && option["required"] === true ? [[...path, i]] : []
  )
}

/**
 * Names are unique within the list; service.md "Localization rules": localized ones differ from all default names and
 * from other names in the same locale.
 */
const uniqueFaults = (path: Path, options: ReadonlyArray<Json>): ReadonlyArray<Path> => {
  const names = options.map((option) => option["name"])
  const twice = names.flatMap((name, i) => (names.indexOf(name) < i ? [[...path, i]] : []))
  const taken = options.flatMap((option, i) =>
    Object.entries(Object(option["name_localizations"] ?? {})).flatMap(([locale, text]) => {
      const collides = options.some(
        ({ name, name_localizations: other }, k) =>
          (k !== i && name === text) || (k < i && Object(other ?? {})[locale] === text)
      )
      return collides ? [[...path, i]] : []
    })
  )
  return [...twice, ...taken]
}

/** command -> group -> subcommand, or command -> subcommand; only subcommands have parameters. */
const insideFaults = (path: Path, option: Json, depth: number): ReadonlyArray<Path> => {
  const options = listOf(option["options"])
  const at = [...path, "options"]
  if (!nests(option)) return []
  const isGroup = option["type"] === GROUP
  if (depth > (isGroup ? 0 : 1)) return [path]
  const wrong = options.flatMap((inner, k) => (isGroup === (inner["type"] === SUB_COMMAND) ? [] : [[...at, k]]))
  return [...wrong, ...optionFaults(at, options, depth + 1)]
}
