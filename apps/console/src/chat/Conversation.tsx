/** The messages of a place, as one person sees them; only those on the screen are drawn. */
import { useVirtualizer } from "@tanstack/react-virtual"
import { useLayoutEffect, useRef } from "react"
import { readOlder, useConversation } from "../api/Messages.ts"
import type { Place } from "../place/Places.ts"
import classes from "./Conversation.module.css"
import { rowsOf } from "./Grouping.ts"
import { MessageRow } from "./MessageRow.tsx"
import { Typing } from "./Typing.tsx"

interface Of {
  readonly user_id: string
  readonly place: Place
}

/** Pixels from an end that still count as there. */
const NEAR = 80

export const Conversation = ({ user_id, place }: Of) => {
  const { data } = useConversation(user_id, place.id)
  const rows = rowsOf(data?.messages ?? [])
  const scroller = useRef<HTMLDivElement>(null)
  const atEnd = useRef(true)
  const reading = useRef(false)
  const list = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (at) => (rows[at]?.kind === "day" ? 40 : 46),
    getItemKey: (at) => rows[at]?.key ?? at,
    overscan: 8
  })

  // Stays at the newest message, unless somebody scrolled up.
  const newest = rows.at(-1)?.key
  const size = list.getTotalSize()
  useLayoutEffect(() => {
    if (atEnd.current && newest !== undefined && size > 0)
      scroller.current?.scrollTo({ top: scroller.current.scrollHeight })
  }, [newest, size])

  const onScroll = async () => {
    const element = scroller.current
    if (element === null) return
    atEnd.current = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR
    if (element.scrollTop > NEAR || reading.current || data?.older !== true) return
    reading.current = true
    const below = element.scrollHeight - element.scrollTop
    await readOlder(user_id, place.id).catch(() => undefined)
    requestAnimationFrame(() => {
      element.scrollTop = element.scrollHeight - below
      reading.current = false
    })
  }

  return (
    <>
      <div
        ref={scroller}
        className={classes["scroller"]}
        onScroll={onScroll}
        role="log"
        aria-label={`Messages in ${place.name}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        tabIndex={0}
      >
        {data?.older === false ? <Beginning place={place} /> : null}
        <ol className={classes["list"]} style={{ height: size }}>
          {list.getVirtualItems().map((item) => {
            const row = rows[item.index]
            return row === undefined ? null : (
              <li
                key={item.key}
                ref={list.measureElement}
                data-index={item.index}
                className={classes["row"]}
                style={{ transform: `translateY(${item.start}px)` }}
              >
                {row.kind === "day" ? (
                  <div className={classes["day"]}>{row.text}</div>
                ) : (
                  <MessageRow message={row.message} follows={row.follows} user_id={user_id} place={place} />
                )}
              </li>
            )
          })}
        </ol>
      </div>
      <Typing channel_id={place.id} user_id={user_id} />
    </>
  )
}

const Beginning = ({ place }: { readonly place: Place }) => (
  <div className={classes["beginning"]}>
    <h2>{place.direct === undefined ? `Welcome to #${place.name}` : place.name}</h2>
    <p>This is where it begins. Type a slash to use a command.</p>
  </div>
)
