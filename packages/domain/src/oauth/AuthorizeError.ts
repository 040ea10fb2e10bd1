/**
 * The errors of an authorization, as data. Errors that redirect back follow RFC 6749 §4.1.2.1; wire-rest.md §5.2 and
 * §5.4 give some of their texts. Form errors, where no redirect is allowed, follow the style of §3.2. The other texts
 * are our choice: docs/choices.md "OAuth2".
 */
import { fault } from "../error/Fault.ts"
import { InvalidForm } from "../error/ServiceError.ts"
import { SCOPE_INVALID } from "./OAuthFault.ts"

export interface Refusal {
  /** The faulty parameter, for errors without a redirect. */
  readonly parameter: string
  readonly error: "invalid_request" | "invalid_scope" | "unsupported_response_type" | "access_denied"
  readonly error_description: string
}

export const invalid = (parameter: string, error_description: string): Refusal => ({
  parameter,
  error: "invalid_request",
  error_description
})

export const repeated = (parameter: string) =>
  invalid(parameter, `The parameter "${parameter}" must not be included more than once.`)

export const tooLong = (parameter: string, max: number) =>
  invalid(parameter, `The parameter "${parameter}" must be ${max} or fewer in length.`)

export const invalidScope: Refusal = { parameter: "scope", error: "invalid_scope", error_description: SCOPE_INVALID }

export const missingScope: Refusal = { ...invalidScope, error_description: 'The parameter "scope" is required.' }

export const botOfUser: Refusal = {
  ...invalidScope,
  error_description: 'The scope "bot" cannot be installed on a user.'
}

export const responseType: Refusal = {
  parameter: "response_type",
  error: "unsupported_response_type",
  error_description: "The response type must be code or token."
}

export const implicitRedirect: Refusal = {
  parameter: "response_type",
  error: "unsupported_response_type",
  error_description: "The response type token needs a redirect_uri that is registered."
}

/** wire-rest.md §5.2. */
export const denied: Refusal = {
  parameter: "authorize",
  error: "access_denied",
  error_description: "The resource owner or authorization server denied the request"
}

const error = (code: string, message: string) => ({ code, message })

export const repeatedParameter = error(
  "OAUTH2_PARAMETER_REPEATED",
  "This parameter must not be included more than once."
)
export const unknownApplication = error("OAUTH2_CLIENT_ID_UNKNOWN", "There is no such application.")
export const redirectNotRegistered = error(
  "OAUTH2_REDIRECT_URI_INVALID",
  "This redirect_uri is not registered for the application."
)
export const noRedirect = error(
  "OAUTH2_REDIRECT_URI_INVALID",
  "A redirect_uri is required: the application has none registered."
)
export const refused = ({ error: code, error_description }: Refusal) =>
  error(`OAUTH2_${code.toUpperCase()}`, error_description)

export const unknownUser = error("OAUTH2_USER_UNKNOWN", "There is no such user.")
export const botUser = error("OAUTH2_USER_BOT", "A bot cannot authorize applications.")
export const unknownGuild = error("OAUTH2_GUILD_UNKNOWN", "There is no such guild.")
export const otherGuild = error("OAUTH2_GUILD_FIXED", "The request does not leave the guild open to choose.")
export const mayNotManage = error("OAUTH2_GUILD_FORBIDDEN", "This user may not manage the guild.")
export const badPermissions = error("OAUTH2_PERMISSIONS_INVALID", "Permissions must be a bit set as a decimal number.")

/** The failure of one field of a decision, or of a parameter where no redirect is allowed. */
export const inForm = (field: string, problem: { readonly code: string; readonly message: string }): InvalidForm =>
  new InvalidForm({ faults: [fault([field], problem)] })
