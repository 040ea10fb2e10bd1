import { assert, describe, it, layer } from "@effect/vitest"
import { Effect } from "effect"
import { ask, call } from "../fixture/Client.ts"
import { APP, at, LIVE, OTHER_APP, running, SECRETS } from "../fixture/Running.ts"

const FORM = { "content-type": "application/x-www-form-urlencoded" }
const basic = (id: string, secret: string) => `Basic ${Buffer.from(`${id}:${secret}`).toString("base64")}`
const BASIC = { ...FORM, authorization: basic(APP, SECRETS.client) }
const UPDATE = "applications.commands.update"
const GRANT = `grant_type=client_credentials&scope=${UPDATE}`
const IN_FORM = `&client_id=${APP}&client_secret=${SECRETS.client}`

const INVALID_CLIENT = { error: "invalid_client" }
const INVALID_SCOPE = {
  error: "invalid_scope",
  error_description: "The requested scope is invalid, unknown, or malformed."
}
const UNSUPPORTED = { error: "unsupported_grant_type" }
const BAD_REQUEST = { message: "400: Bad Request", code: 0 }

interface Case {
  readonly named: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body: string
  readonly query?: string
}

const GOOD: ReadonlyArray<Case> = [
  { named: "credentials in HTTP Basic", headers: BASIC, body: GRANT },
  { named: "credentials in the form", body: GRANT + IN_FORM },
  {
    named: "Basic in any case",
    headers: { ...FORM, authorization: BASIC.authorization.replace("B", "b") },
    body: GRANT
  },
  {
    named: "a secret with a colon",
    headers: { ...FORM, authorization: basic(OTHER_APP, SECRETS.otherClient) },
    body: GRANT
  },
  {
    named: "a secret that was form-encoded before Basic",
    headers: { ...FORM, authorization: basic(OTHER_APP, encodeURIComponent(SECRETS.otherClient)) },
    body: GRANT
  },
  {
    named: "a charset parameter",
    headers: { ...BASIC, "content-type": `${FORM["content-type"]};charset=UTF-8` },
    body: GRANT
  }
]

const BAD: ReadonlyArray<Case & { readonly status: number; readonly answer: object }> = [
  { named: "a wrong secret", body: `${GRANT}&client_id=${APP}&client_secret=x`, status: 401, answer: INVALID_CLIENT },
  {
    named: "the secret of another application",
    headers: { ...FORM, authorization: basic(APP, SECRETS.otherClient) },
    body: GRANT,
    status: 401,
    answer: INVALID_CLIENT
  },
  { named: "an unknown client", body: `${GRANT}&client_id=1&client_secret=x`, status: 401, answer: INVALID_CLIENT },
  { named: "an id that is none", body: `${GRANT}&client_id=x&client_secret=x`, status: 401, answer: INVALID_CLIENT },
  { named: "no client", body: GRANT, status: 401, answer: INVALID_CLIENT },
  { named: "no secret", body: `${GRANT}&client_id=${APP}`, status: 401, answer: INVALID_CLIENT },
  {
    named: "a bot token instead of a client",
    headers: { ...FORM, authorization: `Bot ${SECRETS.bot}` },
    body: GRANT,
    status: 401,
    answer: INVALID_CLIENT
  },
  { named: "no scope", headers: BASIC, body: "grant_type=client_credentials", status: 400, answer: INVALID_SCOPE },
  {
    named: "an empty scope",
    headers: BASIC,
    body: "grant_type=client_credentials&scope=+",
    status: 400,
    answer: INVALID_SCOPE
  },
  { named: "an unknown scope", headers: BASIC, body: `${GRANT}+everything`, status: 400, answer: INVALID_SCOPE },
  { named: "a scope that only installs", headers: BASIC, body: `${GRANT}+bot`, status: 400, answer: INVALID_SCOPE },
  { named: "no grant type", headers: BASIC, body: `scope=${UPDATE}`, status: 400, answer: UNSUPPORTED },
  { named: "an unknown grant type", headers: BASIC, body: "grant_type=password", status: 400, answer: UNSUPPORTED },
  { named: "an empty body", headers: BASIC, body: "", status: 400, answer: UNSUPPORTED },
  {
    named: "a JSON body",
    headers: { ...BASIC, "content-type": "application/json" },
    body: JSON.stringify({ grant_type: "client_credentials", scope: UPDATE }),
    status: 400,
    answer: UNSUPPORTED
  },
  { named: "parameters in the query", headers: BASIC, body: "", query: `?${GRANT}`, status: 400, answer: UNSUPPORTED },
  {
    named: "credentials that are not base64",
    headers: { ...FORM, authorization: "Basic ***" },
    body: GRANT,
    status: 400,
    answer: BAD_REQUEST
  },
  {
    named: "credentials without a colon",
    headers: { ...FORM, authorization: `Basic ${Buffer.from("alone").toString("base64")}` },
    body: GRANT,
    status: 400,
    answer: BAD_REQUEST
  },
  {
    named: "a body that is too large",
    headers: BASIC,
    body: `${GRANT}&x=${"x".repeat(16 * 1024)}`,
    status: 413,
    answer: { message: "Request entity too large", code: 40005 }
  }
]

