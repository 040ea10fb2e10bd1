import * as Permission from "@backlot/domain/permission/Permission"
import { isGrantable, SCOPES } from "@backlot/domain/record/Scope"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { PERMISSION_TEXT, SCOPE_TEXT } from "../../src/authorize/ScopeText.ts"
import { LIVE, running } from "../fixture/Running.ts"
import {
  ALICE,
  BOB,
  browser,
  CALLBACK,
  CAROL,
  consenting,
  HARBOUR,
  nonceOf,
  QUAY,
  query,
  RUDE,
  SHOP,
  textOf,
  town
} from "./Town.ts"

const AUTHORIZE = "/oauth2/authorize"
const pageOf = (asked: string) => `${AUTHORIZE}?${asked}`
const BOT = query({ scope: "bot identify", permissions: "2050" })

layer(running({ world: town }), LIVE)("the page of consent", (it) => {
  it.effect("first asks who is there, of the world's users", () =>
    Effect.gen(function* () {
      const page = yield* browser().get(pageOf(query()))
      assert.strictEqual(page.status, 200)
      assert.include(textOf(page), "Who are you?")
      for (const id of [ALICE, BOB]) assert.include(page.text, `name="user" value="${id}"`)
      assert.notInclude(page.text, "control_token")
      assert.notInclude(textOf(page), "carol carol")
    })
  )

  it.effect("shows application, user, scopes in words, and where the answer goes", () =>
    Effect.gen(function* () {
      const { page } = yield* consenting(query({ redirect_uri: "http://127.0.0.1:3000/callback" }))
      const text = textOf(page)
      assert.include(text, "Pet Shop wants access to your account")
      assert.include(text, "Adopt a pet.")
      assert.include(text, "Signed in as Alice ( alice )")
      assert.include(text, "See your username, avatar and language identify")
      assert.include(text, "Afterwards you are sent to 127.0.0.1:3000")
      assert.notInclude(page.text, "guild_id")
    })
  )

  it.effect("shows every scope that a user may grant in words, with what it brings", () =>
    Effect.gen(function* () {
      const { page } = yield* consenting(query({ scope: SCOPES.filter(isGrantable).join(" ") }))
      const text = textOf(page)
      for (const scope of SCOPES.filter(isGrantable)) assert.include(text, `${SCOPE_TEXT[scope]} ${scope}`)
      assert.include(text, "Add its bot to a server bot with applications.commands")
    })
  )

  it.effect("shows every permission in words", () =>
    Effect.gen(function* () {
      const { page } = yield* consenting(query({ scope: "bot", permissions: Permission.ALL.toString() }))
      const text = textOf(page)
      for (const name of Permission.names(Permission.ALL)) assert.include(text, PERMISSION_TEXT[name])
      assert.lengthOf(new Set(Object.values(PERMISSION_TEXT)), Object.keys(Permission.BITS).length)
    })
  )

  it.effect("offers the guilds that the user may manage, and shows the others disabled with the reason", () =>
    Effect.gen(function* () {
      const { page } = yield* consenting(BOT)
      assert.include(page.text, `<option value="${HARBOUR}">`)
      assert.include(page.text, `<option value="${QUAY}" disabled>Quay (you may not manage this server)</option>`)
    })
  )

  it.effect("asks for the permissions of a bot in words, each to be left out", () =>
    Effect.gen(function* () {
      const { page } = yield* consenting(BOT)
      assert.include(page.text, `name="permission" value="KICK_MEMBERS" checked>Kick members`)
      assert.include(page.text, `name="permission" value="SEND_MESSAGES" checked>Send messages`)
      assert.lengthOf(page.text.match(/type="checkbox"/g) ?? [], 2)
    })
  )

  it.effect("preselects the guild_id of the link, and holds to it with disable_guild_select", () =>
    Effect.gen(function* () {
      const { page } = yield* consenting(`${BOT}&guild_id=${HARBOUR}`)
      assert.include(page.text, `<option value="${HARBOUR}" selected>`)
      const { page: open } = yield* consenting(`${BOT}&guild_id=${QUAY}`)
      assert.include(open.text, `<option value="" selected>`)
      const { page: fixed } = yield* consenting(`${BOT}&guild_id=${HARBOUR}&disable_guild_select=true`)
      assert.include(fixed.text, `<input type="hidden" name="guild_id" value="${HARBOUR}">`)
      assert.notInclude(fixed.text, "<select")
      const { page: other } = yield* consenting(`${BOT}&guild_id=${QUAY}&disable_guild_select=true`)
      assert.include(other.text, `name="authorize" value="true" disabled`)
      assert.include(textOf(other), "Server Quay You may not add applications to this server")
    })
  )

  it.effect("says so when the user may manage no guild", () =>
    Effect.gen(function* () {
      const { page } = yield* consenting(BOT, CAROL)
      assert.include(textOf(page), "You may not add applications to any server")
      assert.include(page.text, `name="authorize" value="true" disabled`)
      assert.notInclude(page.text, `type="checkbox"`)
    })
  )

  it.effect("says where an installation on the user counts", () =>
    Effect.gen(function* () {
      const { page } = yield* consenting(query({ scope: "applications.commands", integration_type: "1" }))
      assert.include(textOf(page), "It is installed for you")
    })
  )

  it.effect("sends the browser back with a code when the user authorizes", () =>
    Effect.gen(function* () {
      const asked = query({ state: "a b&c=d" })
      const { nonce, post } = yield* consenting(asked)
      const answer = yield* post(pageOf(asked), { nonce, authorize: "true" })
      assert.strictEqual(answer.status, 303)
      const location = new URL(answer.headers.location ?? "")
      assert.strictEqual(`${location.origin}${location.pathname}`, CALLBACK)
      assert.match(location.searchParams.get("code") ?? "", /^\w{30}$/)
      assert.strictEqual(location.searchParams.get("state"), "a b&c=d")
    })
  )

  it.effect("says which app is opened by the answer", () =>
    Effect.gen(function* () {
      const { page } = yield* consenting(query({ redirect_uri: "petshop:/authorize/callback" }))
      assert.include(textOf(page), "Afterwards you are sent to the app that opens petshop: links.")
    })
  )

  it.effect("takes an answer that does not say so for no consent", () =>
    Effect.gen(function* () {
      const { nonce, post } = yield* consenting(query())
      const { headers } = yield* post(pageOf(query()), { nonce })
      assert.include(headers.location, "error=access_denied")
    })
  )

  it.effect("sends the browser back with access_denied when the user cancels", () =>
    Effect.gen(function* () {
      const { nonce, post } = yield* consenting(query())
      const answer = yield* post(pageOf(query()), { nonce, authorize: "false" })
      const location = new URL(answer.headers.location ?? "")
      assert.deepStrictEqual(
        [location.searchParams.get("error"), location.searchParams.get("code")],
        ["access_denied", null]
      )
    })
  )

  it.effect("installs with the permissions that were left checked", () =>
    Effect.gen(function* () {
      const { nonce, post } = yield* consenting(BOT)
      const chosen = { nonce, authorize: "true", guild_id: HARBOUR, permission: "SEND_MESSAGES" }
      const answer = yield* post(pageOf(BOT), chosen)
      const location = new URL(answer.headers.location ?? "")
      assert.deepStrictEqual(
        [location.searchParams.get("guild_id"), location.searchParams.get("permissions")],
        [HARBOUR, "2048"]
      )
    })
  )

  it.effect("takes no guild that the user may not manage, says why, and offers to choose again", () =>
    Effect.gen(function* () {
      const { nonce, post } = yield* consenting(BOT)
      const answer = yield* post(pageOf(BOT), { nonce, authorize: "true", guild_id: QUAY })
      assert.strictEqual(answer.status, 400)
      assert.include(textOf(answer), "guild_id This user may not manage the guild.")
      assert.include(textOf(answer), "Choose again")
    })
  )

  it.effect("ends a pure installation on a page of its own", () =>
    Effect.gen(function* () {
      const asked = new URLSearchParams({ client_id: RUDE, scope: "bot", guild_id: HARBOUR }).toString()
      const { nonce, post, get } = yield* consenting(asked)
      const answer = yield* post(pageOf(asked), { nonce, authorize: "true", guild_id: HARBOUR })
      assert.strictEqual(answer.headers.location, "/oauth2/authorized")
      assert.include(textOf(yield* get("/oauth2/authorized")), "The application is installed")
    })
  )

  it.effect("ends a pure installation that was declined there too, and says that nothing was installed", () =>
    Effect.gen(function* () {
      const asked = new URLSearchParams({ client_id: RUDE, scope: "bot", guild_id: HARBOUR }).toString()
      const { nonce, post, get } = yield* consenting(asked)
      const { headers } = yield* post(pageOf(asked), { nonce, authorize: "false" })
      assert.match(headers.location ?? "", /^\/oauth2\/authorized\?error=access_denied&/)
      const end = textOf(yield* get(headers.location ?? ""))
      assert.include(end, "Not authorized The request was declined. Nothing was installed.")
    })
  )

  it.effect("passes over a pure installation that is in place, to the same end", () =>
    Effect.gen(function* () {
      const asked = new URLSearchParams({
        client_id: SHOP,
        scope: "applications.commands",
        integration_type: "1",
        prompt: "none"
      }).toString()
      const { nonce, post, get } = yield* consenting(asked)
      yield* post(pageOf(asked), { nonce, authorize: "true" })
      const passed = yield* get(pageOf(asked))
      assert.deepStrictEqual([passed.status, passed.headers.location], [302, "/oauth2/authorized"])
    })
  )

  it.effect.each(["/oauth2/sign-in", "/oauth2/sign-out"].map((path) => ({ path })))(
    "shows itself to who calls up $path, the address of a form",
    ({ path }) =>
      Effect.gen(function* () {
        const { status, headers } = yield* browser().get(`${path}?${query()}`)
        assert.deepStrictEqual([status, headers.location], [302, pageOf(query())])
      })
  )

  it.effect("that shows a code tells of a token behind the # where there is neither code nor error", () =>
    Effect.gen(function* () {
      const shown = (asked: string) => Effect.map(browser().get(`/oauth2/code?${asked}`), textOf)
      assert.include(yield* shown("state=s"), "A token of the implicit grant is in the address bar")
      for (const asked of ["error=access_denied", "code=c"]) assert.notInclude(yield* shown(asked), "implicit grant")
    })
  )

  it.effect("wants a user to be chosen", () =>
    Effect.gen(function* () {
      const answer = yield* browser().post(`/oauth2/sign-in?${query()}`, { user: " " })
      assert.strictEqual(answer.status, 400)
      assert.include(textOf(answer), "Choose a user.")
    })
  )

  it.effect("asks again who is there once somebody was not who they seemed", () =>
    Effect.gen(function* () {
      const { post, get } = yield* consenting(query())
      const out = yield* post(`/oauth2/sign-out?${query()}`, {})
      assert.deepStrictEqual([out.status, out.headers.location], [303, pageOf(query())])
      assert.include(textOf(yield* get(pageOf(query()))), "Who are you?")
    })
  )

  it.effect("takes a user by name, and names one whom the world has not", () =>
    Effect.gen(function* () {
      const { post, get } = browser()
      const unknown = yield* post(`/oauth2/sign-in?${query()}`, { user: "mallory" })
      assert.strictEqual(unknown.status, 400)
      assert.include(textOf(unknown), 'This world has no user "mallory".')
      const asked = query({ scope: "everything" })
      const wrong = yield* post(`/oauth2/sign-in?${asked}`, { user: "mallory" })
      assert.strictEqual(wrong.status, 303)
      assert.include(wrong.headers.location, "error=invalid_scope")
      yield* post(`/oauth2/sign-in?${query()}`, { user: "bob" })
      assert.include(textOf(yield* get(pageOf(query()))), "( bob )")
    })
  )

  it.effect("is passed over with prompt=none once all was granted, and shown before", () =>
    Effect.gen(function* () {
      const silent = query({ prompt: "none", redirect_uri: "http://127.0.0.1:9/callback" })
      const { page, get, post } = yield* consenting(silent)
      assert.include(textOf(page), "wants access")
      const implicit = query({ response_type: "token", redirect_uri: "http://127.0.0.1:9/callback" })
      const nonce = nonceOf(yield* get(pageOf(implicit)))
      assert.include(
        (yield* post(pageOf(implicit), { nonce, authorize: "true" })).headers.location,
        "#token_type=Bearer"
      )
      const passed = yield* get(pageOf(silent))
      assert.strictEqual(passed.status, 302)
      assert.match(passed.headers.location ?? "", /^http:\/\/127\.0\.0\.1:9\/callback\?code=\w{30}&/)
      const elsewhere = query({ prompt: "none", redirect_uri: "http://127.0.0.1:10/callback" })
      assert.include(textOf(yield* get(pageOf(elsewhere))), "wants access")
      assert.include(textOf(yield* get(pageOf(query({ prompt: "none", scope: "identify email" })))), "wants access")
    })
  )
})

const crowd = Array.from({ length: 60 }, (_, i) => ({ id: `4000000000000000${10 + i}`, username: `guest${10 + i}` }))

layer(running({ world: { ...town, users: [...town.users, ...crowd] } }), LIVE)("a world of many users", (it) => {
  it.effect("shows the first fifty, and takes the others by name", () =>
    Effect.gen(function* () {
      const { get, post } = browser()
      const page = yield* get(pageOf(query()))
      assert.lengthOf(page.text.match(/<button name="user"/g) ?? [], 50)
      assert.include(textOf(page), "Username or id Continue Or one of these")
      yield* post(`/oauth2/sign-in?${query()}`, { user: "guest69" })
      assert.include(textOf(yield* get(pageOf(query()))), "Signed in as guest69")
    })
  )

  it.effect("takes who is pressed, whatever was typed", () =>
    Effect.gen(function* () {
      const { get, post } = browser()
      const both = new URLSearchParams([
        ["user", "guest69"],
        ["user", BOB]
      ])
      yield* post(`/oauth2/sign-in?${query()}`, both)
      assert.include(textOf(yield* get(pageOf(query()))), "( bob )")
    })
  )
})
