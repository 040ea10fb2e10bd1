/** A part that is a spoiler: blurred until somebody wants to see it. */
import { type ReactNode, useState } from "react"
import classes from "./Covered.module.css"

export const Covered = ({ spoiler, children }: { readonly spoiler: boolean; readonly children: ReactNode }) => {
  const [covered, setCovered] = useState(spoiler)
  if (!covered) return children
  return (
    <span className={classes["covered"]}>
      <span inert>{children}</span>
      <button type="button" aria-label="Spoiler. Show it" onClick={() => setCovered(false)}>
        Spoiler
      </button>
    </span>
  )
}
