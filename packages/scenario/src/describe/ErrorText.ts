/** The message of an error answer with its faults, in one line. Source: wire-rest.md §4 (errors). */

/** Undefined if the body has no message. */
export const errorText = (body: unknown): string | undefined => {
  if (!isRecord(body)) return undefined
  const { message, errors, error, error_description } = body
  // The form of the token endpoint.
  if (typeof error === "string") return [error, error_description].filter((part) => part !== undefined).join(": ")
  if (typeof message !== "string") return undefined
  const faults = faultsIn(errors, "")
  // The message of the control plane includes its faults.
  return faults.length === 0 || faults.some((fault) => message.includes(fault.message))
    ? message
    : `${message} (${faults.map(({ path, message: said }) => (path === "" ? said : `${path}: ${said}`)).join("; ")})`
}

interface Told {
  readonly path: string
  readonly message: string
}

/** The most faults that are shown. */
const TOLD = 5

const faultsIn = (errors: unknown, path: string): ReadonlyArray<Told> => {
  if (!isRecord(errors)) return []
  return Object.entries(errors)
    .flatMap(([key, value]) => {
      if (key !== "_errors") return faultsIn(value, path === "" ? key : `${path}.${key}`)
      return Array.isArray(value) ? value.map((one) => ({ path, message: messageOf(one) })) : []
    })
    .slice(0, TOLD)
}

const messageOf = (value: unknown): string => (isRecord(value) ? String(value["message"] ?? "") : String(value))

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)
