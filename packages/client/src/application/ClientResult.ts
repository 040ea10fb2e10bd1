/** The result that the C++ library passes to every callback: a value in place of a failure. Source: wire-rest.md §7. */
import { Effect } from "effect"
import type { ClientFailure, HttpError } from "./ClientFailure.ts"

export type ClientResult<A> =
  | { readonly successful: true; readonly value: A }
  | {
      readonly successful: false
      /** The C++ library's name for the kind of error. */
      readonly type: ClientFailure["_tag"]
      readonly error: string
      /** JSON error code of the service's answer; 0 without one. */
      readonly errorCode: number
      /** HTTP status; 0 without an answer. */
      readonly status: number
      readonly retryable: boolean
      /** Seconds; 0 when the service named none. */
      readonly retryAfter: number
      readonly failure: ClientFailure
    }

/** Turns a call into one that never fails: the result holds the outcome. */
export const resultOf = <A, R>(call: Effect.Effect<A, ClientFailure, R>): Effect.Effect<ClientResult<A>, never, R> =>
  Effect.match(call, {
    onSuccess: (value): ClientResult<A> => ({ successful: true, value }),
    onFailure: (failure): ClientResult<A> => {
      const { _tag: type, message: error, retryable } = failure
      const { code = 0, status = 0, retryAfter = 0 }: Partial<HttpError> = type === "HTTPError" ? failure : {}
      return { successful: false, type, error, errorCode: code, status, retryable, retryAfter, failure }
    }
  })
