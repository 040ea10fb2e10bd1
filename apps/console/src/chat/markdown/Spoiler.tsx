/** Covered until somebody clicks it. */
import { type ReactNode, useState } from "react"
import classes from "./Markdown.module.css"

export const Spoiler = ({ children }: { readonly children: ReactNode }) => {
  const [shown, setShown] = useState(false)
  if (shown) return <span className={classes["spoiler"]}>{children}</span>
  const show = () => setShown(true)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a button cannot break over lines like text
    <span
      className={classes["spoiler"]}
      data-covered
      role="button"
      tabIndex={0}
      aria-label="Spoiler. Show it"
      onClick={show}
      onKeyDown={(event) => {
        if (event.key !== "Enter" && event.key !== " ") return
        event.preventDefault()
        show()
      }}
    >
      <span inert>{children}</span>
    </span>
  )
}
