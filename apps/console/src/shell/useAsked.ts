/** Whether something is open that shortcuts and buttons ask for by an event of the document. */
import { useEffect, useState } from "react"

export const useAsked = (what: "palette" | "help") => {
  const [open, setOpen] = useState(false)
  useEffect(() => {
    const onAsk = () => setOpen((now) => !now)
    document.addEventListener(`backlot:${what}`, onAsk)
    return () => document.removeEventListener(`backlot:${what}`, onAsk)
  }, [what])
  return [open, setOpen] as const
}
