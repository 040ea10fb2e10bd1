/** What every step of an authorization starts from: the query of the request, and who this server is. */
import { type AuthorizeSettings, authorizedPage, type Parameters } from "@backlot/domain/oauth/AuthorizeRequest"
import { Effect } from "effect"
import { Addresses } from "../boot/Addresses.ts"
import { ServerSettings } from "../boot/ServerSettings.ts"
import type { Call } from "../http/Route.ts"

export const PAGE = "/oauth2/authorize"

/** The text behind the question mark, as it came: consent is bound to it. */
export const queryOf = ({ request: { url } }: Call): string => {
  const mark = url.indexOf("?")
  return mark < 0 ? "" : url.slice(mark + 1)
}

export const parametersOf = (call: Call): Parameters => [...new URLSearchParams(queryOf(call))]

/** The page about the same request. */
export const pageOf = (call: Call): string => `${PAGE}?${queryOf(call)}`

/**
 * Where a browser goes on. To the page on which an installation ends, by its path: a person may know this server by
 * another name than the one that it gives itself.
 */
export const onward = (location: string): Effect.Effect<string, never, Addresses> =>
  Effect.map(Addresses, ({ url }) => (location.startsWith(authorizedPage(url)) ? location.slice(url.length) : location))

export const settings: Effect.Effect<AuthorizeSettings, never, Addresses | ServerSettings> = Effect.gen(function* () {
  const { url } = yield* Addresses
  const { service_prefix } = yield* ServerSettings
  return { issuer: url, service_prefix }
})
