/** What opens above the composer: one list at a time. */
import type { ReactNode } from "react"
import classes from "./Composer.module.css"

export const Panel = ({ children }: { readonly children: ReactNode }) => (
  // biome-ignore lint/a11y/noStaticElementInteractions: it only keeps the focus in the text
  <div className={classes["panel"]} onMouseDown={(event) => event.preventDefault()}>
    {children}
  </div>
)
