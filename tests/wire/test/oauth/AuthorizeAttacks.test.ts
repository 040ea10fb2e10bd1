/**
 * Attacks on the authorization endpoint. Sources: wire-rest.md §5.2; decisions 42, 43; RFC 6749 §4.1.2.1; RFC 9700
 * §4.1, §4.8.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { ASKED, open, query } from "./Asking.ts"
import { BOB, challengeOf, type Fields, GUILD, REDIRECT, RIVAL, SHOP, VERIFIER } from "./Authorizing.ts"

/** Redirect URIs that resemble the registered ones, encoded for a query. */
const TRICKS: ReadonlyArray<readonly [string, string]> = [
  ["a host in large letters", "https%3A%2F%2FSHOP.example%2Fcallback"],
  ["a path in large letters", "https%3A%2F%2Fshop.example%2FCallback"],
  ["the port of the scheme", "https%3A%2F%2Fshop.example%3A443%2Fcallback"],
  ["user information", "https%3A%2F%2Fshop.example%40evil.example%2Fcallback"],
  ["user information with the address", "https%3A%2F%2Fshop.example%252Fcallback%40evil.example%2F"],
  ["two encodings", "https%253A%252F%252Fshop.example%252Fcallback"],
  ["an encoded letter", "https%3A%2F%2Fshop.example%2F%2563allback"],
  ["a path that climbs", "https%3A%2F%2Fshop.example%2Fcallback%2F..%2Fopen"],
  ["a backslash", "https%3A%2F%2Fshop.example%5C%40evil.example%2Fcallback"],
  ["a backslash for a slash", "https%3A%5C%5Cshop.example%5Ccallback"],
  ["a line break", "https%3A%2F%2Fshop.example%2Fcallback%0D%0ALocation%3A+https%3A%2F%2Fevil.example"],
  ["a NUL", "https%3A%2F%2Fshop.example%2Fcallback%00.evil.example"],
  ["a blank behind", "https%3A%2F%2Fshop.example%2Fcallback+"],
  ["bytes that are no UTF-8", "https%3A%2F%2Fshop.example%2Fcallback%FF"],
  ["a letter that looks alike", "https%3A%2F%2Fshop.ex%D0%B0mple%2Fcallback"],
  ["the host as IDN", "https%3A%2F%2Fshop.xn--exmple-cua%2Fcallback"],
  ["a dot of another script", "https%3A%2F%2Fshop%E3%80%82example%2Fcallback"],
  ["a loopback by name", "http%3A%2F%2Flocalhost%3A80%2Fcallback"],
  ["a loopback of IPv6", "http%3A%2F%2F%5B%3A%3A1%5D%2Fcallback"],
  ["a loopback of IPv6 in full", "http%3A%2F%2F%5B0%3A0%3A0%3A0%3A0%3A0%3A0%3A1%5D%2Fcallback"],
  ["a loopback of IPv4 in IPv6", "http%3A%2F%2F%5B%3A%3Affff%3A127.0.0.1%5D%2Fcallback"],
  ["a loopback IP as a number", "http%3A%2F%2F2130706433%2Fcallback"],
  ["a loopback IP in octal", "http%3A%2F%2F0177.0.0.1%2Fcallback"],
  ["the whole network of the loopback", "http%3A%2F%2F0.0.0.0%2Fcallback"],
  ["a loopback port with user information", "http%3A%2F%2F127.0.0.1%3A80%40evil.example%2Fcallback"],
  ["a fragment", "https%3A%2F%2Fshop.example%2Fcallback%23"],
  ["a script", "javascript%3Aalert(1)"],
  ["a script as custom scheme", "javascript%3A%2Fauthorize%2Fcallback"],
  ["the standard form of another application", `discord-${RIVAL}%3A%2Fauthorize%2Fcallback`],
  ["the standard form in large letters", `DISCORD-${SHOP}%3A%2Fauthorize%2Fcallback`],
  ["nothing but a blank", "+"]
]

