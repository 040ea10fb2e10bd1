/** A select of a modal. What is chosen is sent with the modal. */
import { useState } from "react"
import { ChoiceField } from "../component/ChoiceField.tsx"
import { boundsOf } from "../component/Choices.ts"
import { Marked } from "./FieldLabel.tsx"
import classes from "./Fields.module.css"
import type { OfField } from "./ModalForm.ts"

export const SelectField = ({ field, label, description, value, fault, onChange }: OfField) => {
  const [open, setOpen] = useState(false)
  const bounds = boundsOf(field)
  return (
    <div className={classes["field"]}>
      <span className={classes["label"]}>
        <Marked label={label} field={field} />
      </span>
      {description === undefined ? null : <span className={classes["description"]}>{description}</span>}
      <ChoiceField
        part={field}
        label={label}
        bounds={bounds}
        chosen={value as ReadonlyArray<string>}
        invalid={fault !== undefined}
        open={open}
        onOpenChange={setOpen}
        onChange={(chosen) => {
          onChange(chosen)
          if (bounds.max === 1) setOpen(false)
        }}
      />
      {fault === undefined ? null : (
        <span className={classes["fault"]} role="alert">
          {fault}
        </span>
      )}
    </div>
  )
}
