/**
 * Every refusal of the token endpoint and its relatives. Their bodies are OAuth errors, without the platform's `code`.
 * Sources: wire-rest.md §5.4; RFC 6749 §5.2. Texts that §5.4 does not give follow its style. Our choice:
 * docs/choices.md "OAuth2".
 */
import { Data } from "effect"

interface Refusal {
  readonly status: 400 | 401
  readonly error: "invalid_client" | "invalid_grant" | "invalid_request" | "invalid_scope" | "unsupported_grant_type"
  readonly error_description?: string
}

export class OAuthFault extends Data.TaggedError("OAuthFault")<Refusal> {}

export const bodyOf = ({ error, error_description }: OAuthFault) =>
  error_description === undefined ? { error } : { error, error_description }

/** For the token endpoint and the authorize address (wire-rest.md §5.4). */
export const SCOPE_INVALID = "The requested scope is invalid, unknown, or malformed."

const REFUSALS = {
  grant_type: { error: "unsupported_grant_type" },
  scope: { error: "invalid_scope", error_description: SCOPE_INVALID },
  code: { error: "invalid_grant", error_description: 'Invalid "code" in request.' },
  // Without a full stop, as on the platform.
  refresh_token: { error: "invalid_grant", error_description: 'Invalid "refresh_token" in request' },
  redirect_uri: { error: "invalid_grant", error_description: 'Invalid "redirect_uri" in request.' },
  code_verifier: { error: "invalid_grant", error_description: 'Invalid "code_verifier" in request.' },
  repeated: { error: "invalid_request", error_description: "A parameter stands more than once in request." }
} as const satisfies Readonly<Record<string, Omit<Refusal, "status">>>

/** The refusal of an invalid value. */
export const invalid = (what: keyof typeof REFUSALS | "client"): OAuthFault =>
  new OAuthFault(what === "client" ? { status: 401, error: "invalid_client" } : { status: 400, ...REFUSALS[what] })

/** The refusal of a request without this parameter. */
export const missing = (parameter: "code" | "code_verifier" | "redirect_uri" | "refresh_token" | "token"): OAuthFault =>
  new OAuthFault({ status: 400, error: "invalid_request", error_description: `Missing "${parameter}" in request.` })
