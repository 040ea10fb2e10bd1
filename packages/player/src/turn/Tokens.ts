/**
 * What users grant to applications: the JSON form of the consent page, then the exchange of the code for a token.
 * Sources: product.md "Surfaces of one server" (JSON form); wire-rest.md §5.2, §5.4.
 */
import type { Path } from "@backlot/domain/error/Fault"
import { fieldsOf } from "@backlot/scenario/Fields"
import { Effect } from "effect"
import * as Base64 from "effect/encoding/Base64"
import type { NamedApplication } from "../name/WorldNames.ts"
import type { StageLost } from "../stage/Failure.ts"
import { guarded, orLost, sendJson } from "../stage/StageHttp.ts"
import { type ActOutcome, outcomeOfError, type Playing, unplayable } from "./Playing.ts"

export interface Consent {
  readonly application: NamedApplication
  readonly user: string
  readonly scopes: ReadonlyArray<string>
  readonly guild?: string | undefined
  /** Decimal bit set. */
  readonly permissions?: string | undefined
  /** False declines. */
  readonly authorize?: boolean | undefined
  /** 0 in a guild, 1 on the user; default: the application's first. */
  readonly integration_type?: 0 | 1
}

/** A redirect address of this form needs no registration (decision 42). */
const REDIRECT = "backlot-simulator:/authorize/callback"

/** Sends the decision of the user. An installation alone needs no `response_type`. */
export const decide = (playing: Playing, consent: Consent, responseType?: "code") => {
  const { application, user, scopes, guild, permissions, authorize = true, integration_type } = consent
  const { http, stage } = playing
  const query = new URLSearchParams({
    client_id: application.id,
    scope: scopes.join(" "),
    ...(responseType === undefined ? {} : { response_type: responseType, redirect_uri: REDIRECT }),
    ...(integration_type === undefined ? {} : { integration_type: String(integration_type) }),
    ...(permissions === undefined ? {} : { permissions })
  })
  const decision = { user_id: user, authorize, guild_id: guild, permissions }
  return sendJson(http, "POST", `${stage.url}/oauth2/authorize?${query}`, guarded(stage), decision)
}

/** Consents and exchanges the code: `access_token`, or the refusal. */
export const grant = Effect.fnUntraced(function* (
  playing: Playing,
  consent: Consent
): Effect.fn.Return<ActOutcome, StageLost> {
  const answer = yield* decide(playing, consent, "code")
  const location = String(fieldsOf(answer.body)["location"] ?? "")
  if (answer.status !== 200) return outcomeOfError(answer)
  const parameters = new URLSearchParams(location.slice(location.indexOf("?") + 1))
  const code = parameters.get("code")
  if (code === null) {
    const error = [parameters.get("error"), parameters.get("error_description")].filter((part) => part !== null)
    return { error: error.join(": ") }
  }
  const exchanged = yield* exchange(playing, consent.application, {
    grant_type: "authorization_code",
    code,
    redirect_uri: REDIRECT
  })
  const { access_token } = fieldsOf(exchanged.body)
  if (typeof access_token !== "string") return outcomeOfError(exchanged)
  return { access_token }
})

const exchange = (
  { http, stage }: Playing,
  { id, client_secret }: NamedApplication,
  form: Readonly<Record<string, string>>
) => {
  const authorization = `Basic ${Base64.encode(`${id}:${client_secret}`)}`
  const headers = { authorization, "content-type": "application/x-www-form-urlencoded" }
  const body = String(new URLSearchParams(form))
  return orLost(http.send({ method: "POST", url: `${stage.rest_url}/oauth2/token`, headers, body }))
}

const userToken = Effect.fnUntraced(function* (playing: Playing, consent: Consent, path: Path) {
  const { access_token, because, error } = yield* grant(playing, consent)
  if (access_token !== undefined) return access_token
  const why = because ?? error ?? "no token was given"
  return yield* unplayable(path, `the user could not authorize ${consent.application.name}: ${why}`)
})

/** A bearer value of the application by its client credentials (wire-rest.md §5.4). */
export const credentialsToken = (playing: Playing, application: NamedApplication) =>
  once(playing, `client ${application.id}`, clientToken(playing, application))

const clientToken = Effect.fnUntraced(function* (playing: Playing, application: NamedApplication) {
  const form = { grant_type: "client_credentials", scope: "applications.commands.update" }
  const { body } = yield* exchange(playing, application, form)
  const { access_token } = fieldsOf(body)
  if (typeof access_token === "string") return access_token
  const why = JSON.stringify(body)
  return yield* unplayable(["app", "auth"], `${application.name} got no token for its credentials: ${why}`)
})

/** A token that is granted once. */
const once = Effect.fnUntraced(function* <E>({ tokens }: Playing, key: string, granted: Effect.Effect<string, E>) {
  const kept = tokens.get(key) ?? (yield* granted)
  tokens.set(key, kept)
  return kept
})

/** A call with a token of the user. A token that ended or was revoked is granted once more. */
export const asUser = Effect.fnUntraced(function* (
  playing: Playing,
  consent: Consent,
  { method, path, body }: { readonly method: string; readonly path: string; readonly body?: unknown },
  at: Path
) {
  const { http, stage, tokens } = playing
  const key = [consent.user, consent.application.id, ...consent.scopes].join(" ")
  const attempt = Effect.flatMap(once(playing, key, userToken(playing, consent, at)), (token) =>
    sendJson(http, method, `${stage.rest_url}/v10${path}`, { authorization: `Bearer ${token}` }, body)
  )
  const answer = yield* attempt
  if (answer.status !== 401) return answer
  tokens.clear()
  return yield* attempt
})
