/** What opens above the composer: one list at a time. */
import type { ReactNode } from "react"
import classes from "./Composer.module.css"

interface Of {
  readonly children: ReactNode
  readonly isPadded?: boolean
}

export const Panel = ({ children, isPadded = false }: Of) => (
  // biome-ignore lint/a11y/noStaticElementInteractions: it only keeps the focus in the text
  <div className={classes["panel"]} data-padded={isPadded || undefined} onMouseDown={(event) => event.preventDefault()}>
    {children}
  </div>
)
