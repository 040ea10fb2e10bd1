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
  if (error instanceof ControlFailure) return error.body.because ?? error.message
  return error instanceof Error ? error.message : String(error)
}
