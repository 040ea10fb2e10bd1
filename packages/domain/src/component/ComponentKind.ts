/**
 * The table of component kinds: limits of the fields, defaults in responses, and child slots; and the kinds that each
 * place of a message or modal allows. Source: see `ComponentFields.ts`; the platform's `*ComponentResponse` for
 * responses, and its documentation for the fields of button styles.
 */
import * as Limits from "../base/Limits.ts"
import { type ComponentField, type ComponentKind, ComponentType } from "./ComponentFields.ts"

const T = ComponentType
const L = Limits.component

/** A field with its minimum and maximum: code points for a text, else the number itself. */
export type Bounds = readonly [field: ComponentField, min: number, max: number]

/** A part of a component that contains other components. */
export interface Slot {
  readonly field: "components" | "accessory" | "component"
  readonly place: Place
  /** Absent where only one component is allowed. */
  readonly count?: { readonly min: number; readonly max: number }
}

/** The parent of a component; `root` is the message or modal itself. */
export type Place = "root" | "row" | "section" | "accessory" | "container" | "label"

export interface KindRow {
  /** Fields that are always required. */
  readonly required: ReadonlyArray<ComponentField>
  /** The minimum of a text is 0 or 1. */
  readonly texts: ReadonlyArray<Bounds>
  readonly numbers: ReadonlyArray<Bounds>
  /** The number of options. */
  readonly options?: { readonly min: number; readonly max: number }
  /** Defaults of absent fields in responses; a null default is sent as null. */
  readonly answers: Readonly<Record<string, unknown>>
  readonly slots: ReadonlyArray<Slot>
}

const NOTHING: KindRow = { required: [], texts: [], numbers: [], answers: {}, slots: [] }

const NAME: Bounds = ["custom_id", 1, L.customIdMax]
const values = (max: number): ReadonlyArray<Bounds> => [
  ["min_values", 0, max],
  ["max_values", 1, max]
]
const ONE_VALUE = { min_values: 1, max_values: 1 }

const entitySelect: KindRow = {
  ...NOTHING,
  required: ["custom_id"],
  texts: [NAME, ["placeholder", 0, L.placeholderMax]],
  numbers: values(L.values),
  answers: ONE_VALUE
}

const unseen = { description: null, spoiler: false }

export const KINDS: Readonly<Record<ComponentKind, KindRow>> = {
  [T.ACTION_ROW]: { ...NOTHING, slots: [{ field: "components", place: "row", count: { min: 1, max: L.perRow } }] },
  [T.BUTTON]: { ...NOTHING, required: ["style"], texts: [NAME, ["label", 0, L.labelMax]] },
  [T.STRING_SELECT]: {
    ...entitySelect,
    required: ["custom_id", "options"],
    options: { min: 1, max: L.options }
  },
  [T.TEXT_INPUT]: {
    ...NOTHING,
    required: ["custom_id", "style"],
    texts: [NAME, ["label", 1, L.captionMax], ["value", 0, L.inputMax], ["placeholder", 0, L.inputPlaceholderMax]],
    numbers: [
      ["min_length", 0, L.inputMax],
      ["max_length", 1, L.inputMax]
    ],
    answers: { label: null, required: true, min_length: null, max_length: null }
  },
  [T.USER_SELECT]: entitySelect,
  [T.ROLE_SELECT]: entitySelect,
  [T.MENTIONABLE_SELECT]: entitySelect,
  [T.CHANNEL_SELECT]: entitySelect,
  [T.SECTION]: {
    ...NOTHING,
    slots: [
      { field: "components", place: "section", count: { min: 1, max: L.perSection } },
      { field: "accessory", place: "accessory" }
    ]
  },
  [T.TEXT_DISPLAY]: { ...NOTHING, required: ["content"], texts: [["content", 1, L.displayMax]] },
  [T.THUMBNAIL]: { ...NOTHING, required: ["media"], texts: [["description", 1, L.mediaTextMax]], answers: unseen },
  [T.MEDIA_GALLERY]: { ...NOTHING, required: ["items"] },
  [T.FILE]: { ...NOTHING, required: ["file"], answers: { spoiler: false } },
  [T.SEPARATOR]: { ...NOTHING, answers: { spacing: 1, divider: true } },
  [T.CONTAINER]: {
    ...NOTHING,
    numbers: [["accent_color", 0, L.colorMax]],
    answers: { accent_color: null, spoiler: false },
    slots: [{ field: "components", place: "container", count: { min: 1, max: Limits.message.componentsV2 } }]
  },
  [T.LABEL]: {
    ...NOTHING,
    required: ["label"],
    texts: [
      ["label", 1, L.captionMax],
      ["description", 1, L.captionTextMax]
    ],
    slots: [{ field: "component", place: "label" }]
  },
  [T.FILE_UPLOAD]: {
    ...NOTHING,
    required: ["custom_id"],
    texts: [NAME],
    numbers: values(L.files),
    answers: { ...ONE_VALUE, required: true }
  },
  [T.RADIO_GROUP]: {
    ...NOTHING,
    required: ["custom_id", "options"],
    texts: [NAME],
    options: { min: 2, max: L.groupOptions },
    answers: { required: true }
  },
  [T.CHECKBOX_GROUP]: {
    ...NOTHING,
    required: ["custom_id", "options"],
    texts: [NAME],
    numbers: values(L.groupOptions),
    options: { min: 1, max: L.groupOptions },
    answers: { min_values: 1, required: true }
  },
  [T.CHECKBOX]: { ...NOTHING, required: ["custom_id"], texts: [NAME], answers: { default: false } }
}

