/**
 * Who may speak to the control plane: no foreign origin, and the control token where one is set.
 * Source: product.md "Surfaces of one server".
 */
import { Secrets } from "@backlot/ports/Secrets"
import { Effect } from "effect"
import * as Answer from "../http/Answer.ts"
import { hostName } from "../http/Edge.ts"
import { authorization, type Call } from "../http/Route.ts"
import { ServerSettings } from "../ServerSettings.ts"

/** The refusal of a call, or `undefined` when it may pass; `what` it is that needs the token, for people. */
export const refusal = Effect.fnUntraced(function* (call: Call, what = "The control plane") {
  const origin = call.request.headers["origin"]
  const { control_token, hosts } = yield* ServerSettings
  if (origin !== undefined && !isOwnOrigin(origin, call.request.headers["host"], hosts)) return foreignOrigin
  if (control_token === undefined) return undefined
  const { equal } = yield* Secrets
  const given = /^Bearer (.+)$/.exec(authorization(call) ?? "")?.[1]
  if (given === undefined) return tokenMissing(what)
  return equal(given, control_token) ? undefined : tokenWrong
})

/** Whether a page of this origin is this server's own. */
export const isOwnOrigin = (
  origin: string,
  host: string | undefined,
  hosts: ReadonlySet<string> | undefined
): boolean => {
  const url = URL.parse(origin)
  if (url === null) return false
  return url.host === host || (hosts?.has(hostName(url.host)) === true && url.port === portOf(host))
}

const portOf = (host: string | undefined) => /:(\d+)$/.exec(host ?? "")?.[1] ?? ""

export const foreignOrigin = Answer.json(403, { message: "Requests of another origin are refused here.", code: 0 })

const tokenWrong = Answer.json(401, {
  message: "This is not the control token of this server, which it printed when it started.",
  code: 0
})

const tokenMissing = (what: string) =>
  Answer.json(401, {
    message: `${what} needs \`Authorization: Bearer <control token>\`; the server printed it when it started.`,
    code: 0
  })
