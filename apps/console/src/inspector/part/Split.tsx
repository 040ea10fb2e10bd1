/** A list and one thing of it: side by side where there is room, else the thing in place of the list. */
import { ArrowLeft } from "lucide-react"
import type { ReactNode } from "react"
import { Button } from "react-aria-components"
import { useScreen } from "../../state/Screen.ts"
import classes from "./Split.module.css"

interface Of {
  readonly list: ReactNode
  /** Undefined: nothing is chosen. */
  readonly detail: ReactNode | undefined
  /** Where the list is, for the way back. */
  readonly back: string
  readonly backTo: string
}

export const Split = ({ list, detail, back, backTo }: Of) => (
  <div className={classes["split"]}>
    <div className={classes["list"]} data-covered={detail !== undefined || undefined}>
      {list}
    </div>
    {detail === undefined ? null : (
      <div className={classes["detail"]}>
        <Button className={classes["back"] ?? ""} onPress={() => useScreen.getState().inspect(back)}>
          <ArrowLeft size={14} aria-hidden /> {backTo}
        </Button>
        {detail}
      </div>
    )}
  </div>
)
