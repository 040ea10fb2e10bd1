/** Rules of a single component at any place; `Component.ts` judges its children. Source: see `ComponentFields.ts`. */
import type { Fault, Path } from "../error/Fault.ts"
import * as FormError from "../error/FormError.ts"
import { CHANNEL_TYPES } from "../record/WorldVocabulary.ts"
import { judgeLimits, type LimitKind } from "../validation/Limit.ts"
import { judgeSet } from "../validation/NumberRules.ts"
import { at, gather, type Judge, none, rules } from "../validation/Rule.ts"
import { type Decoded, decoder, withoutEchoes } from "../validation/Shape.ts"
import { type ComponentDraft, type ComponentKind, ComponentType, SHAPES, STYLES } from "./ComponentFields.ts"
import { KINDS, type Surface } from "./ComponentKind.ts"
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

/** Judges the limits of one sort that the shape of a kind carries. */
const limits = (sort: LimitKind): Judge<ComponentCase> => {
  const judges = new Map(Object.values(SHAPES).map((shape) => [shape, judgeLimits(shape, sort)]))
  return ({ draft, kind }) => judges.get(SHAPES[kind])?.(draft) ?? none
}

const judgeComponent = rules<ComponentCase>({
  "a component has the fields that its kind requires": limits("presence"),
  "a row holds 1-5 components, a section 1-3 and an accessory, a container 1-40, a label one": ({ draft, kind }) =>
    judgeSlots(draft, kind),
  "a button has the field that its style requires, and none that it refuses": ({ draft, kind }) =>
    kind === ComponentType.BUTTON ? judgeStyle(draft) : none,
  "a button has a known style, a text input is short or a paragraph, a separator small or large": limits("choice"),
  "texts have the lengths of their kind, e.g. custom_id 1-100 characters": limits("length"),
  "id 0 to 2^31 - 1, and other numbers within the bounds of their kind": limits("range"),
  "a select has no more min_values than max_values": ({ draft, kind }) => judgeBounds(draft, kind),
  // The platform documents neither this rule nor its error. Our choice: docs/choices.md "Components and modals".
  "a text input has no more min_length than max_length": ({ draft: { min_length: min, max_length: max } }) =>
    at(["max_length"], min != null && max != null && max >= 1 && max < min ? FormError.numberMin(min) : undefined),
  "the url of a link is well formed and has at most 512 characters": ({ draft: { url } }) =>
    at(["url"], url == null ? undefined : urlError(url)),
  "an emoji has an id, or a name of at most 32 characters": ({ draft }) => judgeEmoji(draft.emoji),
  "a string select has 1-25 options with distinct values, a group up to 10; enough to choose": ({ draft, kind }) =>
    judgeOptions(draft, kind),
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
  const broken = judgeComponent({ draft: value, kind, ...reading }).filter(({ path }) => !namesBeside(faults, path))
  return { value, faults: withoutEchoes(faults, broken) }
}

/** Whether a fault is about the name of an emoji whose id is no id: the name says nothing then. */
const namesBeside = (faults: ReadonlyArray<Fault>, path: Path): boolean =>
  path.at(-2) === "emoji" && faults.some((one) => one.path.join() === [...path.slice(0, -1), "id"].join())

// Object.fromEntries widens the keys, which are those of SHAPES.
const DECODERS = Object.fromEntries(
  Object.entries(SHAPES).map(([kind, shape]) => [kind, decoder(shape)])
) as unknown as Readonly<Record<ComponentKind, (input: unknown) => Decoded<ComponentDraft>>>

/** The platform does not show code and text. Our choice: docs/choices.md "Components and modals". */
const refusedByStyle = (style: number) =>
  FormError.of("BUTTON_COMPONENT_FIELD_INVALID", `Buttons of style ${style} cannot have this field`)

/** Code and text are our choice: docs/choices.md "Components and modals". */
const DISABLED_IN_MODAL = FormError.of("SELECT_COMPONENT_DISABLED_IN_MODAL", "Components of a modal cannot be disabled")

const judgeSlots = (draft: ComponentDraft, kind: ComponentKind): ReadonlyArray<Fault> =>
  gather(KINDS[kind].slots ?? [], ({ field, count }) => {
    if (count === undefined) return at([field], FormError.presence(draft[field]))
    const length = draft.components?.length ?? 0
    const wrong = length < count.min || length > count.max
    return at([field], wrong ? FormError.badLength(count.min, count.max) : undefined)
  })

const judgeStyle = (draft: ComponentDraft): ReadonlyArray<Fault> => {
  const known = STYLES.find(({ style }) => style === draft.style)
  if (known === undefined) return none
  const { style, required, refused } = known
  return [
    ...at([required], FormError.presence(draft[required])),
    ...gather(refused, (field) => at([field], draft[field] == null ? undefined : refusedByStyle(style)))
  ]
}
