/** `<t:…>`: relative ones move with the clock of the service. */
import { useCallback } from "react"
import { useNow } from "../context/Now.ts"
import { fully, inStyle, relativeTo } from "../context/Times.ts"
import classes from "./Markdown.module.css"

export const Timestamp = ({ seconds, style }: { readonly seconds: number; readonly style: string }) => {
  const ms = seconds * 1_000
  const shown = useNow(useCallback((now) => (style === "R" ? relativeTo(ms, now) : inStyle(ms, style)), [ms, style]))
  return (
    <time className={classes["time"]} title={fully(ms)}>
      {shown}
    </time>
  )
}
