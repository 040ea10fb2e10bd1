/** How playing a user can fail. Source: product.md "Control plane" (errors); wire-interactions.md §5.8. */
import { toErrorTree } from "@backlot/domain/error/Fault"
import type { Refusal, StepDecision } from "@backlot/domain/permission/Evaluate"
import type { ApplicationCommand } from "@backlot/domain/record/ApplicationCommand"
import type { UseFaults } from "@backlot/domain/typing/UseReading"
import { Data } from "effect"

/** Refused before delivery, by this client or by the service: no interaction was made, and the app received nothing. */
export class UseRefused extends Data.TaggedError("UseRefused")<{
  readonly reason: Refusal | "stale" | "options"
  /** Every fault, in one line for a person. */
  readonly message: string
  /** The same without the words that it is a refusal. */
  readonly because: string
  readonly code: number
  /** The tree of faults: of `options`, `text` or `attachments`, else of `data`. */
  readonly errors: unknown
  /** Every step of the evaluation, if the service reached one. */
  readonly decisions?: ReadonlyArray<StepDecision>
  /** The current command, if the sent version was stale. */
  readonly command?: ApplicationCommand
  /** Who refused it. */
  readonly by: "client" | "service"
}> {}

/** Any other error answer: an unknown user, a hidden channel, a wrong control token, a malformed request. */
export class ControlRefused extends Data.TaggedError("ControlRefused")<{
  readonly status: number
  readonly code: number
  readonly message: string
  readonly errors?: unknown
}> {}

/** No answer, a late answer, or one that is not from a control plane. */
export class ControlUnreachable extends Data.TaggedError("ControlUnreachable")<{ readonly message: string }> {}

export type ControlFailure = ControlRefused | ControlUnreachable
export type UseFailure = UseRefused | ControlFailure

/** A refusal by this client, in the words of the service. */
export const refusedHere = ({ reason, because, faults }: UseFaults): UseRefused =>
  new UseRefused({
    reason,
    message: `Refused before delivery (${reason}): ${because}`,
    because,
    code: INVALID_FORM,
    errors: toErrorTree(faults),
    by: "client"
  })

const INVALID_FORM = 50035
