/** What each kind of modal component sends for the user's input. Source: wire-interactions.md §1.4 (type 5), §4.5. */

import { Result } from "effect"
import * as CodePoints from "../base/CodePoints.ts"
import * as Limits from "../base/Limits.ts"
import { scalarText } from "../base/Scalar.ts"
import type { Snowflake } from "../base/Snowflake.ts"
import { ComponentType } from "../component/ComponentFields.ts"
import { distinct } from "../error/Fault.ts"
import * as FormError from "../error/FormError.ts"
import * as Shape from "../validation/Shape.ts"
import type { SubmittedComponent } from "./Interaction.ts"
import type { ModalField } from "./Modal.ts"
import { judgeSelected, type Nameable } from "./SelectedValues.ts"

/**
 * The user's input by `custom_id`: a text, a value, a list of values, or true or false for a checkbox. A field that is
 * left out keeps its initial value; null empties it. Our choice: docs/choices.md "Components and modals".
 */
export type Filled = Readonly<Record<string, unknown>>

/** The fields that a component sends besides its type, id and `custom_id`. */
export type Part = Pick<SubmittedComponent, "value" | "values">
type Judged = Result.Result<Part, ReadonlyArray<FormError.FormError>>

/** A field and the value that fills it. */
export interface Filling {
  readonly field: ModalField
  /** The given value, or else the field's initial value. */
  readonly value: unknown
  /** For a file upload: its files. */
  readonly chosen: ReadonlyArray<Snowflake>
  readonly nameable: Nameable
}

/** The fields that the component sends, or all its faults. */
export const fillIn = (filling: Filling): Judged => (FILL[filling.field.type] ?? fillValues)(filling)

export const heldBy = (field: ModalField, filled: Filled): unknown =>
  Object.hasOwn(filled, field.custom_id) ? filled[field.custom_id] : atFirst(field)

/** A single value becomes a list; undefined for values that are not text. Keeps at most one value too many. */
export const listed = (value: unknown): ReadonlyArray<string> | undefined => {
  const all: ReadonlyArray<unknown> = Array.isArray(value) ? value : value == null ? [] : [value]
  const values = all.slice(0, Limits.component.values + 1)
  const texts = values.map(Shape.toText).filter((text) => text !== undefined)
  return texts.length === values.length ? texts : undefined
}

const accept = (part: Part): Judged => Result.succeed(part)
const refuse = (...errors: ReadonlyArray<FormError.FormError>): Judged => Result.fail(errors)

const fillText = ({ field, value }: Filling): Judged => {
  const text = Shape.toText(value ?? "")
  if (text === undefined) return refuse(FormError.notText(value))
  // An optional text may be empty whatever its minimum length; a short text may contain line breaks.
  // Our choice: docs/choices.md "Components and modals".
  if (text === "") return isRequired(field) ? refuse(FormError.required) : accept({ value: "" })
  const length = CodePoints.count(text)
  const min = Number(scalarText(field["min_length"] ?? 0))
  const max = Number(scalarText(field["max_length"] ?? Limits.component.inputMax))
  if (length < min) return refuse(FormError.minLength(min))
  return length > max ? refuse(FormError.maxLength(max)) : accept({ value: text })
}

const fillValues = ({ field, value, nameable }: Filling): Judged => {
  const values = listed(value)
  if (values === undefined) return refuse(FormError.notText(value))
  if (values.length === 0) return isRequired(field) ? refuse(FormError.required) : accept({ values })
  // Report each kind of fault once, at the field: a value that is not in a list has no path of its own.
  const errors = distinct(judgeSelected(field, values, nameable).map((error) => ({ ...error, path: [] })))
  return errors.length > 0 ? refuse(...errors) : accept({ values })
}

const fillFiles = (one: Filling): Judged =>
  one.value == null ? fillValues({ ...one, value: one.chosen }) : refuse(FILES_APART)

const fillRadio = (one: Filling): Judged =>
  Result.map(fillValues(one), ({ values = [] }) => ({ value: values[0] ?? null }))

const fillCheckbox = ({ value }: Filling): Judged => {
  const checked = value ?? false
  return typeof checked === "boolean" ? accept({ value: checked }) : refuse(FormError.notBoolean)
}

/** The kinds that do not hold a list of values. */
const FILL: Readonly<Record<number, (one: Filling) => Judged>> = {
  [ComponentType.TEXT_INPUT]: fillText,
  [ComponentType.FILE_UPLOAD]: fillFiles,
  [ComponentType.RADIO_GROUP]: fillRadio,
  [ComponentType.CHECKBOX]: fillCheckbox
}

const isRequired = (field: ModalField): boolean => field["required"] !== false

/** The field's value when the modal opens. */
const atFirst = (field: ModalField): unknown => {
  switch (field.type) {
    case ComponentType.TEXT_INPUT:
      return field["value"]
    case ComponentType.CHECKBOX:
      return field["default"]
    case ComponentType.FILE_UPLOAD:
      return null
    default:
      return preselected(field)
  }
}

/** The default options or default values of the field. */
const preselected = (field: ModalField): ReadonlyArray<string> => {
  // The components are valid here, so these are lists of options and of entities.
  const options = (field["options"] ?? []) as ReadonlyArray<{ readonly value: string; readonly default?: boolean }>
  const entities = (field["default_values"] ?? []) as ReadonlyArray<{ readonly id: string }>
  return [
    ...options.filter((option) => option.default === true).map(({ value }) => value),
    ...entities.map((e) => e.id)
  ]
}

const FILES_APART = FormError.of("MODAL_SUBMIT_FILES", "Files come in attachments, with the field that they are for")
