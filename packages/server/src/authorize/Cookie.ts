/** The sign-in cookie. Its name contains the port, because browsers share cookies between the ports of a host. */
import { HttpServerResponse } from "effect/http"
import type { Answer } from "../http/Answer.ts"
import type { Call } from "../http/Route.ts"

export const read = (call: Call): string | undefined => call.request.cookies[nameOf(call)]

/** Sets a session cookie; the service clock may end the sign-in earlier. */
export const give = (call: Call, answer: Answer, cookie: string): Answer =>
  HttpServerResponse.setCookieUnsafe(answer, nameOf(call), cookie, OPTIONS)

export const take = (call: Call, answer: Answer): Answer =>
  HttpServerResponse.setCookieUnsafe(answer, nameOf(call), "", { ...OPTIONS, maxAge: 0 })

const OPTIONS = { path: "/oauth2", httpOnly: true, sameSite: "lax" } as const

const nameOf = (call: Call): string => {
  const port = /:(\d{1,5})$/.exec(call.request.headers["host"] ?? "")?.[1] ?? "80"
  return `backlot_sign_in_${port}`
}
