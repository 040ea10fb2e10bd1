import type { InvalidForm } from "@backlot/domain/error/ServiceError"
import { Secrets } from "@backlot/ports/Secrets"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import * as Time from "../../src/event/Time.ts"
import { codes, decide, decided, type Given, ISSUER, look, open, pass, SITE } from "../fixture/Authorizing.ts"
import { identify } from "../fixture/Entering.ts"
import { ALICE, BOB, CAROL, HARBOUR, harbourFile, NOBODY, PET_SHOP, WEATHER_BOT } from "../fixture/Harbour.ts"
import { describeOnEachStore, events, rows, WALL_MS } from "../fixture/Stores.ts"

const CHALLENGE = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"

const faultsOf = (failure: { readonly _tag: string }) => {
  assert.strictEqual(failure._tag, "InvalidForm")
  // The tag says so.
  return (failure as InvalidForm).faults.map(({ path, code }) => [path.join("."), code])
}

const ofType = (type: string) =>
  Effect.map(events, (all) => all.flatMap((event) => (event.type === type ? [event.data] : [])))

describeOnEachStore("a user who consents", (test) => {
  test(
    "sends a code back, with the state as it was and the issuer",
    Effect.gen(function* () {
      yield* open()
      const state = "a b&c=d#e+%20é\u{1f600}"
      const { location } = yield* decide({ state })
      const { code, ...rest } = Object.fromEntries(new URL(location).searchParams)
      assert.match(code ?? "", /^[A-Za-z0-9]{30}$/)
      assert.deepStrictEqual(rest, { state, iss: ISSUER })
      assert.isTrue(location.startsWith(`${SITE}?code=`))
    })
  )

  test(
    "leaves a code that is bound to the request, and stands as its hash alone",
    Effect.gen(function* () {
      yield* open()
      const { code = "" } = yield* decided({
        scope: "openid identify",
        nonce: "n",
        redirect_uri: SITE,
        code_challenge: CHALLENGE,
        code_challenge_method: "S256"
      })
      const { sha256 } = yield* Secrets
      assert.deepStrictEqual(yield* codes, [
        {
          code_hash: sha256(code),
          application_id: PET_SHOP,
          user_id: ALICE,
          scopes: ["openid", "identify"],
          redirect_uri: SITE,
          redirect_given: true,
          code_challenge: CHALLENGE,
          nonce: "n",
          auth_time_ms: WALL_MS,
          expires_at: WALL_MS + 600_000
        }
      ])
      const holding = (yield* rows).filter((row) => row.join("\n").includes(code))
      assert.deepStrictEqual(holding, [])
    })
  )

  test(
    "is told of in the event log, with what they granted",
    Effect.gen(function* () {
      yield* open()
      yield* decide({ scope: "openid sdk.social_layer_presence" })
      const [granted, ...more] = yield* ofType("authorization.granted")
      assert.deepStrictEqual(more, [])
      assert.deepInclude(granted, { application_id: PET_SHOP, user_id: ALICE })
      assert.includeMembers((granted as { scopes: Array<string> }).scopes, ["openid", "gateway.connect", "identify"])
    })
  )

  test(
    "gives the sdk scopes expanded",
    Effect.gen(function* () {
      yield* open()
      yield* decide({ scope: "sdk.social_layer" })
      const [code] = yield* codes
      assert.includeMembers([...(code?.scopes ?? [])], ["sdk.social_layer", "lobbies.write", "gateway.connect"])
    })
  )

  test(
    "keeps the query of a redirect URI",
    Effect.gen(function* () {
      const redirect_uri = `${SITE}?tenant=1`
      yield* open({
        applications: [{ id: PET_SHOP, name: "Pet Shop", owner_id: ALICE, redirect_uris: [redirect_uri] }],
        users: [{ id: ALICE, username: "alice" }],
        guilds: [],
        direct_channels: [],
        tokens: []
      })
      const { location } = yield* decide({ redirect_uri })
      assert.isTrue(location.startsWith(`${redirect_uri}&code=`))
    })
  )

  test(
    "sends a code to a custom scheme, and to the standard form of the service",
    Effect.gen(function* () {
      yield* open()
      for (const redirect_uri of ["petshop:/authorize/callback", `discord-${PET_SHOP}:/authorize/callback`]) {
        assert.isTrue((yield* decide({ redirect_uri })).location.startsWith(`${redirect_uri}?code=`))
      }
    })
  )

  test(
    "sends a token in the fragment where a token is asked for: it acts for the user, for seven days",
    Effect.gen(function* () {
      yield* open()
      yield* Time.change({ mode: "frozen" })
      const { location } = yield* decide({ response_type: "token", scope: "identify guilds" })
      assert.isTrue(location.startsWith(`${SITE}#token_type=Bearer&access_token=`))
      const answer = Object.fromEntries(new URLSearchParams(new URL(location).hash.slice(1)))
      const { access_token = "", ...rest } = answer
      assert.deepStrictEqual(rest, {
        token_type: "Bearer",
        expires_in: "604800",
        scope: "identify guilds",
        state: "s",
        iss: ISSUER
      })
      const { caller } = yield* identify(`Bearer ${access_token}`)
      assert.deepStrictEqual(caller, {
        kind: "bearer",
        application_id: PET_SHOP,
        user_id: ALICE,
        scopes: ["identify", "guilds"]
      })
      assert.deepStrictEqual(yield* codes, [])
      yield* Time.change({ advance_ms: 604_800_000 })
      assert.strictEqual((yield* Effect.flip(identify(`Bearer ${access_token}`)))._tag, "Unauthorized")
    })
  )
})

