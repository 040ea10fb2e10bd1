import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { head, raw } from "../fixture/Client.ts"
import { at, LIVE, running } from "../fixture/Running.ts"
import { ALICE, BOB, browser, CALLBACK, consenting, MARKUP, query, RUDE, SHOP, textOf, town } from "./Town.ts"

const pageOf = (asked: string) => `/oauth2/authorize?${asked}`

/** Faulty queries, each with the words of the page about it. */
const FAULTY: ReadonlyArray<readonly [sentence: string, asked: string, parameter: string, advice: string]> = [
  ["no application", "scope=identify", "client_id This field is required", `client_id=${SHOP} (Pet Shop)`],
  ["an unknown application", "client_id=99&scope=identify", "client_id There is no such application.", SHOP],
  [
    "an address that is not registered",
    query({ redirect_uri: `http://127.0.0.1/${MARKUP}` }),
    "redirect_uri This redirect_uri is not registered for the application.",
    `${CALLBACK} discord-${SHOP}:/authorize/callback`
  ]
]

layer(running({ world: town }), LIVE)("a link that must not redirect", (it) => {
  it.effect.each(FAULTY.map(([sentence, ...rest]) => ({ sentence, rest })))(
    "of $sentence is told with the parameter, the rule and what would be right",
    ({ rest: [asked, rule, advice] }) =>
      Effect.gen(function* () {
        const page = yield* browser().get(pageOf(asked))
        assert.deepStrictEqual([page.status, page.headers.location], [400, undefined])
        assert.include(textOf(page), rule)
        assert.include(textOf(page), advice)
        assert.notInclude(page.text, MARKUP)
      })
  )

  it.effect("but for the address is told to the application", () =>
    Effect.gen(function* () {
      const answer = yield* browser().get(pageOf(query({ scope: "everything", state: "s" })))
      assert.strictEqual(answer.status, 302)
      assert.match(answer.headers.location ?? "", /^http:\/\/127\.0\.0\.1\/callback\?error=invalid_scope&.*state=s/)
    })
  )
})

const PARAMETERS = [
  ...["client_id", "redirect_uri", "response_type", "scope", "state", "nonce", "prompt", "code_challenge"],
  ...["code_challenge_method", "integration_type", "permissions", "guild_id", "disable_guild_select", "__proto__"]
]

/** Strange values, encoded for an address. */
const STRANGE = [
  ...["", "%00", "%ff", "%zz", "%0d%0aset-cookie:a=b", "%22%3E%3Cscript%3E", "//evil.example", "https://evil.example/"],
  ...["javascript:alert(1)", "http://127.0.0.1/callback%23@evil.example", "1&client_id=1", "a".repeat(3000)]
]

