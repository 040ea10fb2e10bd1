/** A menu at a point of the window, for right clicks and the like. */
import type { ReactNode } from "react"
import { Button, Menu, MenuTrigger, Popover } from "react-aria-components"
import classes from "./Menu.module.css"

interface Of {
  readonly label: string
  readonly at: { readonly x: number; readonly y: number }
  readonly onClose: () => void
  readonly onAction?: (key: string) => void
  readonly children: ReactNode
}

export const PointMenu = ({ label, at, onClose, onAction, children }: Of) => (
  <MenuTrigger
    isOpen
    onOpenChange={(open) => {
      if (!open) onClose()
    }}
  >
    <Button
      className={classes["anchor"] ?? ""}
      style={{ left: at.x, top: at.y }}
      excludeFromTabOrder
      aria-label={label}
    />
    <Popover className={classes["menu"] ?? ""} placement="bottom start" offset={0}>
      <Menu
        aria-label={label}
        className={classes["items"] ?? ""}
        {...(onAction === undefined ? {} : { onAction: (key) => onAction(String(key)) })}
      >
        {children}
      </Menu>
    </Popover>
  </MenuTrigger>
)
