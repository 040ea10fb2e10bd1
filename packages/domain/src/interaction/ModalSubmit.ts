/** Judges the user's input against a modal's fields. Source: wire-interactions.md §1.4 (type 5), §4.5. */
import { Result } from "effect"
import { isSnowflake, type Snowflake } from "../base/Snowflake.ts"
import { ComponentType } from "../component/ComponentFields.ts"
import type { ComponentObject } from "../component/ComponentObject.ts"
import { type Fault, fault } from "../error/Fault.ts"
import * as FormError from "../error/FormError.ts"
import type { InteractionRecord, SubmittedComponent, SubmittedModal } from "./Interaction.ts"
import { fieldsOf, type ModalField, type ModalObject } from "./Modal.ts"
import { type Filled, fillIn, heldBy, listed, type Part } from "./ModalFill.ts"
import { type Nameable, namesEntities } from "./SelectedValues.ts"

/** A file that the user attached. */
export interface ChosenFile {
  /** The `custom_id` of the file upload. */
  readonly field: string
  readonly id: Snowflake
}

/** The modal in wire shape, or faults at `fields.<custom_id>` and, for files, at `attachments.<index>.field`. */
export const submitModal = (
  modal: ModalObject,
  filled: Filled,
  files: ReadonlyArray<ChosenFile>,
  nameable: Nameable
): Result.Result<SubmittedModal, ReadonlyArray<Fault>> => {
  const fields = fieldsOf(modal)
  const parts = new Map<string, Part>()
  const faults: Array<Fault> = []
  for (const field of fields) {
    const { custom_id } = field
    const chosen = files.flatMap((file) => (file.field === custom_id ? [file.id] : []))
    const judged = fillIn({ field, value: heldBy(field, filled), chosen, nameable })
    if (Result.isSuccess(judged)) parts.set(custom_id, judged.success)
    else faults.push(...judged.failure.map((error) => fault(["fields", custom_id], error)))
  }
  const all = [...faults, ...strangers(fields, filled, files)]
  return all.length > 0
    ? Result.fail(all)
    : Result.succeed({ custom_id: modal.custom_id, components: modal.components.map((one) => submitted(one, parts)) })
}

/** Whether the modal asks for users, roles or channels, which the caller has to look up. */
export const asksForEntities = (modal: ModalObject): boolean => fieldsOf(modal).some(({ type }) => namesEntities(type))

/** The ids in the input for fields of these types, to look up. */
export const idsIn = (modal: ModalObject, filled: Filled, among: (type: number) => boolean): ReadonlyArray<Snowflake> =>
  fieldsOf(modal)
    .filter(({ type }) => among(type))
    .flatMap((field) => listed(heldBy(field, filled)) ?? [])
    .filter(isSnowflake)

/** Why a modal cannot be submitted again; undefined if it can. The record of the last submit may have been deleted. */
export const closedBy = (last: InteractionRecord | undefined): string | undefined => {
  if (last?.state === "pending") return "this modal was submitted and waits for its answer"
  const failed = last?.state === "failed" || last?.state === "timed_out"
  // A deferral closes the modal even if it is never completed.
  return failed && last.callback_type === null ? undefined : "this modal was submitted and is closed"
}

const strangers = (
  fields: ReadonlyArray<ModalField>,
  filled: Filled,
  files: ReadonlyArray<ChosenFile>
): ReadonlyArray<Fault> => {
  const known = new Set(fields.map(({ custom_id }) => custom_id))
  const uploads = fields.filter(({ type }) => type === ComponentType.FILE_UPLOAD).map(({ custom_id }) => custom_id)
  return [
    ...Object.keys(filled).flatMap((name) => (known.has(name) ? [] : [fault(["fields", name], UNKNOWN_FIELD)])),
    ...files.flatMap(({ field }, i) => (uploads.includes(field) ? [] : [fault(["attachments", i, "field"], NO_UPLOAD)]))
  ]
}

const submitted = (component: ComponentObject, parts: ReadonlyMap<string, Part>): SubmittedComponent => {
  const { type, id, custom_id, components, component: inner } = component
  return {
    type,
    id,
    ...(typeof custom_id === "string" ? { custom_id, ...parts.get(custom_id) } : {}),
    ...(components === undefined ? {} : { components: components.map((one) => submitted(one, parts)) }),
    ...(inner === undefined ? {} : { component: submitted(inner, parts) })
  }
}

/** No client sends these; codes and texts are our choice: docs/choices.md "Components and modals". */
const UNKNOWN_FIELD = FormError.of("MODAL_SUBMIT_FIELD_UNKNOWN", "This modal has no such field")
const NO_UPLOAD = FormError.of("MODAL_SUBMIT_NO_UPLOAD", "No file upload of this modal takes this file")
