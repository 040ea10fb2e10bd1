/** The query of an authorize request, and the settings that judge it. */
import { type AuthorizeSettings, authorizedPage, type Parameters } from "@backlot/domain/oauth/AuthorizeRequest"
import { Effect } from "effect"
import { Addresses } from "../boot/Addresses.ts"
import { ServerSettings } from "../boot/ServerSettings.ts"
import type { Call } from "../http/Route.ts"

export const PAGE = "/oauth2/authorize"

/** The raw text after the question mark. A consent is bound to it. */
export const queryOf = ({ request: { url } }: Call): string => {
  const mark = url.indexOf("?")
  return mark < 0 ? "" : url.slice(mark + 1)
}

export const parametersOf = (call: Call): Parameters => [...new URLSearchParams(queryOf(call))]

/** The authorize page of the same request. */
export const pageOf = (call: Call): string => `${PAGE}?${queryOf(call)}`

/**
 * The target of a redirect. The last page of an installation is given by its path, because the person may use another
 * host name for this server.
 */
export const onward = (location: string): Effect.Effect<string, never, Addresses> =>
  Effect.map(Addresses, ({ url }) => (location.startsWith(authorizedPage(url)) ? location.slice(url.length) : location))

export const settings: Effect.Effect<AuthorizeSettings, never, Addresses | ServerSettings> = Effect.gen(function* () {
  const { url } = yield* Addresses
  const { service_prefix } = yield* ServerSettings
  return { issuer: url, service_prefix }
})
