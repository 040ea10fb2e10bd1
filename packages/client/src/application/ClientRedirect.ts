/** Redirect URIs. Sources: service.md "Authorization arguments"; wire-rest.md §5.2; RFC 6749 §4.1.2; RFC 9207. */
import { Result } from "effect"
import { AuthorizationFailed } from "./ClientFailure.ts"

/** The redirect URI of desktop applications, as registered; for a loopback address any port matches (decision 42). */
export const DESKTOP_REDIRECT_URI = "http://127.0.0.1/callback"

export interface RedirectSettings {
  /** Prefix of the standard scheme; default `discord` (decision 43). */
  readonly service_prefix?: string | undefined
  /**
   * Replaces the standard scheme by a redirect URI that the application has registered, such as `DESKTOP_REDIRECT_URI`.
   */
  readonly redirect_uri?: string | undefined
}

/** In this order: the custom scheme of the arguments, the address of the settings, the service's standard form. */
export const redirectUriOf = (
  applicationId: bigint,
  customScheme: string | undefined,
  { service_prefix = "discord", redirect_uri }: RedirectSettings
): string => {
  if (customScheme !== undefined) return `${customScheme}:/authorize/callback`
  return redirect_uri ?? `${service_prefix}-${applicationId}:/authorize/callback`
}

/** The code in a redirect, after checking that the redirect answers this request. */
export const codeOf = (
  location: string,
  { redirectUri, state, issuer }: Readonly<Record<"redirectUri" | "state" | "issuer", string>>
): Result.Result<string, AuthorizationFailed> => {
  const parameters = parametersOf(location, redirectUri)
  // The message omits the parameters: it must not show a code.
  if (parameters === undefined)
    return mismatch("redirect_uri", `${redirectUri} with single parameters`, baseOf(location))
  if (parameters.get("state") !== state) return mismatch("state", "the state of the request", parameters.get("state"))
  if (parameters.get("iss") !== issuer)
    return mismatch(
      "iss",
      `${issuer} (what the server calls itself must be the client's url, or its issuer)`,
      parameters.get("iss")
    )
  const error = parameters.get("error")
  if (error !== undefined) return Result.fail(refusedBy(error, parameters.get("error_description")))
  const code = parameters.get("code")
  return code === undefined || code === "" ? mismatch("code", "a code", code) : Result.succeed(code)
}

/** The parameters that the service added; undefined when the URI differs or one is repeated (RFC 6749 §3.1). */
const parametersOf = (location: string, redirectUri: string): ReadonlyMap<string, string> | undefined => {
  const start = `${redirectUri}${redirectUri.includes("?") ? (/[?&]$/.test(redirectUri) ? "" : "&") : "?"}`
  if (!location.startsWith(start)) return undefined
  const [query = ""] = location.slice(start.length).split("#")
  const pairs = query.split("&").map((pair) => {
    const [name = "", ...value] = pair.split("=")
    return [decoded(name), decoded(value.join("="))] as const
  })
  const parameters = new Map(pairs)
  return parameters.size === pairs.length ? parameters : undefined
}

const baseOf = (location: string): string => /^[^?#]*/.exec(location)?.[0] ?? ""

/** Decodes a form-encoded text. Malformed text stays unchanged and matches no expected value. */
const decoded = (text: string): string =>
  Result.getOrElse(
    Result.try(() => decodeURIComponent(text.replaceAll("+", " "))),
    () => text
  )

const mismatch = (reason: Exclude<AuthorizationFailed["reason"], "error">, expected: string, found?: string) =>
  Result.fail(
    new AuthorizationFailed({
      reason,
      message: `The redirect does not answer this request: its ${reason} is ${found ?? "absent"}, expected ${expected}.`
    })
  )

const refusedBy = (error: string, error_description: string | undefined) =>
  new AuthorizationFailed({
    reason: "error",
    error,
    message: error_description === undefined ? error : `${error}: ${error_description}`,
    ...(error_description === undefined ? {} : { error_description })
  })
