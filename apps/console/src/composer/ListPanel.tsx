/** The rows of a list above the composer. Only those on the screen are drawn. */
import { useVirtualizer } from "@tanstack/react-virtual"
import { type ReactNode, useEffect, useMemo, useRef } from "react"
import classes from "./ListPanel.module.css"
import { type List, type ListItem, optionId } from "./useList.ts"

interface Of<A extends ListItem> {
  readonly list: List<A>
  /** What the rows are about: another text begins at the top. */
  readonly text: string
  readonly label: string
  readonly render: (item: A) => ReactNode
  /** Pixels of a row. */
  readonly rowHeight: number
  readonly isDimmed?: (item: A) => boolean
  /** Where to scroll, by key. */
  readonly scrollTo?: { readonly key: string } | undefined
}

const HEAD = 30

export const ListPanel = <A extends ListItem>({ list, text, label, render, rowHeight, isDimmed, scrollTo }: Of<A>) => {
  const { id, items, activeAt, moved } = list
  const scroller = useRef<HTMLDivElement>(null)
  const rows = useMemo(() => positionsOf(items), [items])
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: (at) => (items[at]?.kind === "head" ? HEAD : rowHeight),
    getItemKey: (at) => items[at]?.key ?? at,
    overscan: 6,
    initialRect: { width: 0, height: 400 }
  })
  useEffect(() => {
    if (moved === 0) return
    // The heading above the first row comes into view with it.
    virtual.scrollToIndex(activeAt === 1 ? 0 : activeAt, { align: "auto" })
  }, [moved])
  useEffect(() => {
    if (scroller.current !== null) scroller.current.scrollTop = 0
  }, [text])
  useEffect(() => {
    const at = items.findIndex(({ key }) => key === scrollTo?.key)
    if (at >= 0) virtual.scrollToIndex(at, { align: "start" })
  }, [scrollTo])

  return (
    // The focus stays in the text, but the keyboard can reach the list.
    // biome-ignore lint/a11y/noStaticElementInteractions: it only keeps the focus where it is
    <div ref={scroller} className={classes["scroller"]} onMouseDown={(event) => event.preventDefault()}>
      <div
        id={id}
        role="listbox"
        tabIndex={0}
        aria-activedescendant={list.active === undefined ? undefined : optionId(id, activeAt)}
        onKeyDown={list.onKeyDown}
        aria-label={label}
        className={classes["list"]}
        style={{ height: virtual.getTotalSize() }}
      >
        {virtual.getVirtualItems().map(({ index, start, size, key }) => {
          const item = items[index]
          if (item === undefined) return null
          const style = { height: size, transform: `translateY(${start}px)` }
          if (item.kind === "head")
            return (
              <div key={key} role="presentation" className={classes["head"]} style={style}>
                {render(item)}
              </div>
            )
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: keys go to the text or the list
            // biome-ignore lint/a11y/useFocusableInteractive: the text names the highlighted option
            <div
              key={key}
              id={optionId(id, index)}
              role="option"
              aria-selected={index === activeAt}
              aria-disabled={isDimmed?.(item) === true || undefined}
              aria-setsize={rows.total}
              aria-posinset={rows.at[index]}
              className={classes["option"]}
              style={style}
              onMouseMove={() => index === activeAt || list.setActive(item)}
              onClick={() => list.onChoose(item)}
            >
              {render(item)}
            </div>
          )
        })}
      </div>
    </div>
  )
}

/** Options are counted without the headings. */
const positionsOf = (items: ReadonlyArray<ListItem>) => {
  let total = 0
  const at = items.map(({ kind }) => (kind === "head" ? 0 : ++total))
  return { at, total }
}
