/** The keyboard in a conversation: arrows move between messages, letters act on the one that has the focus. */
import type { KeyboardEvent } from "react"
import type { Chat } from "./context/Chat.ts"
import type { Row } from "./Grouping.ts"
import { type Act, doAct } from "./menu/MessageActs.ts"
import { EPHEMERAL, has } from "./message/Flags.ts"
import type { Scrolled } from "./Scrolling.ts"

interface Of extends Scrolled {
  readonly chat: Chat
  readonly rows: ReadonlyArray<Row>
}

const ACTS: Readonly<Record<string, Act>> = { r: "reply", e: "edit", Delete: "delete" }

export const useLogKeys = ({ chat, rows, list, scroller }: Of) => {
  const focusOn = async (at: number) => {
    const id = rows[at]?.key
    if (id === undefined) return
    list.scrollToIndex(at, { align: "auto" })
    // The row is drawn when the list has scrolled there.
    for (let frame = 0; frame < 10; frame++) {
      const row = scroller.current?.querySelector<HTMLElement>(`[data-message="${CSS.escape(id)}"]`)
      if (row != null) return row.focus({ preventScroll: true })
      await new Promise(requestAnimationFrame)
    }
  }

  return (event: KeyboardEvent<HTMLDivElement>) => {
    const { target, key } = event
    if (!(target instanceof HTMLElement) || target.closest("textarea, input, [role=dialog], [role=menu]") !== null)
      return
    const row = target.closest<HTMLElement>("[data-message]")
    const at = row === null ? -1 : rows.findIndex((each) => each.key === row.dataset["message"])
    const last = rows.length - 1
    const move = (to: number) => {
      event.preventDefault()
      void focusOn(Math.max(0, Math.min(last, to)))
    }
    if (key === "ArrowUp") return move(at < 0 ? last : at - 1)
    if (key === "ArrowDown") return move(at < 0 ? last : at + 1)
    if (key === "End") return move(last)
    if (key === "Home" && at >= 0) return move(0)
    const message = rows[at]?.message
    if (message === undefined || row === null) return
    if (key === "ContextMenu" || (key === "F10" && event.shiftKey)) {
      event.preventDefault()
      const { left, top, height } = row.getBoundingClientRect()
      return chat.openMenu(message, { x: left + 72, y: top + Math.min(height, 48) })
    }
    // Letters act when the message itself has the focus, not a button in it.
    if (target !== row || event.ctrlKey || event.metaKey || event.altKey) return
    const secret = has(message.flags, EPHEMERAL)
    if (key === "+" && !secret) {
      event.preventDefault()
      const { left, top, height } = row.getBoundingClientRect()
      return chat.openReactions(message, { x: left + 72, y: top + Math.min(height, 48) })
    }
    const what = key === "p" ? (message.pinned ? "unpin" : "pin") : ACTS[key]
    if (what === undefined || (secret && what !== "delete") || (what === "edit" && message.author.id !== chat.user_id))
      return
    event.preventDefault()
    void doAct(secret ? "dismiss" : what, chat, message)
  }
}
