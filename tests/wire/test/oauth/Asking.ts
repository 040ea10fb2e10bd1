/** Requests to the authorization endpoint as a hostile page, application or script would send them. */
import { Effect } from "effect"
import { ask, BOB, type Fields, REDIRECT, SHOP, start } from "./Authorizing.ts"

export const LOOPBACK = "http://127.0.0.1/callback"
export const ASKED = { client_id: SHOP, response_type: "code", redirect_uri: REDIRECT, scope: "identify" }
export const YES = { user_id: BOB, authorize: true }

/** A service whose application has registered a loopback redirect URI besides the other. */
export const open = Effect.gen(function* () {
  const { url, json, ...hands } = yield* start()
  yield* json(`/control/v1/applications/${SHOP}`, { redirect_uris: [REDIRECT, LOOPBACK] }, "PATCH")
  const page = (query: string) => ask(`${url}/oauth2/authorize?${query}`, { redirect: "manual" })
  const told = (query: string) => ask(`${url}/api/oauth2/authorize?${query}`)
  const decide = (query: string, decision: object = YES) => json(`/api/v10/oauth2/authorize?${query}`, decision)
  return { url, json, page, told, decide, ...hands }
})

export const query = (changes: Fields = {}) => String(new URLSearchParams({ ...ASKED, ...changes }))
