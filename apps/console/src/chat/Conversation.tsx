/** The messages of a place, as one person sees them; only those on the screen are drawn. */
import { ArrowDown } from "lucide-react"
import { lazy, Suspense, useMemo } from "react"
import { useConversation } from "../api/Messages.ts"
import type { Place } from "../place/Places.ts"
import { useDoing } from "../use/Uses.ts"
import { Attempts } from "./Attempts.tsx"
import { ChatContext } from "./Chat.ts"
import classes from "./Conversation.module.css"
import { rowsOf } from "./Grouping.ts"
import { useLogKeys } from "./LogKeys.ts"
import { keyOf, useMarked } from "./Marked.ts"
import { MessageRow } from "./MessageRow.tsx"
import { Menus, useMenus } from "./menu/Menus.tsx"
import { usePeople } from "./People.ts"
import { useScrolling } from "./Scrolling.ts"
import { Typing } from "./Typing.tsx"

const OpenModals = lazy(() => import("./modal/OpenModals.tsx"))

interface Of {
  readonly user_id: string
  readonly place: Place
}

export const Conversation = ({ user_id, place: given }: Of) => {
  const place = useSame(given)
  const channel_id = place.id
  const { data, isError } = useConversation(user_id, channel_id)
  const dismissed = useMarked((marked) => marked.dismissed)
  const messages = data?.messages
  const rows = useMemo(
    () => rowsOf((messages ?? []).filter(({ id }) => !dismissed.has(keyOf(user_id, id)))),
    [messages, dismissed, user_id]
  )
  const { list, scroller, atEnd, unseen, loading, onScroll, toEnd, toMessage } = useScrolling({
    user_id,
    channel_id,
    rows,
    older: data?.older ?? false
  })
  const people = usePeople(user_id, place)
  const menus = useMenus()
  const { openMenu, openReactions, openThread, openPerson } = menus
  const chat = useMemo(
    () => ({ user_id, channel_id, place, people, jump: toMessage, openMenu, openReactions, openThread, openPerson }),
    [user_id, channel_id, place, people, toMessage, openMenu, openReactions, openThread, openPerson]
  )
  const onKeyDown = useLogKeys({ chat, rows, list, scroller })
  const hasModal = useDoing(({ modals }) =>
    modals.some((modal) => modal.user_id === user_id && modal.channel_id === channel_id)
  )

  return (
    <ChatContext value={chat}>
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
          {data?.older === false ? <Beginning place={place} empty={rows.length === 0} /> : null}
          {isError && data === undefined ? <p className={classes["empty"]}>The messages could not be read.</p> : null}
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
      <Attempts user_id={user_id} channel_id={channel_id} />
      <Typing channel_id={channel_id} user_id={user_id} />
      <Menus menus={menus} />
      {hasModal ? (
        <Suspense>
          <OpenModals />
        </Suspense>
      ) : null}
    </ChatContext>
  )
}

/** A place is made anew at each look at the view; most of the time nothing of it has changed. */
const useSame = ({ id, name, guild, channel, direct }: Place): Place =>
  useMemo(() => ({ id, name, guild, channel, direct }), [id, name, guild, channel, direct])

const Beginning = ({ place, empty }: { readonly place: Place; readonly empty: boolean }) => (
  <div className={classes["beginning"]}>
    <h2>{place.direct === undefined ? `Welcome to #${place.name}` : place.name}</h2>
    <p>{empty ? "Nobody has said anything yet. Type a slash to use a command." : "This is where it begins."}</p>
  </div>
)
