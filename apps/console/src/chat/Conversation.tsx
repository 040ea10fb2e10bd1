/** The messages of a place, as one person sees them; only those on the screen are drawn. */
import { lazy, Suspense, useDeferredValue, useMemo, useState } from "react"
import { useConversation } from "../api/Messages.ts"
import type { Place } from "../place/Places.ts"
import { useDoing } from "../use/Uses.ts"
import { Attempts } from "./Attempts.tsx"
import { ChatContext } from "./context/Chat.ts"
import { keyOf, useMarked } from "./context/Marked.ts"
import { usePeople } from "./context/People.ts"
import { rowsOf } from "./Grouping.ts"
import { Log } from "./Log.tsx"
import { useMenus } from "./menu/Opened.ts"
import { Typing } from "./Typing.tsx"

const Menus = lazy(() => import("./menu/Menus.tsx"))
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
  const rows = useMemo(() => {
    const all = messages ?? []
    return rowsOf(dismissed.size === 0 ? all : all.filter(({ id }) => !dismissed.has(keyOf(user_id, id))))
  }, [messages, dismissed, user_id])
  // Under a stream of messages, keys and frames come first.
  const shown = useDeferredValue(rows)
  const people = usePeople(user_id, place)
  const menus = useMenus()
  const { openMenu, openReactions, openThread, openPerson } = menus
  // The list says how to move to a message.
  const [jump, setJump] = useState(() => (_: string) => {})
  const chat = useMemo(
    () => ({ user_id, channel_id, place, people, jump, openMenu, openReactions, openThread, openPerson }),
    [user_id, channel_id, place, people, jump, openMenu, openReactions, openThread, openPerson]
  )
  const hasModal = useDoing(({ modals }) =>
    modals.some((modal) => modal.user_id === user_id && modal.channel_id === channel_id)
  )

  return (
    <ChatContext value={chat}>
      <Log rows={shown} older={data?.older} failed={isError && data === undefined} onJump={setJump} />
      <Attempts user_id={user_id} channel_id={channel_id} />
      <Typing channel_id={channel_id} user_id={user_id} />
      <Suspense>
        {menus.opened === undefined ? null : <Menus menus={menus} />}
        {hasModal ? <OpenModals /> : null}
      </Suspense>
    </ChatContext>
  )
}

/** A place is made anew at each look at the view; most of the time nothing of it has changed. */
const useSame = ({ id, name, guild, channel, direct }: Place): Place =>
  useMemo(() => ({ id, name, guild, channel, direct }), [id, name, guild, channel, direct])
