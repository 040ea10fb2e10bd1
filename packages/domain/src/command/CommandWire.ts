/** Commands in answers. Source: wire-rest.md §1.1; service.md "Localization rules"; decision 16. */
import type { Locale } from "../base/Locale.ts"
import type {
  ApplicationCommand,
  CommandChoice,
  CommandContent,
  CommandOption,
  Localizations,
  Scope
} from "../record/ApplicationCommand.ts"

type Dictionaries = "name_localizations" | "description_localizations"

export interface ListedChoice extends Omit<CommandChoice, Dictionaries> {
  readonly name_localized?: string
}

export interface ListedOption extends Omit<CommandOption, Dictionaries | "choices" | "options"> {
  readonly name_localized?: string
  readonly description_localized?: string
  readonly choices?: ReadonlyArray<ListedChoice>
  readonly options?: ReadonlyArray<ListedOption>
}

/** A command without its dictionaries, with at most one localized text beside each default. */
export interface ListedCommand extends Omit<ApplicationCommand, Dictionaries | "options"> {
  readonly name_localized?: string
  readonly description_localized?: string
  readonly options?: ReadonlyArray<ListedOption>
}

/** The fields that the service adds to the content of a command. */
type CommandIds = Pick<ApplicationCommand, "id" | "application_id" | "version">

/** The record of a command in its scope; a guild command never has the fields of global ones (decision 6). */
export const compose = (ids: CommandIds, scope: Scope, content: CommandContent): ApplicationCommand => {
  const isGlobal = scope === "global"
  // Names every key, because a spread takes five times as long.
  return arrange<ApplicationCommand>(COMMAND, {
    id: ids.id,
    application_id: ids.application_id,
    version: ids.version,
    default_member_permissions: content.default_member_permissions,
    type: content.type,
    name: content.name,
    name_localizations: content.name_localizations,
    description: content.description,
    description_localizations: content.description_localizations,
    guild_id: isGlobal ? undefined : scope,
    dm_permission: isGlobal ? content.dm_permission : undefined,
    contexts: isGlobal ? content.contexts : undefined,
    integration_types: isGlobal ? content.integration_types : undefined,
    options: content.options?.map(fullOption),
    nsfw: content.nsfw,
    handler: content.handler,
    default_permission: content.default_permission
  })
}

/** A plain list: no dictionaries; a localized text only where a dictionary has exactly the requester's locale. */
export const listed = (command: ApplicationCommand, locale: Locale): ListedCommand =>
  withLocalized(command, (_, dictionary) => dictionary?.[locale])

/**
 * Computes the text of `listed`, in any locale, from the stored text of a command without dictionaries; undefined for a
 * command with dictionaries. Quotes inside a JSON string are escaped, so a quote and a colon always end a key. Scans by
 * hand, because every plain list waits for it.
 */
export const plainText = (stored: string): string | undefined => {
  let plain = ""
  let from = 0
  for (let at = stored.indexOf(KEY_END); at !== -1; at = stored.indexOf(KEY_END, from)) {
    const end = at + KEY_END.length
    if (stored[end] === "{") return undefined
    // The key is `name_localizations` or `description_localizations`, after a comma.
    const start = stored[at - NAME] === '"' ? at - NAME - 1 : at - DESCRIPTION - 1
    plain += stored.slice(from, start)
    from = end + "null".length
  }
  return plain + stored.slice(from)
}

const KEY_END = '_localizations":'
const NAME = '"name'.length
const DESCRIPTION = '"description'.length

/** Replaces each dictionary of the command, its options and choices by the text of `choose`, or by nothing. */
export const withLocalized = (
  command: ApplicationCommand,
  choose: (text: string, dictionary: Localizations | null) => string | undefined
): ListedCommand => {
  const choice = (c: CommandChoice): ListedChoice =>
    arrange(LISTED_CHOICE, { ...c, name_localized: choose(c.name, c.name_localizations) })
  const texts = (of: ApplicationCommand | CommandOption) => ({
    name_localized: choose(of.name, of.name_localizations),
    description_localized: choose(of.description, of.description_localizations)
  })
  const option = (o: CommandOption): ListedOption =>
    arrange(LISTED_OPTION, { ...o, ...texts(o), choices: o.choices?.map(choice), options: o.options?.map(option) })
  return arrange(LISTED_COMMAND, { ...command, ...texts(command), options: command.options?.map(option) })
}

/** The developer's fields without those that the service adds, keys in wire order. */
export const contentOf = (command: CommandContent): CommandContent =>
  arrange(CONTENT, { ...command, options: command.options?.map(fullOption) })

