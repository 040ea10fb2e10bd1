/** A menu of what can be made at the top of the world. */
import { Plus } from "lucide-react"
import { Menu, MenuItem, MenuTrigger, Popover } from "react-aria-components"
import { useScreen } from "../../state/Screen.ts"
import { Press } from "../part/Bits.tsx"
import { ABOUT } from "./Kinds.ts"
import { TOP } from "./Tree.ts"
import classes from "./World.module.css"

export const NewMenu = () => (
  <MenuTrigger>
    <Press onPress={() => undefined}>
      <Plus size={13} aria-hidden /> New …
    </Press>
    <Popover className={classes["menu"] ?? ""}>
      <Menu aria-label="New" onAction={(kind) => useScreen.getState().inspect(`world/new/${kind}`)} items={MAKES}>
        {({ id, name }) => (
          <MenuItem id={id} className={classes["item"] ?? ""}>
            {name}
          </MenuItem>
        )}
      </Menu>
    </Popover>
  </MenuTrigger>
)

const MAKES = TOP.map((id) => ({ id, name: ABOUT[id].one }))
