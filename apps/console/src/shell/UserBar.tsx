/** Who the focused pane plays, and a menu of everyone to become. */
import { ChevronsUpDown, Settings2 } from "lucide-react"
import { Button, Menu, MenuItem, MenuTrigger, Popover } from "react-aria-components"
import { ActMenu } from "../act/ActMenu.tsx"
import { OF_USER } from "../act/Acts.ts"
import { useView, useWorld } from "../api/Queries.ts"
import { nameOf } from "../place/Places.ts"
import { type Pane, useScreen } from "../state/Screen.ts"
import { Avatar } from "../ui/Avatar.tsx"
import { IconButton } from "../ui/IconButton.tsx"
import classes from "./UserBar.module.css"

export const UserBar = ({ pane }: { readonly pane: Pane }) => (
  <div className={classes["bar"]}>
    <UserSwitch pane={pane} wide />
    <ActMenu label="What you do" acts={OF_USER} of={{ user_id: pane.user_id }}>
      <IconButton icon={Settings2} label="Presence and purchases" />
    </ActMenu>
  </div>
)

/** A button with the person of a pane. It opens the list of everyone. */
export const UserSwitch = ({ pane, wide = false }: { readonly pane: Pane; readonly wide?: boolean }) => {
  const { data: world } = useWorld()
  const go = useScreen((screen) => screen.go)
  const { data: view } = useView(pane.user_id)
  const presence = view?.presences.find(({ user_id }) => user_id === pane.user_id)?.status ?? "offline"
  const user = world?.users.find(({ id }) => id === pane.user_id)
  if (world === undefined || user === undefined) return null
  return (
    <MenuTrigger>
      <Button className={classes["switch"] ?? ""} data-wide={wide || undefined}>
        <Avatar id={user.id} name={nameOf(user)} size={wide ? 34 : 22} presence={wide ? presence : undefined} />
        <span className={classes["who"]}>
          <b>
            <span className="hidden">You are </span>
            {nameOf(user)}
          </b>
          {wide ? <small>{user.username}</small> : null}
          <span className="hidden">. Become someone else</span>
        </span>
        <ChevronsUpDown size={14} aria-hidden />
      </Button>
      <Popover className={classes["menu"] ?? ""}>
        <Menu
          aria-label="People"
          selectionMode="single"
          selectedKeys={[pane.user_id]}
          onAction={(id) => go({ user_id: String(id) }, pane.id)}
          items={world.users}
        >
          {(each) => (
            <MenuItem id={each.id} textValue={nameOf(each)} className={classes["person"] ?? ""}>
              <Avatar id={each.id} name={nameOf(each)} size={26} />
              {nameOf(each)}
              <small>{each.username}</small>
            </MenuItem>
          )}
        </Menu>
      </Popover>
    </MenuTrigger>
  )
}
