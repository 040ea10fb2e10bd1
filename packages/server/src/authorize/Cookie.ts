/** The sign-in cookie. Its name contains the port, because browsers share cookies between the ports of a host. */
import { HttpServerResponse } from "effect/http"
import type { Answer } from "../http/Answer.ts"
import type { Call } from "../http/Route.ts"

export const read = (call: Call): string | undefined => {
  const wanted = nameOf(call)
  for (const pair of (call.request.headers["cookie"] ?? "").split(";")) {
    const [name, value] = pair.split("=", 2)
    if (name?.trim() === wanted) return value?.trim()
  }
  return undefined
}

/** Sets a session cookie; the service clock may end the sign-in earlier. */
export const give = (call: Call, answer: Answer, cookie: string): Answer =>
  HttpServerResponse.setHeader(answer, "set-cookie", `${nameOf(call)}=${cookie}; ${ATTRIBUTES}`)

export const take = (call: Call, answer: Answer): Answer =>
  HttpServerResponse.setHeader(answer, "set-cookie", `${nameOf(call)}=; Max-Age=0; ${ATTRIBUTES}`)

const ATTRIBUTES = "Path=/oauth2; HttpOnly; SameSite=Lax"

const nameOf = (call: Call): string => {
  const port = /:(\d{1,5})$/.exec(call.request.headers["host"] ?? "")?.[1] ?? "80"
  return `backlot_sign_in_${port}`
}
