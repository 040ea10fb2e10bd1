/** What the picker lists while somebody types a slash. */
import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { useDeferredValue, useMemo } from "react"
import { create } from "zustand"
import { createJSONStorage, persist } from "zustand/middleware"
import { useWorld, type World } from "../api/Queries.ts"
import type { Place } from "../place/Places.ts"
import { type At, useRecent } from "../use/Uses.ts"
import { hiddenFrom, itemsOf, type PickerItem } from "./PickerItems.ts"
import { allCommandsQuery, commandsQuery, surroundingsQuery } from "./Reads.ts"

interface Choice {
  readonly showHidden: boolean
}

/** Remembered by the browser. */
export const usePickerChoice = create<Choice>()(
  persist((): Choice => ({ showHidden: false }), {
    name: "backlot.picker",
    version: 1,
    storage: createJSONStorage(() => localStorage)
  })
)

export interface PickerList {
  /** The text of the rows. */
  readonly query: string
  readonly items: ReadonlyArray<PickerItem>
  /** Whether the rows are still those of another text, or have not come yet. */
  readonly isBehind: boolean
  readonly isLoading: boolean
  readonly error: unknown
}

export interface PickerState {
  readonly found: PickerList
  /** Whether the rows are not those of the text. */
  readonly isBehind: boolean
}

const NONE: PickerList = { query: "", items: [], isBehind: false, isLoading: false, error: null }
const NOBODY: ReadonlyArray<never> = []

/** `typed` is undefined while the picker is closed. */
export const usePicker = (at: At, place: Place, typed: string | undefined): PickerState => {
  // The text is painted before the rows.
  const query = useDeferredValue(typed)
  const isOpen = query !== undefined
  const rows = useQuery({ ...commandsQuery(at, query ?? ""), enabled: isOpen, placeholderData: keepPreviousData })
  const showHidden = usePickerChoice((choice) => choice.showHidden)
  const reveals = isOpen && showHidden
  const all = useQuery({ ...allCommandsQuery(), enabled: reveals })
  // Those that a text leaves out are not hidden.
  const visible = useQuery({ ...commandsQuery(at, ""), enabled: reveals })
  const around = useQuery({ ...surroundingsQuery(at), enabled: isOpen })
  const { data: world } = useWorld()
  const recent = useRecent(({ uses }) => uses[at.user_id] ?? NOBODY)
  const locale = around.data?.user.locale ?? "en-US"

  const hidden = useMemo(() => {
    if (!reveals || all.data === undefined || visible.data === undefined || world === undefined) return NOBODY
    const applications = applicationsIn(world, place, at.user_id)
    return hiddenFrom(all.data, visible.data, query, { guild_id: place.guild?.id, locale, applications })
  }, [reveals, all.data, visible.data, world, place, at.user_id, query, locale])
  const items = useMemo(
    () => (query === undefined ? NOBODY : itemsOf({ rows: rows.data ?? NOBODY, recent, hidden, query })),
    [rows.data, recent, hidden, query]
  )
  const { isPlaceholderData, isLoading, error } = rows
  const found = useMemo(
    (): PickerList =>
      query === undefined ? NONE : { query, items, isBehind: isPlaceholderData || isLoading, isLoading, error },
    [query, items, isPlaceholderData, isLoading, error]
  )
  return { found, isBehind: found.isBehind || query !== typed }
}

type Installing = { readonly installs?: ReadonlyArray<{ readonly application_id: string }> }

/** Installed in the guild or on the person, or the other of a direct channel. */
const applicationsIn = (world: World, { guild, direct }: Place, user_id: string): ReadonlyMap<string, string> => {
  // World files have them.
  const installing = (one: object | undefined) => (one as Installing | undefined)?.installs ?? []
  const ids = new Set([
    ...installing(world.guilds.find(({ id }) => id === guild?.id)).map(({ application_id }) => application_id),
    ...installing(world.users.find(({ id }) => id === user_id)).map(({ application_id }) => application_id)
  ])
  const others = new Set(direct?.recipients.map(({ id }) => id))
  const here = world.applications.filter(({ id, bot }) => ids.has(id) || others.has(bot.id ?? id))
  return new Map(here.map(({ id, name }) => [id, name]))
}
