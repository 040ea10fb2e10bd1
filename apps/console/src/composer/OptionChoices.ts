/** What the list of an option offers. */
import { ranked } from "./Completion.ts"
import { choicesOf, type Entry, type Option, OptionType, type Value } from "./Picked.ts"
import type { Surroundings } from "./Reads.ts"
import type { AskedChoices } from "./useChoices.ts"

export interface Offer {
  readonly kind: "offer"
  readonly key: string
  readonly text: string
  readonly detail: string
  readonly value: Value
  readonly of: "choice" | "person" | "role" | "channel"
}

/** A row of the list of a command: a value of the option with the focus, or an option to add. */
export type UseItem = Offer | { readonly kind: "option"; readonly key: string; readonly option: Option }

/** More are found by typing on. */
const LISTED = 100

/** Whether the option has a list at all. */
export const hasList = (option: Option): boolean =>
  option.autocomplete === true || choicesOf(option).length > 0 || LISTS.has(option.type)

const LISTS: ReadonlySet<number> = new Set([
  OptionType.BOOLEAN,
  OptionType.USER,
  OptionType.CHANNEL,
  OptionType.ROLE,
  OptionType.MENTIONABLE
])

/** In the app's order where the app chose; else those that fit the text. */
export const offersOf = (
  option: Option,
  entry: Entry,
  around: Surroundings | undefined,
  asked: AskedChoices
): ReadonlyArray<Offer> => {
  if (option.autocomplete === true)
    return asked.choices.map(({ name, name_localized, value }, at) =>
      choice(`${at} ${value}`, name_localized, name === name_localized ? "" : name, value)
    )
  // A value that was chosen stands in the text: the whole list is of use then.
  const typed = entry.value === undefined ? entry.text : ""
  return ranked(allOf(option, around), typed, ({ text, detail }) => [text, detail]).slice(0, LISTED)
}

const choice = (key: string, text: string, detail: string, value: Value): Offer => ({
  kind: "offer",
  key,
  text,
  detail,
  value,
  of: "choice"
})

const allOf = (option: Option, around: Surroundings | undefined): ReadonlyArray<Offer> => {
  const choices = choicesOf(option)
  if (choices.length > 0)
    return choices.map(({ name, name_localized = name, value }) =>
      choice(String(value), name_localized, name === name_localized ? "" : name, value)
    )
  switch (option.type) {
    case OptionType.BOOLEAN:
      return [choice("true", "True", "", true), choice("false", "False", "", false)]
    case OptionType.USER:
      return people(around)
    case OptionType.ROLE:
      return roles(around)
    case OptionType.MENTIONABLE:
      return [...people(around), ...roles(around)]
    case OptionType.CHANNEL:
      return channels(option, around)
    default:
      return []
  }
}

const people = (around: Surroundings | undefined): ReadonlyArray<Offer> =>
  (around?.users ?? []).map(({ id, username, global_name, nick }) => ({
    kind: "offer",
    key: id,
    text: nick ?? global_name ?? username,
    detail: username,
    value: id,
    of: "person"
  }))

const roles = (around: Surroundings | undefined): ReadonlyArray<Offer> =>
  (around?.roles ?? []).map(({ id, name }) => ({
    kind: "offer",
    key: id,
    text: name,
    detail: "Role",
    value: id,
    of: "role"
  }))

const channels = ({ channel_types = [] }: Option, around: Surroundings | undefined): ReadonlyArray<Offer> =>
  (around?.channels ?? []).flatMap(
    ({ id, name, type }): ReadonlyArray<Offer> =>
      channel_types.length > 0 && !channel_types.some((one) => one === type)
        ? []
        : [{ kind: "offer", key: id, text: name ?? id, detail: "", value: id, of: "channel" }]
  )