/** True when at most id, version, application and guild differ. The order of keys has no meaning. */
export const sameContent = (a: CommandContent, b: CommandContent): boolean =>
  CONTENT.every((key) => sameValue(a[key], b[key]))

/** Equality of JSON values; an undefined value equals a missing key. */
const sameValue = (a: unknown, b: unknown): boolean => {
  if (a === b) return true
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false
  if (Array.isArray(a) || Array.isArray(b)) {
    return Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((item, i) => sameValue(item, b[i]))
  }
  // Any key of an object can be read; its value stays unknown.
  return sameEntries(a as Entries, b as Entries)
}

type Entries = Readonly<Record<string, unknown>>

const sameEntries = (a: Entries, b: Entries): boolean => {
  let more = 0
  for (const key in a) {
    if (a[key] === undefined) continue
    if (!sameValue(a[key], b[key])) return false
    more++
  }
  for (const key in b) if (b[key] !== undefined) more--
  return more === 0
}

/** The option itself when it is full already, as validation leaves it. */
const fullOption = (option: CommandOption): CommandOption => {
  if (isFull(option)) return option
  const choices = option.choices?.map((choice) => arrange(CHOICE, choice))
  return arrange(OPTION, { ...option, choices, options: option.options?.map(fullOption) })
}

const isFull = (option: CommandOption): boolean =>
  isArranged(OPTION, option) &&
  (option.choices === undefined || option.choices.every((choice) => isArranged(CHOICE, choice))) &&
  (option.options === undefined || option.options.every(isFull))

/** The keys of a shape in wire order; the compiler refuses a table that misses one. */
const order = <T>(table: Readonly<Record<keyof T, true>>): ReadonlyArray<keyof T> =>
  // Object.keys keeps the order of the literal and widens its keys to string.
  Object.keys(table) as ReadonlyArray<string> as ReadonlyArray<keyof T>

/** In a plain list each localized text takes the place of its dictionary. */
const listedOrder = <Full, Listed>(keys: ReadonlyArray<keyof Full>): ReadonlyArray<keyof Listed> =>
  // The listed shapes above rename exactly these keys.
  keys.map((key) => String(key).replace("_localizations", "_localized")) as ReadonlyArray<string> as ReadonlyArray<
    keyof Listed
  >

const COMMAND = order<ApplicationCommand>({
  id: true,
  application_id: true,
  version: true,
  default_member_permissions: true,
  type: true,
  name: true,
  name_localizations: true,
  description: true,
  description_localizations: true,
  guild_id: true,
  dm_permission: true,
  contexts: true,
  integration_types: true,
  options: true,
  nsfw: true,
  handler: true,
  default_permission: true
})

const MINTED: ReadonlySet<string> = new Set(["id", "application_id", "version", "guild_id"])

// MINTED names exactly the keys that CommandContent leaves out.
const CONTENT = COMMAND.filter((key) => !MINTED.has(key)) as ReadonlyArray<keyof CommandContent>

const OPTION = order<CommandOption>({
  type: true,
  name: true,
  name_localizations: true,
  description: true,
  description_localizations: true,
  required: true,
  autocomplete: true,
  choices: true,
  options: true,
  channel_types: true,
  min_value: true,
  max_value: true,
  min_length: true,
  max_length: true
})

const CHOICE = order<CommandChoice>({ name: true, name_localizations: true, value: true })

const LISTED_COMMAND = listedOrder<ApplicationCommand, ListedCommand>(COMMAND)
const LISTED_OPTION = listedOrder<CommandOption, ListedOption>(OPTION)
const LISTED_CHOICE = listedOrder<CommandChoice, ListedChoice>(CHOICE)

/** The set keys of `source` in the order of `keys`; other keys are left out. */
const arrange = <T>(keys: ReadonlyArray<keyof T>, source: { readonly [K in keyof T]: T[K] | undefined }): T => {
  const result: { [K in keyof T]?: T[K] | undefined } = {}
  for (const key of keys) if (source[key] !== undefined) result[key] = source[key]
  // The key tables are complete, so only optional keys can be absent.
  return result as T
}

/** Whether `source` has only keys of `keys`, in their order and set. */
const isArranged = <T extends object>(keys: ReadonlyArray<keyof T>, source: T): boolean => {
  let at = 0
  for (const key in source) {
    if (source[key] === undefined) return false
    while (keys[at] !== key) if (++at >= keys.length) return false
  }
  return true
}