const exchange = ({ headers = FORM, body, query = "" }: Case, prefix = "/api/v10") =>
  Effect.flatMap(at(`${prefix}/oauth2/token${query}`), (url) => ask(url, { method: "POST", headers, body }))

layer(running(), LIVE)("the token endpoint", (it) => {
  it.effect.each(GOOD)("takes $named", (asked) =>
    Effect.gen(function* () {
      const { status, body } = yield* exchange(asked)
      assert.strictEqual(status, 200)
      assert.hasAllKeys(body, ["token_type", "access_token", "expires_in", "scope"])
      assert.deepInclude(body, { token_type: "Bearer", expires_in: 604_800, scope: UPDATE })
      assert.match(Object(body).access_token, /^[A-Za-z0-9]{30}$/)
    })
  )

  it.effect.each(BAD)("refuses $named", ({ status, answer, ...asked }) =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* exchange(asked), { status, body: answer })
    })
  )

  it.effect.each(["/api", "/api/v9", "/api/v10"])("stands below %s", (prefix) =>
    Effect.gen(function* () {
      assert.strictEqual((yield* exchange({ named: "", headers: BASIC, body: GRANT }, prefix)).status, 200)
    })
  )

  it.effect("gives each scope once, in the order asked", () =>
    Effect.gen(function* () {
      const body = `grant_type=client_credentials&scope=identify+${UPDATE}++identify`
      assert.deepInclude((yield* exchange({ named: "", headers: BASIC, body })).body, { scope: `identify ${UPDATE}` })
    })
  )
})

describe("an issued token", () => {
  it.live("registers commands until 604800 s of the service clock have passed", () =>
    Effect.gen(function* () {
      const { body } = yield* exchange({ named: "", headers: BASIC, body: GRANT })
      const headers = { authorization: `Bearer ${Object(body).access_token}` }
      const commands = yield* at(`/api/v10/applications/${APP}/commands`)
      const create = call(commands, { headers, json: { name: "adopt", description: "Adopt a pet" } })
      const advance = (ms: number) =>
        Effect.flatMap(at("/control/v1/clock"), (url) => call(url, { json: { advance_ms: ms } }))

      assert.strictEqual((yield* create).status, 201)
      yield* advance(604_800_000 - 1)
      assert.strictEqual((yield* create).status, 200)
      yield* advance(1)
      assert.strictEqual((yield* create).status, 401)
    }).pipe(Effect.provide(running({ clock: "frozen" })))
  )

  it.live("acts for one application alone, within its scope", () =>
    Effect.gen(function* () {
      const { body } = yield* exchange({ named: "", headers: BASIC, body: GRANT })
      const headers = { authorization: `Bearer ${Object(body).access_token}` }
      const other = yield* ask(yield* at(`/api/v10/applications/${OTHER_APP}/commands`), { headers })
      assert.strictEqual(other.status, 403)
      assert.deepInclude(other.body, { code: 20012 })
      const self = yield* ask(yield* at("/api/v10/users/@me"), { headers })
      assert.strictEqual(self.status, 403)
      assert.deepInclude(self.body, { code: 50026 })
    }).pipe(Effect.provide(running()))
  )

  it.live("is exported as its hash alone", () =>
    Effect.gen(function* () {
      const { body } = yield* exchange({ named: "", headers: BASIC, body: GRANT })
      const { text } = yield* call(yield* at("/control/v1/world"))
      assert.notInclude(text, Object(body).access_token)
      assert.strictEqual(JSON.parse(text).tokens.length, 3)
    }).pipe(Effect.provide(running()))
  )
})
