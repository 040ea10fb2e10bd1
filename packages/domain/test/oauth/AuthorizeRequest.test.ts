import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import fc from "fast-check"
import {
  type AuthorizeFault,
  type AuthorizeRequest,
  type AuthorizeSettings,
  clientOf,
  type Parameters,
  read
} from "../../src/oauth/AuthorizeRequest.ts"
import type { Application } from "../../src/record/World.ts"
import { petShop } from "../fixture/Harbour.ts"

const SITE = "https://app.example/callback"
const ISSUER = "http://127.0.0.1:6780"
const CHALLENGE = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
const shop: Application = { ...petShop, redirect_uris: [SITE, "http://127.0.0.1/callback"] }
const settings: AuthorizeSettings = { issuer: ISSUER, service_prefix: "discord" }

const SOUND = { client_id: shop.id, response_type: "code", scope: "identify", state: "s" }
type Given = Readonly<Record<string, string | undefined>>

const parameters = (given: Given): Parameters =>
  Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]))
const asked = (changes: Given, more: Parameters = [], application = shop) =>
  read([...parameters({ ...SOUND, ...changes }), ...more], application, settings)

const accepted = (changes: Given, application = shop): AuthorizeRequest => {
  const result = asked(changes, [], application)
  assert.isTrue(Result.isSuccess(result), JSON.stringify(result))
  return Result.getOrThrow(result)
}
const refused = (changes: Given, more: Parameters = [], application = shop): AuthorizeFault => {
  const result = asked(changes, more, application)
  assert.isTrue(Result.isFailure(result), JSON.stringify(result))
  return Result.getOrThrow(Result.flip(result))
}
/** Where the browser is sent, and with what. */
const sentBack = (fault: AuthorizeFault): Readonly<Record<string, unknown>> => {
  assert.strictEqual(fault.kind, "redirect", JSON.stringify(fault))
  const url = new URL(fault.kind === "redirect" ? fault.location : "")
  const part = url.hash === "" ? url.searchParams : new URLSearchParams(url.hash.slice(1))
  return { to: `${url.origin}${url.pathname}`, fragment: url.hash !== "", ...Object.fromEntries(part) }
}
const atField = (fault: AuthorizeFault) => {
  assert.strictEqual(fault.kind, "form", JSON.stringify(fault))
  return fault.kind === "form" ? fault.faults.map(({ path, code }) => [path.join("."), code]) : []
}

describe("the query of an authorize URL", () => {
  it("is read whole", () =>
    assert.deepStrictEqual(
      accepted({
        scope: "identify openid bot identify",
        redirect_uri: SITE,
        state: "a b",
        nonce: "n",
        prompt: "none",
        code_challenge: CHALLENGE,
        code_challenge_method: "S256",
        integration_type: "0",
        permissions: "8",
        guild_id: "200000000000000001",
        disable_guild_select: "true",
        utm: "ignored"
      }),
      {
        client_id: shop.id,
        redirect_uri: SITE,
        response_type: "code",
        state: "a b",
        redirect_kind: "registered",
        redirect_given: true,
        asked: ["identify", "openid", "bot"],
        scopes: ["identify", "openid", "bot", "applications.commands"],
        nonce: "n",
        code_challenge: CHALLENGE,
        integration_type: 0,
        permissions: "8",
        guild_id: "200000000000000001",
        disable_guild_select: true,
        prompt: "none"
      }
    ))

  it("goes to the first registered address where it names none", () => {
    const { redirect_uri, redirect_given } = accepted({})
    assert.deepStrictEqual([redirect_uri, redirect_given], [SITE, false])
  })

  it("takes a parameter without a value for left out", () => {
    const { redirect_uri, state, nonce } = accepted({ redirect_uri: "", state: "", nonce: "" })
    assert.deepStrictEqual([redirect_uri, state, nonce], [SITE, null, null])
  })

  it("expands the sdk scopes", () => {
    const { scopes, asked } = accepted({ scope: "openid sdk.social_layer_presence" })
    assert.deepStrictEqual(asked, ["openid", "sdk.social_layer_presence"])
    assert.includeMembers([...scopes], ["openid", "identify", "gateway.connect", "relationships.write"])
    assert.notInclude(scopes, "lobbies.write")
  })

  it.each(["true", "True", "TRUE", "1"])("has the guild fixed by disable_guild_select=%s", (value) =>
    assert.isTrue(accepted({ scope: "bot", guild_id: "1", disable_guild_select: value }).disable_guild_select)
  )

  it.each([
    ["false", "1"],
    ["0", "1"],
    ["true", undefined]
  ])("leaves the guild open with disable_guild_select=%s and guild_id=%s", (value, guild_id) =>
    assert.isFalse(accepted({ scope: "bot", guild_id, disable_guild_select: value }).disable_guild_select)
  )

  it("asks for the permissions of a bot alone", () => {
    assert.strictEqual(accepted({ scope: "bot", permissions: "0008" }).permissions, "8")
    assert.strictEqual(accepted({ scope: "applications.commands", permissions: "8" }).permissions, "0")
  })
})

