/** The label of a field with its mark, and the lines below. */

import type { Part } from "../component/Part.ts"
import classes from "./Fields.module.css"
import { isRequired } from "./ModalForm.ts"

export const Marked = ({ label, field }: { readonly label: string; readonly field: Part }) => (
  <>
    {label}
    {isRequired(field) ? (
      <span className={classes["star"]} aria-hidden>
        {" "}
        *
      </span>
    ) : null}
  </>
)
