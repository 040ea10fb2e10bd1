/**
 * How the messages scroll: they stay at the newest one unless somebody scrolled up, and where they are when older ones come
 * above.
 */
import { useVirtualizer, type Virtualizer } from "@tanstack/react-virtual"
import { useCallback, useLayoutEffect, useRef, useState } from "react"
import { readOlder } from "../api/Messages.ts"
import { flash, keyOf } from "./context/Marked.ts"
import { guessedHeight, type Row } from "./Grouping.ts"

interface Of {
  readonly user_id: string
  readonly channel_id: string
  readonly rows: ReadonlyArray<Row>
  /** Whether the server has more above. */
  readonly older: boolean
}

/** Pixels from an end that still count as there. */
const NEAR_END = 60
/** Pixels from the top at which older messages are read. */
const NEAR_TOP = 600
/** Pages that are read to find a message. */
const MAX_PAGES = 100

/**
 * Heights are read after a layout, by the observer, before anything is painted. To read one as soon as its row is there
 * would lay out the list anew for each row.
 */
const measureElement = (
  element: Element,
  entry: ResizeObserverEntry | undefined,
  list: Virtualizer<HTMLDivElement, Element>
): number => {
  const box = entry?.borderBoxSize[0]
  if (box !== undefined) return Math.round(box.blockSize)
  const at = list.indexFromElement(element)
  return list.measurementsCache[at]?.size ?? list.options.estimateSize(at)
}

export const useScrolling = ({ user_id, channel_id, rows, older }: Of) => {
  const scroller = useRef<HTMLDivElement>(null)
  const [atEnd, setAtEnd] = useState(true)
  const [loading, setLoading] = useState(false)
  /** The newest message when the reader left the end. */
  const [seen, setSeen] = useState<string>()
  const now = useRef({ rows, older, loading })
  now.current = { rows, older, loading }

  const list = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: useCallback((at: number) => (rows[at] === undefined ? 46 : guessedHeight(rows[at])), [rows]),
    getItemKey: useCallback((at: number) => rows[at]?.key ?? at, [rows]),
    measureElement,
    overscan: 6,
    paddingEnd: 14,
    anchorTo: "end",
    followOnAppend: true,
    scrollEndThreshold: NEAR_END,
    directDomUpdates: true
  })

  useLayoutEffect(() => list.scrollToEnd(), [list])

  const more = useCallback(async () => {
    if (now.current.loading || !now.current.older) return
    now.current.loading = true
    setLoading(true)
    await readOlder(user_id, channel_id).catch(() => undefined)
    setLoading(false)
  }, [user_id, channel_id])

  const onScroll = useCallback(() => {
    const element = scroller.current
    if (element === null) return
    const isEnd = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR_END
    setAtEnd(isEnd)
    if (isEnd) setSeen(undefined)
    else setSeen((before) => before ?? now.current.rows.at(-1)?.key)
    if (element.scrollTop < NEAR_TOP) void more()
  }, [more])

  const toMessage = useCallback(
    async (id: string) => {
      const at = () => now.current.rows.findIndex(({ key }) => key === id)
      for (let page = 0; at() < 0 && now.current.older && page < MAX_PAGES; page++) {
        await more()
        await new Promise(requestAnimationFrame)
      }
      if (at() < 0) return
      list.scrollToIndex(at(), { align: "center" })
      flash(keyOf(user_id, id))
    },
    [list, more, user_id]
  )

  const toEnd = useCallback(() => {
    list.scrollToEnd()
    scroller.current?.focus()
  }, [list])

  const unseen = seen === undefined ? 0 : rows.length - 1 - rows.findLastIndex(({ key }) => key === seen)
  return {
    list,
    scroller,
    atEnd,
    unseen,
    loading,
    onScroll,
    toEnd,
    toMessage: useCallback((id: string) => void toMessage(id), [toMessage])
  }
}

export type Scrolled = Pick<ReturnType<typeof useScrolling>, "list" | "scroller">
