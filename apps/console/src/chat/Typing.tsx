/** Who types here. */
import { useEffect, useState } from "react"
import { useWorld } from "../api/Queries.ts"
import { useLive } from "../live/Live.ts"
import { nameOf } from "../place/Places.ts"
import classes from "./Typing.module.css"

const NOBODY: Readonly<Record<string, number>> = {}

export const Typing = ({ channel_id, user_id }: { readonly channel_id: string; readonly user_id: string }) => {
  const typing = useLive((live) => live.typing[channel_id] ?? NOBODY)
  const { data: world } = useWorld()
  const [now, setNow] = useState(Date.now)
  const next = Math.min(...Object.values(typing).filter((until) => until > now))
  useEffect(() => {
    setNow(Date.now())
    if (!Number.isFinite(next)) return
    const timer = setTimeout(() => setNow(Date.now()), next - Date.now() + 1)
    return () => clearTimeout(timer)
  }, [next])
  const names = Object.entries(typing).flatMap(([id, until]) => {
    if (until <= now || id === user_id) return []
    const user = world?.users.find((each) => each.id === id)
    const app = world?.applications.find(({ bot, id: own }) => (bot.id ?? own) === id)
    return [user === undefined ? (app?.name ?? "Somebody") : nameOf(user)]
  })
  return (
    <div className={classes["typing"]} aria-live="polite">
      {names.length === 0
        ? null
        : names.length > 3
          ? "Several people are typing …"
          : `${names.join(", ")} ${names.length === 1 ? "is" : "are"} typing …`}
    </div>
  )
}
