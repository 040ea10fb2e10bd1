/** Writes a use as typed text, if that text reads back as the same use. */
import type { InteractionOption } from "@backlot/domain/interaction/Interaction"
import {
  type ApplicationCommand,
  type CommandOption,
  CommandType,
  OptionType
} from "@backlot/domain/record/ApplicationCommand"
import { parseText, parseTyping } from "@backlot/domain/typing/CommandText"
import { renderText } from "@backlot/domain/typing/CommandTextRender"
import { type Directory, directoryOf } from "@backlot/domain/typing/Directory"
import { isLeaf } from "@backlot/domain/typing/OptionKind"
import { decodeOptions, type RawOption } from "@backlot/domain/typing/RawOption"
import type { Names } from "@backlot/player/name/Names"
import { defined } from "@backlot/scenario/Fields"
import { Result } from "effect"

export interface TextWanted {
  readonly command: ApplicationCommand
  /** In wire shape, as they were sent. */
  readonly options: unknown
  /** Whether it asked for choices; the focused option comes last. */
  readonly autocomplete: boolean
  readonly names: Names
  readonly guild_id: string | undefined
}

/** With default names, which work in every language. */
export const textOf = ({ command, options, autocomplete, names, guild_id }: TextWanted): string | undefined => {
  if (command.type !== CommandType.CHAT_INPUT || isAmbiguous(command, names)) return undefined
  const decoded = decodeOptions(options)
  const plain = withoutDictionaries(command)
  const given = typed(plain.options ?? [], decoded.options, autocomplete)
  if (decoded.faults.length > 0 || given === undefined) return undefined
  const directory = directoryIn(names, guild_id)
  const text = named(renderText(plain, given, LOCALE), directory)
  const read = (autocomplete ? parseTyping : parseText)(text, { candidates: [plain], locale: LOCALE, directory })
  const isSame = Result.isSuccess(read) && same(read.success.options, given)
  return isSame ? text : undefined
}

/** Without dictionaries, every locale reads the default names. */
const LOCALE = "en-US"

/** Removes all localizations. */
const withoutDictionaries = (command: ApplicationCommand): ApplicationCommand => ({
  ...command,
  name_localizations: null,
  ...defined({ options: command.options?.map(plainOption) })
})

const plainOption = (option: CommandOption): CommandOption => ({
  ...option,
  name_localizations: null,
  ...defined({
    choices: option.choices?.map((choice) => ({ ...choice, name_localizations: null })),
    options: option.options?.map(plainOption)
  })
})

/** Whether another command has the same name. */
const isAmbiguous = ({ id, name }: ApplicationCommand, { world }: Names): boolean =>
  world.commands.some((one) => one.type === CommandType.CHAT_INPUT && one.name === name && one.id !== id)

/** Adds the declared types; undefined for an undeclared option or a file. */
const typed = (
  declared: ReadonlyArray<CommandOption>,
  given: ReadonlyArray<RawOption>,
  autocomplete: boolean
): ReadonlyArray<InteractionOption> | undefined => {
  const all = given.map((raw): InteractionOption | undefined => {
    const option = declared.find(({ name }) => name === raw.name)
    if (option === undefined) return undefined
    if (!isLeaf(option)) {
      const options = typed(option.options ?? [], raw.options ?? [], autocomplete)
      return options === undefined ? undefined : { name: raw.name, type: option.type, options }
    }
    const { value, focused } = raw
    if (option.type === OptionType.ATTACHMENT || !isValue(value)) return undefined
    return { name: raw.name, type: option.type, value, ...(focused === true ? { focused: true } : {}) }
  })
  const known = all.filter((option) => option !== undefined)
  if (known.length < all.length) return undefined
  return autocomplete ? [...known.filter((one) => !one.focused), ...known.filter((one) => one.focused)] : known
}

const isValue = (value: unknown): value is string | number | boolean =>
  ["string", "number", "boolean"].includes(typeof value)

/** Writes mentions by name, if the name means the mentioned. */
const named = (text: string, directory: Directory): string =>
  text.replace(/:<(@&|@|#)(\d{1,20})>/g, (mention, sigil: string, id: string) => {
    const name = nameIn(directory, sigil, id)
    return name === undefined ? mention : `:${/\s/.test(name) ? `"${name}"` : name}`
  })

const nameIn = (directory: Directory, sigil: string, id: string): string | undefined => {
  const [name, found] =
    sigil === "#"
      ? [directory.channel(id)?.name, directory.findChannel]
      : sigil === "@"
        ? [directory.user(id)?.username, directory.findUser]
        : [directory.role(id)?.name.replace(/^@/, ""), directory.findRole]
  const isPlain = name !== undefined && name !== null && /^[\p{L}\p{N} _.-]+$/u.test(name)
  const means = isPlain ? (found(name) ?? found(`@${name}`))?.id : undefined
  return means === id ? `${sigil === "@&" ? "@" : sigil}${name}` : undefined
}

/** Only members of the guild: others cannot be named there. */
const directoryIn = ({ world }: Names, guildId: string | undefined): Directory => {
  const guild = world.guilds.find(({ id }) => id === guildId)
  const members = new Set([guild?.owner_id, ...(guild?.members ?? []).map(({ user_id }) => user_id)])
  return directoryOf({
    users: world.users.filter(({ id }) => members.has(id)),
    channels: guild?.channels ?? [],
    roles: guild?.roles ?? []
  })
}

const same = (read: ReadonlyArray<RawOption>, given: ReadonlyArray<InteractionOption>): boolean =>
  read.length === given.length &&
  read.every(({ name, value, options }, index) => {
    const other = given[index]
    // Typed input is text, even for a number option.
    const isEqual = value === other?.value || (other?.focused === true && String(value) === String(other.value))
    return name === other?.name && isEqual && same(options ?? [], other.options ?? [])
  })