describe("an installation", () => {
  const pure = { response_type: undefined, scope: "bot" }

  it.each(["bot", "applications.commands", "bot applications.commands"])(
    "alone (%s) needs no response_type and no redirect",
    (scope) => {
      const { redirect_uri, response_type } = accepted({ ...pure, scope }, petShop)
      assert.deepStrictEqual([redirect_uri, response_type], [null, null])
    }
  )

  it("alone has no way back: its faults are told where it was asked for", () => {
    assert.deepStrictEqual(atField(refused({ ...pure, permissions: "-1" })), [
      ["permissions", "OAUTH2_INVALID_REQUEST"]
    ])
  })

  it("alone still names no address that is not registered", () =>
    assert.deepStrictEqual(atField(refused({ ...pure, redirect_uri: "https://evil.example" })), [
      ["redirect_uri", "OAUTH2_REDIRECT_URI_INVALID"]
    ]))

  it("alone goes nowhere, even when it names an address: neither its answer nor its faults do", () => {
    assert.isNull(accepted({ ...pure, redirect_uri: SITE }).redirect_uri)
    assert.deepStrictEqual(atField(refused({ ...pure, redirect_uri: SITE, guild_id: "harbour" })), [
      ["guild_id", "OAUTH2_INVALID_REQUEST"]
    ])
  })

  it("on a user has no default settings of the older kind, which speak for guilds", () => {
    const application: Application = {
      ...shop,
      integration_types: [0, 1],
      install_params: { scopes: ["applications.commands"], permissions: "0" }
    }
    const asking = { scope: undefined, response_type: "code" }
    assert.deepStrictEqual(accepted(asking, application).asked, ["applications.commands"])
    assert.include(sentBack(refused({ ...asking, integration_type: "1" }, [], application)), { error: "invalid_scope" })
  })

  it("beside other scopes needs a response_type", () =>
    assert.include(sentBack(refused({ response_type: undefined, scope: "bot identify" })), {
      error: "invalid_request",
      to: SITE
    }))

  it("is in a guild unless integration_type says otherwise", () => {
    assert.strictEqual(accepted({ scope: "applications.commands" }).integration_type, 0)
    assert.strictEqual(accepted({ scope: "applications.commands", integration_type: "1" }).integration_type, 1)
    assert.strictEqual(
      accepted({ scope: "applications.commands" }, { ...shop, integration_types: [1] }).integration_type,
      1
    )
  })

  it("is only relevant with applications.commands", () =>
    assert.isNull(
      accepted({ scope: "identify", integration_type: "1" }, { ...shop, integration_types: [0] }).integration_type
    ))

  it("is refused in a context that the application does not support", () =>
    assert.include(
      sentBack(
        refused({ scope: "applications.commands", integration_type: "1" }, [], { ...shop, integration_types: [0] })
      ),
      { error: "invalid_request" }
    ))

  it("of a bot is never on a user", () =>
    assert.include(sentBack(refused({ scope: "bot", integration_type: "1" })), { error: "invalid_scope" }))

  const withDefaults: Application = {
    ...shop,
    install_params: { scopes: ["applications.commands"], permissions: "0" },
    integration_types_config: {
      "0": { oauth2_install_params: { scopes: ["bot", "applications.commands"], permissions: "2048" } },
      "1": { oauth2_install_params: { scopes: ["applications.commands"], permissions: "0" } }
    }
  }

  it("has the application's default settings where scope is left out", () => {
    const { scopes, permissions, redirect_uri } = accepted({ response_type: undefined, scope: undefined }, withDefaults)
    assert.deepStrictEqual([scopes, permissions, redirect_uri], [["bot", "applications.commands"], "2048", null])
    const given = { response_type: undefined, scope: undefined }
    assert.deepStrictEqual(accepted({ ...given, integration_type: "1" }, withDefaults).scopes, [
      "applications.commands"
    ])
    assert.strictEqual(accepted({ ...given, permissions: "8" }, withDefaults).permissions, "8")
    assert.deepStrictEqual(accepted(given, { ...withDefaults, integration_types_config: null }).scopes, [
      "applications.commands"
    ])
  })

  it("has no default permissions where scope is given", () =>
    assert.strictEqual(accepted({ scope: "bot" }, withDefaults).permissions, "0"))
})

