/** The order of a guild's channels, as the platform's clients have it. */
import { isBefore } from "../api/Messages.ts"
import type { SeenChannel } from "./Seen.ts"

export interface Section {
  /** Of the category, or `none`. */
  readonly id: string
  readonly name: string | undefined
  readonly rows: ReadonlyArray<{ readonly channel: SeenChannel; readonly thread: boolean }>
}

const CATEGORY = 4
const VOICES = new Set([2, 13])
const THREADS = new Set([10, 11, 12])

export const isThread = ({ type }: Pick<SeenChannel, "type">): boolean => THREADS.has(type)

/** Channels without a category first; threads below their channel, archived ones left out. */
export const sectionsOf = (channels: ReadonlyArray<SeenChannel>): ReadonlyArray<Section> => {
  const threads = Map.groupBy(
    channels.filter((channel) => isThread(channel) && !isArchived(channel)),
    parentOf
  )
  const rooms = Map.groupBy(
    channels.filter((channel) => !isThread(channel) && channel.type !== CATEGORY),
    parentOf
  )
  const categories = inOrder(channels.filter(({ type }) => type === CATEGORY))
  const seen = new Set(categories.map(({ id }) => id))
  // A category that this person may not see hides nothing of its channels.
  const loose = [...rooms].flatMap(([parent, all]) => (seen.has(parent) ? [] : all))
  const rows = (all: ReadonlyArray<SeenChannel>) =>
    inOrder(all).flatMap((channel) => [
      { channel, thread: false },
      ...inOrder(threads.get(channel.id) ?? []).map((each) => ({ channel: each, thread: true }))
    ])
  return [
    { id: "none", name: undefined, rows: rows(loose) },
    ...categories.map(({ id, name }) => ({ id, name: name ?? "", rows: rows(rooms.get(id) ?? []) }))
  ].filter((section) => section.rows.length > 0)
}

const parentOf = ({ parent_id }: SeenChannel): string => parent_id ?? ""
const isArchived = (channel: SeenChannel): boolean =>
  (channel["thread_metadata"] as { readonly archived?: boolean } | undefined)?.archived === true

/** Voice below text, then by position, then by age. */
const inOrder = (channels: ReadonlyArray<SeenChannel>): ReadonlyArray<SeenChannel> =>
  [...channels].sort(
    (a, b) =>
      Number(VOICES.has(a.type)) - Number(VOICES.has(b.type)) ||
      (a.position ?? 0) - (b.position ?? 0) ||
      (isBefore(a.id, b.id) ? -1 : 1)
  )
