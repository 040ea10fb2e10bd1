/**
 * A command body by hand: every rule of names, descriptions, options, choices, counts and the 8,000 characters, and the
 * content as it is stored, in one pass.
 */
import { isAbsent, isFields, isLong, isText, isWhole } from "./judge.mjs"

/** @typedef {import("./judge.mjs").Fields} Fields */

/**
 * @typedef {object} Reading
 * @property {Array<string>} faults
 * @property {number} characters Of all texts so far.
 */

const SLASH_NAME = /^[-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]{1,32}$/u
const LOCALES = new Set(
  (
    "ar bg cs da de el en-GB en-US es-419 es-ES fi fr he hi hr hu id it ja ko lt nl no pl pt-BR ro ru sv-SE th tr uk " +
    "vi zh-CN zh-TW"
  ).split(" ")
)
const CHAT_INPUT = 1
const [SUB_COMMAND, SUB_COMMAND_GROUP, STRING, INTEGER, CHANNEL, NUMBER] = [1, 2, 3, 4, 7, 10]
const OPTIONS = 25
const CHOICES = 25
const CHARACTERS = 8_000
const PERMISSIONS_MAX = 2n ** 54n - 1n

/** The fields that only some types of options have. @type {ReadonlyArray<readonly [string, ReadonlyArray<number>]>} */
const OWN_FIELDS = [
  ["options", [SUB_COMMAND, SUB_COMMAND_GROUP]],
  ["choices", [STRING, INTEGER, NUMBER]],
  ["autocomplete", [STRING, INTEGER, NUMBER]],
  ["channel_types", [CHANNEL]],
  ["min_value", [INTEGER, NUMBER]],
  ["max_value", [INTEGER, NUMBER]],
  ["min_length", [STRING]],
  ["max_length", [STRING]]
]

/** @type {(value: unknown) => boolean} */
const isSlashName = (value) => isText(value, 1, 32) && SLASH_NAME.test(value) && value === value.toLowerCase()
/** @type {(value: unknown) => boolean} */
const isFreeName = (value) => isText(value, 1, 32)
/** @type {(value: unknown) => boolean} */
const isDescription = (value) => isText(value, 1, 100)
/** @type {(value: unknown) => boolean} */
const isChoiceName = (value) => isText(value, 1, 100)

/**
 * The content of a command, in the order of its stored text, and the faults of the body.
 * @param {unknown} body
 * @param {string} scope "global" or the id of a guild
 */
export const readCommand = (body, scope) => {
  /** @type {Reading} */
  const reading = { faults: [], characters: 0 }
  if (!isFields(body)) return { content: undefined, faults: ["not an object"] }
  const { faults } = reading
  const type = isAbsent(body["type"]) ? CHAT_INPUT : body["type"]
  if (type !== 1 && type !== 2 && type !== 3) faults.push("type: not one of 1, 2, 3")
  const isSlash = type === CHAT_INPUT
  const name = texts(reading, body, "name", isSlash ? isSlashName : isFreeName, "name")
  const description = isSlash ? texts(reading, body, "description", isDescription, "description") : undefined
  if (!isSlash && !isEmpty(body["description"])) faults.push("description: only for type 1")
  if (!isSlash && !isEmpty(body["options"])) faults.push("options: only for type 1")
  if (!isEmpty(body["handler"])) faults.push("handler: only for entry points")
  const options = isSlash && !isEmpty(body["options"]) ? optionsOf(reading, body["options"], "command", "options") : []
  for (const field of ["nsfw", "default_permission", "dm_permission"])
    if (!isAbsent(body[field]) && typeof body[field] !== "boolean") faults.push(`${field}: not a boolean`)
  if (reading.characters > CHARACTERS) faults.push("more than 8,000 characters")
  const content = {
    default_member_permissions: permissionsOf(faults, body["default_member_permissions"]),
    type,
    name: body["name"],
    name_localizations: name,
    description: isSlash ? body["description"] : "",
    description_localizations: description ?? null,
    ...(scope === "global" ? reachOf(faults, body) : { guild_id: scope }),
    ...(options.length === 0 ? undefined : { options }),
    nsfw: body["nsfw"] ?? false,
    ...(typeof body["default_permission"] === "boolean"
      ? { default_permission: body["default_permission"] }
      : undefined)
  }
  return { content, faults }
}

/** @type {(value: unknown) => boolean} */
const isEmpty = (value) => isAbsent(value) || value === "" || (Array.isArray(value) && value.length === 0)