/** What redirects back: RFC 6749 §4.1.2.1. */
const SENT_BACK: ReadonlyArray<readonly [sentence: string, changes: Given, error: string]> = [
  ["no scope", { scope: undefined }, "invalid_scope"],
  ["blanks for a scope", { scope: " " }, "invalid_scope"],
  ["an unknown scope", { scope: "identify everything" }, "invalid_scope"],
  ["a scope in large letters", { scope: "Identify" }, "invalid_scope"],
  ["scopes with commas", { scope: "identify,email" }, "invalid_scope"],
  ["a scope of client credentials alone", { scope: "identify applications.commands.update" }, "invalid_scope"],
  ["a scope that is not served", { scope: "webhook.incoming" }, "invalid_scope"],
  ["no response_type", { response_type: undefined }, "invalid_request"],
  ["an unknown response_type", { response_type: "id_token" }, "unsupported_response_type"],
  ["two response types", { response_type: "code token" }, "unsupported_response_type"],
  ["a response_type in large letters", { response_type: "Code" }, "unsupported_response_type"],
  ["a plain challenge", { code_challenge: CHALLENGE, code_challenge_method: "plain" }, "invalid_request"],
  ["a challenge without a method, which would be plain", { code_challenge: CHALLENGE }, "invalid_request"],
  ["a method in small letters", { code_challenge: CHALLENGE, code_challenge_method: "s256" }, "invalid_request"],
  ["a method without a challenge", { code_challenge_method: "S256" }, "invalid_request"],
  ["a method with an empty challenge", { code_challenge: "", code_challenge_method: "S256" }, "invalid_request"],
  ["a short challenge", { code_challenge: "abc", code_challenge_method: "S256" }, "invalid_request"],
  ["an unknown prompt", { prompt: "login" }, "invalid_request"],
  ["permissions of words", { permissions: "ADMINISTRATOR" }, "invalid_request"],
  ["permissions below zero", { permissions: "-1" }, "invalid_request"],
  ["permissions with a fraction", { permissions: "8.0" }, "invalid_request"],
  ["permissions in hex", { permissions: "0x8" }, "invalid_request"],
  ["permissions out of range", { permissions: "18014398509481984" }, "invalid_request"],
  ["a guild that is no id", { guild_id: "harbour" }, "invalid_request"],
  ["disable_guild_select of words", { disable_guild_select: "yes" }, "invalid_request"],
  ["an unknown integration_type", { integration_type: "2" }, "invalid_request"],
  ["a long nonce", { nonce: "n".repeat(2_049) }, "invalid_request"]
]

describe("a request that is at fault", () => {
  it.each(SENT_BACK)(
    "with %s goes back to the application with the error, its state and the issuer",
    (_, changes, error) => {
      const back = sentBack(refused(changes))
      assert.include(back, { to: SITE, fragment: false, error, state: "s", iss: ISSUER })
      assert.property(back, "error_description")
    }
  )

  it("for a token goes back in the fragment", () =>
    assert.include(sentBack(refused({ response_type: "token", scope: "everything" })), {
      to: SITE,
      fragment: true,
      error: "invalid_scope",
      state: "s"
    }))

  it.each(
    Object.entries({ ...SOUND, nonce: "n", scope: "identify", prompt: "none" }).filter(([name]) => name !== "client_id")
  )("has %s twice, the same or not", (name, value) => {
    for (const second of [value, "other", ""]) {
      assert.include(sentBack(refused({ [name]: value }, [[name, second]])), { to: SITE, error: "invalid_request" })
    }
  })

  it("with two states echoes none of them", () =>
    assert.notProperty(sentBack(refused({}, [["state", "other"]])), "state"))

  it("with a state that is too long does not echo it", () => {
    const back = sentBack(refused({ state: "s".repeat(2_049) }))
    assert.strictEqual(back["error"], "invalid_request")
    assert.notProperty(back, "state")
  })

  it("is one that is longer than its bound, and none that is as long", () => {
    assert.strictEqual(accepted({ nonce: "n".repeat(2_048) }).nonce?.length, 2_048)
    assert.strictEqual(accepted({ state: "s".repeat(2_048) }).state?.length, 2_048)
    assert.include(sentBack(refused({ nonce: "n".repeat(2_049) })), { error: "invalid_request" })
  })

  it("never redirects to an address longer than its bound, even when it is registered", () => {
    const long = `${SITE}?${"a".repeat(2_048)}`
    const application = { ...shop, redirect_uris: [long] }
    assert.deepStrictEqual(atField(refused({ redirect_uri: long }, [], application)), [
      ["redirect_uri", "OAUTH2_REDIRECT_URI_INVALID"]
    ])
  })

  it.each([
    ["is not registered", { redirect_uri: "https://evil.example" }, []],
    ["is longer than its bound", { redirect_uri: `${SITE}?${"a".repeat(2_048)}` }, []],
    ["comes twice", { redirect_uri: SITE }, [["redirect_uri", "https://evil.example"]]],
    ["comes twice, the other way round", { redirect_uri: "https://evil.example" }, [["redirect_uri", SITE]]],
    ["comes twice, once empty", { redirect_uri: SITE }, [["redirect_uri", ""]]]
  ] satisfies ReadonlyArray<readonly [string, Given, Parameters]>)(
    "never redirects where redirect_uri %s",
    (_, changes, more) => {
      const [[field] = []] = atField(refused(changes, more))
      assert.strictEqual(field, "redirect_uri")
    }
  )

  it("never redirects an application that has no address", () =>
    assert.deepStrictEqual(atField(refused({}, [], petShop)), [["redirect_uri", "OAUTH2_REDIRECT_URI_INVALID"]]))

  it("sends no token to an address that is only implicitly registered", () => {
    const implicit = { redirect_uri: `discord-${shop.id}:/authorize/callback` }
    assert.strictEqual(accepted(implicit).redirect_kind, "implicit")
    assert.include(
      new URL(JSON.parse(JSON.stringify(refused({ ...implicit, response_type: "token" }))).location).hash,
      "unsupported_response_type"
    )
  })
})