describe("a redirect_uri that is not registered", () => {
  it.live.each(TRICKS)("with %s is never redirected to, whoever decides what", ([, uri]) =>
    Effect.gen(function* () {
      const { page, told, decide } = yield* open
      for (const type of ["code", "token"]) {
        const asked = `client_id=${SHOP}&response_type=${type}&scope=identify&state=s&redirect_uri=${uri}`
        const shown = yield* page(asked)
        assert.deepStrictEqual([shown.status, shown.headers.get("location")], [400, null])
        for (const answer of [
          yield* told(asked),
          yield* decide(asked),
          yield* decide(asked, { user_id: BOB, authorize: false })
        ]) {
          assert.deepStrictEqual([answer.status, answer.body.code], [400, 50035], answer.text)
          assert.notInclude(answer.text, "location")
        }
      }
    })
  )
})

describe("a parameter that comes twice", () => {
  const known = Object.entries({
    ...ASKED,
    state: "s",
    nonce: "n",
    prompt: "consent",
    code_challenge: challengeOf(VERIFIER),
    code_challenge_method: "S256",
    integration_type: "0",
    permissions: "0",
    guild_id: GUILD,
    disable_guild_select: "false"
  })
  const whole = known.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("&")

  it.live.each(known)("is refused, and gives no code: %s", ([name, value]) =>
    Effect.gen(function* () {
      const { decide } = yield* open
      assert.include((yield* decide(whole)).body.location, "code=")
      for (const other of [value, "", "evil"]) {
        const { status, body, text } = yield* decide(`${whole}&${name}=${encodeURIComponent(other)}`)
        if (name === "client_id" || name === "redirect_uri") {
          assert.deepStrictEqual([status, body.code], [400, 50035], text)
          continue
        }
        const back = new URL(body.location)
        assert.strictEqual(back.origin + back.pathname, REDIRECT)
        assert.deepStrictEqual(
          [back.searchParams.get("error"), back.searchParams.has("code")],
          ["invalid_request", false]
        )
        assert.strictEqual(back.searchParams.get("state"), name === "state" ? null : "s")
      }
    })
  )
})

describe("a request for less proof, or for more rights", () => {
  const challenge = challengeOf(VERIFIER)
  const ROWS: ReadonlyArray<readonly [string, Fields, string]> = [
    ["a challenge without a method", { code_challenge: challenge }, "invalid_request"],
    ["the method plain", { code_challenge: challenge, code_challenge_method: "plain" }, "invalid_request"],
    ["the method in small letters", { code_challenge: challenge, code_challenge_method: "s256" }, "invalid_request"],
    ["a method without a challenge", { code_challenge_method: "S256" }, "invalid_request"],
    ["an empty challenge", { code_challenge: "", code_challenge_method: "S256" }, "invalid_request"],
    ["the verifier for a challenge", { code_challenge: VERIFIER, code_challenge_method: "S256" }, "invalid_request"],
    ["a padded challenge", { code_challenge: `${challenge}=`, code_challenge_method: "S256" }, "invalid_request"],
    ["the scope of client credentials", { scope: "identify applications.commands.update" }, "invalid_scope"],
    ["it beside an umbrella", { scope: "sdk.social_layer applications.commands.update" }, "invalid_scope"],
    ["a scope that is not served", { scope: "identify webhook.incoming" }, "invalid_scope"],
    ["an unknown scope", { scope: "identify everything" }, "invalid_scope"],
    ["a scope in large letters", { scope: "IDENTIFY" }, "invalid_scope"],
    ["scopes with another separator", { scope: "identify,guilds" }, "invalid_scope"],
    ["both answers at once", { response_type: "code token" }, "unsupported_response_type"],
    ["an ID token for an answer", { response_type: "id_token" }, "unsupported_response_type"],
    ["a bot on the user", { scope: "identify bot", integration_type: "1" }, "invalid_scope"]
  ]

  it.live.each(ROWS)("by %s goes back to the application as it is, without a code", ([, changes, error]) =>
    Effect.gen(function* () {
      const { url, decide, page } = yield* open
      const asked = query({ state: "a b&c=d#%\u00e9", ...changes })
      const { location } = (yield* decide(asked)).body
      const back = new URL(location)
      assert.strictEqual(back.origin + back.pathname, REDIRECT)
      assert.deepInclude(Object.fromEntries(back.searchParams), { error, state: "a b&c=d#%\u00e9", iss: url })
      assert.isFalse(back.searchParams.has("code"))
      assert.strictEqual((yield* page(asked)).headers.get("location"), location)
    })
  )
})
