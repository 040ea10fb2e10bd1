/**
 * The keyboard of a list that belongs to a text: arrows move, Tab and Enter choose, Escape closes, while the focus stays
 * in the text. A text of several lines cannot be a combo box of React Aria.
 */
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from "react"

export interface ListItem {
  readonly kind: string
  readonly key: string
}

interface Of<A extends ListItem> {
  readonly items: ReadonlyArray<A>
  readonly isOpen: boolean
  /** Whether a row can be highlighted: headings cannot. */
  readonly canChoose: (item: A) => boolean
  readonly onChoose: (item: A) => void
  readonly onClose: () => void
  /** Another text begins at the first row again; a new list with the same text keeps the row. */
  readonly text: string
  /** What is highlighted until an arrow is pressed: the first that fits. Where none does, Enter means the text. */
  readonly isMeant?: (item: A) => boolean
}

export interface List<A extends ListItem> {
  readonly id: string
  readonly items: ReadonlyArray<A>
  readonly active: A | undefined
  readonly activeAt: number
  /** Counts moves by the keyboard, which scroll. */
  readonly moved: number
  readonly setActive: (item: A) => void
  readonly onChoose: (item: A) => void
  /** Where the list itself has the focus. */
  readonly onKeyDown: (event: KeyboardEvent) => void
}

/** `list` stays the same object while what it shows does, so that a list is drawn only when it changes. */
export interface ListKeys<A extends ListItem> {
  readonly list: List<A>
  /** Handles the key, and says whether it did. */
  readonly onKeyDown: (event: KeyboardEvent) => boolean
  /** For the text. */
  readonly aria: {
    readonly role: "combobox"
    readonly "aria-expanded": boolean
    readonly "aria-controls": string | undefined
    readonly "aria-activedescendant": string | undefined
    readonly "aria-autocomplete": "list"
    readonly "aria-haspopup": "listbox"
  }
}

const PAGE = 8

export const optionId = (list: string, at: number): string => `${list}-${at}`

export const useList = <A extends ListItem>(of: Of<A>): ListKeys<A> => {
  const { items, isOpen, canChoose, onChoose, onClose, text, isMeant = canChoose } = of
  const id = useId()
  const [key, setKey] = useState<string>()
  const [moved, setMoved] = useState(0)
  useEffect(() => setKey(undefined), [text, isOpen])
  const first = items.findIndex(isMeant)
  const known = key === undefined ? -1 : items.findIndex((item) => item.key === key)
  const activeAt = known === -1 ? first : known
  const active = items[activeAt]

  const move = (step: number) => {
    const rows = items.flatMap((item, at) => (canChoose(item) ? [at] : []))
    if (rows.length === 0) return
    const now = rows.indexOf(activeAt)
    const far = Math.abs(step) > 1
    const next = now === -1 ? (step > 0 ? 0 : rows.length - 1) : now + step
    const at = far ? Math.max(0, Math.min(rows.length - 1, next)) : (next + rows.length) % rows.length
    setKey(items[rows[at] ?? 0]?.key)
    setMoved((count) => count + 1)
  }

  const onKeyDown = (event: KeyboardEvent): boolean => {
    if (!isOpen || event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return false
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: PAGE, PageUp: -PAGE }[event.key]
    if (step !== undefined && items.some(canChoose)) move(step)
    else if (event.key === "Escape") onClose()
    else if ((event.key === "Enter" || event.key === "Tab") && !event.shiftKey && active !== undefined) onChoose(active)
    else return false
    event.preventDefault()
    event.stopPropagation()
    return true
  }

  const latest = useRef({ onChoose, onKeyDown })
  useEffect(() => {
    latest.current = { onChoose, onKeyDown }
  })
  const shown = isOpen ? active : undefined
  const list = useMemo(
    (): List<A> => ({
      id,
      items,
      active: shown,
      activeAt,
      moved,
      setActive: (item) => setKey(item.key),
      onChoose: (item) => latest.current.onChoose(item),
      onKeyDown: (event) => void latest.current.onKeyDown(event)
    }),
    [id, items, shown, activeAt, moved]
  )
  return {
    list,
    onKeyDown,
    aria: {
      role: "combobox",
      "aria-expanded": isOpen,
      "aria-controls": isOpen ? id : undefined,
      "aria-activedescendant": shown === undefined ? undefined : optionId(id, activeAt),
      "aria-autocomplete": "list",
      "aria-haspopup": "listbox"
    }
  }
}
