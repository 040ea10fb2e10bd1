/** Bodies that register commands. Source: service.md "Create global command body"; wire-rest.md §0 (8, 9), §1.3. */
import { Schema } from "effect"
import * as Limits from "../base/Limits.ts"
import { LOCALES } from "../base/Locale.ts"
import { CommandType, HandlerType, OptionType } from "../record/ApplicationCommand.ts"
import { CHANNEL_TYPES, CONTEXT_TYPES, INTEGRATION_TYPES } from "../record/WorldVocabulary.ts"
import { readMember } from "../validation/NumberRules.ts"
import * as Shape from "../validation/Shape.ts"
import { localizations, oneOf, setOf, text, whole } from "../validation/ShapeLimits.ts"

const { nameMin, nameMax, descriptionMin, descriptionMax, choiceNameMax, choiceStringMax } = Limits.command

// Lists of numbers accept any element; a rule judges each one, so that a fault does not hide the others.
const integers = Shape.list(Shape.Any, Limits.command.integers)
const translations = Shape.dict(Shape.nullable(Shape.Text), LOCALES.length)

const name = text(nameMin, nameMax)

const name_localizations = Shape.looseField(localizations(translations, nameMin, nameMax, "NameLocalizationsBody"))
const description_localizations = Shape.looseField(
  localizations(translations, descriptionMin, descriptionMax, "DescriptionLocalizationsBody")
)

const Choice = Schema.Struct({
  name: Shape.looseNeeded(text(1, choiceNameMax)),
  name_localizations: Shape.looseField(localizations(translations, 1, choiceNameMax, "ChoiceNameLocalizationsBody")),
  // Its type follows the option's type, so a rule judges it.
  value: Shape.looseNeeded(
    Shape.shownAs(Shape.Any, () =>
      Schema.Union([Schema.String.check(Schema.isMaxCodePoints(choiceStringMax)), Schema.Finite])
    )
  )
}).annotate({ identifier: "CommandOptionChoiceBody" })

const option = <S extends Schema.Top>(nested: S, identifier: string, description?: string) =>
  Schema.Struct({
    // Judged by a rule: an unreadable type must not pass for a missing one.
    type: Shape.looseNeeded(oneOf(Shape.Any, Object.values(OptionType))),
    name: Shape.looseNeeded(name),
    name_localizations,
    description: Shape.looseNeeded(text(descriptionMin, descriptionMax)),
    description_localizations,
    // Judged by a rule: an unreadable one must not pass for a missing one.
    required: Shape.looseField(Shape.shownAs(Shape.Any, () => Schema.Boolean)),
    autocomplete: Shape.looseField(Shape.Bool),
    choices: Shape.looseField(Shape.models(Choice, Limits.command.choices)),
    options: Shape.looseField(Shape.models(nested, Limits.command.options)),
    channel_types: Shape.looseField(setOf(integers, CHANNEL_TYPES)),
    min_value: Shape.looseField(Shape.Float),
    max_value: Shape.looseField(Shape.Float),
    min_length: Shape.looseField(whole(0, Limits.command.minLengthMax)),
    max_length: Shape.looseField(whole(Limits.command.maxLengthMin, Limits.command.maxLengthMax))
  }).annotate({ identifier, ...(description === undefined ? {} : { description }) })

// Libraries send null for the options of a parameter; nothing below a parameter is judged.
const Unread = Shape.shownAs(Schema.Struct({}), () => Schema.Unknown)
const ValueOption = option(Unread, "CommandValueOptionBody")
const Subcommand = option(ValueOption, "CommandSubcommandOptionBody")
export const Option = option(
  Subcommand,
  "CommandOptionBody",
  "A group holds subcommands, a subcommand holds parameters, a parameter holds nothing."
)

const guildCommand = {
  description: Shape.looseField(text(0, descriptionMax)),
  description_localizations,
  options: Shape.looseField(Shape.models(Option, Limits.command.options)),
  default_member_permissions: Shape.looseField(Shape.Big),
  default_permission: Shape.looseField(Shape.Bool),
  nsfw: Shape.looseField(Shape.Bool),
  handler: Shape.looseField(oneOf(Shape.Int, Object.values(HandlerType)))
}

