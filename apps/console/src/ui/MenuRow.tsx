/** A row of a menu: an icon, a label, perhaps a shortcut. */
import { ChevronRight, type LucideIcon } from "lucide-react"
import type { ReactNode } from "react"
import { Keyboard, Menu, MenuItem, Popover, SubmenuTrigger } from "react-aria-components"
import classes from "./Menu.module.css"

interface Of {
  readonly id: string
  readonly icon?: LucideIcon
  readonly label: string
  readonly note?: string | undefined
  readonly keys?: string
  readonly danger?: boolean
  readonly disabled?: boolean
}

export const MenuRow = ({ id, icon: Icon, label, note, keys, danger = false, disabled = false }: Of) => (
  <MenuItem
    id={id}
    textValue={label}
    isDisabled={disabled}
    className={classes["item"] ?? ""}
    data-danger={danger || undefined}
  >
    <span className={classes["label"]}>
      {label}
      {note === undefined ? null : <small>{note}</small>}
    </span>
    {keys === undefined ? null : <Keyboard className={classes["keys"] ?? ""}>{keys}</Keyboard>}
    {Icon === undefined ? null : <Icon size={16} aria-hidden />}
  </MenuItem>
)

interface OfBranch {
  readonly id: string
  readonly label: string
  readonly onAction: (key: string) => void
  readonly children: ReactNode
}

/** A row that opens another menu. */
export const MenuBranch = ({ id, label, onAction, children }: OfBranch) => (
  <SubmenuTrigger>
    <MenuItem id={id} textValue={label} className={classes["item"] ?? ""}>
      <span className={classes["label"]}>{label}</span>
      <ChevronRight size={16} aria-hidden />
    </MenuItem>
    <Popover className={classes["menu"] ?? ""} offset={-2}>
      <Menu aria-label={label} className={classes["items"] ?? ""} onAction={(key) => onAction(String(key))}>
        {children}
      </Menu>
    </Popover>
  </SubmenuTrigger>
)
