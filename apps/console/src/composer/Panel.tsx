/** What opens above the composer: one list at a time. */
import type { ReactNode } from "react"
import classes from "./Composer.module.css"

export const Panel = ({ children }: { readonly children: ReactNode }) => (
  // The focus stays in the text unless something inside takes it.
  // biome-ignore lint/a11y/noStaticElementInteractions: it only keeps the focus where it is
  <div className={classes["panel"]} onMouseDown={(event) => event.preventDefault()}>
    {children}
  </div>
)
