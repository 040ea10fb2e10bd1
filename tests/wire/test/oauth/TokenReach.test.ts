/**
 * The data that a bearer token gives access to, and the documents that list the endpoints. Sources: wire-rest.md §5.1,
 * §5.3, §5.5.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { ALICE, ask, BOB, basic, GENERAL, GUILD, OTHER_GUILD, SHOP, STAFF_ROOM, start } from "./Authorizing.ts"

describe("what a bearer token may see", () => {
  it.live("of its authorization: the application, the scopes, the end, and with identify the user", () =>
    Effect.gen(function* () {
      const { tokens, bearer } = yield* start()
      const plain = yield* bearer((yield* tokens({ scope: "guilds" })).access_token, "/oauth2/@me")
      assert.hasAllKeys(plain.body, ["application", "scopes", "expires"])
      assert.nestedPropertyVal(plain.body, "application.id", SHOP)
      assert.notInclude(plain.text, "secret")
      const named = yield* bearer((yield* tokens({ scope: "identify guilds" })).access_token, "/oauth2/@me")
      assert.nestedPropertyVal(named.body, "user.id", BOB)
      assert.deepStrictEqual(Object(named.body).scopes, ["identify", "guilds"])
    })
  )

  it.live("of its authorization with all that an umbrella brings", () =>
    Effect.gen(function* () {
      const { tokens, bearer } = yield* start()
      const { access_token } = yield* tokens({ scope: "openid sdk.social_layer" })
      const { scopes } = Object((yield* bearer(access_token, "/oauth2/@me")).body)
      assert.includeMembers(scopes, ["openid", "sdk.social_layer", "lobbies.write", "identify", "gateway.connect"])
    })
  )

  it.live("of its authorization is for users alone: a bot has none", () =>
    Effect.gen(function* () {
      const { url } = yield* start()
      const asked = { headers: { authorization: "Bot shop-bot-token" } }
      for (const path of ["/oauth2/@me", "/oauth2/userinfo"]) {
        const { status, body } = yield* ask(`${url}/api/v10${path}`, asked)
        assert.deepStrictEqual([status, body.code], [403, 20001])
      }
    })
  )

  it.live("of client credentials: the application's owner", () =>
    Effect.gen(function* () {
      const { form, bearer } = yield* start()
      const asked = { grant_type: "client_credentials", scope: "identify openid" }
      const { body } = yield* form("/oauth2/token", asked, basic(SHOP))
      assert.notProperty(body, "refresh_token")
      assert.nestedPropertyVal((yield* bearer(body.access_token, "/oauth2/@me")).body, "user.id", ALICE)
      assert.propertyVal((yield* bearer(body.access_token, "/oauth2/userinfo")).body, "sub", ALICE)
    })
  )

  it.live("as claims: the subject, and more with identify and email", () =>
    Effect.gen(function* () {
      const { tokens, bearer } = yield* start()
      const claimsOf = Effect.fnUntraced(function* (scope: string) {
        const { access_token } = yield* tokens({ scope }, ALICE)
        return (yield* bearer(access_token, "/oauth2/userinfo")).body
      })
      assert.deepStrictEqual(yield* claimsOf("openid"), { sub: ALICE } as object)
      assert.deepStrictEqual(yield* claimsOf("openid identify email"), {
        sub: ALICE,
        preferred_username: "alice",
        nickname: null,
        locale: "de",
        email: "alice@example.com",
        email_verified: true
      } as object)
      const { access_token } = yield* tokens({ scope: "identify" }, ALICE)
      const refused = yield* bearer(access_token, "/oauth2/userinfo")
      assert.deepInclude(refused, { status: 403 })
      assert.strictEqual(refused.body.code, 50026)
    })
  )

  it.live("is what its scopes say: the user, the address, the guilds, the member, the channels", () =>
    Effect.gen(function* () {
      const { tokens, bearer } = yield* start()
      const member = `/users/@me/guilds/${GUILD}/member`
      const channels = `/guilds/${GUILD}/channels`
      const paths: Readonly<Record<string, string>> = {
        identify: "/users/@me",
        guilds: "/users/@me/guilds",
        "guilds.members.read": member,
        "guilds.channels.read": channels
      }
      for (const scope of Object.keys(paths)) {
        const { access_token } = yield* tokens({ scope })
        for (const [needed, path] of Object.entries(paths)) {
          assert.strictEqual(
            (yield* bearer(access_token, path)).status,
            needed === scope ? 200 : 403,
            `${scope} ${path}`
          )
        }
      }
      const self = yield* bearer((yield* tokens({ scope: "identify email" }, ALICE)).access_token, "/users/@me")
      assert.deepInclude(self.body, { email: "alice@example.com", verified: true, premium_type: 0 } as object)
      const silent = yield* bearer((yield* tokens({ scope: "identify" }, ALICE)).access_token, "/users/@me")
      assert.doesNotHaveAnyKeys(silent.body, ["email", "verified"])
    })
  )

  it.live("of a guild's channels: those that its user may view, as a member", () =>
    Effect.gen(function* () {
      const { tokens, bearer } = yield* start()
      const [bob, alice] = [
        yield* tokens({ scope: "guilds.channels.read" }),
        yield* tokens({ scope: "guilds.channels.read" }, ALICE)
      ]
      const idsOf = Effect.fnUntraced(function* (token: string) {
        const { text } = yield* bearer(token, `/guilds/${GUILD}/channels`)
        return JSON.parse(text).map(({ id }: { readonly id: string }) => id)
      })
      assert.deepStrictEqual(yield* idsOf(bob.access_token), [GENERAL])
      assert.deepStrictEqual(yield* idsOf(alice.access_token), [GENERAL, STAFF_ROOM])
      const refused = yield* bearer(bob.access_token, `/guilds/${OTHER_GUILD}/channels`)
      assert.deepStrictEqual([refused.status, refused.body.code], [403, 50001])
      const unknown = yield* bearer(bob.access_token, "/guilds/1/channels")
      assert.deepStrictEqual([unknown.status, unknown.body.code], [404, 10004])
    })
  )
})

describe("discovery", () => {
  it.live("names every endpoint where it stands, and what is supported", () =>
    Effect.gen(function* () {
      const { url } = yield* start()
      const { status, body } = yield* ask(`${url}/.well-known/oauth-authorization-server`)
      assert.strictEqual(status, 200)
      assert.deepInclude(body, {
        issuer: url,
        authorization_endpoint: `${url}/oauth2/authorize`,
        token_endpoint: `${url}/api/oauth2/token`,
        response_types_supported: ["code"],
        code_challenge_methods_supported: ["S256"],
        authorization_response_iss_parameter_supported: true
      } as object)
      const { grant_types_supported, token_endpoint_auth_methods_supported, scopes_supported } = Object(body)
      assert.includeMembers(scopes_supported, ["bot", "openid", "applications.commands.update", "sdk.social_layer"])
      assert.notInclude(scopes_supported, "webhook.incoming", "it is not served")
      assert.sameMembers(grant_types_supported, ["authorization_code", "refresh_token", "client_credentials"])
      assert.sameMembers(token_endpoint_auth_methods_supported, ["client_secret_basic", "client_secret_post", "none"])
      const openid = yield* ask(`${url}/.well-known/openid-configuration`)
      assert.deepInclude(openid.body, {
        ...body,
        subject_types_supported: ["public"],
        id_token_signing_alg_values_supported: ["RS256"]
      } as object)
      for (const [name, address] of Object.entries(openid.body)) {
        if (!/_(endpoint|uri)$/.test(name)) continue
        const answer = yield* ask(String(address))
        assert.notStrictEqual(answer.status, 404, name)
      }
    })
  )
})
