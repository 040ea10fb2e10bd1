/**
 * Rules of one component that stands in an action row, and what the answer says of it.
 * Source: see `ComponentFields.ts`.
 */
import * as CodePoints from "./CodePoints.ts"
import { CHANNEL_TYPES } from "./CommandBody.ts"
import {
  type ComponentDraft,
  type ComponentKind,
  ComponentType,
  DEFAULT_TYPES,
  DEFAULTS,
  type EmojiDraft,
  NUMBERS,
  OPTION_TEXTS,
  type OptionDraft,
  REQUIRED,
  SHAPES,
  STYLES,
  TEXTS
} from "./ComponentFields.ts"
import { toUri, urlError } from "./ComponentUrl.ts"
import { type Fault, under } from "./Fault.ts"
import * as FormError from "./FormError.ts"
import * as Limits from "./Limits.ts"
import { judgeSet } from "./ListRules.ts"
import { judgeRange } from "./NumberRules.ts"
import { at, gather, judge, judgeEach, none, type Rule } from "./Rule.ts"
import { type Decoded, decoder, withoutEchoes } from "./Shape.ts"

interface ComponentCase {
  readonly draft: ComponentDraft
  readonly kind: ComponentKind
}

const { options: optionsMax, defaultValues: defaultsMax, emojiNameMax } = Limits.component

const RULES: ReadonlyArray<Rule<ComponentCase>> = [
  {
    sentence: "a component has the fields that its kind requires",
    judge: ({ draft, kind }) => gather(REQUIRED[kind], (field) => at([field], presence(draft[field])))
  },
  {
    sentence: "a button has a known style, the field that its style requires, and none that it refuses",
    judge: ({ draft }) => judgeStyle(draft)
  },
  {
    sentence: "custom_id 1-100 characters, label ≤ 80, placeholder ≤ 150",
    judge: ({ draft }) => gather(TEXTS, ([field, min, max]) => at([field], length(draft[field], min, max)))
  },
  {
    sentence: "id 0 to 2^31 - 1, min_values 0 to 25, max_values 1 to 25",
    judge: ({ draft }) => gather(NUMBERS, ([field, min, max]) => at([field], range(draft[field], min, max)))
  },
  {
    // Ours: neither the rule nor its error is shown; an absent bound counts as it is answered.
    sentence: "a select has no more min_values than max_values",
    judge: ({ draft, kind }) => (kind === ComponentType.BUTTON ? none : judgeBounds(draft))
  },
  {
    sentence: "the url of a link is well formed and has at most 512 characters",
    judge: ({ draft: { url } }) => at(["url"], url == null ? undefined : urlError(url))
  },
  {
    sentence: "an emoji has a name of at most 32 characters",
    judge: ({ draft }) => judgeEmoji(draft.emoji)
  },
  {
    sentence: "a string select has 1-25 options with distinct values",
    judge: ({ draft: { options } }) => (options == null ? none : judgeOptions(options))
  },
  {
    sentence: "channel_types are known and unique",
    judge: ({ draft: { channel_types: types } }) =>
      types == null ? none : judgeSet("channel_types", types, CHANNEL_TYPES)
  },
  {
    sentence: "at most 25 default values, of the types that the select shows",
    judge: ({ draft, kind }) => judgeDefaults(draft.default_values ?? [], DEFAULT_TYPES[kind] ?? [])
  }
]

/** What is sound of a component, and every fault of it. */
export const readComponent = (input: unknown, kind: ComponentKind): Decoded<ComponentDraft> => {
  const { value, faults } = DECODERS[kind](input)
  return { value, faults: withoutEchoes(faults, judge(RULES, { draft: value, kind })) }
}

/** The fields of a sound component but its type and id: those that were given, and those that always have a value. */
export const answeredFields = (draft: ComponentDraft, kind: ComponentKind): Readonly<Record<string, unknown>> => {
  const said: Readonly<Record<string, unknown>> = draft.url == null ? draft : { ...draft, url: toUri(draft.url) }
  const fields = Object.keys(SHAPES[kind].fields).filter((field) => field !== "id")
  return given(Object.fromEntries(fields.map((field) => [field, said[field] ?? DEFAULTS[field]])))
}

