/**
 * How a call of the client object can fail. The tags are the names of the C++ library's `ErrorType`; each failure says
 * whether the same call may succeed later, and after how many seconds at the earliest.
 * Sources: wire-rest.md §3.1, §5.2, §5.4, §7 "ClientResult"; service.md "Errors".
 */
import { Data } from "effect"

/** What the caller gave cannot be sent: nothing was. */
export class ValidationError extends Data.TaggedError("ValidationError")<{
  /** The member that it is about, as the C++ library calls it, such as `ClientId`. */
  readonly field: string
  readonly message: string
}> {
  readonly retryable = false
}

/** The client lacks what the call needs: an application id or a token. Nothing was sent. */
export class ClientNotReady extends Data.TaggedError("ClientNotReady")<{ readonly message: string }> {
  readonly retryable = false
}

/** No answer, none in time, or one that is not the service's. */
export class NetworkError extends Data.TaggedError("NetworkError")<{ readonly message: string }> {
  readonly retryable = true
}

/** The authorization ended without a code that this request may use. */
export class AuthorizationFailed extends Data.TaggedError("AuthorizationFailed")<{
  /** `error`: the redirect says so, declined or refused. Else: the parameter that is not this request's. */
  readonly reason: "error" | "redirect_uri" | "state" | "iss" | "code"
  readonly message: string
  /** Of the redirect, such as `access_denied`. */
  readonly error?: string
  readonly error_description?: string
}> {
  readonly retryable = false
}

/** An error answer of the service. */
export class HttpError extends Data.TaggedError("HTTPError")<{
  readonly status: number
  readonly message: string
  /** JSON code, where the body has one. */
  readonly code?: number
  /** The tree of form errors. */
  readonly errors?: unknown
  /** Of the token endpoint, such as `invalid_grant`. */
  readonly error?: string
  readonly error_description?: string
  /** Seconds to wait; with a 429. */
  readonly retryAfter?: number
}> {
  /**
   * True for rate limits and server failures, which can pass; other errors would repeat. Our choice: docs/choices.md
   * "OAuth2".
   */
  get retryable(): boolean {
    return this.status === 429 || this.status >= 500
  }
}

export type ClientFailure = ValidationError | ClientNotReady | NetworkError | AuthorizationFailed | HttpError
