/** A dialog at a point of the window that closes by Escape or a click elsewhere. */
import { type ReactNode, useRef } from "react"
import { Dialog, Popover } from "react-aria-components"
import classes from "./Menu.module.css"

interface Of {
  readonly label: string
  readonly at: { readonly x: number; readonly y: number }
  readonly onClose: () => void
  readonly children: ReactNode
}

export const PointPopover = ({ label, at, onClose, children }: Of) => {
  const anchor = useRef<HTMLSpanElement>(null)
  return (
    <>
      <span ref={anchor} className={classes["anchor"]} style={{ left: at.x, top: at.y }} />
      <Popover
        className={classes["menu"] ?? ""}
        triggerRef={anchor}
        isOpen
        onOpenChange={(open) => {
          if (!open) onClose()
        }}
        placement="bottom start"
        offset={0}
      >
        <Dialog aria-label={label} className={classes["dialog"] ?? ""}>
          {children}
        </Dialog>
      </Popover>
    </>
  )
}
