/** A call of a tool that is answered with an error, which the model reads. */
import { Data } from "effect"

/** The user was refused, the app failed, or something cannot be done. `value` fits the output schema. */
export class ToolRefused extends Data.TaggedError("ToolRefused")<{
  readonly message: string
  readonly value?: object | undefined
}> {}
