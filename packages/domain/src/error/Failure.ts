/** What makes the class of an expected failure. */
import { Data } from "effect"

export interface WireError {
  readonly status: number
  /** 0 when the platform has none. */
  readonly code: number
  readonly message: string
}

const WIRE = Symbol("wire")

/** A class of failures with its HTTP status, JSON code and text. */
export const failure = <const Tag extends string>(
  tag: Tag,
  status: number,
  code: number,
  message: string | ((error: never) => string)
) => {
  const base = Data.TaggedError(tag)
  Object.defineProperty(base.prototype, WIRE, {
    get(this: never): WireError {
      return { status, code, message: typeof message === "string" ? message : message(this) }
    }
  })
  return base
}

/** Status, code and text of a failure. */
export const wireOf = (error: InstanceType<ReturnType<typeof failure>>): WireError => Reflect.get(error, WIRE)
