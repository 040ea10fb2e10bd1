/**
 * Rules of a single component at any place; `Component.ts` judges its children.
 * Source: see `ComponentFields.ts`.
 */

import * as Limits from "../base/Limits.ts"
import type { Fault } from "../error/Fault.ts"
import * as FormError from "../error/FormError.ts"
import { CHANNEL_TYPES } from "../record/CommandVocabulary.ts"
import { judgeSet } from "../validation/ListRules.ts"
import { judgeRange } from "../validation/NumberRules.ts"
import { at, gather, none, rules } from "../validation/Rule.ts"
import { type Decoded, decoder, withoutEchoes } from "../validation/Shape.ts"
import { lengthError } from "../validation/TextLength.ts"
import { type ComponentDraft, type ComponentKind, ComponentType, SHAPES } from "./ComponentFields.ts"
import { INPUT_STYLES, KINDS, SPACINGS, STYLES, type Surface } from "./ComponentKind.ts"
import { judgeMedia, type NamedFile } from "./ComponentMedia.ts"
import { urlError } from "./ComponentUrl.ts"
import { judgeBounds, judgeDefaults, judgeEmoji, judgeOptions } from "./SelectRules.ts"

/** The context in which components are read. */
export interface Reading {
  readonly surface: Surface
  /** Files that media may refer to. */
  readonly files: ReadonlyArray<NamedFile>
}

interface ComponentCase extends Reading {
  readonly draft: ComponentDraft
  readonly kind: ComponentKind
}

const judgeComponent = rules<ComponentCase>({
  "a component has the fields that its kind requires": ({ draft, kind }) =>
    gather(KINDS[kind].required, (field) => at([field], presence(draft[field]))),
  "a row holds 1-5 components, a section 1-3 and an accessory, a container 1-40, a label one": ({ draft, kind }) =>
    judgeSlots(draft, kind),
  "a button has a known style, the field that its style requires, and none that it refuses": ({ draft, kind }) =>
    kind === ComponentType.BUTTON ? judgeStyle(draft) : none,
  "a text input is short or a paragraph, a separator small or large": ({ draft, kind }) => [
    ...(kind === ComponentType.TEXT_INPUT ? at(["style"], member(draft.style, INPUT_STYLES)) : none),
    ...at(["spacing"], member(draft.spacing, SPACINGS))
  ],
  "texts have the lengths of their kind, e.g. custom_id 1-100 characters": ({ draft, kind }) =>
    gather(KINDS[kind].texts, ([field, min, max]) => at([field], textError(draft[field], min, max))),
  "id 0 to 2^31 - 1, and other numbers within the bounds of their kind": ({ draft, kind }) => [
    ...at(["id"], rangeError(draft.id, 0, Limits.component.idMax)),
    ...gather(KINDS[kind].numbers, ([field, min, max]) => at([field], rangeError(draft[field], min, max)))
  ],
  "a select has no more min_values than max_values": ({ draft, kind }) => judgeBounds(draft, kind),
  // The platform documents neither this rule nor its error. Our choice: docs/choices.md "Components and modals".
  "a text input has no more min_length than max_length": ({ draft: { min_length: min, max_length: max } }) =>
    at(["max_length"], min != null && max != null && max >= 1 && max < min ? FormError.numberMin(min) : undefined),
  "the url of a link is well formed and has at most 512 characters": ({ draft: { url } }) =>
    at(["url"], url == null ? undefined : urlError(url)),
  "an emoji has an id, or a name of at most 32 characters": ({ draft }) => judgeEmoji(draft.emoji),
  "a string select has 1-25 options with distinct values, a group up to 10; as many as may be chosen": ({
    draft,
    kind
  }) => judgeOptions(draft, kind),
  "channel_types are known and unique": ({ draft: { channel_types: types } }) =>
    types == null ? none : judgeSet("channel_types", types, CHANNEL_TYPES),
  "number of default values must be in the range defined by min_values and max_values": ({ draft, kind }) =>
    judgeDefaults(draft, kind),
  "media are at an address of the web, or attached to the message": ({ draft, kind, files }) =>
    judgeMedia(draft, kind, files),
  // The documentation says that this is an error; its code is our choice: docs/choices.md "Components and modals".
  "a select of a modal is not disabled": ({ draft, surface }) =>
    at(["disabled"], surface === "modal" && draft.disabled === true ? DISABLED_IN_MODAL : undefined)
})

/** The valid part of a component, and every fault of its own fields. */
export const readComponent = (input: unknown, kind: ComponentKind, reading: Reading): Decoded<ComponentDraft> => {
  const { value, faults } = DECODERS[kind](input)
  return { value, faults: withoutEchoes(faults, judgeComponent({ draft: value, kind, ...reading })) }
}

const DECODERS: Readonly<Record<ComponentKind, (input: unknown) => Decoded<ComponentDraft>>> = {
  1: decoder(SHAPES[1]),
  2: decoder(SHAPES[2]),
  3: decoder(SHAPES[3]),
  4: decoder(SHAPES[4]),
  5: decoder(SHAPES[5]),
  6: decoder(SHAPES[6]),
  7: decoder(SHAPES[7]),
  8: decoder(SHAPES[8]),
  9: decoder(SHAPES[9]),
  10: decoder(SHAPES[10]),
  11: decoder(SHAPES[11]),
  12: decoder(SHAPES[12]),
  13: decoder(SHAPES[13]),
  14: decoder(SHAPES[14]),
  17: decoder(SHAPES[17]),
  18: decoder(SHAPES[18]),
  19: decoder(SHAPES[19]),
  21: decoder(SHAPES[21]),
  22: decoder(SHAPES[22]),
  23: decoder(SHAPES[23])
}

/** The platform does not show code and text. Our choice: docs/choices.md "Components and modals". */
const refusedByStyle = (style: number) =>
  FormError.of("BUTTON_COMPONENT_FIELD_INVALID", `Buttons of style ${style} cannot have this field`)

/** Code and text are our choice: docs/choices.md "Components and modals". */
const DISABLED_IN_MODAL = FormError.of("SELECT_COMPONENT_DISABLED_IN_MODAL", "Components of a modal cannot be disabled")

const judgeSlots = (draft: ComponentDraft, kind: ComponentKind): ReadonlyArray<Fault> =>
  gather(KINDS[kind].slots, ({ field, count }) => {
    if (count === undefined) return at([field], presence(draft[field]))
    const length = draft.components?.length ?? 0
    const wrong = length < count.min || length > count.max
    return at([field], wrong ? FormError.badLength(count.min, count.max) : undefined)
  })

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

const presence = (value: unknown) => (value == null ? FormError.required : undefined)

const member = (value: number | null | undefined, allowed: ReadonlyArray<number>) =>
  value == null || allowed.includes(value) ? undefined : FormError.choices(allowed)

// In the table, text bounds belong to text fields and number bounds to number fields.
const textError = (value: unknown, min: number, max: number) =>
  typeof value === "string" ? lengthError(value, min, max) : undefined

const rangeError = (value: unknown, min: number, max: number) =>
  typeof value === "number" ? judgeRange(value, min, max) : undefined
