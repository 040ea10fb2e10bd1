/** The list of messages. It draws again at each step of scrolling, its rows do not. */
import { ArrowDown } from "lucide-react"
import { memo, useEffect } from "react"
import { isThread } from "../place/Channels.ts"
import type { Place } from "../place/Places.ts"
import { useChat } from "./context/Chat.ts"
import type { Row } from "./Grouping.ts"
import classes from "./Log.module.css"
import { useLogKeys } from "./LogKeys.ts"
import { MessageRow } from "./MessageRow.tsx"
import { useScrolling } from "./Scrolling.ts"

interface Of {
  readonly rows: ReadonlyArray<Row>
  /** Whether the server has older ones; undefined until it answers. */
  readonly older: boolean | undefined
  readonly failed: boolean
  readonly onJump: (jump: () => (message_id: string) => void) => void
}

export const Log = memo(({ rows, older, failed, onJump }: Of) => {
  const chat = useChat()
  const { user_id, channel_id, place } = chat
  const { list, scroller, atEnd, unseen, loading, onScroll, toEnd, toMessage } = useScrolling({
    user_id,
    channel_id,
    rows,
    older: older ?? false
  })
  const onKeyDown = useLogKeys({ chat, rows, list, scroller })
  useEffect(() => onJump(() => toMessage), [onJump, toMessage])
  return (
    <div className={classes["log"]}>
      <div
        ref={scroller}
        className={classes["scroller"]}
        onScroll={onScroll}
        onKeyDown={onKeyDown}
        role="log"
        aria-label={`Messages in ${place.name}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        tabIndex={0}
      >
        {older === false ? <Beginning place={place} empty={rows.length === 0} /> : null}
        {failed ? <p className={classes["empty"]}>The messages could not be read.</p> : null}
        <ol className={classes["list"]} ref={list.containerRef}>
          {list.getVirtualItems().map((item) => {
            const row = rows[item.index]
            return row === undefined ? null : (
              <li key={item.key} ref={list.measureElement} data-index={item.index} className={classes["row"]}>
                <MessageRow message={row.message} follows={row.follows} day={row.day} />
              </li>
            )
          })}
        </ol>
      </div>
      {loading ? (
        <p className={classes["loading"]} role="status">
          Reading older messages …
        </p>
      ) : null}
      {atEnd ? null : (
        <button type="button" className={classes["newest"]} onClick={toEnd}>
          <ArrowDown size={14} aria-hidden />
          Jump to newest{unseen === 0 ? "" : ` · ${unseen} new`}
        </button>
      )}
    </div>
  )
})

const Beginning = ({ place, empty }: { readonly place: Place; readonly empty: boolean }) => (
  <div className={classes["beginning"]}>
    <h2>{place.channel === undefined || isThread(place.channel) ? place.name : `Welcome to #${place.name}`}</h2>
    <p>{empty ? "Nobody has said anything yet. Type a slash to use a command." : "This is where it begins."}</p>
  </div>
)
