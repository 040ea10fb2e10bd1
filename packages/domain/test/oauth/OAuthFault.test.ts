import { describe, expect, it } from "vitest"
import { bodyOf, invalid, missing } from "../../src/oauth/OAuthFault.ts"

/** wire-rest.md §5.4, to the letter. */
const WIRE = [
  ["bad client id or secret", "client", 401, { error: "invalid_client" }],
  [
    "bad, used or expired code",
    "code",
    400,
    { error: "invalid_grant", error_description: 'Invalid "code" in request.' }
  ],
  [
    "bad refresh token",
    "refresh_token",
    400,
    { error: "invalid_grant", error_description: 'Invalid "refresh_token" in request' }
  ],
  [
    "scope missing or unknown",
    "scope",
    400,
    { error: "invalid_scope", error_description: "The requested scope is invalid, unknown, or malformed." }
  ],
  ["no or unknown grant type", "grant_type", 400, { error: "unsupported_grant_type" }]
] as const

describe("an OAuth fault", () => {
  it.each(WIRE)("for a %s is what the platform answers", (_, what, status, body) => {
    const fault = invalid(what)
    expect(fault.status).toBe(status)
    expect(bodyOf(fault)).toEqual(body)
  })

  it("for a parameter that is not there names it", () => {
    expect(bodyOf(missing("redirect_uri"))).toEqual({
      error: "invalid_request",
      error_description: 'Missing "redirect_uri" in request.'
    })
  })
})