/** Defaults of a media gallery's items in responses. */
export const ITEM_ANSWERS = unseen

/** A surface that shows components: a message, a message with IS_COMPONENTS_V2, or a modal. */
export type Surface = "message" | "components_v2" | "modal"

const SELECTS = [T.STRING_SELECT, T.USER_SELECT, T.ROLE_SELECT, T.MENTIONABLE_SELECT, T.CHANNEL_SELECT] as const
const IN_CONTAINER = [T.ACTION_ROW, T.SECTION, T.TEXT_DISPLAY, T.MEDIA_GALLERY, T.FILE, T.SEPARATOR] as const

export interface SurfaceRow {
  /** The maximum number of components directly in the message or modal. */
  readonly max: number
  readonly within: Readonly<Partial<Record<Place, ReadonlyArray<ComponentKind>>>>
}

/** The kinds that each place allows; a place that a surface lacks allows none. */
export const SURFACES: Readonly<Record<Surface, SurfaceRow>> = {
  message: {
    max: Limits.message.componentRows,
    within: { root: [T.ACTION_ROW], row: [T.BUTTON, ...SELECTS] }
  },
  components_v2: {
    max: Limits.message.componentsV2,
    within: {
      root: [...IN_CONTAINER, T.CONTAINER],
      row: [T.BUTTON, ...SELECTS],
      section: [T.TEXT_DISPLAY],
      accessory: [T.BUTTON, T.THUMBNAIL],
      container: IN_CONTAINER
    }
  },
  modal: {
    // §4.5; the official document allows 40.
    max: Limits.message.componentRows,
    within: {
      root: [T.ACTION_ROW, T.TEXT_DISPLAY, T.LABEL],
      row: [T.TEXT_INPUT],
      label: [...SELECTS, T.TEXT_INPUT, T.FILE_UPLOAD, T.RADIO_GROUP, T.CHECKBOX_GROUP, T.CHECKBOX]
    }
  }
}

/** Fields that a surface reads but does not show: `required` only has an effect in modals. */
export const UNSHOWN: Readonly<Record<Surface, ReadonlyArray<ComponentField>>> = {
  message: ["required"],
  components_v2: ["required"],
  modal: []
}

/** The width of a kind in an action row; a row has a width of five. */
export const widthOf = (kind: ComponentKind): number => (kind === T.BUTTON ? 1 : L.perRow)

interface StyleFields {
  readonly style: number
  readonly required: ComponentField
  readonly refused: ReadonlyArray<ComponentField>
}

const interactive = (style: number): StyleFields => ({ style, required: "custom_id", refused: ["url", "sku_id"] })

/**
 * Button styles. A link button must not have a `sku_id`; the documentation states this for other styles only.
 * Our choice: docs/choices.md "Components and modals".
 */
export const STYLES: ReadonlyArray<StyleFields> = [
  ...[1, 2, 3, 4].map(interactive),
  { style: 5, required: "url", refused: ["custom_id", "sku_id"] },
  { style: 6, required: "sku_id", refused: ["custom_id", "label", "url", "emoji"] }
]

export const INPUT_STYLES = [1, 2]
export const SPACINGS = [1, 2]

/** The types of default values that a select allows. */
export const DEFAULT_TYPES: Readonly<Partial<Record<ComponentKind, ReadonlyArray<string>>>> = {
  [T.USER_SELECT]: ["user"],
  [T.ROLE_SELECT]: ["role"],
  [T.MENTIONABLE_SELECT]: ["role", "user"],
  [T.CHANNEL_SELECT]: ["channel"]
}

export const OPTION_TEXTS = [
  ["label", 1, L.optionTextMax],
  ["value", 1, L.optionTextMax],
  ["description", 0, L.optionTextMax]
] as const