layer(running({ world: town }), LIVE)("every page", (it) => {
  const asked = query({ client_id: RUDE, scope: "bot identify", state: MARKUP, permissions: "8" })

  it.effect("shows names with markup as text", () =>
    Effect.gen(function* () {
      const question = yield* browser().get(pageOf(asked))
      const { page } = yield* consenting(asked)
      const { page: ofBob } = yield* consenting(asked, BOB)
      const code = yield* browser().get(
        `/oauth2/code?code=${encodeURIComponent(MARKUP)}&state=${encodeURIComponent(MARKUP)}`
      )
      const end = yield* browser().get(`/oauth2/authorized?error=x&error_description=${encodeURIComponent(MARKUP)}`)
      for (const each of [question, page, ofBob, code, end]) assert.notMatch(each.text, /<script|<b>|<i>/)
      for (const each of [question, page, ofBob, code]) assert.include(textOf(each), "<script>alert(1)</script>")
    })
  )

  it.effect("shows a query with markup as text, however it came", () =>
    Effect.gen(function* () {
      const strange = `${asked}&x="><script>alert(1)</script>`
      for (const path of [pageOf(strange), pageOf(`${strange}&client_id=1`)]) {
        const reply = yield* raw(yield* at(path), head(`GET ${path} HTTP/1.1`, "Host: 127.0.0.1", "Connection: close"))
        assert.match(reply, /^HTTP\/1\.1 (200|400) /)
        assert.notInclude(reply, "<script")
      }
    })
  )

  it.effect("leads nowhere but to a registered address, and never fails, whatever a parameter is", () =>
    Effect.gen(function* () {
      const { get, post } = yield* consenting(query())
      for (const name of PARAMETERS) {
        for (const value of STRANGE) {
          const strange = `${query({ prompt: "none" }).replace(new RegExp(`${name}=[^&]*&?`), "")}&${name}=${value}`
          const shown = yield* get(pageOf(strange))
          const left = yield* post(`/oauth2/sign-in?${strange}`, { user: ALICE })
          for (const { status, text, headers } of [shown, left]) {
            assert.isBelow(status, 500, `${name}=${value}`)
            assert.notInclude(text, "<script")
            assert.match(
              headers.location ?? CALLBACK,
              /^(?:http:\/\/127\.0\.0\.1\/callback(?:[?#]|$)|\/oauth2\/authorize\?)/
            )
          }
        }
      }
    })
  )

  it.effect("loads nothing, runs nothing, stands in no frame and is kept by no cache", () =>
    Effect.gen(function* () {
      const { page } = yield* consenting(asked)
      const { headers } = page
      assert.match(
        String(headers["content-security-policy"]),
        /^default-src 'none'; style-src 'sha256-[\w+/]+='; form-action 'self' http: https:; base-uri 'none'; frame-ancestors 'none'$/
      )
      assert.deepStrictEqual(
        [
          headers["x-frame-options"],
          headers["cache-control"],
          headers["referrer-policy"],
          headers["x-content-type-options"]
        ],
        ["DENY", "no-store", "same-origin", "nosniff"]
      )
      assert.notMatch(page.text, / style=| on\w+=| src=|<link/)
    })
  )

  it.effect("lets forms lead on to the scheme of an app, and of nothing else", () =>
    Effect.gen(function* () {
      const policyOf = (uri: string) =>
        Effect.map(browser().get(pageOf(query({ redirect_uri: uri }))), ({ headers }) =>
          String(headers["content-security-policy"])
        )
      assert.include(yield* policyOf("petshop:/authorize/callback"), "form-action 'self' http: https: petshop:;")
      assert.include(yield* policyOf("https://evil.example/"), "form-action 'self';")
    })
  )

  it.effect("that sends the browser on is kept by no cache either", () =>
    Effect.gen(function* () {
      const { nonce, post } = yield* consenting(query())
      const { status, headers } = yield* post(pageOf(query()), { nonce, authorize: "true" })
      assert.deepStrictEqual(
        [status, headers["cache-control"], headers["referrer-policy"]],
        [303, "no-store", "same-origin"]
      )
    })
  )

  it.effect("puts nothing of a code into the command that it shows but what codes consist of", () =>
    Effect.gen(function* () {
      const code = encodeURIComponent(`a'; touch /tmp/x #$(id)\nb`)
      const page = yield* browser().get(`/oauth2/code?code=${code}`)
      assert.include(textOf(page), "'code=atouchtmpxidb'")
    })
  )

  it.effect("of a browser with strange cookies is that of nobody, and its sign-in takes none of them over", () =>
    Effect.gen(function* () {
      const name = `backlot_sign_in_${new URL(yield* at("/")).port}`
      const planted = "A".repeat(30)
      for (const cookie of [planted, "", "a=b", "%00", '"', "A".repeat(4000), `x; ${name}=${planted}`]) {
        const headers = { cookie: `${name}=${cookie}` }
        assert.include(textOf(yield* browser().get(pageOf(query()), headers)), "Who are you?")
        const signedIn = yield* browser().post(`/oauth2/sign-in?${query()}`, { user: ALICE }, headers)
        assert.strictEqual(signedIn.status, 303)
        assert.notInclude(signedIn.headers["set-cookie"]?.[0], planted)
      }
      const { text } = yield* browser().get(pageOf(query()), { cookie: `${name}=${planted}` })
      assert.include(text, "Who are you?")
    })
  )

  it.effect("of a cookie of another port is that of nobody", () =>
    Effect.gen(function* () {
      const { headers } = yield* browser().post(`/oauth2/sign-in?${query()}`, { user: ALICE })
      const value = /=(\w+);/.exec(headers["set-cookie"]?.[0] ?? "")?.[1]
      const page = yield* browser().get(pageOf(query()), { cookie: `backlot_sign_in_1=${value}` })
      assert.include(textOf(page), "Who are you?")
    })
  )

  it.effect("of a cookie from before the person left is that of nobody, and the browser forgets it", () =>
    Effect.gen(function* () {
      const own = browser()
      const { headers } = yield* own.post(`/oauth2/sign-in?${query()}`, { user: ALICE })
      const cookie = headers["set-cookie"]?.[0]?.split(";", 1).join("") ?? ""
      assert.include(textOf(yield* browser().get(pageOf(query()), { cookie })), "Signed in as")
      const left = yield* own.post("/oauth2/sign-out", {})
      assert.strictEqual(left.headers.location, "/oauth2/authorize?")
      assert.match(left.headers["set-cookie"]?.[0] ?? "", /^backlot_sign_in_\d+=; Max-Age=0; Path=\/oauth2; HttpOnly/)
      assert.include(textOf(yield* browser().get(pageOf(query()), { cookie })), "Who are you?")
    })
  )

  it.effect("of a cookie from before somebody else sat down is that of nobody", () =>
    Effect.gen(function* () {
      const own = browser()
      const { headers } = yield* own.post(`/oauth2/sign-in?${query()}`, { user: ALICE })
      yield* own.post(`/oauth2/sign-in?${query()}`, { user: BOB })
      const cookie = headers["set-cookie"]?.[0]?.split(";", 1).join("") ?? ""
      assert.include(textOf(yield* browser().get(pageOf(query()), { cookie })), "Who are you?")
    })
  )

  it.effect("sets a cookie that scripts and other sites do not see", () =>
    Effect.gen(function* () {
      const url = new URL(yield* at("/"))
      const { headers } = yield* browser().post(`/oauth2/sign-in?${query()}`, { user: ALICE })
      assert.match(
        headers["set-cookie"]?.[0] ?? "",
        new RegExp(`^backlot_sign_in_${url.port}=\\w{30}; Path=/oauth2; HttpOnly; SameSite=Lax$`)
      )
    })
  )
})

layer(running({ world: { applications: [] } }), LIVE)("a world without applications", (it) => {
  it.effect("says so to who follows a link", () =>
    Effect.gen(function* () {
      assert.include(textOf(yield* browser().get(pageOf(query()))), "This world has no applications yet")
    })
  )
})

const many = Array.from({ length: 25 }, (_, i) => ({ id: `${1000 + i}`, name: `App ${1000 + i}`, owner_id: ALICE }))

layer(running({ world: { applications: many, users: town.users } }), LIVE)("a world of many applications", (it) => {
  it.effect("names the first twenty to who follows a link of none", () =>
    Effect.gen(function* () {
      const { text } = yield* browser().get(pageOf(query()))
      assert.lengthOf(text.match(/client_id=\d/g) ?? [], 20)
    })
  )
})

layer(running({ world: town, servicePrefix: "acme" }), LIVE)("a server with another service prefix", (it) => {
  it.effect("sends apps of its own scheme back, and no others", () =>
    Effect.gen(function* () {
      const statusOf = (scheme: string) =>
        Effect.map(
          browser().get(pageOf(query({ redirect_uri: `${scheme}-${SHOP}:/authorize/callback` }))),
          ({ status }) => status
        )
      assert.strictEqual(yield* statusOf("acme"), 200)
      const page = yield* browser().get(pageOf(query({ redirect_uri: "https://evil.example/" })))
      assert.include(textOf(page), `acme-${SHOP}:/authorize/callback`)
      assert.strictEqual(yield* statusOf("acme-2"), 400)
    })
  )
})
