/** What the C++ library hands to every callback, for callers who prefer a value to a failure. Source: wire-rest.md §7. */
import { Effect } from "effect"
import type { ClientFailure } from "./ClientFailure.ts"

export type ClientResult<A> =
  | { readonly successful: true; readonly value: A }
  | {
      readonly successful: false
      /** The C++ library's name of the kind of error. */
      readonly type: ClientFailure["_tag"]
      /** In words. */
      readonly error: string
      /** JSON code of the service's answer; 0 without one. */
      readonly errorCode: number
      /** HTTP status; 0 where there was no answer. */
      readonly status: number
      readonly retryable: boolean
      /** Seconds; 0 when the service named none. */
      readonly retryAfter: number
      readonly failure: ClientFailure
    }

/** Never fails: how it ended stands in the result. */
export const resultOf = <A, R>(call: Effect.Effect<A, ClientFailure, R>): Effect.Effect<ClientResult<A>, never, R> =>
  Effect.match(call, {
    onSuccess: (value): ClientResult<A> => ({ successful: true, value }),
    onFailure: (failure): ClientResult<A> => ({
      successful: false,
      type: failure._tag,
      error: failure.message,
      errorCode: failure._tag === "HTTPError" ? (failure.code ?? 0) : 0,
      status: failure._tag === "HTTPError" ? failure.status : 0,
      retryable: failure.retryable,
      retryAfter: failure._tag === "HTTPError" ? (failure.retryAfter ?? 0) : 0,
      failure
    })
  })
