/** Advice on options and choices. Source: service.md "Application command option"; decisions 11, 13. */
import * as CodePoints from "../../base/CodePoints.ts"
import * as Limits from "../../base/Limits.ts"
import type { Path } from "../../error/Fault.ts"
import { type CommandOption, OptionType } from "../../record/ApplicationCommand.ts"
import { clashes } from "../../typing/TypedName.ts"
import { type Advice, type AdviceRule, advise, nothing, when } from "./AdviceRule.ts"
import { adviseTexts } from "./LocalizationAdvice.ts"

const { SUB_COMMAND, SUB_COMMAND_GROUP, STRING } = OptionType

const OPTION_RULES: ReadonlyArray<AdviceRule<CommandOption>> = [
  {
    code: "EMPTY_GROUP",
    sentence: "a group without subcommands is hidden",
    source: "decision 13",
    judge: ({ type, options }) =>
      when(type === SUB_COMMAND_GROUP && (options ?? []).length === 0, [], "Hidden: this group has no subcommands.")
  },
  {
    code: "GROUP_OF_ONE",
    sentence: "a group with one subcommand only makes its name longer",
    source: 'service.md "Subcommand structure rules"',
    judge: ({ type, options }) =>
      when(
        type === SUB_COMMAND_GROUP && options?.length === 1,
        ["options"],
        "The only subcommand of its group: it could stand without the group."
      )
  },
  {
    code: "RANGE_EMPTY",
    sentence: "no value lies between a minimum and a maximum below it",
    source: "decision 11",
    judge: (option) =>
      RANGES.flatMap(([min, max]) => {
        const [least, most] = [option[min], option[max]]
        return when(
          least !== undefined && most !== undefined && least > most,
          [min],
          `No value can be given: it lies above ${max} (${most}).`
        )
      })
  },
  {
    code: "CHOICE_OUT_OF_RANGE",
    sentence: "a choice outside of the option's own bounds is offered and cannot be used",
    source: "wire-interactions.md §8",
    judge: (option) =>
      (option.choices ?? []).flatMap(({ value }, index) => {
        const measure = typeof value === "string" ? CodePoints.count(value) : value
        const [min, max] =
          option.type === STRING ? [option.min_length, option.max_length] : [option.min_value, option.max_value]
        return when(
          measure < (min ?? measure) || measure > (max ?? measure),
          ["choices", index, "value"],
          "Offered, and refused when it is used: it lies outside of the option's own bounds."
        )
      })
  },
  {
    code: "CHOICE_VALUE_REPEATED",
    sentence: "the app cannot tell choices of the same value apart",
    source: "wire-interactions.md §6 (choice)",
    judge: ({ choices = [] }) =>
      choices.flatMap(({ value }, index) => {
        const other = choices.findIndex((choice) => choice.value === value)
        return when(
          other < index,
          ["choices", index, "value"],
          `The app is sent the value alone, and "${choices[other]?.name}" has the same.`
        )
      })
  },
  {
    code: "CHOICE_NAMES_CLASH",
    sentence: "choices that read the same in a language cannot be told apart there",
    source: 'service.md "Localization rules"; wire-interactions.md §6',
    judge: ({ choices = [] }) =>
      clashes(choices).map(({ index, other, locale }) => ({
        path: ["choices", index, "name_localizations"],
        message: `In ${locale} it reads the same as "${choices[other]?.name}".`
      }))
  },
  {
    code: "CHOICES_FULL",
    sentence: "25 choices are all there can be: autocomplete has no such end",
    source: 'service.md "Limits"',
    judge: ({ choices = [] }) =>
      when(
        choices.length === Limits.command.choices,
        ["choices"],
        `${Limits.command.choices} choices: there is no room for another. With autocomplete there would be.`
      )
  },
  {
    code: "ONLY_CHOICE",
    sentence: "a required option with one choice asks for what is known",
    source: 'service.md "Application command option"',
    judge: ({ required, choices }) =>
      when(required === true && choices?.length === 1, ["choices"], "The only choice of a required option.")
  }
]

const LIST_RULES: ReadonlyArray<AdviceRule<ReadonlyArray<CommandOption>>> = [
  {
    code: "OPTION_NAMES_CLASH",
    sentence: "options whose names read the same through a fallback cannot be told apart, and one hides the other",
    source: 'service.md "Localization rules", "Limits" (locale fallbacks)',
    judge: (options) =>
      clashes(options).map(({ index, other, locale }) => ({
        path: ["options", index, "name_localizations"],
        message: `Users of ${locale} read the same name at "${options[other]?.name}".`
      }))
  },
  {
    code: "NEVER_USABLE",
    sentence: "a command of empty groups only is hidden and cannot be used",
    source: "decision 13",
    judge: (options) =>
      options.length > 0 && options.every((o) => o.type === SUB_COMMAND_GROUP && (o.options ?? []).length === 0)
        ? when(true, ["options"], "Hidden everywhere: no group has a subcommand.")
        : nothing
  }
]

export const OPTION_ADVICE: ReadonlyArray<Pick<AdviceRule<never>, "code" | "sentence" | "source">> = [
  ...OPTION_RULES,
  ...LIST_RULES
]

/** Advice on the options of the command, group or subcommand at `path`. */
export const adviseOptions = (options: ReadonlyArray<CommandOption>, path: Path): ReadonlyArray<Advice> => [
  ...advise(LIST_RULES, options, path),
  ...options.flatMap((option, index) => adviseOption(option, [...path, "options", index]))
]

const adviseOption = (option: CommandOption, path: Path): ReadonlyArray<Advice> => [
  ...advise(OPTION_RULES, option, path),
  ...adviseTexts(option, path),
  ...(option.choices ?? []).flatMap((choice, index) => adviseTexts(choice, [...path, "choices", index])),
  ...(option.type === SUB_COMMAND || option.type === SUB_COMMAND_GROUP ? adviseOptions(option.options ?? [], path) : [])
]

const RANGES = [
  ["min_value", "max_value"],
  ["min_length", "max_length"]
] as const