/** @type {(faults: Array<string>, value: unknown) => string | null} */
const permissionsOf = (faults, value) => {
  if (isAbsent(value)) return null
  if ((typeof value === "string" && /^\d{1,20}$/.test(value)) || isWhole(value, 0, Number.MAX_SAFE_INTEGER)) {
    if (BigInt(String(value)) <= PERMISSIONS_MAX) return String(value)
  }
  faults.push("default_member_permissions: no bit set of 54 bits")
  return null
}

/** @type {(faults: Array<string>, body: Fields) => Fields} Where a global command can be installed and used. */
const reachOf = (faults, body) => {
  const contexts = setOf(faults, "contexts", body["contexts"], [0, 1, 2])
  return {
    dm_permission: body["dm_permission"] !== false && (contexts === null || contexts.includes(1)),
    contexts,
    integration_types: setOf(faults, "integration_types", body["integration_types"], [0, 1]) ?? [0, 1]
  }
}

/** @type {(faults: Array<string>, field: string, value: unknown, known: ReadonlyArray<number>) => ReadonlyArray<number> | null} */
const setOf = (faults, field, value, known) => {
  if (isAbsent(value)) return null
  const isSet = Array.isArray(value) && value.length > 0 && new Set(value).size === value.length
  if (isSet && value.every((one) => known.includes(one))) return value
  faults.push(`${field}: no set of ${known}`)
  return null
}

/**
 * A text and its localizations, which are returned; the longest variant counts.
 * @param {Reading} reading
 * @param {Fields} holder
 * @param {string} field
 * @param {(value: unknown) => boolean} isRight
 * @param {string} path
 * @returns {Fields | null}
 */
const texts = (reading, holder, field, isRight, path) => {
  const own = holder[field]
  if (!isRight(own)) reading.faults.push(`${path}: not a valid ${field}`)
  let longest = typeof own === "string" ? own.length : 0
  const dictionary = holder[`${field}_localizations`]
  /** @type {Record<string, unknown>} */
  const given = {}
  let isGiven = false
  if (isFields(dictionary)) {
    for (const locale of Object.keys(dictionary)) {
      const text = dictionary[locale]
      if (!LOCALES.has(locale)) reading.faults.push(`${path}_localizations: ${locale} is no locale`)
      if (isAbsent(text)) continue
      if (!isRight(text)) reading.faults.push(`${path}_localizations.${locale}: not a valid ${field}`)
      longest = Math.max(longest, String(text).length)
      given[locale] = text
      isGiven = true
    }
  } else if (!isAbsent(dictionary)) reading.faults.push(`${path}_localizations: not an object`)
  reading.characters += longest
  return isGiven ? given : null
}

/**
 * @param {Reading} reading
 * @param {unknown} list
 * @param {"command" | "group" | "subcommand"} holder
 * @param {string} path
 * @returns {ReadonlyArray<Fields>}
 */
const optionsOf = (reading, list, holder, path) => {
  const { faults } = reading
  if (!Array.isArray(list)) {
    faults.push(`${path}: not a list`)
    return []
  }
  if (list.length > OPTIONS) faults.push(`${path}: more than ${OPTIONS}`)
  const names = new Set()
  const localized = new Set()
  let sawOptional = false
  /** @type {boolean | undefined} */
  let sawContainer
  return list.map((one, i) => {
    const at = `${path}.${i}`
    if (!isFields(one)) {
      faults.push(`${at}: not an object`)
      return {}
    }
    if (names.has(one["name"])) faults.push(`${at}.name: taken`)
    names.add(one["name"])
    const isContainer = one["type"] === SUB_COMMAND || one["type"] === SUB_COMMAND_GROUP
    sawContainer ??= isContainer
    if (holder === "command" && isContainer !== sawContainer) faults.push(`${at}: subcommands are mixed with values`)
    if (!isContainer && one["required"] === true && sawOptional) faults.push(`${at}: required after optional`)
    if (!isContainer && one["required"] !== true) sawOptional = true
    const option = optionOf(reading, one, holder, at)
    for (const [locale, name] of Object.entries(option["name_localizations"] ?? {})) {
      if (localized.has(`${locale} ${name}`)) faults.push(`${at}.name_localizations.${locale}: taken`)
      localized.add(`${locale} ${name}`)
    }
    return option
  })
}

