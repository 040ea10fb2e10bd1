/**
 * The errors of an authorization, as data. Errors that redirect back follow RFC 6749 §4.1.2.1; wire-rest.md §5.2 and
 * §5.4 give some of their texts. Form errors, where no redirect is allowed, follow the style of §3.2. The other texts
 * are our choice: docs/choices.md "OAuth2".
 */
import { fault } from "../error/Fault.ts"
import * as FormError from "../error/FormError.ts"
import { InvalidForm } from "../error/ServiceError.ts"
import { SCOPE_INVALID } from "./OAuthFault.ts"

export interface Refusal {
  /** The faulty parameter, for errors without a redirect. */
  readonly parameter: string
  readonly error: "invalid_request" | "invalid_scope" | "unsupported_response_type" | "access_denied"
  readonly error_description: string
}

const refusal =
  (error: Refusal["error"]) =>
  (parameter: string, error_description: string): Refusal => ({ parameter, error, error_description })

export const invalid = refusal("invalid_request")
const unsupported = refusal("unsupported_response_type")
const badScope = refusal("invalid_scope")

export const repeated = (parameter: string) =>
  invalid(parameter, `The parameter "${parameter}" must not be included more than once.`)
export const tooLong = (parameter: string, max: number) =>
  invalid(parameter, `The parameter "${parameter}" must be ${max} or fewer in length.`)
export const invalidScope = badScope("scope", SCOPE_INVALID)
export const missingScope = badScope("scope", 'The parameter "scope" is required.')
export const botOfUser = badScope("scope", 'The scope "bot" cannot be installed on a user.')
export const responseType = unsupported("response_type", "The response type must be code or token.")
export const implicitRedirect = unsupported(
  "response_type",
  "The response type token needs a redirect_uri that is registered."
)
/** wire-rest.md §5.2. */
export const denied = refusal("access_denied")(
  "authorize",
  "The resource owner or authorization server denied the request"
)

const error = (suffix: string, message: string) => FormError.of(`OAUTH2_${suffix}`, message)

export const repeatedParameter = error("PARAMETER_REPEATED", "This parameter must not be included more than once.")
export const unknownApplication = error("CLIENT_ID_UNKNOWN", "There is no such application.")
export const redirectNotRegistered = error(
  "REDIRECT_URI_INVALID",
  "This redirect_uri is not registered for the application."
)
export const noRedirect = error(
  "REDIRECT_URI_INVALID",
  "A redirect_uri is required: the application has none registered."
)
export const refused = ({ error: code, error_description }: Refusal) => error(code.toUpperCase(), error_description)
export const unknownUser = error("USER_UNKNOWN", "There is no such user.")
export const botUser = error("USER_BOT", "A bot cannot authorize applications.")
export const unknownGuild = error("GUILD_UNKNOWN", "There is no such guild.")
export const otherGuild = error("GUILD_FIXED", "The request does not leave the guild open to choose.")
export const mayNotManage = error("GUILD_FORBIDDEN", "This user may not manage the guild.")
export const badPermissions = error("PERMISSIONS_INVALID", "Permissions must be a bit set as a decimal number.")

/** The failure of one field of a decision, or of a parameter where no redirect is allowed. */
export const inForm = (field: string, problem: FormError.FormError): InvalidForm =>
  new InvalidForm({ faults: [fault([field], problem)] })
