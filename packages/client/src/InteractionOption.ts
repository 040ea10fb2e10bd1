/**
 * The options of a command use, as sent to the app.
 * Source: wire-interactions.md §1.4 "Option nesting"; service.md "Interaction (received by the app)".
 */
import { type CommandOption, OptionType } from "@backlot/domain/ApplicationCommand"

/**
 * One option of the interaction's data, by its default name.
 *
 * - leaf: `{name, type, value}`; the one being typed also carries `focused: true` and its value is then a string
 * - subcommand: `{name, type: 1, options: [leaf…]}`
 * - group: `{name, type: 2, options: [one subcommand]}`
 */
export interface InteractionOption {
  readonly name: string
  readonly type: OptionType
  readonly value?: string | number | boolean
  readonly options?: ReadonlyArray<InteractionOption>
  readonly focused?: true
}

/** The option types that hold other options. */
export type NestingType = typeof OptionType.SUB_COMMAND | typeof OptionType.SUB_COMMAND_GROUP

/** The option types that hold a value. */
export type LeafType = Exclude<OptionType, NestingType>

export type NestingOption = CommandOption & { readonly type: NestingType }
export type LeafOption = CommandOption & { readonly type: LeafType }

/** True for a subcommand or a group: types 1 and 2. */
export const isNesting = (option: CommandOption): option is NestingOption =>
  option.type === OptionType.SUB_COMMAND || option.type === OptionType.SUB_COMMAND_GROUP

/** True for an option that holds a value. */
export const isLeaf = (option: CommandOption): option is LeafOption => !isNesting(option)
