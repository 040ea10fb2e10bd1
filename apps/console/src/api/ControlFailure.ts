/** A refusal by the control plane: `{message, code, reason?, because?, errors?, decisions?, command?}`. */
import type { ControlError } from "@backlot/protocol/control/ControlError"

export type FailureBody = Partial<typeof ControlError.Type>

export class ControlFailure extends Error {
  readonly status: number
  readonly body: FailureBody

  constructor(status: number, body: FailureBody) {
    super(body.message ?? `The server answered ${status}`)
    this.name = "ControlFailure"
    this.status = status
    this.body = body
  }

  /** Whether the server wants the control token. */
  get needsToken(): boolean {
    return this.status === 401
  }
}

/** One sentence for people. */
export const sentenceOf = (error: unknown): string => {
  if (error instanceof ControlFailure) return error.body.because ?? withFault(error.message, error.body.errors)
  return error instanceof Error ? error.message : String(error)
}

/** `Invalid Form Body: name: This field is required`. */
const withFault = (message: string, errors: unknown): string => {
  const found = firstFault(errors, "")
  return found === undefined ? message : `${message}: ${found}`
}

const firstFault = (node: unknown, path: string): string | undefined => {
  if (typeof node !== "object" || node === null || Array.isArray(node)) return undefined
  for (const [name, value] of Object.entries(node)) {
    if (name === "_errors" && Array.isArray(value)) {
      const text = String((value[0] as { readonly message?: unknown } | undefined)?.message)
      return path === "" ? text : `${path}: ${text}`
    }
    const inner = firstFault(value, path === "" ? name : `${path}.${name}`)
    if (inner !== undefined) return inner
  }
  return undefined
}
