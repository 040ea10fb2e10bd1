/** Uses as texts such as `/adopt animal:Dog`: written, and read into controls. The grammar is the service's own. */
import type { Locale } from "@backlot/domain/base/Locale"
import type { ApplicationCommand } from "@backlot/domain/record/ApplicationCommand"
import { parseText } from "@backlot/domain/typing/CommandText"
import { directoryOf } from "@backlot/domain/typing/Directory"
import { Result } from "effect"
import {
  type Entry,
  type Option,
  OptionType,
  optionOf,
  type Picked,
  pick,
  type Row,
  sentValue,
  type Value
} from "./Picked.ts"
import type { Surroundings } from "./Reads.ts"
import { unwrapped, type WireOption } from "./UseBody.ts"

/** As people read it. */
export const titleOf = (picked: Picked): string => written(picked, (_, { text, file }) => file?.filename ?? text)

/** With default names and with names of people, channels and roles that mean only one: it reads back as the same use. */
export const textOf = (picked: Picked, around: Surroundings | undefined): string =>
  written(picked, (option, entry) => {
    const value = sentValue(option, entry)
    return entry.file?.filename ?? (value === undefined ? undefined : wordOf(option, value, around))
  })

const written = (picked: Picked, wordOf: (option: Option, entry: Entry) => string | undefined): string => {
  const words = picked.entries.flatMap((entry) => {
    const option = optionOf(picked, entry.name)
    const word = option === undefined ? undefined : wordOf(option, entry)
    return word === undefined || word === "" ? [] : [`${entry.name}:${quoted(word)}`]
  })
  return [`/${picked.row.path ?? picked.row.name}`, ...words].join(" ")
}

const wordOf = (option: Option, value: Value, around: Surroundings | undefined): string => {
  const choice = option.choices?.find((one) => one.value === value)
  if (choice !== undefined) return choice.name
  const id = String(value)
  switch (option.type) {
    case OptionType.USER:
      return personWord(id, around) ?? `<@${id}>`
    case OptionType.CHANNEL:
      return alone("#", id, around?.channels ?? [], ({ name }) => [name]) ?? `<#${id}>`
    case OptionType.ROLE:
      return alone("@", id, around?.roles ?? [], ({ name }) => [bare(name)]) ?? `<@&${id}>`
    case OptionType.MENTIONABLE:
      return around?.roles.some((role) => role.id === id) === true ? `<@&${id}>` : (personWord(id, around) ?? id)
    default:
      return id
  }
}

const personWord = (id: string, around: Surroundings | undefined) =>
  alone("@", id, around?.users ?? [], ({ username, nick, global_name }) => [username, nick, global_name])

const bare = (name: string): string => name.replace(/^@/, "")

/** The first name, if it is plain and nobody else has it. */
const alone = <A extends { readonly id: string }>(
  sigil: string,
  id: string,
  all: ReadonlyArray<A>,
  namesOf: (one: A) => ReadonlyArray<string | null>
): string | undefined => {
  const own = all.find((one) => one.id === id)
  const [name] = own === undefined ? [] : namesOf(own)
  if (name == null || !/^[\p{L}\p{N} _.-]+$/u.test(name)) return undefined
  const others = all.filter((one) => one.id !== id).flatMap(namesOf)
  return others.some((other) => other?.toLowerCase() === name.toLowerCase()) ? undefined : `${sigil}${name}`
}

const quoted = (text: string): string => (/^[^\s"]+$/.test(text) ? text : `"${text.replace(/["\\]/g, "\\$&")}"`)

/** Reads a whole text into controls; undefined if it is not a use of one of the rows. */
export const fromText = (
  text: string,
  rows: ReadonlyArray<Row>,
  around: Surroundings | undefined
): Picked | undefined => {
  // A locale of the platform.
  const locale = (around?.user.locale ?? "en-US") as Locale
  const candidates = rows.map((row) => [asCommand(row, locale), row] as const)
  const directory = directoryOf({
    users: around?.users ?? [],
    channels: around?.channels ?? [],
    roles: around?.roles ?? []
  })
  const read = parseText(text.trim(), { candidates: candidates.map(([command]) => command), locale, directory })
  if (Result.isFailure(read)) return undefined
  const row = candidates.find(([command]) => command === read.success.command)?.[1]
  return row && filled(row, read.success.options as ReadonlyArray<WireOption>, around)
}

/** The path of a subcommand stands for a name with spaces: its options are those of the row. */
const asCommand = (row: Row, locale: Locale): ApplicationCommand =>
  // A row lacks only what parsing does not read.
  ({
    ...row,
    name: row.path ?? row.name,
    name_localizations: { [locale]: row.path_localized ?? row.name_localized }
  }) as unknown as ApplicationCommand

/** Controls with these values. `shown`: the names of values that only the app knows. */
export const filled = (
  row: Row,
  options: ReadonlyArray<WireOption> | undefined,
  around: Surroundings | undefined,
  shown: Readonly<Record<string, string>> = {}
): Picked => {
  const { leaves } = unwrapped(options)
  const given = leaves.flatMap(({ name, value }): ReadonlyArray<Entry> => {
    const option = row.options?.find((one) => one.name === name)
    if (option === undefined || value === undefined) return []
    const text = shown[name] ?? shownValue(option, value, around)
    return [isTyped(option) && text === String(value) ? { name, text } : { name, text, value }]
  })
  const open = pick(row).entries.filter(({ name }) => !given.some((entry) => entry.name === name))
  return { row, entries: [...given, ...open] }
}

/** Options whose text is their value. */
const isTyped = ({ type, choices = [] }: Option): boolean =>
  choices.length === 0 && (type === OptionType.STRING || type === OptionType.INTEGER || type === OptionType.NUMBER)

export const shownValue = (option: Option, value: Value, around: Surroundings | undefined): string => {
  const choice = option.choices?.find((one) => one.value === value)
  if (choice !== undefined) return choice.name_localized ?? choice.name
  const person = () => around?.users.find(({ id }) => id === value)
  const role = () => around?.roles.find(({ id }) => id === value)?.name
  const called = () => person()?.nick ?? person()?.global_name ?? person()?.username
  switch (option.type) {
    case OptionType.BOOLEAN:
      return value === true ? "True" : "False"
    case OptionType.USER:
      return called() ?? String(value)
    case OptionType.ROLE:
      return role() ?? String(value)
    case OptionType.MENTIONABLE:
      return called() ?? role() ?? String(value)
    case OptionType.CHANNEL:
      return around?.channels.find(({ id }) => id === value)?.name ?? String(value)
    default:
      return String(value)
  }
}

/** The same values in the controls of another version of the command, as far as they fit. */
export const refitted = ({ row: before, entries }: Picked, row: Row): Picked => {
  const kept = entries.filter(({ name }) => {
    const was = before.options?.find((option) => option.name === name)
    const is = row.options?.find((option) => option.name === name)
    return is !== undefined && is.type === was?.type
  })
  const open = pick(row).entries.filter(({ name }) => !kept.some((entry) => entry.name === name))
  const fresh = kept.map((entry) => {
    const choices = row.options?.find(({ name }) => name === entry.name)?.choices ?? []
    const holds = choices.length === 0 || choices.some(({ value }) => value === entry.value)
    return holds ? entry : { ...entry, value: undefined }
  })
  return { row, entries: [...fresh, ...open] }
}
