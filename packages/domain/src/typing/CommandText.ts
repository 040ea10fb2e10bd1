/**
 * Parses a typed command: `/group sub option:value option2:"quoted \"value\" with spaces" user:@alice`.
 *
 * ```
 * text     = "/" command *( SP name ) *( SP option ) [ SP ]
 * command  = a name of a candidate                  ; the longest that matches; SP or the end follows
 * name     = a name of a group or subcommand        ; as many as the command has levels
 * option   = name ":" [ SP ] ( quoted / unquoted )
 * quoted   = %x22 *( "\" %x22 / "\\" / any but %x22 ) %x22   ; SP or the end follows; any other "\" is literal
 * unquoted = anything up to SP and a name of an option of this command and ":", or up to the end;
 *            does not begin with %x22; SP at its end is dropped; may be empty
 * SP       = one or more characters of white space
 * ```
 *
 * A name is the one shown in the user's locale (fallbacks included) or the default one; case matters, as in the
 * registered names. So `name:Rex the dog` is one value; `note:see color:red` is two options if the command has an
 * option `color`; and `note:"see color:red"` is one. `TextValue.ts` converts values by the type of their option. If
 * several candidates have the command's name, the first one whose subcommands and options match the rest of the text
 * is used; `candidates` are in the order of the picker.
 *
 * Accepts every text, in time linear in its length.
 * Source: product.md "Control plane", "Scenario files"; wire-interactions.md §5.9, §6. The grammar is
 * our choice: docs/choices.md "Picker and typing".
 */
import { Result } from "effect"
import type { Locale } from "../base/Locale.ts"
import type { Path } from "../error/Fault.ts"
import { type ApplicationCommand, CommandType, OptionType } from "../record/ApplicationCommand.ts"
import { type CommandTextFault, textFault } from "./CommandTextFault.ts"
import type { Directory } from "./Directory.ts"
import { nearest } from "./Nearest.ts"
import { isLeaf, isNesting, type NestingOption } from "./OptionKind.ts"
import { type OptionText, skipSpace, splitOptions, startsWord, wordAt } from "./OptionText.ts"
import type { RawOption } from "./RawOption.ts"
import { readValue } from "./TextValue.ts"
import { shownName, typedNames } from "./TypedName.ts"

export interface TextContext {
  /** The commands that the user sees here, best first; only CHAT_INPUT commands can be typed. */
  readonly candidates: ReadonlyArray<ApplicationCommand>
  readonly locale: Locale
  readonly directory: Directory
}

export interface ParsedText {
  readonly command: ApplicationCommand
  /** By default names, with types, in the order typed: for `validateUse` or `validateAutocomplete`. */
  readonly options: ReadonlyArray<RawOption>
  readonly columns: ReadonlyArray<OptionColumn>
}

/** A path into `options` and its column, in UTF-16 code units from 0. */
export interface OptionColumn {
  readonly path: Path
  readonly column: number
}

export const parseText = (text: string, context: TextContext): Result.Result<ParsedText, CommandTextFault> =>
  Result.flatMap(read(text, context), (reading) => {
    const open = reading.options.find((option) => !option.closed)
    return open === undefined
      ? Result.succeed(parsed(reading, (option) => filled(option, context)))
      : inCommand(reading.command, textFault("QuoteNotClosed", open.valueColumn))
  })

/**
 * Parses a command while the user types it: the last option is the focused one; its value is the raw text, without
 * choices or types, and its quote may be open. Fails with `NothingFocused` if there is no option yet.
 */
export const parseTyping = (text: string, context: TextContext): Result.Result<ParsedText, CommandTextFault> =>
  Result.flatMap(read(text, context), (reading) => {
    const last = reading.options.at(-1)
    if (last === undefined) return inCommand(reading.command, textFault("NothingFocused", text.length))
    return Result.succeed(
      parsed(reading, (option) => (option === last ? { value: option.typed, focused: true } : filled(option, context)))
    )
  })

/** The column of a fault's path, or else of the nearest option that contains it. */
export const columnsOf = (options: ReadonlyArray<OptionColumn>): ((path: Path) => number) => {
  const columns = new Map(options.map(({ path, column }) => [path.join(), column]))
  const columnOf = (path: Path): number =>
    path.length === 0 ? 0 : (columns.get(path.join()) ?? columnOf(path.slice(0, -1)))
  return columnOf
}

