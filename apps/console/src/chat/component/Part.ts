/** A component as messages and modals have it. Which fields it has depends on its type (wire-interactions.md §1.4). */
import type { AnyEmoji } from "../media/EmojiText.tsx"

export interface Media {
  readonly url: string
  readonly width?: number | null
  readonly height?: number | null
}

export interface PartOption {
  readonly label: string
  readonly value: string
  readonly description?: string | null
  readonly emoji?: AnyEmoji | null
  readonly default?: boolean
}

export interface Part {
  readonly type: number
  readonly id?: number
  readonly custom_id?: string
  readonly components?: ReadonlyArray<Part>
  readonly accessory?: Part
  readonly component?: Part
  readonly label?: string | null
  readonly description?: string | null
  readonly style?: number
  readonly emoji?: AnyEmoji | null
  readonly url?: string
  readonly sku_id?: string
  readonly disabled?: boolean
  readonly placeholder?: string | null
  readonly required?: boolean | null
  readonly min_values?: number | null
  readonly max_values?: number | null
  readonly min_length?: number | null
  readonly max_length?: number | null
  readonly options?: ReadonlyArray<PartOption>
  readonly default_values?: ReadonlyArray<{ readonly id: string; readonly type: string }>
  readonly channel_types?: ReadonlyArray<number>
  readonly value?: string | null
  readonly default?: boolean
  readonly content?: string
  readonly media?: Media
  readonly items?: ReadonlyArray<{
    readonly media: Media
    readonly description?: string | null
    readonly spoiler?: boolean
  }>
  readonly file?: Media
  readonly name?: string | null
  readonly size?: number | null
  readonly spoiler?: boolean
  readonly divider?: boolean
  readonly spacing?: number
  readonly accent_color?: number | null
}

export const TYPE = {
  row: 1,
  button: 2,
  stringSelect: 3,
  textInput: 4,
  userSelect: 5,
  roleSelect: 6,
  mentionableSelect: 7,
  channelSelect: 8,
  section: 9,
  text: 10,
  thumbnail: 11,
  gallery: 12,
  file: 13,
  separator: 14,
  container: 17,
  label: 18,
  fileUpload: 19,
  radioGroup: 21,
  checkboxGroup: 22,
  checkbox: 23
} as const

const SELECTS = new Set<number>([3, 5, 6, 7, 8])

export const isSelect = ({ type }: Part): boolean => SELECTS.has(type)

/** The components of a message or modal; types of the platform do not know all of them. */
export const partsOf = (components: unknown): ReadonlyArray<Part> =>
  Array.isArray(components) ? (components as ReadonlyArray<Part>) : []
