/** What the keyboard does everywhere in the window: one table for the keys, their help and the command palette. */
import { useEffect } from "react"
import { queries, viewQuery } from "../api/Queries.ts"
import { sectionsOf } from "../place/Channels.ts"
import { guildOf, placeOf } from "../place/Places.ts"
import type { View } from "../place/Seen.ts"
import { type Pane, useScreen } from "../state/Screen.ts"
import { ask } from "./Asked.ts"

export interface Shortcut {
  /** As shown, and as compared: modifiers in the order Ctrl, Alt, Shift. */
  readonly keys: string
  readonly label: string
  readonly run: () => void
}

const focusedPane = (): Pane | undefined => {
  const { panes, focused } = useScreen.getState()
  return panes.find(({ id }) => id === focused)
}

const viewOf = (pane: Pane): View | undefined => queries.getQueryData(viewQuery(pane.user_id).queryKey)

/** The places that the side bars show, from the top down. */
const placesOf = (pane: Pane): ReadonlyArray<string> => {
  const view = viewOf(pane)
  const guild = guildOf(view, pane.guild_id)
  if (guild === undefined) return view?.direct_channels.map(({ id }) => id) ?? []
  return sectionsOf(guild.channels).flatMap(({ rows }) => rows.map(({ channel }) => channel.id))
}

const step = (by: 1 | -1) => () => {
  const pane = focusedPane()
  if (pane === undefined) return
  const places = placesOf(pane)
  const at = places.indexOf(placeOf(viewOf(pane), pane)?.id ?? "")
  useScreen.getState().go({ channel_id: places[(at + by + places.length) % places.length] })
}

const stepGuild = (by: 1 | -1) => () => {
  const pane = focusedPane()
  if (pane === undefined) return
  const guilds = [null, ...(viewOf(pane)?.guilds.map(({ id }) => id) ?? [])]
  const at = guilds.indexOf(pane.guild_id)
  useScreen
    .getState()
    .go({ guild_id: guilds[(at + by + guilds.length) % guilds.length] ?? null, channel_id: undefined })
}

const nextPane = () => {
  const { panes, focused, focus } = useScreen.getState()
  const at = panes.findIndex(({ id }) => id === focused)
  const next = panes[(at + 1) % panes.length]
  if (next === undefined) return
  focus(next.id)
  void toComposer()
}

/** Frames within which a place is drawn whose channels must be read first. */
const FRAMES = 120
const WRITES = "form[aria-label=Composer] :is(textarea, input:not([type=file]))"

/** Gives the focus to where the person of the focused pane writes, once it is drawn. */
export const toComposer = async (): Promise<void> => {
  const { focused } = useScreen.getState()
  for (let frame = 0; frame < FRAMES; frame++) {
    await new Promise(requestAnimationFrame)
    const place = document.querySelector<HTMLElement>(`[data-pane="${focused}"] ${WRITES}`)
    if (place !== null) return place.focus()
  }
}

const screen = () => useScreen.getState()

export const SHORTCUTS: ReadonlyArray<Shortcut> = [
  { keys: "Ctrl+K", label: "Go to a place or person, or do something", run: () => ask("palette") },
  { keys: "?", label: "Show all shortcuts", run: () => ask("help") },
  { keys: "Alt+ArrowDown", label: "Next channel", run: step(1) },
  { keys: "Alt+ArrowUp", label: "Previous channel", run: step(-1) },
  { keys: "Ctrl+Alt+ArrowDown", label: "Next guild", run: stepGuild(1) },
  { keys: "Ctrl+Alt+ArrowUp", label: "Previous guild", run: stepGuild(-1) },
  { keys: "F6", label: "Next pane", run: nextPane },
  {
    keys: "Alt+Shift+N",
    label: "Another person beside this one",
    run: () => screen().split(focusedPane()?.user_id ?? "")
  },
  { keys: "Alt+Shift+W", label: "Close this pane", run: () => screen().close(screen().focused) },
  {
    keys: "Ctrl+I",
    label: "Open or close the inspector",
    run: () => screen().inspect(screen().inspector === undefined ? "interactions" : undefined)
  },
  { keys: "Alt+Shift+M", label: "Show or hide the members", run: () => screen().set({ members: !screen().members }) },
  {
    keys: "Alt+Shift+T",
    label: "Dark or light colours",
    run: () => screen().set({ theme: document.documentElement.dataset["theme"] === "dark" ? "light" : "dark" })
  }
]

const keysOf = ({ ctrlKey, metaKey, altKey, shiftKey, key }: KeyboardEvent): string => {
  const name = key.length === 1 ? key.toUpperCase() : key
  // A shifted sign such as ? names itself.
  const isSign = key.length === 1 && !/[a-z0-9]/i.test(key)
  return [
    ...(ctrlKey || metaKey ? ["Ctrl"] : []),
    ...(altKey ? ["Alt"] : []),
    ...(shiftKey && !isSign ? ["Shift"] : []),
    name
  ].join("+")
}

const isWriting = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

export const useShortcuts = (): void => {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const keys = keysOf(event)
      const shortcut = SHORTCUTS.find((each) => each.keys === keys)
      // A sign is part of a text where somebody writes.
      if (shortcut === undefined || (keys.length === 1 && isWriting(event.target))) return
      event.preventDefault()
      shortcut.run()
    }
    addEventListener("keydown", onKey)
    return () => removeEventListener("keydown", onKey)
  }, [])
}
