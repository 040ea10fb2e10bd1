/** What a modal asks for, and what somebody filled in. */
import type { BodyOf } from "../../api/Control.ts"
import type { Submitted } from "../../use/Uses.ts"
import { boundsOf, defaultsOf, wanted } from "../component/Choices.ts"
import { type Part, TYPE } from "../component/Part.ts"

/** A text, chosen values, yes or no, or files. */
export type Value = string | ReadonlyArray<string> | boolean | ReadonlyArray<File>
/** By custom_id. */
export type Values = Readonly<Record<string, Value>>
export type Faults = Readonly<Record<string, string>>

export type Field = Part & { readonly custom_id: string }

/** What each kind of field is drawn from. */
export interface OfField {
  readonly field: Field
  readonly label: string
  readonly description: string | undefined
  readonly value: Value
  readonly fault: string | undefined
  readonly onChange: (value: Value) => void
}

/** The fields in reading order. */
export const fieldsOf = (parts: ReadonlyArray<Part>): ReadonlyArray<Field> =>
  parts.flatMap((part) => [
    ...(part.custom_id === undefined ? [] : [part as Field]),
    ...fieldsOf([...(part.components ?? []), ...(part.component === undefined ? [] : [part.component])])
  ])

export const isRequired = ({ required }: Part): boolean => required !== false

export const firstValues = (fields: ReadonlyArray<Field>): Values =>
  Object.fromEntries(fields.map((field) => [field.custom_id, firstValue(field)]))

const firstValue = (field: Field): Value => {
  switch (field.type) {
    case TYPE.textInput:
      return field.value ?? ""
    case TYPE.checkbox:
      return field.default === true
    case TYPE.radioGroup:
      return defaultsOf(field)[0] ?? ""
    case TYPE.fileUpload:
      return []
    default:
      return defaultsOf(field)
  }
}

/** Of a text input, in characters. */
export const lengthsOf = ({ min_length, max_length }: Part) => ({ min: min_length ?? 0, max: max_length ?? 4_000 })

/** Characters as the platform counts them. */
export const countOf = (text: string): number => [...text].length

/** What is wrong, in a few words. The server judges again. */
export const faultOf = (field: Field, value: Value): string | undefined => {
  if (typeof value === "boolean") return undefined
  if (value.length === 0) return isRequired(field) ? "This is required" : undefined
  if (typeof value === "string") {
    if (field.type !== TYPE.textInput) return undefined
    const { min, max } = lengthsOf(field)
    const count = countOf(value)
    if (count < min) return `At least ${min} characters`
    return count > max ? `At most ${max} characters` : undefined
  }
  const { min, max } = boundsOf(field)
  return value.length < min || value.length > max ? wanted({ min, max }) : undefined
}

export const faultsOf = (fields: ReadonlyArray<Field>, values: Values): Faults =>
  Object.fromEntries(
    fields.flatMap((field) => {
      const fault = faultOf(field, values[field.custom_id] ?? "")
      return fault === undefined ? [] : [[field.custom_id, fault]]
    })
  )

/** The faults that the server found at fields; they stand under `fields`, then the custom_id. */
export const faultsIn = ({ errors }: Submitted): Faults => {
  const fields = (errors as { readonly fields?: Record<string, unknown> } | undefined)?.fields ?? {}
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, fault]) => {
      const found = (fault as { readonly _errors?: ReadonlyArray<{ readonly message: string }> } | null)?._errors
      return found === undefined ? [] : [[name, found.map(({ message }) => message).join(" ")]]
    })
  )
}

export const bodyOf = async (fields: ReadonlyArray<Field>, values: Values): Promise<BodyOf<"submit_modal">> => {
  const files = fields.flatMap(({ type, custom_id }) =>
    type === TYPE.fileUpload
      ? (values[custom_id] as ReadonlyArray<File>).map((file) => ({ field: custom_id, file }))
      : []
  )
  const attachments = await Promise.all(
    files.map(async ({ field, file }) => ({
      field,
      filename: file.name,
      content_type: file.type === "" ? "application/octet-stream" : file.type,
      base64: await base64Of(file)
    }))
  )
  const filled = fields.flatMap((field): ReadonlyArray<readonly [string, unknown]> => {
    const value = values[field.custom_id]
    if (field.type === TYPE.fileUpload) return []
    return [[field.custom_id, field.type === TYPE.radioGroup && value === "" ? null : value]]
  })
  return { fields: Object.fromEntries(filled), ...(attachments.length === 0 ? {} : { attachments }) }
}

const base64Of = async (file: File): Promise<string> => {
  const bytes = new Uint8Array(await file.arrayBuffer())
  let text = ""
  for (let at = 0; at < bytes.length; at += 32_768) text += String.fromCharCode(...bytes.subarray(at, at + 32_768))
  return btoa(text)
}
