import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { ask } from "../fixture/Client.ts"
import { at, LIVE, running } from "../fixture/Running.ts"
import { ALICE, BOB, CALLBACK, HARBOUR, QUAY, query, RUDE, SHOP, town } from "./Town.ts"

const FORMS = ["/oauth2/authorize", "/api/oauth2/authorize", "/api/v9/oauth2/authorize", "/api/v10/oauth2/authorize"]
const BOT = query({ scope: "bot identify", permissions: "2050" })

const decide = (json: unknown, asked = query(), path = "/api/oauth2/authorize") =>
  Effect.flatMap(at(`${path}?${asked}`), (url) => ask(url, { json }))

/** The `location` of an answer. */
const locationOf = ({ body }: { readonly body: unknown }) => {
  assert.hasAllKeys(body, ["location"])
  // The line above checks it.
  return new URL((body as { readonly location: string }).location)
}

const codesOf = (body: unknown) => JSON.stringify(body).match(/"code":"?\w+"?/g)

/** Faulty decisions, with the place of the fault. */
const FAULTS: ReadonlyArray<readonly [sentence: string, json: unknown, field: string, code: string, asked?: string]> = [
  ["without a user", { authorize: true }, "user_id", "BASE_TYPE_REQUIRED"],
  ["without a decision", { user_id: ALICE }, "authorize", "BASE_TYPE_REQUIRED"],
  ["of a user that is no id", { user_id: "alice", authorize: true }, "user_id", "NUMBER_TYPE_COERCE"],
  ["of a user whom the world has not", { user_id: "99", authorize: true }, "user_id", "OAUTH2_USER_UNKNOWN"],
  ["with a decision in words", { user_id: ALICE, authorize: "yes" }, "authorize", "BOOLEAN_TYPE_CONVERT"],
  ["without a guild where one is needed", { user_id: ALICE, authorize: true }, "guild_id", "BASE_TYPE_REQUIRED", BOT],
  [
    "for a guild that the user may not manage",
    { user_id: ALICE, authorize: true, guild_id: QUAY },
    "guild_id",
    "OAUTH2_GUILD_FORBIDDEN",
    BOT
  ],
  [
    "with permissions that are none",
    { user_id: ALICE, authorize: true, guild_id: HARBOUR, permissions: "-1" },
    "permissions",
    "OAUTH2_PERMISSIONS_INVALID",
    BOT
  ]
]

