/** Options that hold options, and options that hold a value. Source: wire-interactions.md §1.4 "Option nesting". */
import { type CommandOption, OptionType } from "../record/ApplicationCommand.ts"

export type NestingType = typeof OptionType.SUB_COMMAND | typeof OptionType.SUB_COMMAND_GROUP

export type LeafType = Exclude<OptionType, NestingType>

export type NestingOption = CommandOption & { readonly type: NestingType }
export type LeafOption = CommandOption & { readonly type: LeafType }

export const isNesting = (option: CommandOption): option is NestingOption =>
  option.type === OptionType.SUB_COMMAND || option.type === OptionType.SUB_COMMAND_GROUP

export const isLeaf = (option: CommandOption): option is LeafOption => !isNesting(option)
