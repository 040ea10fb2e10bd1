/**
 * Codes, tokens, verifiers, cookies and nonces appear in clear only in the answer that issues them. Sources: decision
 * 44; RFC 6819 §4.3.2, §5.1.4.1.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect, References } from "effect"
import { collect } from "../Logs.ts"
import { ask, BOB, basic, challengeOf, RIVAL, SHOP, start, VERIFIER } from "./Authorizing.ts"

const PROOF = { code_challenge: challengeOf(VERIFIER), code_challenge_method: "S256" }
const QUERY = new URLSearchParams({ client_id: SHOP, response_type: "code", scope: "identify" })

/** Consents on the page as a browser does. */
const byPage = Effect.fnUntraced(function* (url: string) {
  const page = `${url}/oauth2/authorize?${QUERY}`
  const post = (to: string, fields: Readonly<Record<string, string>>, cookie = "") =>
    ask(to, { method: "POST", redirect: "manual", headers: { cookie }, body: new URLSearchParams(fields) })
  const signedIn = yield* post(`${url}/oauth2/sign-in?${QUERY}`, { user: BOB })
  const cookie = (signedIn.headers.get("set-cookie") ?? "").split(";", 1).join("")
  const { text } = yield* ask(page, { headers: { cookie } })
  const nonce = /name="nonce" value="(\w+)"/.exec(text)?.[1] ?? ""
  const { headers } = yield* post(page, { nonce, authorize: "true" }, cookie)
  const code = new URL(headers.get("location") ?? "").searchParams.get("code") ?? ""
  return [cookie.split("=")[1] ?? "", nonce, code]
})

/** Runs every flow and also sends every secret to wrong places. Returns the secrets. */
const play = Effect.fnUntraced(function* ({ url, consent, exchange, refresh, revoke, bearer, form }: Hands) {
  const { code } = yield* consent({ ...PROOF, scope: "openid" })
  const { body: first } = yield* exchange(code, { code_verifier: VERIFIER })
  yield* bearer(first.access_token, "/oauth2/userinfo")
  const { body: second } = yield* refresh(first.refresh_token)
  yield* exchange(code, { code_verifier: VERIFIER })
  yield* exchange(code, { code_verifier: VERIFIER }, basic(RIVAL))
  yield* revoke(second.access_token)
  const { back } = yield* consent({ response_type: "token" })
  const implicit = new URLSearchParams(back.hash.slice(1)).get("access_token") ?? ""
  const tokens = [first, second].flatMap(({ access_token, refresh_token }) => [access_token, refresh_token])
  const secrets = [code, VERIFIER, implicit, first.id_token, ...tokens, ...(yield* byPage(url))]
  for (const secret of secrets) {
    for (const path of ["/oauth2/code", "/oauth2/authorize", "/oauth2/nowhere", "/api/users/@me", "/nowhere"]) {
      yield* ask(`${url}${path}?code=${secret}&access_token=${secret}&client_id=${secret}`)
    }
    yield* ask(`${url}/api/oauth2/${secret}`)
    yield* form(`/oauth2/token?code=${secret}`, { grant_type: secret, client_secret: secret, client_id: secret })
    yield* form("/oauth2/token/revoke", { token: secret, client_id: secret })
  }
  return secrets
})

type Hands = Effect.Success<ReturnType<typeof start>>

const holdsNone = (text: string, secrets: ReadonlyArray<string>, where: string) => {
  assert.isNotEmpty(text, where)
  for (const secret of secrets) {
    assert.isAtLeast(secret.length, 30)
    assert.isFalse(text.includes(secret), `${where} ${secret}`)
  }
}

describe("the secrets of every flow", () => {
  it.live("are not in the log, down to its last detail", () => {
    const logs = collect()
    return Effect.gen(function* () {
      const secrets = yield* play(yield* start())
      holdsNone(logs.lines.join("\n"), [...secrets, basic(SHOP).authorization], "log")
    }).pipe(Effect.provide(logs.layer), Effect.provideService(References.MinimumLogLevel, "All"))
  })

  it.live("are neither in the events, nor in the metrics, nor in an export of the world", () =>
    Effect.gen(function* () {
      const hands = yield* start()
      const secrets = yield* play(hands)
      const { url } = hands
      holdsNone((yield* ask(`${url}/control/v1/metrics`)).text, secrets, "metrics")
      // The export contains live tokens as hashes.
      const live = yield* hands.tokens()
      const { text } = yield* ask(`${url}/control/v1/world`)
      holdsNone(text, [...secrets, live.access_token, live.refresh_token], "export")
      const events = yield* eventsUntil(url, `"authorization.revoked"`)
      assert.include(events, `"authorization.granted"`)
      holdsNone(events, secrets, "events")
    })
  )
})

/** The event stream from its start to the first `end`. */
const eventsUntil = (url: string, end: string) =>
  Effect.promise(async (signal) => {
    const stream = await fetch(`${url}/control/v1/events`, { headers: { "last-event-id": "0" }, signal })
    let text = ""
    for await (const chunk of stream.body ?? []) {
      text += new TextDecoder().decode(chunk)
      if (text.includes(end)) return text
    }
    return text
  })
