/** What the store keeps of authorizations beside tokens, each until it expires. */
import type { Snowflake } from "@backlot/domain/base/Snowflake"

/** The consent of a user, until an application exchanges the code for tokens. */
export interface AuthorizationCode {
  /** SHA-256 of the code, 64 hex digits: the family of the tokens that it gives. */
  readonly code_hash: string
  readonly application_id: Snowflake
  readonly user_id: Snowflake
  readonly scopes: ReadonlyArray<string>
  /** Where the code was sent; whether the request named it or left it to the first registered URI. */
  readonly redirect_uri: string
  readonly redirect_given: boolean
  /** S256, base64url. */
  readonly code_challenge?: string
  readonly nonce?: string
  /** The guild in which this consent installed the application. */
  readonly guild_id?: Snowflake
  /** Milliseconds since the Unix epoch of the wall clock, for ID tokens (decision 45). */
  readonly auth_time_ms: number
  /** Milliseconds of the service clock. */
  readonly expires_at: number
  /** A used code stays until it expires: a second use ends its tokens. */
  readonly used?: true
}

/** A refresh token that was used: a second use ends the tokens of its family (RFC 9700 §4.14.2). */
export interface SpentToken {
  readonly token_hash: string
  readonly application_id: Snowflake
  readonly family: string
  /** Milliseconds of the service clock. */
  readonly expires_at: number
}

/** A browser in which a user signed in. */
export interface SignIn {
  /** SHA-256 of the cookie. */
  readonly cookie_hash: string
  readonly user_id: Snowflake
  /** Milliseconds of the service clock. */
  readonly expires_at: number
}

/** A page of consent: the request that it was for, and the browser that got it. */
export interface Consent {
  /** SHA-256 of the nonce on the page. */
  readonly nonce_hash: string
  readonly cookie_hash: string
  /** SHA-256 of the query of the page. */
  readonly query_hash: string
  /** Milliseconds of the service clock. */
  readonly expires_at: number
}
