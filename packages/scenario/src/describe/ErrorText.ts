/** The message of an error answer with its faults, in one line. Source: wire-rest.md §4 (errors). */
import { isObject } from "../Fields.ts"

/** Undefined if the body has no message. */
export const errorText = (body: unknown): string | undefined => {
  if (!isObject(body)) return undefined
  const { message, errors, error, error_description } = body
  // The form of the token endpoint.
  if (typeof error === "string") return [error, error_description].filter((part) => part !== undefined).join(": ")
  if (typeof message !== "string") return undefined
  const faults = faultsIn(errors, "")
  // The message of the control plane includes its faults.
  if (faults.length === 0 || faults.some((fault) => message.includes(fault.message))) return message
  return `${message} (${faults.map(({ path, message }) => (path === "" ? message : `${path}: ${message}`)).join("; ")})`
}

const SHOWN = 5

const faultsIn = (errors: unknown, path: string): ReadonlyArray<{ readonly path: string; readonly message: string }> =>
  Object.entries(isObject(errors) ? errors : {})
    .flatMap(([key, value]) => {
      if (key !== "_errors") return faultsIn(value, path === "" ? key : `${path}.${key}`)
      return Array.isArray(value) ? value.map((one) => ({ path, message: messageOf(one) })) : []
    })
    .slice(0, SHOWN)

const messageOf = (value: unknown): string => (isObject(value) ? String(value["message"] ?? "") : String(value))