/** @type {(type: unknown, holder: "command" | "group" | "subcommand") => boolean} */
const isHeld = (type, holder) => {
  if (holder === "group") return type === SUB_COMMAND
  return isWhole(type, holder === "command" ? SUB_COMMAND : STRING, 11)
}

/**
 * @param {Reading} reading
 * @param {Fields} option
 * @param {"command" | "group" | "subcommand"} holder
 * @param {string} path
 * @returns {Fields}
 */
const optionOf = (reading, option, holder, path) => {
  const { faults } = reading
  const { type, required, autocomplete } = option
  if (!isHeld(type, holder)) faults.push(`${path}.type: not allowed here`)
  const result = {
    type,
    name: option["name"],
    name_localizations: texts(reading, option, "name", isSlashName, `${path}.name`),
    description: option["description"],
    description_localizations: texts(reading, option, "description", isDescription, `${path}.description`)
  }
  for (const [field, types] of OWN_FIELDS)
    if (!isEmpty(option[field]) && !types.includes(Number(type))) faults.push(`${path}.${field}: not for this type`)
  if (!isAbsent(required) && typeof required !== "boolean") faults.push(`${path}.required: not a boolean`)
  if (!isAbsent(autocomplete) && typeof autocomplete !== "boolean") faults.push(`${path}.autocomplete: not a boolean`)
  if (required === true) Object.assign(result, { required })
  if (autocomplete === true) Object.assign(result, { autocomplete })
  if (!isEmpty(option["choices"])) {
    if (autocomplete === true) faults.push(`${path}.autocomplete: with choices`)
    Object.assign(result, { choices: choicesOf(reading, option["choices"], Number(type), path) })
  }
  if (!isEmpty(option["options"])) {
    const inner = type === SUB_COMMAND ? "subcommand" : "group"
    Object.assign(result, { options: optionsOf(reading, option["options"], inner, `${path}.options`) })
  }
  return Object.assign(result, boundsOf(faults, option, Number(type), path))
}

/** @type {(faults: Array<string>, option: Fields, type: number, path: string) => Fields} */
const boundsOf = (faults, option, type, path) => {
  /** @type {Record<string, unknown>} */
  const bounds = {}
  if (type === CHANNEL) {
    const known = [0, 1, 2, 3, 4, 5, 10, 11, 12, 13, 14, 15, 16]
    const types = isEmpty(option["channel_types"])
      ? null
      : setOf(faults, `${path}.channel_types`, option["channel_types"], known)
    if (types !== null) bounds["channel_types"] = types
  }
  for (const field of ["min_value", "max_value"]) {
    const value = option[field]
    if (isAbsent(value)) continue
    if (!isNumber(value, type)) faults.push(`${path}.${field}: not a number of this type`)
    bounds[field] = value
  }
  for (const [field, least] of /** @type {const} */ ([
    ["min_length", 0],
    ["max_length", 1]
  ])) {
    const value = option[field]
    if (isAbsent(value)) continue
    if (!isWhole(value, least, 6_000)) faults.push(`${path}.${field}: not ${least} to 6000`)
    bounds[field] = value
  }
  return bounds
}

/** @type {(value: unknown, type: number) => boolean} */
const isNumber = (value, type) =>
  type === INTEGER ? Number.isSafeInteger(value) : typeof value === "number" && Math.abs(value) <= 2 ** 53

/**
 * @param {Reading} reading
 * @param {unknown} list
 * @param {number} type
 * @param {string} path
 * @returns {ReadonlyArray<Fields>}
 */
const choicesOf = (reading, list, type, path) => {
  const { faults } = reading
  if (!Array.isArray(list)) {
    faults.push(`${path}.choices: not a list`)
    return []
  }
  if (list.length > CHOICES) faults.push(`${path}.choices: more than ${CHOICES}`)
  const names = new Set()
  return list.map((one, i) => {
    const at = `${path}.choices.${i}`
    if (!isFields(one)) {
      faults.push(`${at}: not an object`)
      return {}
    }
    const { name, value } = one
    if (names.has(name)) faults.push(`${at}.name: taken`)
    names.add(name)
    const name_localizations = texts(reading, one, "name", isChoiceName, `${at}.name`)
    const isRight = type === STRING ? typeof value === "string" && isLong(value, 0, 100) : isNumber(value, type)
    if (!isRight) faults.push(`${at}.value: not a value of this type`)
    reading.characters += String(value).length
    return { name, name_localizations, value }
  })
}
