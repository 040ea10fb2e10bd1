/** Source: service.md "Application command option", "Option choice", "Subcommand structure rules"; decisions 2, 3, 11 to 13, 34. */
import * as CodePoints from "../base/CodePoints.ts"
import * as Limits from "../base/Limits.ts"
import { type Fault, fault } from "../error/Fault.ts"
import * as FormError from "../error/FormError.ts"
import { OptionType } from "../record/ApplicationCommand.ts"
import { CHANNEL_TYPES } from "../record/WorldVocabulary.ts"
import { judgeLimits } from "../validation/Limit.ts"
import { judgeNumber, judgeSet, type NumberType, readNumber } from "../validation/NumberRules.ts"
import { at, gather, judgeEach, none, repetition, rules } from "../validation/Rule.ts"
import { toInt, toText } from "../validation/Shape.ts"
import { choiceName, description, judgeText, slashName } from "../validation/TextRules.ts"
import { type ChoiceDraft, Option, type OptionDraft, optionType } from "./CommandBody.ts"
import { isEmpty, OPTION_FIELDS } from "./CommandFields.ts"
import { type Holder, isRequirement, judgeTogether } from "./OptionListRules.ts"

interface OptionCase {
  readonly draft: OptionDraft
  /** Undefined when the body has no known type; rules that depend on the type are then skipped. */
  readonly type: OptionType | undefined
  readonly holder: Holder
}

const { SUB_COMMAND, SUB_COMMAND_GROUP, STRING, INTEGER, NUMBER } = OptionType
const ALL_TYPES = Object.values(OptionType)

/** Allowed nesting: command → group → subcommand, or command → subcommand. */
const HELD: Record<Holder, ReadonlyArray<OptionType>> = {
  command: ALL_TYPES,
  group: [SUB_COMMAND],
  subcommand: ALL_TYPES.filter((type) => type !== SUB_COMMAND && type !== SUB_COMMAND_GROUP)
}

const judgeRanges = judgeLimits(Option, "range")

const judgeOption = rules<OptionCase>({
  "the type is required": ({ draft }) =>
    draft.type === undefined || draft.type === null ? at([], FormError.tagMissing("type")) : none,
  "a group is only at the top and has only subcommands; a subcommand has only values": ({ draft, type, holder }) =>
    at(["type"], typeError(draft.type, type, holder)),
  "option names obey the naming rules, and so do their localizations": ({ draft }) =>
    judgeText(draft, "name", slashName),
  "an option description has 1-100 characters, and so do its localizations": ({ draft }) =>
    judgeText(draft, "description", description),
  "an option has only the fields of its type": ({ draft, type }) =>
    type === undefined ? none : misplaced(draft, type),
  "required is true or false": ({ draft: { required }, type }) =>
    isRequirement(required) || !mayHave(type, "required") ? none : at(["required"], FormError.notBoolean),
  "choices keep the rules of choices": ({ draft, type }) =>
    draft.choices && takesChoices(type) ? judgeChoices(draft.choices, type) : none,
  "autocomplete cannot be true when choices are present": ({ draft, type }) =>
    draft.autocomplete && draft.choices && draft.choices.length > 0 && takesChoices(type)
      ? at(["autocomplete"], FormError.autocompleteWithChoices)
      : none,
  "min_value and max_value are integers for INTEGER and doubles for NUMBER, in their ranges": ({ draft, type }) =>
    isNumeric(type) ? gather(BOUNDS, (field) => bound(field, draft[field], type)) : none,
  "min_length is 0 to 6000, max_length 1 to 6000": ({ draft, type }) => (type === STRING ? judgeRanges(draft) : none),
  "channel_types are known and unique": ({ draft, type }) =>
    type === OptionType.CHANNEL && draft.channel_types
      ? judgeSet("channel_types", draft.channel_types, CHANNEL_TYPES)
      : none,
  "the options of groups and subcommands keep the rules of lists of options": ({ draft, type, holder }) => {
    const inner = type === SUB_COMMAND ? "subcommand" : type === SUB_COMMAND_GROUP ? "group" : undefined
    // An option at the wrong depth has only that fault; its content is not judged.
    if (inner === undefined || !draft.options || typeError(draft.type, type, holder)) return none
    return judgeOptions(draft.options, inner)
  }
})

