/**
 * What this window shows: its panes, each a person in a place, and its settings. Remembered by the browser; what the server
 * knows is never kept here.
 */
import { create } from "zustand"
import { createJSONStorage, persist } from "zustand/middleware"

/** A person in a place. */
export interface Pane {
  readonly id: string
  readonly user_id: string
  /** Null in direct messages. */
  readonly guild_id: string | null
  /** Undefined until one is chosen: the first that the person sees. */
  readonly channel_id: string | undefined
}

export type Theme = "system" | "dark" | "light"

export interface Screen {
  readonly panes: ReadonlyArray<Pane>
  readonly focused: string
  readonly theme: Theme
  readonly members: boolean
  /** The interaction, tool or nothing that the inspector shows: the part of the address after `/i/`. */
  readonly inspector: string | undefined
  /** The command that starts the app under test, for recorded scenarios. */
  readonly app: string
}

interface Actions {
  readonly go: (place: Partial<Omit<Pane, "id">>, pane?: string) => void
  readonly split: (user_id: string) => void
  readonly close: (pane: string) => void
  readonly focus: (pane: string) => void
  readonly inspect: (what: string | undefined) => void
  readonly set: (change: Partial<Pick<Screen, "theme" | "members" | "app">>) => void
}

/** More are too narrow to read. */
export const MAX_PANES = 4

const FIRST: Screen = {
  panes: [{ id: "1", user_id: "", guild_id: null, channel_id: undefined }],
  focused: "1",
  theme: "system",
  members: true,
  inspector: undefined,
  app: ""
}

export const useScreen = create<Screen & Actions>()(
  persist(
    (set) => ({
      ...FIRST,
      go: (place, pane) =>
        set(({ panes, focused }) => {
          const id = pane ?? focused
          return { focused: id, panes: panes.map((each) => (each.id === id ? { ...each, ...place } : each)) }
        }),
      split: (user_id) =>
        set(({ panes, focused }) => {
          if (panes.length >= MAX_PANES) return {}
          const id = String(Math.max(...panes.map((pane) => Number(pane.id))) + 1)
          const from = panes.find((pane) => pane.id === focused) ?? FIRST.panes[0]
          return from === undefined ? {} : { panes: [...panes, { ...from, id, user_id }], focused: id }
        }),
      close: (pane) =>
        set(({ panes, focused }) => {
          const left = panes.filter(({ id }) => id !== pane)
          return left.length === 0 ? {} : { panes: left, focused: focused === pane ? (left[0]?.id ?? "") : focused }
        }),
      focus: (focused) => set({ focused }),
      inspect: (inspector) => set({ inspector }),
      set: (change) => set(change)
    }),
    { name: "backlot.screen", version: 1, storage: createJSONStorage(() => localStorage) }
  )
)

/** The pane that side bars and shortcuts are about. */
export const useFocused = (): Pane =>
  useScreen(({ panes, focused }) => panes.find(({ id }) => id === focused) ?? panes[0] ?? (FIRST.panes[0] as Pane))
