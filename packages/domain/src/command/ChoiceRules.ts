/** Rules of the choices of an option. Source: service.md "Option choice"; decisions 2, 12, 34. */
import * as CodePoints from "../base/CodePoints.ts"
import * as Limits from "../base/Limits.ts"
import { type Fault, fault } from "../error/Fault.ts"
import * as FormError from "../error/FormError.ts"
import { OptionType } from "../record/ApplicationCommand.ts"
import { judgeNumber, readNumber } from "../validation/NumberRules.ts"
import { at, gather, judgeEach, none, repetition, rules } from "../validation/Rule.ts"
import { toText } from "../validation/Shape.ts"
import { choiceName, judgeText } from "../validation/TextRules.ts"
import type { ChoiceDraft } from "./CommandBody.ts"

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
  return CodePoints.count(text) > max ? FormError.maxLength(max) : undefined
}

const repeatedNames = (choices: ReadonlyArray<ChoiceDraft>): ReadonlyArray<Fault> => {
  const isRepeated = repetition()
  return gather(choices, ({ name }, index) =>
    isRepeated(name) ? [fault(["choices", index], FormError.choiceNameTaken(name))] : none
  )
}
