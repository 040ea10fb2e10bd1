/** Modals as responses describe them, and the field of each kind that can stand in a label. */
import { formatPath } from "../../src/error/Fault.ts"
import { type ModalObject, readModal } from "../../src/interaction/Modal.ts"

/** A modal of these components. */
export const modal = (...components: ReadonlyArray<unknown>) => ({ custom_id: "survey", title: "Survey", components })

export const label = (component: unknown, more: object = {}) => ({ type: 18, label: "Which?", component, ...more })
export const row = (...components: ReadonlyArray<unknown>) => ({ type: 1, components })
export const text = (more: object = {}) => ({ type: 4, custom_id: "t", style: 1, ...more })

const option = (value: string) => ({ label: value.toUpperCase(), value })
export const OPTIONS = ["a", "b", "c"].map(option)

/** One of each kind, under the name of its kind. */
export const FIELDS = {
  text: { type: 4, custom_id: "text", style: 2 },
  string_select: { type: 3, custom_id: "string_select", options: OPTIONS, max_values: 2 },
  user_select: { type: 5, custom_id: "user_select", max_values: 2 },
  role_select: { type: 6, custom_id: "role_select" },
  mentionable_select: { type: 7, custom_id: "mentionable_select", max_values: 2 },
  channel_select: { type: 8, custom_id: "channel_select", channel_types: [0] },
  files: { type: 19, custom_id: "files", max_values: 2 },
  radio: { type: 21, custom_id: "radio", options: OPTIONS },
  checkboxes: { type: 22, custom_id: "checkboxes", options: OPTIONS },
  checkbox: { type: 23, custom_id: "checkbox" }
} as const

/** `place: code` of each fault. */
export const faultsOf = (data: unknown): ReadonlyArray<string> =>
  readModal(data).faults.map(({ path, code }) => `${formatPath(path)}: ${code}`)

/** A modal without faults, as its user sees it. */
export const shown = (data: unknown): ModalObject => {
  const { modal, faults } = readModal(data)
  if (faults.length > 0) throw new Error(faultsOf(data).join("\n"))
  return modal
}
