import { oauth } from "@backlot/domain/base/Limits"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { ask, call, type Reply } from "../fixture/Client.ts"
import { at, LIVE, running } from "../fixture/Running.ts"
import { ALICE, BOB, browser, consenting, HARBOUR, nonceOf, query, SHOP, textOf, town } from "./Town.ts"

const asked = new URLSearchParams({ client_id: SHOP, scope: "bot", guild_id: HARBOUR }).toString()
const other = new URLSearchParams({ client_id: SHOP, scope: "bot", guild_id: HARBOUR, permissions: "8" }).toString()
const page = (of: string) => `/oauth2/authorize?${of}`
const yes = (nonce: string) => ({ nonce, authorize: "true", guild_id: HARBOUR })

const refused = (answer: Reply, because: string) => {
  assert.strictEqual(answer.status, 403)
  assert.include(textOf(answer), `Nothing happened ${because}`)
  assert.strictEqual(answer.headers.location, undefined)
}

const nothingHappened = Effect.gen(function* () {
  const { status } = yield* ask(yield* at(`/control/v1/guilds/${HARBOUR}/installs/${SHOP}`))
  assert.strictEqual(status, 404)
})

/** Headers of a browser for a form from another site. */
const FOREIGN: ReadonlyArray<readonly [sentence: string, headers: Readonly<Record<string, string>>]> = [
  ["a foreign Origin", { origin: "https://evil.example" }],
  ["the Origin null", { origin: "null" }],
  ["its own host at another port", { origin: "http://127.0.0.1:1" }],
  ["Sec-Fetch-Site cross-site", { "sec-fetch-site": "cross-site" }],
  ["Sec-Fetch-Site same-site", { "sec-fetch-site": "same-site" }]
]

layer(running({ world: town, clock: "frozen" }), LIVE)("a forged consent", (it) => {
  it.effect("without a nonce is refused, and nothing happens", () =>
    Effect.gen(function* () {
      const { post } = yield* consenting(asked)
      refused(yield* post(page(asked), { authorize: "true", guild_id: HARBOUR }), "This answer does not come from")
      refused(yield* post(page(asked), yes("")), "This answer does not come from")
      yield* nothingHappened
    })
  )

  it.effect("with the nonce of another request is refused, and nothing happens", () =>
    Effect.gen(function* () {
      const { nonce, post } = yield* consenting(asked)
      refused(yield* post(page(other), yes(nonce)), "This page was shown for another request")
      refused(yield* post(page(`${asked}&state=`), yes(nonce)), "This page was shown for another request")
      yield* nothingHappened
    })
  )

  it.effect("with the nonce of another browser is refused, and nothing happens", () =>
    Effect.gen(function* () {
      const theirs = yield* consenting(asked, BOB)
      const { post } = yield* consenting(asked)
      refused(yield* post(page(asked), yes(theirs.nonce)), "This page was shown to somebody else")
      yield* nothingHappened
    })
  )

  it.effect("from a browser in which nobody is signed in is refused, and nothing happens", () =>
    Effect.gen(function* () {
      const { nonce } = yield* consenting(asked)
      refused(yield* browser().post(page(asked), yes(nonce)), "Nobody is signed in")
      yield* nothingHappened
    })
  )

  it.effect("with a nonce from before the person changed is refused, and nothing happens", () =>
    Effect.gen(function* () {
      const { nonce, post } = yield* consenting(asked)
      yield* post(`/oauth2/sign-in?${asked}`, { user: BOB })
      refused(
        yield* post(page(asked), yes(nonce)),
        "This page was shown to somebody else, or before you signed in anew."
      )
      yield* nothingHappened
    })
  )

  it.effect("with a nonce that was used is refused, and nothing happens", () =>
    Effect.gen(function* () {
      const { nonce, post } = yield* consenting(asked)
      assert.strictEqual((yield* post(page(asked), { nonce, authorize: "false" })).status, 303)
      refused(yield* post(page(asked), yes(nonce)), "This page was answered already")
      yield* nothingHappened
    })
  )

  it.effect("with a nonce that has expired is refused, and nothing happens", () =>
    Effect.gen(function* () {
      const { nonce, post } = yield* consenting(asked)
      yield* ask(yield* at("/control/v1/clock"), { json: { advance_ms: oauth.consentMs } })
      refused(yield* post(page(asked), yes(nonce)), "This page was shown more than fifteen minutes ago")
      yield* nothingHappened
    })
  )

  it.effect("by GET shows the page alone", () =>
    Effect.gen(function* () {
      const { nonce, get } = yield* consenting(asked)
      const answer = yield* get(page(`${asked}&nonce=${nonce}&authorize=true`))
      assert.include(textOf(answer), "wants access")
      yield* nothingHappened
    })
  )

  it.effect.each(FOREIGN.map(([sentence, headers]) => ({ sentence, headers })))(
    "by a page of $sentence is refused, and nothing happens",
    ({ headers }) =>
      Effect.gen(function* () {
        const { nonce, post } = yield* consenting(asked)
        refused(yield* post(page(asked), yes(nonce), headers), "This form was sent by a page of another site")
        refused(yield* post(`/oauth2/sign-in?${asked}`, { user: BOB }, headers), "This form was sent by a page")
        refused(yield* post(`/oauth2/sign-out?${asked}`, {}, headers), "This form was sent by a page")
        const json = yield* ask(yield* at(page(asked)), { headers, json: { user_id: BOB, authorize: true } })
        assert.strictEqual(json.status, 403)
        yield* nothingHappened
      })
  )

  it.effect("leaves the page's own answer possible", () =>
    Effect.gen(function* () {
      const { nonce, post } = yield* consenting(query())
      yield* post(page(query()), { nonce, authorize: "true" }, { origin: "https://evil.example" })
      yield* browser().post(page(query()), { nonce, authorize: "true" })
      const own = { origin: new URL(yield* at("/")).origin, "sec-fetch-site": "same-origin" }
      assert.strictEqual((yield* post(page(query()), { nonce, authorize: "true" }, own)).status, 303)
    })
  )

  it.effect("of another host name does not reach the page", () =>
    Effect.gen(function* () {
      const answer = yield* call(yield* at(page(asked)), { headers: { host: "evil.example" } })
      assert.strictEqual(answer.status, 403)
    })
  )
})