describeOnEachStore(
  "users who consent at the same time",
  (test) => {
    test(
      "each have a code of their own",
      Effect.gen(function* () {
        yield* open()
        const people = [ALICE, BOB, CAROL, ALICE]
        yield* Effect.forEach(people, (user_id) => decide({}, { user_id }), { concurrency: "unbounded" })
        const kept = (yield* codes).map(({ user_id }) => user_id)
        assert.deepStrictEqual(kept.toSorted(), people.toSorted())
        assert.strictEqual((yield* ofType("authorization.granted")).length, people.length)
      })
    )
  },
  { interleave: true }
)

describeOnEachStore("a user who declines", (test) => {
  test(
    "sends access_denied back with the text of the platform, and nothing happens",
    Effect.gen(function* () {
      yield* open()
      const before = yield* rows
      const { location } = yield* decide({ scope: "identify bot" }, { authorize: false })
      assert.strictEqual(
        location,
        `${SITE}?error=access_denied&error_description=The+resource+owner+or+authorization+server+denied+the+request` +
          "&state=s&iss=http%3A%2F%2F127.0.0.1%3A6780"
      )
      assert.deepStrictEqual(yield* rows, before)
    })
  )

  test(
    "a token sends it in the fragment",
    Effect.gen(function* () {
      yield* open()
      const { location } = yield* decide({ response_type: "token" }, { authorize: false })
      assert.isTrue(location.startsWith(`${SITE}#error=access_denied&`))
    })
  )

  test(
    "an installation alone ends on the page of the service, which says so",
    Effect.gen(function* () {
      yield* open()
      const { location } = yield* decide({ response_type: undefined, scope: "bot" }, { authorize: false })
      assert.isTrue(location.startsWith(`${ISSUER}/oauth2/authorized?error=access_denied&`))
    })
  )
})

/** Users that cannot decide. */
const STRANGERS = [
  ["an unknown user", NOBODY, "OAUTH2_USER_UNKNOWN"],
  ["a bot", WEATHER_BOT, "OAUTH2_USER_BOT"],
  ["somebody who is no id", "alice", "NUMBER_TYPE_COERCE"]
] as const

