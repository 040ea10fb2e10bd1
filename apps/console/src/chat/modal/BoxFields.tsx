/** Checkboxes, alone and in groups, and radio buttons. */
import { Check } from "lucide-react"
import { Checkbox, CheckboxGroup, FieldError, Radio, RadioGroup } from "react-aria-components"
import type { PartOption } from "../component/Part.ts"
import { FieldLabel } from "./FieldLabel.tsx"
import classes from "./Fields.module.css"
import type { OfField } from "./ModalForm.ts"
import { isRequired } from "./ModalForm.ts"

export const CheckboxField = ({ label, description, value, fault, onChange }: OfField) => (
  <div className={classes["field"]}>
    <Checkbox className={classes["box"] ?? ""} isSelected={value === true} onChange={onChange}>
      <Tick />
      <span>
        {label}
        {description === undefined ? null : <small>{description}</small>}
      </span>
    </Checkbox>
    {fault === undefined ? null : (
      <span className={classes["fault"]} role="alert">
        {fault}
      </span>
    )}
  </div>
)

export const CheckboxGroupField = ({ field, label, description, value, fault, onChange }: OfField) => (
  <CheckboxGroup
    className={classes["field"] ?? ""}
    value={[...(value as ReadonlyArray<string>)]}
    onChange={onChange}
    isRequired={isRequired(field)}
    isInvalid={fault !== undefined}
    validationBehavior="aria"
  >
    <FieldLabel {...{ field, label, description }} />
    {(field.options ?? []).map((option) => (
      <Checkbox key={option.value} value={option.value} className={classes["box"] ?? ""}>
        <Tick />
        <Named option={option} />
      </Checkbox>
    ))}
    <FieldError className={classes["fault"] ?? ""}>{fault}</FieldError>
  </CheckboxGroup>
)

export const RadioGroupField = ({ field, label, description, value, fault, onChange }: OfField) => (
  <RadioGroup
    className={classes["field"] ?? ""}
    value={value === "" ? null : String(value)}
    onChange={onChange}
    isRequired={isRequired(field)}
    isInvalid={fault !== undefined}
    validationBehavior="aria"
  >
    <FieldLabel {...{ field, label, description }} />
    {(field.options ?? []).map((option) => (
      <Radio key={option.value} value={option.value} className={classes["box"] ?? ""} data-round>
        <i aria-hidden />
        <Named option={option} />
      </Radio>
    ))}
    <FieldError className={classes["fault"] ?? ""}>{fault}</FieldError>
  </RadioGroup>
)

const Tick = () => (
  <i aria-hidden>
    <Check size={14} strokeWidth={3} />
  </i>
)

const Named = ({ option: { label, description } }: { readonly option: PartOption }) => (
  <span>
    {label}
    {description == null ? null : <small>{description}</small>}
  </span>
)