// Guild bodies may carry these too, of any type: they are ignored (decision 6).
const globalOnly = {
  dm_permission: Shape.looseField(Shape.Bool),
  integration_types: Shape.looseField(setOf(integers, INTEGRATION_TYPES)),
  contexts: Shape.looseField(setOf(integers, CONTEXT_TYPES))
}

const globalCommand = { ...guildCommand, ...globalOnly }

// Judged by a rule: an unreadable type must not pass for a missing one.
const created = {
  type: Shape.looseField(oneOf(Shape.Any, Object.values(CommandType))),
  name: Shape.looseNeeded(name),
  name_localizations
}
const edited = { name: Shape.looseField(name), name_localizations }
const element = { id: Shape.looseField(Shape.Id), ...created }

export type ChoiceDraft = typeof Choice.Type
type FlatOption = Omit<(typeof Option)["Type"], "options">
export interface OptionDraft extends FlatOption {
  readonly options?: ReadonlyArray<OptionDraft> | null | undefined
}
type FlatCommand = Omit<typeof Guild.Type, "options"> & Partial<Pick<typeof Global.Type, keyof typeof globalOnly>>
export interface CommandDraft extends FlatCommand {
  readonly options?: ReadonlyArray<OptionDraft> | null | undefined
}
/** An element of a bulk body, which may have the id of the command that it replaces. */
export interface ElementDraft extends CommandDraft {
  readonly id?: string | null | undefined
}

const Guild = Schema.Struct({ ...created, ...guildCommand }).annotate({ identifier: "GuildCommandBody" })
const Global = Schema.Struct({ ...created, ...globalCommand }).annotate({ identifier: "GlobalCommandBody" })

/** Bodies by scope: a command, an edit (judged as a command; its type never changes), an element of a bulk body. */
export const SHAPES = {
  global: {
    command: Global,
    edit: Schema.Struct({ ...edited, ...globalCommand }).annotate({ identifier: "GlobalCommandEdit" }),
    element: Schema.Struct({ ...element, ...globalCommand }).annotate({
      identifier: "GlobalCommandElement",
      description: "`id` names the command it replaces, to rename it without a change of id."
    })
  },
  guild: {
    command: Guild,
    edit: Schema.Struct({ ...edited, ...guildCommand }).annotate({ identifier: "GuildCommandEdit" }),
    element: Schema.Struct({ ...element, ...guildCommand }).annotate({ identifier: "GuildCommandElement" })
  }
} as const

/** Field names of an option and of a choice. */
export const FIELDS = { option: Object.keys(Option.fields), choice: Object.keys(Choice.fields) } as const

type Decoder<A> = (body: unknown) => Shape.Decoded<A>

/** Decodes one command, by scope. */
export const decodeCommand: Record<"global" | "guild", Decoder<CommandDraft>> = {
  global: Shape.decoder(SHAPES.global.command),
  guild: Shape.decoder(SHAPES.guild.command)
}

/** Decodes one element of a bulk body, by scope. */
export const decodeElement: Record<"global" | "guild", Decoder<ElementDraft>> = {
  global: Shape.decoder(SHAPES.global.element),
  guild: Shape.decoder(SHAPES.guild.element)
}

const COMMAND_TYPES = Object.values(CommandType)
const OPTION_TYPES = Object.values(OptionType)

/** The command type of a body. Default: CHAT_INPUT; undefined for an unknown type. */
export const commandType = ({ type }: { readonly type?: unknown }): CommandType | undefined =>
  type === undefined || type === null ? CommandType.CHAT_INPUT : readMember(type, COMMAND_TYPES)

/** The option type of a body; undefined for an unknown type. */
export const optionType = ({ type }: { readonly type?: unknown }): OptionType | undefined =>
  readMember(type, OPTION_TYPES)