/** Ours: code and text of the platform are not shown. */
const refusedByStyle = (style: number) => ({
  code: "BUTTON_COMPONENT_FIELD_INVALID",
  message: `Buttons of style ${style} cannot have this field`
})

/** Code, text and place, the option itself, as the public platform shows them (Would-You-Bot/client#304). */
const VALUE_REPEATED = {
  code: "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
  message: "The specified option value is already used"
}

const DECODERS: Readonly<Record<ComponentKind, (input: unknown) => Decoded<ComponentDraft>>> = {
  2: decoder(SHAPES[2]),
  3: decoder(SHAPES[3]),
  5: decoder(SHAPES[5]),
  6: decoder(SHAPES[6]),
  7: decoder(SHAPES[7]),
  8: decoder(SHAPES[8])
}

const judgeStyle = (draft: ComponentDraft): ReadonlyArray<Fault> => {
  if (draft.style == null) return none
  const known = STYLES.find(({ style }) => style === draft.style)
  if (known === undefined) return at(["style"], FormError.choices(STYLES.map(({ style }) => style)))
  const { style, required, refused } = known
  return [
    ...at([required], presence(draft[required])),
    ...gather(refused, (field) => at([field], draft[field] == null ? undefined : refusedByStyle(style)))
  ]
}

/** A bound out of its own range has its fault already. */
const judgeBounds = (draft: ComponentDraft): ReadonlyArray<Fault> => {
  const min = Number(draft.min_values ?? DEFAULTS["min_values"])
  const max = Number(draft.max_values ?? DEFAULTS["max_values"])
  if (min > Limits.component.values || max < 1) return none
  return at(["max_values"], max < min ? FormError.numberMin(min) : undefined)
}

const judgeOptions = (options: ReadonlyArray<OptionDraft>): ReadonlyArray<Fault> => {
  if (options.length < 1 || options.length > optionsMax) return at(["options"], FormError.badLength(1, optionsMax))
  const seen = new Set<string>()
  return judgeEach("options", options, (option) => {
    const { value } = option
    const repeated = value != null && seen.has(value)
    if (value != null) seen.add(value)
    return [
      ...at([], repeated ? VALUE_REPEATED : undefined),
      ...at(["label"], presence(option.label)),
      ...at(["value"], presence(value)),
      ...gather(OPTION_TEXTS, ([field, min, max]) => at([field], length(option[field], min, max))),
      ...judgeEmoji(option.emoji)
    ]
  })
}

const judgeEmoji = (emoji: EmojiDraft | null | undefined): ReadonlyArray<Fault> => {
  if (emoji == null) return none
  return under(["emoji"], at(["name"], presence(emoji.name) ?? length(emoji.name, 0, emojiNameMax)))
}

const judgeDefaults = (
  values: NonNullable<ComponentDraft["default_values"]>,
  types: ReadonlyArray<string>
): ReadonlyArray<Fault> => {
  if (values.length > defaultsMax) return at(["default_values"], FormError.maxLength(defaultsMax))
  return judgeEach("default_values", values, ({ type, id }) => [
    ...at(["type"], presence(type) ?? (types.includes(type ?? "") ? undefined : FormError.choices(types))),
    ...at(["id"], presence(id))
  ])
}

const presence = (value: unknown) => (value == null ? FormError.required : undefined)

const length = (text: string | null | undefined, min: number, max: number) => {
  if (text == null) return undefined
  const characters = CodePoints.count(text)
  if (characters >= min && characters <= max) return undefined
  return min === 0 ? FormError.maxLength(max) : FormError.badLength(min, max)
}

const range = (number: number | null | undefined, min: number, max: number) =>
  number == null ? undefined : judgeRange(number, min, max)

/** A field that is null or missing at any depth is not answered. */
const given = (fields: object): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(fields).flatMap(([key, value]) => (value == null ? [] : [[key, shown(value)]])))

const shown = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(shown)
  return typeof value === "object" && value !== null ? given(value) : value
}
