/** Requests to the token endpoint that no honest client sends. Sources: wire-rest.md §5.4; RFC 6749 §3.2; RFC 6819. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import fc from "fast-check"
import { ask, basic, GAME, type handsOn, REDIRECT, refused, SHOP, start, VERIFIER } from "./Authorizing.ts"

const FORM = { "content-type": "application/x-www-form-urlencoded" }

type Hands = ReturnType<typeof handsOn>

describe("a forged request", () => {
  const GRANT = { grant_type: "client_credentials", scope: "identify" }
  const IN_FORM = { ...GRANT, client_id: SHOP, client_secret: "shop-secret" }
  const UNSUPPORTED = { error: "unsupported_grant_type" }
  const INVALID_CLIENT = { error: "invalid_client" }
  const REPEATED = { error: "invalid_request", error_description: "A parameter stands more than once in request." }
  const BAD_REQUEST = { message: "400: Bad Request", code: 0 }
  const text = String(new URLSearchParams(IN_FORM))
  const multipart = () => {
    const form = new FormData()
    for (const [name, value] of Object.entries(IN_FORM)) form.set(name, value)
    return form
  }
  const ROWS: ReadonlyArray<readonly [string, () => RequestInit, string, number, object]> = [
    ["in the query alone", () => ({ headers: { ...FORM, ...basic(SHOP) } }), `?${text}`, 400, UNSUPPORTED],
    ["as multipart", () => ({ body: multipart() }), "", 400, UNSUPPORTED],
    [
      "as JSON",
      () => ({ headers: { "content-type": "application/json" }, body: JSON.stringify(IN_FORM) }),
      "",
      400,
      UNSUPPORTED
    ],
    ["as text", () => ({ headers: { "content-type": "text/plain" }, body: text }), "", 400, UNSUPPORTED],
    ["with a parameter twice", () => ({ headers: FORM, body: `${text}&scope=email` }), "", 400, REPEATED],
    ["with the secret twice", () => ({ headers: FORM, body: `${text}&client_secret=x` }), "", 400, REPEATED],
    [
      "with the secret in the query",
      () => ({ headers: FORM, body: String(new URLSearchParams(GRANT)) }),
      `?${text}`,
      401,
      INVALID_CLIENT
    ],
    [
      "with a secret of another",
      () => ({ headers: { ...FORM, ...basic(SHOP, "rival:secret") }, body: text }),
      "",
      401,
      INVALID_CLIENT
    ],
    [
      "with garbage for Basic",
      () => ({ headers: { ...FORM, authorization: "Basic %%%" }, body: text }),
      "",
      400,
      BAD_REQUEST
    ],
    ["with an empty Basic", () => ({ headers: { ...FORM, authorization: "Basic" }, body: text }), "", 400, BAD_REQUEST],
    [
      "with bytes that are no text for Basic",
      () => ({
        headers: { ...FORM, authorization: `Basic ${Buffer.from([255, 58, 254]).toString("base64")}` },
        body: text
      }),
      "",
      401,
      INVALID_CLIENT
    ]
  ]

  it.live.each(ROWS)("%s is refused", ([, init, query, status, body]) =>
    Effect.gen(function* () {
      const { url } = yield* start()
      const answer = yield* ask(`${url}/api/v10/oauth2/token${query}`, { method: "POST", ...init() })
      assert.deepStrictEqual(refused(answer), { status, body })
    })
  )

  it.live("of scopes that nobody granted gets them in no way", () =>
    Effect.gen(function* () {
      const { tokens, form } = yield* start()
      const { refresh_token } = yield* tokens({ scope: "identify" })
      const escalated = { grant_type: "refresh_token", refresh_token, scope: "identify applications.commands.update" }
      assert.strictEqual((yield* form("/oauth2/token", escalated, basic(SHOP))).body.error, "invalid_scope")
      const { code } = yield* handed(yield* start())
      assert.strictEqual(code.scope, "identify")
    })
  )
})

/** A code whose exchange asks for more scopes than were granted. */
const handed = Effect.fnUntraced(function* ({ consent, exchange }: Hands) {
  const { code } = yield* consent()
  return { code: (yield* exchange(code, { scope: "identify email guilds" })).body }
})

describe("whatever is sent", () => {
  const name = fc.constantFrom(
    ...["grant_type", "code", "redirect_uri", "code_verifier", "refresh_token", "scope", "client_id", "client_secret"],
    "token",
    "__proto__",
    "constructor"
  )
  const value = fc.oneof(
    fc.constantFrom(
      "authorization_code",
      "refresh_token",
      "client_credentials",
      "__proto__",
      "constructor",
      SHOP,
      GAME
    ),
    fc.constantFrom("shop-secret", "identify", REDIRECT, VERIFIER, "99999999999999999999", ""),
    fc.string({ unit: "binary", maxLength: 80 })
  )
  const forms = fc.array(fc.tuple(name, value), { maxLength: 8 })
  const header = fc.oneof(
    fc.constant({}),
    fc.constant(basic(SHOP)),
    fc.base64String({ maxLength: 40 }).map((text) => ({ authorization: `Basic ${text}` }))
  )

  it.live(
    "of 1,000 random forms each is answered, none with 500",
    () =>
      Effect.gen(function* () {
        const { form } = yield* start()
        const sent = fc.sample(fc.tuple(fc.constantFrom("/oauth2/token", "/oauth2/token/revoke"), forms, header), 1_000)
        const answers = yield* Effect.forEach(
          sent,
          ([path, fields, headers]) => form(path, new URLSearchParams(fields.map(([n, v]) => [n, v])), headers),
          { concurrency: 8 }
        )
        for (const [i, { status, body }] of answers.entries()) {
          const given = JSON.stringify(sent[i])
          assert.include([200, 400, 401], status, given)
          if (status === 401) assert.strictEqual(body.error, "invalid_client", given)
        }
        assert.isAbove(new Set(answers.map(({ body }) => body.error)).size, 3)
      }),
    120_000
  )
})
