/** A `details` element that makes its content when it is opened for the first time. */
import { type ReactNode, useState } from "react"

interface Of {
  readonly className: string
  readonly summary: ReactNode
  readonly children: () => ReactNode
  readonly open?: boolean
}

export const Fold = ({ className, summary, children, open = false }: Of) => {
  const [isOpen, setOpen] = useState(open)
  const [wasOpen, setWasOpen] = useState(open)
  return (
    <details
      className={className}
      open={isOpen}
      onToggle={({ currentTarget }) => {
        setOpen(currentTarget.open)
        if (currentTarget.open) setWasOpen(true)
      }}
    >
      {summary}
      {wasOpen ? children() : null}
    </details>
  )
}
