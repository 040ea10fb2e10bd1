/** A component of a modal: a field with its label, or a text between fields. */

import { isSelect, type Part, TYPE } from "../component/Part.ts"
import { Markdown } from "../markdown/MarkdownView.tsx"
import { CheckboxField, CheckboxGroupField, RadioGroupField } from "./BoxFields.tsx"
import { FileField } from "./FileField.tsx"
import type { Faults, Field, OfField, Value, Values } from "./ModalForm.ts"
import { SelectField } from "./SelectField.tsx"
import { TextInputField } from "./TextInputField.tsx"

interface Of {
  readonly part: Part
  readonly values: Values
  readonly faults: Faults
  readonly onChange: (name: string, value: Value) => void
}

export const ModalPart = ({ part, values, faults, onChange }: Of) => {
  if (part.type === TYPE.text) return <Markdown text={part.content ?? ""} />
  if (part.type === TYPE.row)
    return (part.components ?? []).map((each, at) => (
      <ModalPart key={each.id ?? at} part={each} values={values} faults={faults} onChange={onChange} />
    ))
  const inner = part.type === TYPE.label ? part.component : part
  const name = inner?.custom_id
  if (inner === undefined || name === undefined) return null
  const given: OfField = {
    field: inner as Field,
    label: part.label ?? inner.label ?? "",
    description: part.description ?? undefined,
    value: values[name] ?? "",
    fault: faults[name],
    onChange: (value) => onChange(name, value)
  }
  return (
    <div data-field>
      <One {...given} />
    </div>
  )
}

const One = (given: OfField) => {
  if (isSelect(given.field)) return <SelectField {...given} />
  switch (given.field.type) {
    case TYPE.textInput:
      return <TextInputField {...given} />
    case TYPE.fileUpload:
      return <FileField {...given} />
    case TYPE.radioGroup:
      return <RadioGroupField {...given} />
    case TYPE.checkboxGroup:
      return <CheckboxGroupField {...given} />
    case TYPE.checkbox:
      return <CheckboxField {...given} />
    default:
      return <p>A field of type {given.field.type}, which the console does not know.</p>
  }
}
