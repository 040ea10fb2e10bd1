/**
 * The failures of a call of the client object. The tags are the names of the C++ library's `ErrorType`; each failure
 * reports whether the same call may succeed later, and after how many seconds at the earliest. Sources: wire-rest.md
 * §3.1, §5.2, §5.4, §7 "ClientResult"; service.md "Errors".
 */
import { Data } from "effect"

/** An argument is invalid. Nothing was sent. */
export class ValidationError extends Data.TaggedError("ValidationError")<{
  /** The faulty member, named as in the C++ library, such as `ClientId`. */
  readonly field: string
  readonly message: string
}> {
  readonly retryable = false
}

/** The client lacks what the call needs: an application id or a token. Nothing was sent. */
export class ClientNotReady extends Data.TaggedError("ClientNotReady")<{ readonly message: string }> {
  readonly retryable = false
}

/** No answer, none in time, or an answer that does not come from the service. */
export class NetworkError extends Data.TaggedError("NetworkError")<{ readonly message: string }> {
  readonly retryable = true
}

/** The authorization ended without a code that this request may use. */
export class AuthorizationFailed extends Data.TaggedError("AuthorizationFailed")<{
  /** `error`: the user declined or the service refused. Others: the parameter that does not match. */
  readonly reason: "error" | "redirect_uri" | "state" | "iss" | "code"
  readonly message: string
  /** The error of the redirect, such as `access_denied`. */
  readonly error?: string
  readonly error_description?: string
}> {
  readonly retryable = false
}

export class HttpError extends Data.TaggedError("HTTPError")<{
  readonly status: number
  readonly message: string
  /** JSON error code, when the body has one. */
  readonly code?: number
  /** The tree of form errors. */
  readonly errors?: unknown
  /** The error of the token endpoint, such as `invalid_grant`. */
  readonly error?: string
  readonly error_description?: string
  /** Seconds to wait, on a 429. */
  readonly retryAfter?: number
}> {
  /** Rate limits and server failures can pass. Our choice: docs/choices.md "OAuth2". */
  get retryable(): boolean {
    return this.status === 429 || this.status >= 500
  }
}

export type ClientFailure = ValidationError | ClientNotReady | NetworkError | AuthorizationFailed | HttpError
