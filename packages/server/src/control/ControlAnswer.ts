/** Errors of the control plane: `{message, code, reason?, because?, errors?, decisions?}` (product.md "Control plane"). */
import type { PlacedFault } from "@backlot/document/PlacedFault"
import { http } from "@backlot/domain/base/Limits"
import { describeFaults, type Fault, fault, toErrorTree } from "@backlot/domain/error/Fault"
import type { ServiceError } from "@backlot/domain/error/ServiceError"
import { bodyOf, statusOf } from "@backlot/protocol/error/ErrorBody"
import type { RefusalReason, UseRefused } from "@backlot/usecases/command/CommandChoice"
import { Data } from "effect"
import * as Answer from "../http/Answer.ts"
import type { AppsBusy } from "./ClockFollowers.ts"

const refused = ({ reason, because, faults, command, decisions }: UseRefused): Answer.Answer => {
  const { status, code } = REFUSALS[reason]
  const own = faults.length > 0 ? faults : [fault(["data"], { code, message: because })]
  return Answer.json(status, {
    message: `Refused before delivery (${reason}): ${because}`,
    code: 50035,
    reason,
    because,
    errors: toErrorTree(own),
    ...(decisions === undefined ? {} : { decisions }),
    // A client with an outdated copy continues with this command.
    ...(reason === "stale" && command !== undefined ? { command } : {})
  })
}

/** The faults of a refused world with their places in the request's text, in the order of the text. */
export class WorldRefused extends Data.TaggedError("WorldRefused")<{
  readonly faults: ReadonlyArray<PlacedFault>
}> {}

/** Lists the first `Limits.http.faults`; `error_count` counts all. Our choice: docs/choices.md "Control plane". */
const worldRefused = ({ faults }: WorldRefused): Answer.Answer =>
  Answer.json(400, {
    message: "This world breaks rules; nothing was changed.",
    code: 50035,
    errors: faults.slice(0, http.faults),
    error_count: faults.length
  })

export type ControlError = ServiceError | WorldRefused | UseRefused | AppsBusy

/** The codes that the platform sends to its own client (wire-interactions.md §5.8). */
const REFUSALS: Readonly<Record<RefusalReason, { readonly status: number; readonly code: string }>> = {
  unknown: { status: 404, code: "INTERACTION_APPLICATION_COMMAND_INVALID" },
  invisible: { status: 403, code: "INTERACTION_APPLICATION_COMMAND_INVALID" },
  context: { status: 403, code: "INTERACTION_APPLICATION_COMMAND_INVALID" },
  permission: { status: 403, code: "INTERACTION_APPLICATION_COMMAND_INVALID_PERMISSIONS" },
  stale: { status: 409, code: "INTERACTION_APPLICATION_COMMAND_INVALID_VERSION" },
  options: { status: 400, code: "INTERACTION_APPLICATION_COMMAND_INVALID_OPTIONS" }
}

export const failure = (error: ControlError): Answer.Answer => {
  switch (error._tag) {
    case "WorldRefused":
      return worldRefused(error)
    case "UseRefused":
      return refused(error)
    case "AppsBusy":
      return Answer.json(409, { message: `An app that follows the clock is not idle: ${error.because}`, code: 0 })
    case "InvalidForm":
      return Answer.json(400, {
        message: formMessage(error.faults),
        code: 50035,
        errors: toErrorTree(error.faults)
      })
    case "MissingAccess":
    case "MissingPermissions":
    case "SlowedDown":
      return Answer.json(statusOf(error), { ...bodyOf(error), because: error.because })
    default:
      return Answer.json(statusOf(error), bodyOf(error))
  }
}

/** A single fault of the whole request needs no place: a DELETE has no body. */
const formMessage = (faults: ReadonlyArray<Fault>): string => {
  const [first, ...more] = faults
  return first?.path.length === 0 && more.length === 0 ? first.message : describeFaults(faults)
}
