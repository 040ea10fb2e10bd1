/** The data of an autocomplete result. Source: wire-interactions.md §4.4. */
import { Schema } from "effect"
import * as CodePoints from "../base/CodePoints.ts"
import * as Limits from "../base/Limits.ts"
import { type Fault, fault } from "../error/Fault.ts"
import * as FormError from "../error/FormError.ts"
import { type Localizations, OptionType } from "../record/ApplicationCommand.ts"
import { judgeNumber } from "../validation/NumberRules.ts"
import { at, judgeEach } from "../validation/Rule.ts"
import * as Shape from "../validation/Shape.ts"
import { localizations, text } from "../validation/ShapeLimits.ts"
import { shownOf } from "../validation/Shown.ts"
import { judgeText, lengthBetween } from "../validation/TextRules.ts"
import type { AutocompleteChoice } from "./Interaction.ts"

const { autocompleteChoices: MAX, autocompleteNameMax, autocompleteStringMax } = Limits.interaction

const Choice = Schema.Struct({
  name: Shape.needed(text(1, autocompleteNameMax)),
  name_localizations: Shape.field(
    localizations(Shape.dict(Shape.nullable(Shape.Text)), 1, autocompleteNameMax, "AutocompleteNameLocalizationsBody")
  ),
  value: Shape.shownAs(Schema.optionalKey(Shape.Any), () =>
    Schema.Union([shownOf(text(0, autocompleteStringMax)), Schema.Finite])
  )
}).annotate({ identifier: "AutocompleteChoiceBody" })

type ChoiceDraft = typeof Choice.Type

export const ChoicesShape = Schema.Struct({ choices: Shape.field(Shape.list(Choice, MAX)) })

const decode = Shape.decoder(ChoicesShape)

const choiceName = lengthBetween(1, autocompleteNameMax)

/** Reads the choices for an option of this type; null, [] and an absent list give no choices. Paths of faults start at the data. */
export const readChoices = (input: unknown, optionType: OptionType) => {
  const { value, faults } = decode(input)
  const drafts = value.choices ?? []
  const rules =
    drafts.length > MAX
      ? [fault(["choices"], FormError.badLength(0, MAX))]
      : judgeEach("choices", drafts, (draft) => judgeChoice(draft, optionType))
  const all = Shape.withoutEchoes(faults, rules)
  return { choices: all.length === 0 ? drafts.map(choiceOf) : [], faults: all }
}

const judgeChoice = (draft: ChoiceDraft, optionType: OptionType): ReadonlyArray<Fault> => [
  ...judgeText(draft, "name", choiceName),
  ...at(["value"], valueError(draft.value, optionType))
]

/** The JSON type of a value must match the option's type: here, a number must not be a string. */
const valueError = (value: unknown, optionType: OptionType) => {
  if (value === undefined || value === null) return FormError.required
  if (optionType === OptionType.INTEGER || optionType === OptionType.NUMBER) {
    if (typeof value === "number") return judgeNumber(value, optionType)
    return optionType === OptionType.INTEGER ? FormError.notInt(value) : FormError.notFloat(value)
  }
  const text = Shape.toText(value)
  if (text === undefined) return FormError.notText(value)
  return CodePoints.count(text) > autocompleteStringMax ? FormError.maxLength(autocompleteStringMax) : undefined
}

const choiceOf = (draft: ChoiceDraft): AutocompleteChoice => ({
  name: draft.name ?? "",
  ...(draft.name_localizations == null ? {} : { name_localizations: localizationsOf(draft.name_localizations) }),
  // The rules above allow only text or a number.
  value: draft.value as string | number
})

/** Drops null values; the rules above allow only locales as keys. */
const localizationsOf = (dictionary: NonNullable<ChoiceDraft["name_localizations"]>): Localizations =>
  Object.fromEntries(Object.entries(dictionary).filter(([, text]) => text != null))