/** Every fault of the options of a command, group or subcommand, with paths relative to that parent. */
export const judgeOptions = (options: ReadonlyArray<OptionDraft>, holder: Holder): ReadonlyArray<Fault> => {
  const single = judgeEach("options", options, (draft) => judgeOption({ draft, type: optionType(draft), holder }))
  const together = judgeTogether(options, holder)
  return together.length === 0 ? single : [...single, ...together]
}

export const takesChoices = (type: OptionType | undefined): type is ChoiceType => type === STRING || isNumeric(type)

const isNumeric = (type: OptionType | undefined): type is NumberType => type === INTEGER || type === NUMBER

const typeError = (sent: unknown, type: OptionType | undefined, holder: Holder) => {
  if (sent === undefined || sent === null) return undefined
  if (type !== undefined) return HELD[holder].includes(type) ? undefined : FormError.choices(HELD[holder])
  return toInt(sent) === undefined ? FormError.notInt(sent) : FormError.choices(HELD[holder])
}

const mayHave = (type: OptionType | undefined, field: keyof typeof OPTION_FIELDS): boolean =>
  type === undefined || OPTION_FIELDS[field].has(type)

// Object.keys widens the keys of a record of literals to string.
const FIELDS = Object.keys(OPTION_FIELDS) as ReadonlyArray<string> as ReadonlyArray<keyof typeof OPTION_FIELDS>

const MISPLACED = new Map(ALL_TYPES.map((type) => [type, FIELDS.filter((field) => !OPTION_FIELDS[field].has(type))]))

const misplaced = (draft: OptionDraft, type: OptionType): ReadonlyArray<Fault> =>
  gather(MISPLACED.get(type) ?? [], (field) =>
    isEmpty(draft[field]) ? none : at([field], FormError.notConfigurable(field, "option"))
  )

const BOUNDS = ["min_value", "max_value"] as const

const bound = (field: string, value: number | null | undefined, type: NumberType): ReadonlyArray<Fault> =>
  value === undefined || value === null ? none : at([field], judgeNumber(value, type))

export type ChoiceType = typeof OptionType.STRING | typeof OptionType.INTEGER | typeof OptionType.NUMBER

interface ChoiceCase {
  readonly draft: ChoiceDraft
  readonly type: ChoiceType
}

interface ChoicesCase {
  readonly choices: ReadonlyArray<ChoiceDraft>
  readonly type: ChoiceType
}

const judgeChoice = rules<ChoiceCase>({
  "a choice name has 1-100 characters, and so do its localizations": ({ draft }) =>
    judgeText(draft, "name", choiceName),
  "the type of a value follows the option type; a string value is at most 100 characters": ({ draft, type }) =>
    at(["value"], valueError(draft.value, type))
})

const judgeList = rules<ChoicesCase>({
  "at most 25 choices per option": ({ choices }) =>
    choices.length > Limits.command.choices ? at(["choices"], FormError.maxLength(Limits.command.choices)) : none,
  "choice names are unique within an option": ({ choices }) => repeatedNames(choices),
  "every choice keeps the rules of a choice": ({ choices, type }) =>
    judgeEach("choices", choices, (draft) => judgeChoice({ draft, type }))
})

/** Every fault of the choices of one option, with paths relative to the option. */
export const judgeChoices = (choices: ReadonlyArray<ChoiceDraft>, type: ChoiceType): ReadonlyArray<Fault> =>
  judgeList({ choices, type })

/** The value of a choice as the option type reads it; undefined when it cannot. */
export const readValue = (value: unknown, type: ChoiceType): string | number | undefined =>
  type === OptionType.STRING ? toText(value) : readNumber(value, type)

const valueError = (value: unknown, type: ChoiceType) => {
  if (value === undefined || value === null) return FormError.required
  if (type !== OptionType.STRING) return judgeNumber(value, type)
  const text = toText(value)
  if (text === undefined) return FormError.notText(value)
  const max = Limits.command.choiceStringMax
  return CodePoints.isBetween(text, 0, max) ? undefined : FormError.maxLength(max)
}

const repeatedNames = (choices: ReadonlyArray<ChoiceDraft>): ReadonlyArray<Fault> => {
  const isRepeated = repetition()
  return gather(choices, ({ name }, index) =>
    isRepeated(name) ? [fault(["choices", index], FormError.choiceNameTaken(name))] : none
  )
}
