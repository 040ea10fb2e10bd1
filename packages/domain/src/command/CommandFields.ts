/**
 * Which types can have which fields. On any other type null, false, "" and [] are ignored, because libraries send them;
 * every other value is a fault (decision 3). Source: service.md "Application command", "Application command option";
 * wire-rest.md §1.3.
 */
import type { Fault, Path } from "../error/Fault.ts"
import { CommandType, OptionType } from "../record/ApplicationCommand.ts"
import { commandType, optionType } from "./CommandBody.ts"

const { SUB_COMMAND, SUB_COMMAND_GROUP, STRING, INTEGER, NUMBER, CHANNEL } = OptionType
const { CHAT_INPUT, PRIMARY_ENTRY_POINT } = CommandType

const CONTAINERS = [SUB_COMMAND, SUB_COMMAND_GROUP]
const VALUES = Object.values(OptionType).filter((type) => !CONTAINERS.some((container) => container === type))

/** Fields that only some option types can have. */
export const OPTION_FIELDS = {
  required: new Set<OptionType>(VALUES),
  autocomplete: new Set<OptionType>([STRING, INTEGER, NUMBER]),
  choices: new Set<OptionType>([STRING, INTEGER, NUMBER]),
  options: new Set<OptionType>(CONTAINERS),
  channel_types: new Set<OptionType>([CHANNEL]),
  min_value: new Set<OptionType>([INTEGER, NUMBER]),
  max_value: new Set<OptionType>([INTEGER, NUMBER]),
  min_length: new Set<OptionType>([STRING]),
  max_length: new Set<OptionType>([STRING])
} as const

/** Fields that only some command types can have. */
export const COMMAND_FIELDS = {
  description: new Set<CommandType>([CHAT_INPUT, PRIMARY_ENTRY_POINT]),
  description_localizations: new Set<CommandType>([CHAT_INPUT, PRIMARY_ENTRY_POINT]),
  options: new Set<CommandType>([CHAT_INPUT]),
  handler: new Set<CommandType>([PRIMARY_ENTRY_POINT])
} as const

/** Values that are ignored on a type without the field (decision 3). */
export const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === false ||
  value === "" ||
  (Array.isArray(value) && value.length === 0)

/** Leaves out shape faults of empty values on types without the field. */
export const withoutIgnored = (body: unknown, faults: ReadonlyArray<Fault>): ReadonlyArray<Fault> =>
  faults.filter((fault) => !isIgnored(body, fault.path))

const isIgnored = (body: unknown, path: Path): boolean => {
  const field = path.at(-1)
  const owner = path.slice(0, -1).reduce(read, body)
  if (typeof field !== "string" || !isEmpty(read(owner, field)) || typeof owner !== "object" || owner === null) {
    return false
  }
  if (path.length === 1) return excludes(COMMAND_FIELDS, field, commandType(owner))
  return path.at(-3) === "options" && excludes(OPTION_FIELDS, field, optionType(owner))
}

const read = (value: unknown, key: string | number): unknown =>
  typeof value === "object" && value !== null && Object.hasOwn(value, key)
    ? // Any own key of an object can be read; its value stays unknown.
      (value as Record<string | number, unknown>)[key]
    : undefined

const excludes = <Type>(fields: Record<string, ReadonlySet<Type>>, field: string, type: Type | undefined): boolean =>
  type !== undefined && Object.hasOwn(fields, field) && fields[field]?.has(type) === false