/** Requests that never redirect: the attacker's address is nowhere in the answer. */
const ATTACKS: ReadonlyArray<readonly [sentence: string, given: Given, field: string]> = [
  ["a foreign redirect_uri", { redirect_uri: "https://evil.example/callback" }, "redirect_uri"],
  ["the registered one in large letters", { redirect_uri: "https://PETS.example/callback" }, "redirect_uri"],
  ["the registered one with another port", { redirect_uri: "https://pets.example:8443/callback" }, "redirect_uri"],
  ["the registered one with a slash behind", { redirect_uri: `${SITE}/` }, "redirect_uri"],
  ["the registered one with a fragment", { redirect_uri: `${SITE}#x` }, "redirect_uri"],
  ["user information", { redirect_uri: "https://pets.example@evil.example/callback" }, "redirect_uri"],
  ["a script", { redirect_uri: "javascript:alert(1)//:/authorize/callback" }, "redirect_uri"],
  ["the scheme of another application", { redirect_uri: "discord-1:/authorize/callback" }, "redirect_uri"],
  ["an unknown application", { client_id: NOBODY }, "client_id"],
  ["a client that is no id", { client_id: "evil" }, "client_id"]
]

describeOnEachStore("an authorization", (test) => {
  for (const [sentence, user_id, code] of STRANGERS) {
    test(
      `of ${sentence} is a fault of the form, whether they consent or not`,
      Effect.gen(function* () {
        yield* open()
        for (const authorize of [true, false]) {
          const failure = yield* Effect.flip(decide({}, { user_id, authorize }))
          assert.deepStrictEqual(faultsOf(failure), [["user_id", code]])
        }
        assert.deepStrictEqual(yield* codes, [])
      })
    )
  }

  for (const [sentence, given, field] of ATTACKS) {
    test(
      `with ${sentence} never redirects, and nothing happens`,
      Effect.gen(function* () {
        yield* open()
        const before = yield* rows
        for (const prompt of ["consent", "none"]) {
          const asked = { ...given, prompt }
          const failures = [
            yield* Effect.flip(look(asked)),
            yield* Effect.flip(decide(asked)),
            yield* Effect.flip(decide(asked, { authorize: false })),
            yield* Effect.flip(pass(asked))
          ]
          for (const [[at] = []] of failures.map(faultsOf)) assert.strictEqual(at, field)
        }
        assert.deepStrictEqual(yield* rows, before)
      })
    )
  }

  test(
    "that asks for more than a user may grant goes back without asking, and nothing happens",
    Effect.gen(function* () {
      yield* open()
      const before = yield* rows
      const given = { scope: "identify applications.commands.update" }
      const back = yield* Effect.flip(look(given))
      assert.strictEqual(back._tag, "SentBack")
      const answer = yield* decided(given)
      assert.deepInclude(answer, { to: SITE, error: "invalid_scope", state: "s", iss: ISSUER })
      assert.deepStrictEqual(yield* rows, before)
    })
  )

  test(
    "with a challenge that is not S256 goes back: no code without its proof",
    Effect.gen(function* () {
      yield* open()
      for (const code_challenge_method of ["plain", undefined]) {
        const answer = yield* decided({ code_challenge: CHALLENGE, code_challenge_method })
        assert.deepInclude(answer, { to: SITE, error: "invalid_request" })
      }
      assert.deepStrictEqual(yield* codes, [])
    })
  )
})

