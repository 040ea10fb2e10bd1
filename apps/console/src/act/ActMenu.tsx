/** A menu of acts, behind whatever opens it. */
import type { ReactNode } from "react"
import { Menu, MenuTrigger, Popover } from "react-aria-components"
import classes from "../ui/Menu.module.css"
import { MenuRow } from "../ui/MenuRow.tsx"
import { NOTHING, type Of, useKnown } from "./ActField.ts"
import { begin } from "./Acting.ts"
import { ACTS, type ActName } from "./Acts.ts"

interface OfMenu {
  readonly label: string
  readonly acts: ReadonlyArray<ActName>
  readonly of: Partial<Of>
  /** The button. */
  readonly children: ReactNode
}

export const ActMenu = ({ label, acts, of, children }: OfMenu) => (
  <MenuTrigger>
    {children}
    <Popover className={classes["menu"] ?? ""}>
      <Acts label={label} acts={acts} of={{ ...NOTHING, ...of }} />
    </Popover>
  </MenuTrigger>
)

const Acts = ({ label, acts, of }: Pick<OfMenu, "label" | "acts"> & { readonly of: Of }) => {
  const known = useKnown(of)
  if (known === undefined) return null
  return (
    <Menu
      aria-label={label}
      className={classes["items"] ?? ""}
      onAction={(name) => begin(name as ActName, of)}
      items={acts.flatMap((id) => (ACTS[id].offered?.(known) === false ? [] : [{ id, ...ACTS[id] }]))}
    >
      {({ id, title, icon, danger, fields }) => (
        <MenuRow id={id} icon={icon} label={fields === undefined ? title : `${title} …`} danger={danger === true} />
      )}
    </Menu>
  )
}
