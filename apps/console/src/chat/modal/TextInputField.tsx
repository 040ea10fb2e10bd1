/** A text of one line or a paragraph, with its length. */
import { FieldError, Input, TextArea, TextField } from "react-aria-components"
import { FieldLabel } from "./FieldLabel.tsx"
import classes from "./Fields.module.css"
import type { OfField } from "./ModalForm.ts"
import { countOf, isRequired, lengthsOf } from "./ModalForm.ts"

const PARAGRAPH = 2

export const TextInputField = ({ field, label, description, value, fault, onChange }: OfField) => {
  const text = String(value)
  const count = countOf(text)
  const { min, max } = lengthsOf(field)
  const placeholder = field.placeholder ?? ""
  return (
    <TextField
      className={classes["field"] ?? ""}
      value={text}
      onChange={onChange}
      isRequired={isRequired(field)}
      isInvalid={fault !== undefined}
      validationBehavior="aria"
    >
      <FieldLabel {...{ field, label, description }} />
      {field.style === PARAGRAPH ? (
        <TextArea className={classes["input"] ?? ""} rows={4} placeholder={placeholder} />
      ) : (
        <Input className={classes["input"] ?? ""} placeholder={placeholder} />
      )}
      <div className={classes["below"]}>
        <FieldError className={classes["fault"] ?? ""}>{fault}</FieldError>
        <span className={classes["count"]} data-off={count > max || (count > 0 && count < min) || undefined}>
          {min > 0 && count < min ? `${count} of at least ${min}` : `${count} / ${max}`}
        </span>
      </div>
    </TextField>
  )
}
