/** The table of component kinds, and the kinds that each parent allows. Source: see `ComponentFields.ts`. */
import * as Limits from "../base/Limits.ts"
import { type ComponentField, type ComponentKind, ComponentType } from "./ComponentFields.ts"

const T = ComponentType
const L = Limits.component

/** A part of a component that contains other components. */
export interface Slot {
  readonly field: "components" | "accessory" | "component"
  readonly parent: Parent
  /** Absent where only one component is allowed. */
  readonly count?: { readonly min: number; readonly max: number }
}

/** The parent of a component; `root` is the message or modal itself. */
export type Parent = "root" | "row" | "section" | "accessory" | "container" | "label"

interface KindRow {
  /** The number of options. */
  readonly options?: { readonly min: number; readonly max: number }
  /** Defaults of absent fields in responses; a null default is sent as null. */
  readonly answers?: Readonly<Record<string, unknown>>
  readonly slots?: ReadonlyArray<Slot>
}

const components = (parent: Parent, max: number): Slot => ({ field: "components", parent, count: { min: 1, max } })

const entitySelect: KindRow = { answers: { min_values: 1, max_values: 1 } }

const unseen = { description: null, spoiler: false }

export const KINDS: Readonly<Record<ComponentKind, KindRow>> = {
  [T.ACTION_ROW]: { slots: [components("row", L.perRow)] },
  [T.BUTTON]: {},
  [T.STRING_SELECT]: { ...entitySelect, options: { min: 1, max: L.options } },
  [T.TEXT_INPUT]: { answers: { label: null, required: true, min_length: null, max_length: null } },
  [T.USER_SELECT]: entitySelect,
  [T.ROLE_SELECT]: entitySelect,
  [T.MENTIONABLE_SELECT]: entitySelect,
  [T.CHANNEL_SELECT]: entitySelect,
  [T.SECTION]: { slots: [components("section", L.perSection), { field: "accessory", parent: "accessory" }] },
  [T.TEXT_DISPLAY]: {},
  [T.THUMBNAIL]: { answers: unseen },
  [T.MEDIA_GALLERY]: {},
  [T.FILE]: { answers: { spoiler: false } },
  [T.SEPARATOR]: { answers: { spacing: 1, divider: true } },
  [T.CONTAINER]: {
    answers: { accent_color: null, spoiler: false },
    slots: [components("container", Limits.message.componentsV2)]
  },
  [T.LABEL]: { slots: [{ field: "component", parent: "label" }] },
  [T.FILE_UPLOAD]: { answers: { ...entitySelect.answers, required: true } },
  [T.RADIO_GROUP]: { options: { min: 2, max: L.groupOptions }, answers: { required: true } },
  [T.CHECKBOX_GROUP]: { options: { min: 1, max: L.groupOptions }, answers: { min_values: 1, required: true } },
  [T.CHECKBOX]: { answers: { default: false } }
}

/** Defaults of a media gallery's items in responses. */
export const ITEM_ANSWERS = unseen

/** A surface that shows components: a message, a message with IS_COMPONENTS_V2, or a modal. */
export type Surface = "message" | "components_v2" | "modal"

const SELECTS = [T.STRING_SELECT, T.USER_SELECT, T.ROLE_SELECT, T.MENTIONABLE_SELECT, T.CHANNEL_SELECT] as const
const IN_CONTAINER = [T.ACTION_ROW, T.SECTION, T.TEXT_DISPLAY, T.MEDIA_GALLERY, T.FILE, T.SEPARATOR] as const

interface SurfaceRow {
  /** The maximum number of components directly in the message or modal. */
  readonly max: number
  readonly within: Readonly<Partial<Record<Parent, ReadonlyArray<ComponentKind>>>>
}

/** The kinds that each parent allows; a parent that a surface lacks allows none. */
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

/** The types of default values that a select allows. */
export const DEFAULT_TYPES: Readonly<Partial<Record<ComponentKind, ReadonlyArray<string>>>> = {
  [T.USER_SELECT]: ["user"],
  [T.ROLE_SELECT]: ["role"],
  [T.MENTIONABLE_SELECT]: ["role", "user"],
  [T.CHANNEL_SELECT]: ["channel"]
}
