/** The query and the sign-in cookie of an authorize request, and the settings that judge it. */
import { type AuthorizeSettings, authorizedPage, type Parameters } from "@backlot/domain/oauth/AuthorizeRequest"
import { Effect } from "effect"
import { Cookies } from "effect/http"
import { Addresses, ServerSettings } from "../boot/ServerContext.ts"
import { type Answer, withCookie } from "../http/Answer.ts"
import { isOwnOrigin } from "../http/Edge.ts"
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

/** The target of a redirect; only the path of the last page, because the person may use another host name. */
export const onward = (location: string): Effect.Effect<string, never, Addresses> =>
  Effect.map(Addresses, ({ url }) => (location.startsWith(authorizedPage(url)) ? location.slice(url.length) : location))

export const settings = Effect.gen(function* () {
  const { url } = yield* Addresses
  const { service_prefix } = yield* ServerSettings
  return { issuer: url, service_prefix } satisfies AuthorizeSettings
})

/** Whether a form comes from a page of this server. Programs send none of these headers, and have no cookie to misuse. */
export const isOwnPage = (call: Call) =>
  Effect.map(ServerSettings, ({ hosts }) => {
    const { origin, host, "sec-fetch-site": site } = call.request.headers
    if (site !== undefined && site !== "same-origin") return false
    return origin === undefined || isOwnOrigin(origin, host, hosts)
  })

/** The sign-in cookie. Its name contains the port, because browsers share cookies between the ports of a host. */
export const readCookie = (call: Call): string | undefined =>
  Cookies.parseHeader(call.request.headers["cookie"] ?? "")[nameOf(call)]

/** Sets a session cookie; the service clock may end the sign-in earlier. */
export const giveCookie = (call: Call, answer: Answer, cookie: string): Answer =>
  withCookie(answer, Cookies.serializeCookie(Cookies.makeCookieUnsafe(nameOf(call), cookie, OPTIONS)))

export const takeCookie = (call: Call, answer: Answer): Answer =>
  withCookie(answer, Cookies.serializeCookie(Cookies.makeCookieUnsafe(nameOf(call), "", { ...OPTIONS, maxAge: 0 })))

const OPTIONS = { path: "/oauth2", httpOnly: true, sameSite: "lax" } as const

const nameOf = (call: Call): string => {
  const port = /:(\d{1,5})$/.exec(call.request.headers["host"] ?? "")?.[1] ?? "80"
  return `backlot_sign_in_${port}`
}