interface Reading {
  readonly command: ApplicationCommand
  readonly chain: ReadonlyArray<{ readonly option: NestingOption; readonly column: number }>
  readonly options: ReadonlyArray<OptionText>
}

type Read<A> = Result.Result<A, CommandTextFault>

const inCommand = <A>(command: ApplicationCommand, read: Read<A>): Read<A> =>
  Result.mapError(read, (fault) => ({ ...fault, command }))

const read = (text: string, context: TextContext): Read<Reading> => {
  if (!text.startsWith("/")) return textFault("NotACommand", 0, wordAt(text, 0))
  const commands = context.candidates.filter((command) => command.type === CommandType.CHAT_INPUT)
  const { length, named } = commandsAt(text, commands, context.locale)
  const readings = named.map((command) => inCommand(command, readCommand(text, 1 + length, command, context.locale)))
  const [first] = readings
  if (first === undefined) {
    const word = wordAt(text, 1)
    const names = commands.flatMap((command) => [...typedNames([command], context.locale).keys()])
    const known = commands.map((command) => shownName(command, context.locale))
    return textFault("UnknownCommand", 1, word, nearest(word, names), known)
  }
  return readings.find(Result.isSuccess) ?? first
}

/** The candidates with the longest name that matches after the slash. */
const commandsAt = (text: string, commands: ReadonlyArray<ApplicationCommand>, locale: Locale) => {
  const fits = commands.map((command) => ({
    command,
    length: Math.max(
      0,
      ...[shownName(command, locale), command.name].filter((n) => startsWord(text, 1, n)).map((n) => n.length)
    )
  }))
  const length = fits.reduce((longest, fit) => Math.max(longest, fit.length), 0)
  return { length, named: fits.filter((fit) => length > 0 && fit.length === length).map((fit) => fit.command) }
}

const readCommand = (text: string, start: number, command: ApplicationCommand, locale: Locale): Read<Reading> => {
  const chain: Array<Reading["chain"][number]> = []
  let declared = command.options ?? []
  let end = start
  let needsSubcommand = declared.some(isNesting)
  while (needsSubcommand) {
    const column = skipSpace(text, end)
    const names = typedNames(declared.filter(isNesting), locale)
    const word = wordAt(text, column)
    const option = names.get(word)
    if (option === undefined) {
      const known = declared.filter(isNesting).map((one) => shownName(one, locale))
      if (word === "") return textFault("SubcommandRequired", column, word, [], known)
      return textFault("UnknownSubcommand", column, word, nearest(word, names.keys()), known)
    }
    chain.push({ option, column })
    declared = option.options ?? []
    end = column + word.length
    needsSubcommand = option.type === OptionType.SUB_COMMAND_GROUP
  }
  return Result.map(splitOptions(text, end, typedNames(declared.filter(isLeaf), locale)), (options) => ({
    command,
    chain,
    options
  }))
}

const filled = ({ option, text }: OptionText, { locale, directory }: TextContext): Pick<RawOption, "value"> => ({
  value: readValue(option, text, locale, directory)
})

/** Nests the options in their subcommand and group, and records the position of each. */
const parsed = (
  { command, chain, options }: Reading,
  fill: (option: OptionText) => Pick<RawOption, "value" | "focused">
): ParsedText => {
  const leaves = options.map((text) => ({ name: text.option.name, type: text.option.type, ...fill(text) }))
  const at: Path = chain.flatMap(() => [0, "options"])
  return {
    command,
    options: chain.reduceRight<ReadonlyArray<RawOption>>(
      (inner, { option }) => [{ name: option.name, type: option.type, options: inner }],
      leaves
    ),
    columns: [
      ...chain.map(({ column }, depth) => ({ path: [...at.slice(0, depth * 2), 0], column })),
      ...options.flatMap(({ column, valueColumn }, index) => [
        { path: [...at, index], column },
        { path: [...at, index, "value"], column: valueColumn }
      ])
    ]
  }
}