describe("the client of a request", () => {
  it("is named once, by an id", () => assert.deepStrictEqual(clientOf(parameters(SOUND)), Result.succeed(shop.id)))

  it.each([
    ["missing", [], "BASE_TYPE_REQUIRED"],
    ["empty", [["client_id", ""]], "BASE_TYPE_REQUIRED"],
    ["no id", [["client_id", "pet-shop"]], "NUMBER_TYPE_COERCE"],
    ["named twice", [...parameters(SOUND), ["client_id", shop.id]], "OAUTH2_PARAMETER_REPEATED"],
    ["named twice, once empty", [...parameters(SOUND), ["client_id", ""]], "OAUTH2_PARAMETER_REPEATED"]
  ] satisfies ReadonlyArray<readonly [string, Parameters, string]>)(
    "never redirects where it is %s",
    (_, given, code) => {
      const result = Result.flip(clientOf(given))
      assert.deepStrictEqual(
        Result.getOrThrow(result).map((fault) => [fault.path, fault.code]),
        [[["client_id"], code]]
      )
    }
  )
})

describe("whatever a query holds", () => {
  const name = fc.constantFrom(
    "response_type",
    "scope",
    "state",
    "nonce",
    "prompt",
    "permissions",
    "guild_id",
    "client_id"
  )
  const pair = fc.tuple(name, fc.oneof(fc.string(), fc.constantFrom("code", "token", "identify", "bot", "none", "8")))
  const uri = fc.oneof(
    fc.webUrl({ withFragments: true, withQueryParameters: true }),
    fc.string({ minLength: 1 }),
    fc
      .tuple(fc.constantFrom(SITE, `discord-${shop.id}0`, "http://127.0.0.1:1"), fc.string())
      .map((both) => both.join(""))
  )

  it("an address that is neither registered nor implicit is never redirected to", () => {
    const known = (text: string) =>
      text === SITE ||
      /^http:\/\/127\.0\.0\.1(:\d+)?\/callback$/.test(text) ||
      /^[a-z][a-z0-9+.-]*:\/authorize\/callback$/i.test(text)
    fc.assert(
      fc.property(fc.array(pair), uri, (given, redirect_uri) => {
        fc.pre(!known(redirect_uri))
        const result = read([...parameters(SOUND), ...given, ["redirect_uri", redirect_uri]], shop, settings)
        assert.isTrue(Result.isFailure(result))
        const [[field] = []] = atField(Result.getOrThrow(Result.flip(result)))
        assert.strictEqual(field, "redirect_uri")
      }),
      { numRuns: 2_000 }
    )
  })

  it("what redirects back goes to a registered address, with the state that was sent", () => {
    fc.assert(
      fc.property(fc.array(pair), fc.string({ minLength: 1, unit: "grapheme" }), (given, state) => {
        const others = given.filter(([other]) => other !== "state")
        const result = read([["client_id", shop.id], ["state", state], ...others], shop, settings)
        if (Result.isSuccess(result)) return assert.strictEqual(result.success.state, state)
        if (result.failure.kind === "form") return
        const back = sentBack(result.failure)
        assert.include(back, { to: SITE, state: state.toWellFormed(), iss: ISSUER })
      }),
      { numRuns: 2_000 }
    )
  })
})
