/** A command that was chosen, and its options as they are filled in. */
import type { AnswerOf } from "../api/Control.ts"

/** A row of the picker: a command or one of its subcommands. */
export type Row = AnswerOf<"list_commands">["commands"][number]
export type Option = NonNullable<Row["options"]>[number]

export const OptionType = {
  STRING: 3,
  INTEGER: 4,
  BOOLEAN: 5,
  USER: 6,
  CHANNEL: 7,
  ROLE: 8,
  MENTIONABLE: 9,
  NUMBER: 10,
  ATTACHMENT: 11
} as const

export interface PickedFile {
  readonly filename: string
  readonly content_type: string
  readonly size: number
  readonly base64: string
}

export type Value = string | number | boolean

/** An option with its control. */
export interface Entry {
  readonly name: string
  /** What stands in the control. */
  readonly text: string
  /** What was chosen from a list; typing takes it away. */
  readonly value?: Value | undefined
  readonly file?: PickedFile | undefined
}

export interface Picked {
  readonly row: Row
  /** In the order of their controls. */
  readonly entries: ReadonlyArray<Entry>
}

/** Identifies a row: subcommands share the id of their command. */
export const keyOfRow = ({ id, path }: Row): string => `${id} ${path ?? ""}`

/** The name as this person reads it, without the slash. */
export const shownPath = ({ name_localized, path_localized }: Row): string => path_localized ?? name_localized

export const pick = (row: Row): Picked => ({
  row,
  entries: (row.options ?? []).filter(({ required }) => required === true).map(({ name }) => ({ name, text: "" }))
})

export const optionOf = ({ row }: Picked, name: string): Option | undefined =>
  row.options?.find((option) => option.name === name)

/** Options without a control yet. */
export const leftOf = ({ row, entries }: Picked): ReadonlyArray<Option> =>
  (row.options ?? []).filter(({ name }) => !entries.some((entry) => entry.name === name))

export const withOption = (picked: Picked, name: string): Picked => ({
  ...picked,
  entries: [...picked.entries, { name, text: "" }]
})

export const withoutOption = (picked: Picked, name: string): Picked => ({
  ...picked,
  entries: picked.entries.filter((entry) => entry.name !== name)
})

export const withEntry = (picked: Picked, changed: Entry): Picked => ({
  ...picked,
  entries: picked.entries.map((entry) => (entry.name === changed.name ? changed : entry))
})

type Choice = NonNullable<Option["choices"]>[number]

/** Choices that restrict the value. */
export const choicesOf = ({ choices = [], autocomplete }: Option): ReadonlyArray<Choice> =>
  autocomplete === true ? [] : choices

const WHOLE = /^[+-]?\d+$/
const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,3})?$/
const ID = /^\d{15,20}$/

/** The value to send; undefined as long as there is none. */
export const sentValue = (option: Option, { text, value }: Entry): Value | undefined => {
  if (value !== undefined) return value
  const typed = text.trim()
  if (typed === "") return undefined
  const choices = choicesOf(option)
  if (choices.length > 0) return choiceCalled(choices, typed)?.value
  switch (option.type) {
    case OptionType.STRING:
      return text
    case OptionType.INTEGER:
      return WHOLE.test(typed) ? Number(typed) : undefined
    case OptionType.NUMBER:
      return DECIMAL.test(typed) ? Number(typed) : undefined
    case OptionType.BOOLEAN:
      return /^true$/i.test(typed) ? true : /^false$/i.test(typed) ? false : undefined
    case OptionType.ATTACHMENT:
      return undefined
    default:
      return ID.test(typed) ? typed : undefined
  }
}

const choiceCalled = (choices: ReadonlyArray<Choice>, typed: string): Choice | undefined => {
  const is = (text: string | undefined) => text?.toLowerCase() === typed.toLowerCase()
  return choices.find(({ name, name_localized, value }) => is(name_localized) || is(name) || is(String(value)))
}
