/** Refuses foreign origins and a missing control token. Source: product.md "Surfaces of one server". */
import { Secrets } from "@backlot/ports/Secrets"
import { Context } from "effect"
import { ServerSettings } from "../boot/ServerContext.ts"
import * as Answer from "../http/Answer.ts"
import { FOREIGN_ORIGIN, isOwnOrigin } from "../http/Edge.ts"
import { authorization, type Call } from "../http/Route.ts"

/** The services that judge a call. */
export type Guarding = ServerSettings | Secrets

/** Gives the refusal of a call; undefined if it may pass. The answer names `what` as the thing that needs the token. */
export const guard = (services: Context.Context<Guarding>, what = "The control plane") => {
  const { control_token, hosts } = Context.get(services, ServerSettings)
  const { equal } = Context.get(services, Secrets)
  return (call: Call): Answer.Answer | undefined => {
    const { origin, host } = call.request.headers
    if (origin !== undefined && !isOwnOrigin(origin, host, hosts)) return foreignOrigin
    if (control_token === undefined) return undefined
    const given = /^Bearer (.+)$/.exec(authorization(call) ?? "")?.[1]
    if (given === undefined) return tokenMissing(what)
    return equal(given, control_token) ? undefined : tokenWrong
  }
}

export const foreignOrigin = Answer.refused(403, FOREIGN_ORIGIN)

export const WRONG_TOKEN = "This is not the control token of this server, which it printed when it started."

const tokenWrong = Answer.refused(401, WRONG_TOKEN)

const tokenMissing = (what: string) =>
  Answer.refused(401, `${what} needs \`Authorization: Bearer <control token>\`; the server printed it when it started.`)
