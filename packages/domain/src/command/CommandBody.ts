/**
 * What a request body says about a command before any rule is asked: drafts, in which every field may be missing.
 * Source: service.md "Create global command body"; wire-rest.md §0 (8, 9), §1.3.
 */
import { Schema } from "effect"
import * as Limits from "../base/Limits.ts"
import { LOCALES } from "../base/Locale.ts"
import { CommandType, OptionType } from "../record/ApplicationCommand.ts"
import {
  Any,
  Big,
  Bool,
  type Decoded,
  decoder,
  dict,
  Float,
  looseField as field,
  Id,
  Int,
  list,
  models,
  nullable,
  Text,
  toInt
} from "../validation/Shape.ts"

// Lists of numbers are lists of anything: a rule judges each element, so that none hides its neighbours.
const integers = list(Any, Limits.command.integers)
const Localizations = dict(nullable(Text), LOCALES.length)

const named = {
  // Judged by a rule: an unreadable type must not pass for a missing one.
  type: field(Any),
  name: field(Text),
  name_localizations: field(Localizations),
  description: field(Text),
  description_localizations: field(Localizations)
}

const Choice = Schema.Struct({
  name: field(Text),
  name_localizations: field(Localizations),
  // Its type follows the option's type, so a rule judges it.
  value: field(Any)
})

const option = <S extends Schema.Top>(nested: S) =>
  Schema.Struct({
    ...named,
    // Judged by a rule: an unreadable one must not pass for a missing one.
    required: field(Any),
    autocomplete: field(Bool),
    choices: field(models(Choice, Limits.command.choices)),
    options: field(models(nested, Limits.command.options)),
    channel_types: field(integers),
    min_value: field(Float),
    max_value: field(Float),
    min_length: field(Int),
    max_length: field(Int)
  })

// command → group → subcommand → value option; nothing below a value option is looked at.
const Option = option(option(option(Schema.Struct({}))))

const guildCommand = {
  ...named,
  options: field(models(Option, Limits.command.options)),
  default_member_permissions: field(Big),
  default_permission: field(Bool),
  nsfw: field(Bool),
  handler: field(Int)
}

// Guild bodies may carry these too, of any type: they are ignored (decision 6).
const globalOnly = {
  dm_permission: field(Bool),
  integration_types: field(integers),
  contexts: field(integers)
}

const globalCommand = { ...guildCommand, ...globalOnly }

export type ChoiceDraft = typeof Choice.Type
type FlatOption = Omit<(typeof Option)["Type"], "options">
export interface OptionDraft extends FlatOption {
  readonly options?: ReadonlyArray<OptionDraft> | null | undefined
}
type FlatCommand = Omit<typeof Guild.Type, "options"> & Partial<Pick<typeof Global.Type, keyof typeof globalOnly>>
export interface CommandDraft extends FlatCommand {
  readonly options?: ReadonlyArray<OptionDraft> | null | undefined
}
/** An element of a bulk body, which may name the command it replaces. */
export interface ElementDraft extends CommandDraft {
  readonly id?: string | null | undefined
}

const Guild = Schema.Struct(guildCommand)
const Global = Schema.Struct(globalCommand)

/** Bodies by scope: of one command, and of an element of a bulk body. */
export const SHAPES = {
  global: { command: Global, element: Schema.Struct({ id: field(Id), ...globalCommand }) },
  guild: { command: Guild, element: Schema.Struct({ id: field(Id), ...guildCommand }) }
} as const

/** What there is to say of an option and of a choice. */
export const FIELDS = { option: Object.keys(Option.fields), choice: Object.keys(Choice.fields) } as const

type Decoder<A> = (body: unknown) => Decoded<A>

/** Decodes one command by where it is to live. */
export const decodeCommand: Record<"global" | "guild", Decoder<CommandDraft>> = {
  global: decoder(SHAPES.global.command),
  guild: decoder(SHAPES.guild.command)
}

/** Decodes one element of a bulk body. */
export const decodeElement: Record<"global" | "guild", Decoder<ElementDraft>> = {
  global: decoder(SHAPES.global.element),
  guild: decoder(SHAPES.guild.element)
}

const COMMAND_TYPES: ReadonlySet<number> = new Set(Object.values(CommandType))
const OPTION_TYPES: ReadonlySet<number> = new Set(Object.values(OptionType))

/** The command type a body names, CHAT_INPUT when it names none, undefined when it names no known one. */
export const commandType = (draft: { readonly type?: unknown }): CommandType | undefined => {
  if (draft.type === undefined || draft.type === null) return CommandType.CHAT_INPUT
  const type = toInt(draft.type)
  return type !== undefined && isCommandType(type) ? type : undefined
}

/** The option type a body names, undefined when it names no known one. */
export const optionType = (draft: { readonly type?: unknown }): OptionType | undefined => {
  const type = toInt(draft.type)
  return type !== undefined && isOptionType(type) ? type : undefined
}

const isCommandType = (type: number): type is CommandType => COMMAND_TYPES.has(type)
const isOptionType = (type: number): type is OptionType => OPTION_TYPES.has(type)
