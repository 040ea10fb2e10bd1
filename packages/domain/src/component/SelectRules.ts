/** Rules of the choices of a component. Source: see `ComponentFields.ts`; the documentation of select menus. */
import type { Schema } from "effect"
import * as Limits from "../base/Limits.ts"
import { isUnicodeEmoji } from "../base/UnicodeEmoji.ts"
import type { Fault } from "../error/Fault.ts"
import * as FormError from "../error/FormError.ts"
import { judgeLimits, limitError } from "../validation/Limit.ts"
import { at, judgeEach, none, repetition } from "../validation/Rule.ts"
import { lengthError } from "../validation/TextRules.ts"
import {
  type ComponentDraft,
  type ComponentKind,
  ComponentType,
  type EmojiDraft,
  Option,
  type OptionDraft,
  SHAPES
} from "./ComponentFields.ts"
import { DEFAULT_TYPES, KINDS } from "./ComponentKind.ts"
import { invalidEmoji } from "./NamedEmojis.ts"

/** How many values may be selected, with defaults for absent bounds; undefined when a bound is out of range. */
const valuesOf = (draft: ComponentDraft, kind: ComponentKind) => {
  if (kind === ComponentType.RADIO_GROUP) return { min: 1, max: 1 }
  const fields: Readonly<Record<string, Schema.Constraint>> = SHAPES[kind].fields
  const { min_values, max_values } = fields
  if (min_values === undefined || max_values === undefined) return undefined
  const all = kind === ComponentType.CHECKBOX_GROUP ? draft.options?.length : undefined
  const min = draft.min_values ?? 1
  const max = draft.max_values ?? all ?? 1
  return limitError(min_values, min) || limitError(max_values, max) ? undefined : { min, max }
}

/** The platform documents neither this rule nor its error. Our choice: docs/choices.md "Components and modals". */
export const judgeBounds = (draft: ComponentDraft, kind: ComponentKind): ReadonlyArray<Fault> => {
  const { min, max } = valuesOf(draft, kind) ?? { min: 0, max: 0 }
  return at(["max_values"], max < min ? FormError.numberMin(min) : undefined)
}

export const judgeOptions = (draft: ComponentDraft, kind: ComponentKind): ReadonlyArray<Fault> => {
  const { options } = draft
  const count = KINDS[kind].options
  if (options == null || count === undefined) return none
  const { min, max } = count
  if (options.length < min || options.length > max) return at(["options"], FormError.badLength(min, max))
  // Report too few options as a length error with `max_values` as the minimum.
  // Our choice: docs/choices.md "Components and modals".
  const least = Math.min(draft.max_values ?? min, max)
  const isRepeated = repetition()
  return [
    ...at(["options"], options.length < least ? FormError.badLength(least, max) : undefined),
    ...judgeEach("options", options, (option) => [
      ...at([], isRepeated(option.value) ? VALUE_REPEATED : undefined),
      ...judgeOption(option)
    ])
  ]
}

/** At most 25 default values, of types that the select allows; either none, or as many as may be selected. */
export const judgeDefaults = (draft: ComponentDraft, kind: ComponentKind): ReadonlyArray<Fault> => {
  const field = draft.options == null ? "default_values" : "options"
  const given = draft.options?.filter((option) => option.default === true) ?? draft.default_values ?? []
  const values = given.length > Limits.component.defaultValues ? undefined : valuesOf(draft, kind)
  const outside = values !== undefined && given.length > 0 && (given.length < values.min || given.length > values.max)
  return [
    ...judgeDefaultValues(draft.default_values ?? [], DEFAULT_TYPES[kind] ?? []),
    ...at([field], outside ? defaultsOutside(values) : undefined)
  ]
}

/** A custom emoji has an id; any other name is no name of a custom one, such as `smile` or `<:tick:1>`. */
export const judgeEmoji = (emoji: EmojiDraft | null | undefined): ReadonlyArray<Fault> => {
  if (emoji == null) return none
  const name = emoji.name ?? ""
  const isStandard = emoji.id == null
  const error = lengthError(name, 0, Limits.component.emojiNameMax)
  return at(["emoji", "name"], error ?? (isStandard && !isUnicodeEmoji(name) ? invalidEmoji : undefined))
}

/** Code, text and path (the option itself) as the public platform shows them (Would-You-Bot/client#304). */
const VALUE_REPEATED = FormError.of(
  "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
  "The specified option value is already used"
)

/** The platform does not show code and text. Our choice: docs/choices.md "Components and modals". */
const defaultsOutside = ({ min, max }: { readonly min: number; readonly max: number }) =>
  FormError.of("SELECT_COMPONENT_DEFAULT_VALUES_INVALID", `Number of default values must be between ${min} and ${max}`)

const [judgePresence, judgeLengths] = [judgeLimits(Option, "presence"), judgeLimits(Option, "length")]

const judgeOption = (option: OptionDraft): ReadonlyArray<Fault> => [
  ...judgePresence(option),
  ...judgeLengths(option),
  ...judgeEmoji(option.emoji)
]

const judgeDefaultValues = (
  values: NonNullable<ComponentDraft["default_values"]>,
  types: ReadonlyArray<string>
): ReadonlyArray<Fault> => {
  const max = Limits.component.defaultValues
  if (values.length > max) return at(["default_values"], FormError.maxLength(max))
  return judgeEach("default_values", values, ({ type, id }) => [
    ...at(["type"], FormError.presence(type) ?? (types.includes(type ?? "") ? undefined : FormError.choices(types))),
    ...at(["id"], FormError.presence(id))
  ])
}
