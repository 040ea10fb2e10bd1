/** A long list of lines of one height, of which only those on the screen are drawn. Arrow keys move, Enter chooses. */
import { useVirtualizer } from "@tanstack/react-virtual"
import { type ReactNode, useId, useLayoutEffect, useRef, useState } from "react"
import classes from "./Lines.module.css"

interface Of<T> {
  readonly items: ReadonlyArray<T>
  readonly keyOf: (item: T) => string
  readonly height: number
  readonly label: string
  readonly chosen?: string | undefined
  readonly onChoose: (item: T) => void
  readonly children: (item: T) => ReactNode
  readonly empty: ReactNode
  /** Called when the end comes into sight. */
  readonly onEnd?: () => void
}

/** Lines from the end that call `onEnd`. */
const NEAR = 10

export const Lines = <T,>({ items, keyOf, height, label, chosen, onChoose, children, empty, onEnd }: Of<T>) => {
  const base = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState<string>()
  const list = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: 6
  })
  const rows = list.getVirtualItems()
  useStanding(scroller, items, keyOf, height)

  const last = rows.at(-1)?.index ?? 0
  useLayoutEffect(() => {
    if (items.length > 0 && last >= items.length - NEAR) onEnd?.()
  }, [last, items.length, onEnd])

  const at = items.findIndex((item) => keyOf(item) === (active ?? chosen))
  const go = (to: number) => {
    const next = Math.max(0, Math.min(items.length - 1, to))
    const item = items[next]
    if (item === undefined) return
    setActive(keyOf(item))
    list.scrollToIndex(next)
  }
  const onKeyDown = (event: React.KeyboardEvent) => {
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? height) / height) - 1)
    const keys: Readonly<Record<string, () => void>> = {
      ArrowDown: () => go(at + 1),
      ArrowUp: () => go(at - 1),
      PageDown: () => go(at + page),
      PageUp: () => go(at - page),
      Home: () => go(0),
      End: () => go(items.length - 1),
      Enter: () => items[at] !== undefined && onChoose(items[at] as T),
      " ": () => items[at] !== undefined && onChoose(items[at] as T)
    }
    const act = keys[event.key]
    if (act === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    act()
  }

  return (
    <div ref={scroller} className={classes["scroller"]}>
      {items.length === 0 ? (
        <div className={classes["empty"]}>{empty}</div>
      ) : (
        <div
          className={classes["list"]}
          role="listbox"
          aria-label={label}
          tabIndex={0}
          style={{ height: list.getTotalSize() }}
          onKeyDown={onKeyDown}
          onFocus={() => at < 0 && items[0] !== undefined && setActive(keyOf(items[0]))}
          {...(at < 0 ? {} : { "aria-activedescendant": `${base}-${keyOf(items[at] as T)}` })}
        >
          {rows.map((row) => {
            const item = items[row.index]
            if (item === undefined) return null
            const key = keyOf(item)
            return (
              // biome-ignore lint/a11y/useFocusableInteractive: the list has the focus, and names its active line
              // biome-ignore lint/a11y/useKeyWithClickEvents: the list takes the keys
              <div
                key={key}
                id={`${base}-${key}`}
                role="option"
                aria-selected={key === chosen}
                aria-setsize={items.length}
                aria-posinset={row.index + 1}
                data-active={row.index === at || undefined}
                className={classes["row"]}
                style={{ height, transform: `translateY(${row.start}px)` }}
                onClick={() => {
                  setActive(key)
                  onChoose(item)
                }}
              >
                {children(item)}
              </div>
            )
          })}
        </div>
      )}
    </div>
  )
}

/** Whoever scrolled down keeps what they read in place when lines come above it. */
const useStanding = <T,>(
  scroller: React.RefObject<HTMLDivElement | null>,
  items: ReadonlyArray<T>,
  keyOf: (item: T) => string,
  height: number
) => {
  const first = useRef<string>(undefined)
  useLayoutEffect(() => {
    const element = scroller.current
    const before = first.current
    first.current = items[0] === undefined ? undefined : keyOf(items[0])
    if (element === null || before === undefined || before === first.current || element.scrollTop < height) return
    const moved = items.findIndex((item) => keyOf(item) === before)
    if (moved > 0) element.scrollTop += moved * height
  })
}
