/** What can be chosen in a select, and how much of it. */
import type { People } from "../context/People.ts"
import { type Part, TYPE } from "./Part.ts"

export interface Choice {
  readonly id: string
  readonly name: string
  readonly note?: string | undefined
  readonly kind: "option" | "user" | "role" | "channel"
  readonly colour?: string | undefined
  /** Of a channel. */
  readonly type?: number
  readonly emoji?: { readonly id?: string | null | undefined; readonly name?: string | null | undefined } | undefined
}

/** More are found by searching. */
export const SHOWN = 100

export const choicesOf = (part: Part, people: People, guild_id: string | undefined): ReadonlyArray<Choice> => {
  switch (part.type) {
    case TYPE.userSelect:
      return usersOf(people)
    case TYPE.roleSelect:
      return rolesIn(people)
    case TYPE.mentionableSelect:
      return [...usersOf(people), ...rolesIn(people)]
    case TYPE.channelSelect:
      return [...people.channels.values()].flatMap(({ id, name, type, guild_id: guild }) =>
        guild === guild_id &&
        (part.channel_types == null || part.channel_types.length === 0 || part.channel_types.includes(type))
          ? [{ id, name, kind: "channel" as const, type }]
          : []
      )
    default:
      return (part.options ?? []).map(({ value, label, description, emoji }) => ({
        id: value,
        name: label,
        note: description ?? undefined,
        emoji: emoji ?? undefined,
        kind: "option"
      }))
  }
}

const usersOf = ({ users }: People): ReadonlyArray<Choice> =>
  [...users.values()].flatMap(({ id, name, username, colour, here }) =>
    here ? [{ id, name, note: username, kind: "user" as const, colour }] : []
  )

const rolesIn = ({ roles }: People): ReadonlyArray<Choice> =>
  [...roles.values()].map(({ id, name, colour }) => ({ id, name, kind: "role", colour }))

/** Those whose name or note has the text; names that begin with it first. */
export const searched = (choices: ReadonlyArray<Choice>, text: string): ReadonlyArray<Choice> => {
  const wanted = text.trim().toLowerCase()
  if (wanted === "") return choices.slice(0, SHOWN)
  const rank = ({ name, note = "" }: Choice): number => {
    const lower = name.toLowerCase()
    if (lower.startsWith(wanted)) return 0
    if (lower.includes(wanted)) return 1
    return note.toLowerCase().includes(wanted) ? 2 : 3
  }
  return choices
    .map((choice) => [rank(choice), choice] as const)
    .filter(([at]) => at < 3)
    .sort(([a], [b]) => a - b)
    .slice(0, SHOWN)
    .map(([, choice]) => choice)
}

/** What the app chose beforehand. */
export const defaultsOf = (part: Part): ReadonlyArray<string> =>
  part.options?.filter((option) => option.default === true).map(({ value }) => value) ??
  part.default_values?.map(({ id }) => id) ??
  []

/** How many may be chosen. In a modal nothing may be chosen where nothing is required. */
export const boundsOf = ({
  type,
  min_values,
  max_values,
  options
}: Part): { readonly min: number; readonly max: number } => ({
  min: min_values ?? 1,
  max: max_values ?? (type === TYPE.checkboxGroup ? (options?.length ?? 1) : 1)
})

/** “Choose 2 to 3”. */
export const wanted = ({ min, max }: { readonly min: number; readonly max: number }): string => {
  if (max === 1) return "Choose one"
  if (min === max) return `Choose ${min}`
  return min === 0 ? `Choose up to ${max}` : `Choose ${min} to ${max}`
}