layer(
  running({
    world: {
      ...town,
      tokens: [
        { token: "alice-sees", application_id: SHOP, user_id: ALICE, scopes: ["identify", "guilds"] },
        { token: "alice-guilds", application_id: SHOP, user_id: ALICE, scopes: ["guilds"] }
      ]
    }
  }),
  LIVE
)("the JSON form", (it) => {
  it.effect.each(FORMS.map((form) => ({ form })))("at $form answers a decision with the location", ({ form }) =>
    Effect.gen(function* () {
      const answer = yield* decide({ user_id: ALICE, authorize: true }, query({ state: "s" }), form)
      assert.strictEqual(answer.status, 200)
      const location = locationOf(answer)
      assert.strictEqual(`${location.origin}${location.pathname}`, CALLBACK)
      assert.match(location.searchParams.get("code") ?? "", /^\w{30}$/)
      assert.strictEqual(location.searchParams.get("state"), "s")
    })
  )

  it.effect("declines", () =>
    Effect.gen(function* () {
      const location = locationOf(yield* decide({ user_id: ALICE, authorize: false }))
      assert.strictEqual(location.searchParams.get("error"), "access_denied")
    })
  )

  it.effect("installs in the guild with the permissions that it names", () =>
    Effect.gen(function* () {
      const choice = { user_id: ALICE, authorize: true, guild_id: HARBOUR, permissions: 2 }
      const { searchParams } = locationOf(yield* decide(choice, BOT))
      assert.deepStrictEqual([searchParams.get("guild_id"), searchParams.get("permissions")], [HARBOUR, "2"])
    })
  )

  it.effect.each(FAULTS.map(([sentence, json, field, code, asked]) => ({ sentence, json, field, code, asked })))(
    "$sentence is a form error there",
    ({ json, field, code, asked }) =>
      Effect.gen(function* () {
        const { status, body } = yield* decide(json, asked)
        assert.strictEqual(status, 400)
        assert.deepNestedInclude(body, { code: 50035, [`errors.${field}._errors[0].code`]: code })
      })
  )

  it.effect("of a link that must not redirect is a form error at the parameter", () =>
    Effect.gen(function* () {
      const bad = query({ redirect_uri: "https://evil.example/" })
      const { status, body } = yield* decide({ user_id: ALICE, authorize: true }, bad)
      assert.deepStrictEqual([status, codesOf(body)], [400, ['"code":50035', '"code":"OAUTH2_REDIRECT_URI_INVALID"']])
    })
  )

  it.effect("of any other fault of the link answers where the application is told", () =>
    Effect.gen(function* () {
      const location = locationOf(yield* decide({ user_id: ALICE, authorize: true }, query({ scope: "everything" })))
      assert.strictEqual(location.searchParams.get("error"), "invalid_scope")
    })
  )

  it.effect("takes JSON alone", () =>
    Effect.gen(function* () {
      const url = yield* at(`/api/oauth2/authorize?${query()}`)
      const { status, body } = yield* ask(url, { method: "POST", body: "user_id=1&authorize=true" })
      assert.deepStrictEqual([status, codesOf(body)], [400, ['"code":50035', '"code":"CONTENT_TYPE_INVALID"']])
    })
  )

  it.effect("tells by GET what is asked, and of nobody", () =>
    Effect.gen(function* () {
      const { status, body } = yield* ask(yield* at(`/api/oauth2/authorize?${BOT}`))
      assert.strictEqual(status, 200)
      assert.deepInclude(body, {
        scopes: ["bot", "identify", "applications.commands"],
        redirect_uri: CALLBACK,
        integration_type: 0,
        permissions: "2050"
      })
      assert.doesNotHaveAnyKeys(body, ["user", "guilds", "authorized"])
    })
  )

  it.effect("tells by GET of the user behind a bearer token, as far as its scopes go", () =>
    Effect.gen(function* () {
      const url = yield* at(`/api/oauth2/authorize?${BOT}`)
      const seen = yield* ask(url, { headers: { authorization: "Bearer alice-sees" } })
      assert.deepNestedInclude(seen.body, {
        "user.username": "alice",
        authorized: false,
        "guilds[1].is_allowed": false
      })
      const guilds = yield* ask(url, { headers: { authorization: "Bearer alice-guilds" } })
      assert.doesNotHaveAnyKeys(guilds.body, ["user", "authorized"])
      const elsewhere = yield* ask(yield* at(`/api/oauth2/authorize?${query()}`), {
        headers: { authorization: "Bearer alice-sees" }
      })
      assert.deepInclude(elsewhere.body, { authorized: true })
      assert.notProperty(elsewhere.body, "guilds")
      const rivals = yield* ask(yield* at(`/api/oauth2/authorize?${query({ client_id: RUDE })}`), {
        headers: { authorization: "Bearer alice-sees" }
      })
      assert.nestedPropertyVal(rivals.body, "user.username", "alice")
      assert.notProperty(rivals.body, "authorized")
      assert.strictEqual((yield* ask(url, { headers: { authorization: "Bearer no" } })).status, 401)
    })
  )
})

layer(running({ world: town }), LIVE)("a decision of a program", (it) => {
  it.effect("is that of any user of the world", () =>
    Effect.gen(function* () {
      for (const user_id of [ALICE, BOB]) assert.strictEqual((yield* decide({ user_id, authorize: true })).status, 200)
    })
  )
})
