/** The label of a field with its mark, and its description. */
import { Label, Text } from "react-aria-components"
import type { Part } from "../component/Part.ts"
import classes from "./Fields.module.css"
import { isRequired, type OfField } from "./ModalForm.ts"

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

/** Both, within a field that they belong to. */
export const FieldLabel = ({ field, label, description }: Pick<OfField, "field" | "label" | "description">) => (
  <>
    <Label className={classes["label"] ?? ""}>
      <Marked label={label} field={field} />
    </Label>
    {description === undefined ? null : (
      <Text slot="description" className={classes["description"] ?? ""}>
        {description}
      </Text>
    )}
  </>
)