/** Content types that a form of any site can send without a preflight, and some that only look like JSON. */
const SIMPLE = ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "", "text/json"]

layer(running({ world: town }), LIVE)("a decision as JSON", (it) => {
  it.effect.each(SIMPLE.map((type) => ({ type })))(
    "that calls itself '$type' is refused, and nothing happens",
    ({ type }) =>
      Effect.gen(function* () {
        const body = JSON.stringify({ user_id: BOB, authorize: true, guild_id: HARBOUR })
        for (const [path, status] of [
          [page(asked), 403],
          [`/api${page(asked)}`, 400]
        ] as const) {
          const answer = yield* call(yield* at(path), { method: "POST", headers: { "content-type": type }, body })
          assert.strictEqual(answer.status, status)
          assert.include(answer.text, "application/json")
        }
        yield* nothingHappened
      })
  )

  it.effect("by a page of another site or of a site that took this address is refused in both places", () =>
    Effect.gen(function* () {
      const { origin, port } = new URL(yield* at("/"))
      const json = { user_id: BOB, authorize: true, guild_id: HARBOUR }
      for (const headers of [
        ...FOREIGN.map(([, each]) => each),
        { origin: `${origin}.evil.example` },
        { host: `evil.example:${port}`, origin: `http://evil.example:${port}` }
      ]) {
        for (const path of [page(asked), `/api${page(asked)}`]) {
          assert.strictEqual((yield* ask(yield* at(path), { headers, json })).status, 403)
        }
      }
      yield* nothingHappened
    })
  )

  it.effect("is answered to no page of another origin: nothing allows it to read", () =>
    Effect.gen(function* () {
      for (const path of [page(asked), `/api${page(asked)}`]) {
        const headers = { origin: "https://evil.example", "access-control-request-method": "POST" }
        const asking = yield* call(yield* at(path), { method: "OPTIONS", headers })
        const look = yield* call(yield* at(path), { headers })
        for (const each of [asking, look]) assert.notProperty(each.headers, "access-control-allow-origin")
        assert.strictEqual(asking.status, 405)
      }
    })
  )
})

layer(running({ world: town, controlToken: "s3cret" }), LIVE)("a server with a control token", (it) => {
  it.effect("signs in only who knows it", () =>
    Effect.gen(function* () {
      const own = browser()
      const { text } = yield* own.get(page(asked))
      assert.include(text, 'name="control_token" type="password" required')
      // Without the token the page lists no users; they are entered by name.
      for (const name of ["Alice", "alice", ALICE]) assert.notInclude(text, name)
      assert.include(text, 'name="user"')
      for (const token of [{}, { control_token: "" }, { control_token: "s3cre" }]) {
        const answer = yield* own.post(`/oauth2/sign-in?${asked}`, { user: BOB, ...token })
        assert.deepStrictEqual([answer.status, answer.headers["set-cookie"]], [403, undefined])
        assert.include(textOf(answer), "This is not the control token")
      }
      yield* own.post(`/oauth2/sign-in?${asked}`, { user: BOB, control_token: "s3cret" })
      assert.notStrictEqual(nonceOf(yield* own.get(page(asked))), "none")
    })
  )

  it.effect("tells by GET what is asked, with the token or without", () =>
    Effect.gen(function* () {
      const url = yield* at(`/api${page(asked)}`)
      for (const headers of [{}, { authorization: "Bearer s3cret" }]) {
        const { status, body } = yield* ask(url, { headers })
        assert.strictEqual(status, 200)
        assert.doesNotHaveAnyKeys(body, ["user", "guilds"])
      }
    })
  )

  it.effect("takes decisions of programs only with it", () =>
    Effect.gen(function* () {
      const json = { user_id: BOB, authorize: false }
      for (const path of [page(query()), `/api${page(query())}`, `/api/v10${page(query())}`]) {
        const url = yield* at(path)
        for (const headers of [{}, { authorization: "Bearer s3cre" }, { authorization: "Bot s3cret" }]) {
          assert.strictEqual((yield* ask(url, { json, headers })).status, 401)
        }
        const { status } = yield* ask(url, { json, headers: { authorization: "Bearer s3cret" } })
        assert.strictEqual(status, 200)
      }
    })
  )
})