describeOnEachStore("a page of consent", (test) => {
  test(
    "shows what is asked, by whom, and where the user may install it",
    Effect.gen(function* () {
      yield* open()
      const view = yield* look({ scope: "bot identify", permissions: "8" }, BOB)
      assert.deepInclude(view.application, { id: PET_SHOP, name: "Pet Shop" })
      assert.strictEqual(view.user?.id, BOB)
      assert.deepInclude(view.request, { scopes: ["bot", "identify", "applications.commands"], permissions: "8" })
      assert.deepStrictEqual(
        view.guilds.map(({ name, is_allowed, install }) => [name, is_allowed, install?.scopes ?? null]),
        [
          ["Harbour", true, ["bot", "applications.commands"]],
          ["Quay", true, null]
        ]
      )
      const { guilds } = yield* look({ scope: "bot" }, ALICE)
      assert.deepStrictEqual(
        guilds.map(({ id, is_allowed }) => [id, is_allowed]),
        [[HARBOUR, false]]
      )
    })
  )

  test(
    "shows no secret of the application",
    Effect.gen(function* () {
      yield* open()
      const text = JSON.stringify(yield* look())
      for (const secret of ["pet-shop-secret", "pet-shop-bot-token"]) assert.notInclude(text, secret)
    })
  )

  test(
    "has no user before somebody signs in, or when they are no more",
    Effect.gen(function* () {
      yield* open()
      for (const nobody of [null, NOBODY]) {
        const { user, guilds } = yield* look({ scope: "bot" }, nobody)
        assert.deepStrictEqual([user, guilds], [null, []])
      }
    })
  )

  test(
    "shows what live tokens of this user and application were granted",
    Effect.gen(function* () {
      yield* open()
      assert.deepStrictEqual((yield* look({}, ALICE)).granted, ["identify"])
      assert.deepStrictEqual((yield* look({}, CAROL)).granted, [])
    })
  )
})

describeOnEachStore("prompt=none", (test) => {
  test(
    "passes a user who granted all of it before, without an event",
    Effect.gen(function* () {
      yield* open()
      assert.isTrue((yield* look({ prompt: "none" })).is_silent)
      const passed = yield* pass()
      assert.match(passed?.location ?? "", /\?code=[A-Za-z0-9]{30}&state=s&iss=/)
      assert.strictEqual((yield* codes).length, 1)
      assert.deepStrictEqual(yield* ofType("authorization.granted"), [])
    })
  )

  for (const [sentence, given, userId] of [
    ["who granted less", { scope: "identify guilds" }, ALICE],
    ["who granted nothing", {}, CAROL],
    [
      "who granted it to another application",
      { client_id: "100000000000000002", redirect_uri: "weather:/authorize/callback" },
      ALICE
    ],
    ["of whom prompt=none was not asked", { prompt: "consent" }, ALICE],
    ["whose answer goes to an address that any program may claim", { redirect_uri: "shop:/authorize/callback" }, ALICE],
    ["where the application is not installed yet", { scope: "identify bot", guild_id: HARBOUR }, ALICE]
  ] as const satisfies ReadonlyArray<readonly [string, Given, string]>) {
    test(
      `asks a user ${sentence}`,
      Effect.gen(function* () {
        yield* open()
        assert.isUndefined(yield* pass(given, userId))
        assert.deepStrictEqual(yield* codes, [])
      })
    )
  }

  test(
    "passes only to the exact address that it was granted to, whichever loopback port that has",
    Effect.gen(function* () {
      const [shop, weather] = harbourFile().applications
      yield* open({ applications: [{ ...shop, redirect_uris: [SITE, "http://127.0.0.1/callback"] }, weather] })
      const at = (port: number) => `http://127.0.0.1:${port}/callback`
      const silent = (port: number) => pass({ scope: "guilds", redirect_uri: at(port) })
      yield* decide({ response_type: "token", scope: "guilds", redirect_uri: at(4001) })
      assert.match((yield* silent(4001))?.location ?? "", /^http:\/\/127\.0\.0\.1:4001\/callback\?code=/)
      assert.isUndefined(yield* silent(4002))
      assert.isUndefined(yield* pass({ scope: "guilds" }))
      // The token of the world names no address, and stands for the registered ones.
      assert.isDefined(yield* pass())
      assert.isUndefined(yield* pass({ redirect_uri: at(4001) }))
    })
  )

  test(
    "asks again when the tokens have ended",
    Effect.gen(function* () {
      yield* open()
      yield* Time.change({ mode: "frozen" })
      yield* decide({ response_type: "token", scope: "guilds" })
      assert.isDefined(yield* pass({ scope: "guilds" }))
      yield* Time.change({ advance_ms: 604_800_000 })
      assert.isUndefined(yield* pass({ scope: "guilds" }))
    })
  )
})
