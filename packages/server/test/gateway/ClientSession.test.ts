import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { call } from "../fixture/Client.ts"
import { at, GENERAL, LIVE, running, SECRETS } from "../fixture/Running.ts"
import { comeBack, connect, fields, login } from "./Bot.ts"
import {
  ALICE,
  APP,
  BOB,
  CAROL,
  hears,
  hearsNothing,
  lobbyOf,
  OTHER_APP,
  playing,
  refusalOf,
  rest,
  signIn,
  TOKENS
} from "./Clients.ts"

const redirecting = {
  ...playing,
  applications: playing.applications.map((application) => ({
    ...application,
    redirect_uris: ["http://127.0.0.1/callback"]
  }))
}

const control = Effect.fnUntraced(function* (method: string, path: string, json?: unknown) {
  return yield* call(yield* at(`/control/v1${path}`), { method, json })
})

layer(running({ world: playing }), LIVE)("a client session", (it) => {
  it.effect("begins with a user's bearer token that holds gateway.connect, with and without its prefix", () =>
    Effect.gen(function* () {
      for (const token of [TOKENS.carol, `Bearer ${TOKENS.carol}`]) {
        const { ready, bot } = yield* signIn(token)
        assert.deepInclude(ready, { t: "READY", s: 1 })
        const { user, application, guilds, lobbies } = fields(ready)
        assert.deepInclude(user, { id: CAROL, username: "carol" })
        assert.deepInclude(application, { id: APP })
        assert.deepStrictEqual([guilds, lobbies], [[], []])
        yield* bot.close()
      }
    })
  )

  it.effect("is refused with 4004 for every other token of a user, and for one of nobody", () =>
    Effect.gen(function* () {
      for (const token of [SECRETS.identify, SECRETS.update, TOKENS.nobody, "no-token", ""]) {
        assert.strictEqual(yield* refusalOf(token), 4004, token)
      }
    })
  )

  it.effect.each([
    ["a prefix in lower case", 4004, { token: `bearer ${TOKENS.alice}` }],
    ["two spaces", 4004, { token: `Bearer  ${TOKENS.alice}` }],
    ["two prefixes", 4004, { token: `Bearer Bearer ${TOKENS.alice}` }],
    ["nothing but a prefix", 4004, { token: "Bearer " }],
    ["a token that is no string", 4002, { token: [TOKENS.alice] }],
    ["intents that are no number", 4002, { intents: "all" }],
    ["a shard that can not be", 4010, { shard: [1, 1] }],
    ["a compress that is no boolean", 4002, { compress: 1 }],
    ["a negative large_threshold", 4002, { large_threshold: -1 }]
  ] as const)("is refused with %s", ([, code, identify]) =>
    Effect.gen(function* () {
      assert.strictEqual(yield* refusalOf(TOKENS.alice, identify), code)
    })
  )

  it.effect("needs no intents, which a bot does", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* refusalOf(SECRETS.bot), 4002)
      const { bot } = yield* signIn(TOKENS.carol)
      yield* bot.close()
    })
  )

  it.effect("knows the lobbies that its user is in when it begins", () =>
    Effect.gen(function* () {
      const id = yield* lobbyOf([ALICE, CAROL], { metadata: { mode: "duel" } })
      yield* lobbyOf([BOB])
      const { ready, bot } = yield* signIn(TOKENS.alice)
      const { lobbies } = fields(ready)
      assert.isArray(lobbies)
      const [lobby] = Array.isArray(lobbies) ? lobbies : []
      assert.deepInclude(lobby, { id, application_id: APP, metadata: { mode: "duel" }, voice_states: [], region: null })
      assert.deepStrictEqual(
        lobby.members.map(({ user, connected }: { user: { id: string }; connected: boolean }) => [user.id, connected]),
        [
          [ALICE, false],
          [CAROL, false]
        ]
      )
      assert.notProperty(lobby.members[0], "id")
      yield* hears(bot, "LOBBY_MEMBER_CONNECT")
      yield* bot.close()
      yield* rest("DELETE", `/lobbies/${id}`)
    })
  )

  it.effect("shows the user's address with the scope email alone", () =>
    Effect.gen(function* () {
      const shown = []
      for (const token of [TOKENS.carol, TOKENS.carolMail]) {
        const { ready, bot } = yield* signIn(token)
        const { email, verified } = Object(fields(ready)["user"])
        shown.push([email, verified])
        yield* bot.close()
      }
      assert.deepStrictEqual(shown, [
        [undefined, undefined],
        ["carol@example.org", true]
      ])
    })
  )

  it.effect("stays when its application changes", () =>
    Effect.gen(function* () {
      const { bot } = yield* signIn(TOKENS.carol)
      yield* rest("PATCH", "/applications/@me", { description: "Another one" })
      const id = yield* lobbyOf([CAROL])
      yield* hears(bot, "LOBBY_CREATE")
      yield* rest("DELETE", `/lobbies/${id}`)
      yield* bot.close()
    })
  )

  it.effect("is told no members of guilds", () =>
    Effect.gen(function* () {
      const { bot } = yield* signIn(TOKENS.carol)
      bot.send(8, { guild_id: "200000000000000001", query: "", limit: 0 })
      yield* hearsNothing(bot)
      yield* bot.close()
    })
  )

  it.effect("does not take interactions that wait for a bot", () =>
    Effect.gen(function* () {
      const { bot } = yield* signIn(TOKENS.alice)
      const { id } = yield* rest("POST", `/applications/${APP}/commands`, { name: "adopt", description: "A pet" })
      const used = yield* control("POST", `/users/${ALICE}/channels/${GENERAL}/interactions?wait=false`, {
        command_id: id
      })
      assert.include(used.text, "no gateway session is connected")
      yield* hearsNothing(bot)
      yield* bot.close()
    })
  )
})

layer(running({ world: playing, limits: "enforce" }), LIVE)("client sessions", (it) => {
  it.effect("of many users begin at once, which those of a bot may not", () =>
    Effect.gen(function* () {
      for (const token of [TOKENS.alice, TOKENS.bob, TOKENS.carol, TOKENS.alice]) {
        assert.strictEqual((yield* signIn(token)).ready.t, "READY")
      }
      const first = yield* login()
      assert.strictEqual(first.ready.t, "READY")
      assert.deepInclude((yield* login()).ready, { op: 9, d: false })
    })
  )
})

layer(running({ world: playing }), LIVE)("while a client session is open", (it) => {
  it.effect("its user is connected to their lobbies; when it closes they are disconnected", () =>
    Effect.gen(function* () {
      const id = yield* lobbyOf([ALICE, BOB])
      const alice = yield* signIn(TOKENS.alice)
      assert.deepInclude(yield* hears(alice.bot, "LOBBY_MEMBER_CONNECT"), { lobby_id: id, application_id: APP })
      const bob = yield* signIn(TOKENS.bob)
      const { member } = yield* hears(alice.bot, "LOBBY_MEMBER_CONNECT")
      assert.deepInclude(Object(member).user, { id: BOB })
      assert.strictEqual(Object(member).connected, true)
      yield* bob.bot.close()
      const left = yield* hears(alice.bot, "LOBBY_MEMBER_DISCONNECT")
      assert.deepInclude(Object(left["member"]).user, { id: BOB })
      yield* rest("DELETE", `/lobbies/${id}`)
      yield* alice.bot.close()
    })
  )

  it.effect("of two of one user, closing one disconnects nobody", () =>
    Effect.gen(function* () {
      const id = yield* lobbyOf([ALICE, BOB])
      const alice = yield* signIn(TOKENS.alice)
      yield* hears(alice.bot, "LOBBY_MEMBER_CONNECT")
      const first = yield* signIn(TOKENS.bob)
      yield* hears(alice.bot, "LOBBY_MEMBER_CONNECT")
      const second = yield* signIn(TOKENS.bob)
      yield* first.bot.close()
      yield* rest("PATCH", `/lobbies/${id}`, { metadata: { after: "the first" } })
      yield* hears(alice.bot, "LOBBY_UPDATE")
      yield* second.bot.close()
      yield* hears(alice.bot, "LOBBY_MEMBER_DISCONNECT")
      yield* rest("DELETE", `/lobbies/${id}`)
      yield* alice.bot.close()
    })
  )

  it.effect("a lobby that its user joins later has them connected too", () =>
    Effect.gen(function* () {
      const alice = yield* signIn(TOKENS.alice)
      const id = yield* lobbyOf([ALICE])
      yield* hears(alice.bot, "LOBBY_CREATE")
      assert.deepInclude(yield* hears(alice.bot, "LOBBY_MEMBER_CONNECT"), { lobby_id: id })
      yield* rest("DELETE", `/lobbies/${id}`)
      yield* alice.bot.close()
    })
  )

  it.effect("that was lost and is resumed, it has all that it missed", () =>
    Effect.gen(function* () {
      const id = yield* lobbyOf([ALICE])
      const alice = yield* signIn(TOKENS.alice)
      yield* hears(alice.bot, "LOBBY_MEMBER_CONNECT")
      alice.bot.socket.terminate()
      yield* alice.bot.closed
      yield* rest("PATCH", `/lobbies/${id}`, { metadata: { while: "away" } })
      const back = yield* comeBack(alice.id, 2, `Bearer ${TOKENS.alice}`)
      const missed = [(yield* back.next).t, (yield* back.next).t, (yield* back.next).t, (yield* back.next).t]
      assert.sameMembers(missed, ["LOBBY_MEMBER_DISCONNECT", "LOBBY_UPDATE", "RESUMED", "LOBBY_MEMBER_CONNECT"])
      yield* rest("DELETE", `/lobbies/${id}`)
      yield* back.close()
    })
  )

  it.effect("a token of another user or of the bot does not resume it", () =>
    Effect.gen(function* () {
      const alice = yield* signIn(TOKENS.alice)
      for (const token of [TOKENS.bob, SECRETS.bot]) {
        const thief = yield* comeBack(alice.id, 1, token)
        assert.deepInclude(yield* thief.next, { op: 9, d: false })
      }
      yield* alice.bot.close()
    })
  )

  it.effect("and its authorization is taken back, it is closed with 4004, and another of the user stays", () =>
    Effect.gen(function* () {
      const alice = yield* signIn(TOKENS.alice)
      const elsewhere = yield* signIn(TOKENS.aliceElsewhere)
      const bob = yield* signIn(TOKENS.bob)
      const form = new URLSearchParams({ client_id: APP, client_secret: SECRETS.client, token: TOKENS.alice })
      const { status } = yield* call(yield* at("/api/v10/oauth2/token/revoke"), {
        method: "POST",
        headers: { "content-type": "application/x-www-form-urlencoded" },
        body: form.toString()
      })
      assert.strictEqual(status, 200)
      assert.strictEqual((yield* alice.bot.closed).code, 4004)
      assert.strictEqual(yield* refusalOf(TOKENS.alice), 4004)
      for (const { bot } of [elsewhere, bob]) {
        yield* hearsNothing(bot)
        yield* bot.close()
      }
    })
  )
})

const token = Effect.fnUntraced(function* (path: string, parameters: Readonly<Record<string, string>>) {
  const form = new URLSearchParams({ client_id: APP, client_secret: SECRETS.client, ...parameters })
  const headers = { "content-type": "application/x-www-form-urlencoded" }
  return yield* call(yield* at(`/api/v10/oauth2/token${path}`), { method: "POST", headers, body: form.toString() })
})

/** A pair of tokens for alice, by the JSON form of the authorize page. */
const granted = Effect.gen(function* () {
  const redirect_uri = "http://127.0.0.1/callback"
  const query = new URLSearchParams({
    client_id: APP,
    response_type: "code",
    scope: "identify sdk.social_layer_presence",
    redirect_uri
  })
  const answer = yield* call(yield* at(`/api/v10/oauth2/authorize?${query}`), {
    method: "POST",
    json: { user_id: ALICE, authorize: true }
  })
  const { location } = JSON.parse(answer.text)
  const code = new URL(location).searchParams.get("code") ?? ""
  return JSON.parse((yield* token("", { grant_type: "authorization_code", code, redirect_uri })).text)
})

layer(running({ world: redirecting }), LIVE)("a client session whose token was refreshed", (it) => {
  it.effect("stays, whoever else is taken back meanwhile, until its own authorization is", () =>
    Effect.gen(function* () {
      const first = yield* granted
      const { bot } = yield* signIn(first.access_token)
      const { text } = yield* token("", { grant_type: "refresh_token", refresh_token: first.refresh_token })
      const { access_token } = JSON.parse(text)
      assert.strictEqual(yield* refusalOf(first.access_token), 4004)
      const others = [
        { token: TOKENS.bob },
        { token: TOKENS.aliceElsewhere, client_id: OTHER_APP, client_secret: SECRETS.otherClient }
      ]
      for (const revoked of others) {
        const other = yield* signIn(revoked.token)
        assert.strictEqual((yield* token("/revoke", revoked)).status, 200)
        assert.strictEqual((yield* other.bot.closed).code, 4004)
      }
      yield* hearsNothing(bot)
      assert.strictEqual((yield* token("/revoke", { token: access_token })).status, 200)
      assert.strictEqual((yield* bot.closed).code, 4004)
    })
  )
})

layer(running({ world: playing, clock: "frozen" }), LIVE)("the service clock", (it) => {
  const idle = { idle_timeout_seconds: 60 }
  const advance = (seconds: number) => control("POST", "/clock", { advance_ms: seconds * 1_000 })

  it.effect("does not end a lobby with somebody in a session; it ends it later", () =>
    Effect.gen(function* () {
      const id = yield* lobbyOf([ALICE], idle)
      const alice = yield* signIn(TOKENS.alice)
      yield* hears(alice.bot, "LOBBY_MEMBER_CONNECT")
      yield* advance(61)
      yield* rest("GET", `/lobbies/${id}`)
      const bob = yield* signIn(TOKENS.bob)
      yield* rest("PUT", `/lobbies/${id}/members/${BOB}`, {})
      yield* hears(bob.bot, "LOBBY_CREATE")
      yield* hears(bob.bot, "LOBBY_MEMBER_CONNECT")
      yield* alice.bot.close()
      yield* hears(bob.bot, "LOBBY_MEMBER_DISCONNECT")
      const watcher = yield* lobbyOf([CAROL])
      yield* bob.bot.close()
      const carol = yield* signIn(TOKENS.carol)
      yield* hears(carol.bot, "LOBBY_MEMBER_CONNECT")
      yield* advance(61)
      const { status } = yield* call(yield* at(`/api/v10/lobbies/${id}`), {
        headers: { authorization: `Bot ${SECRETS.bot}` }
      })
      assert.strictEqual(status, 404)
      yield* rest("DELETE", `/lobbies/${watcher}`)
      yield* carol.bot.close()
    })
  )

  it.effect("ends no session whose token has ended, but lets none begin", () =>
    Effect.gen(function* () {
      const { bot } = yield* signIn(TOKENS.alice)
      yield* advance(3_600)
      yield* hearsNothing(bot)
      assert.strictEqual(yield* refusalOf(TOKENS.expired), 4004)
      yield* bot.close()
    })
  )
})

const noon = { ...playing, now: "2026-01-01T12:00:00Z" }

layer(running({ world: noon, clock: "frozen" }), LIVE)("a token that ends after a minute", (it) => {
  it.effect("begins a session up to its last millisecond, and none then", () =>
    Effect.gen(function* () {
      yield* control("POST", "/clock", { advance_ms: 59_999 })
      const { bot } = yield* signIn(TOKENS.expired)
      yield* bot.close()
      yield* control("POST", "/clock", { advance_ms: 1 })
      assert.strictEqual(yield* refusalOf(TOKENS.expired), 4004)
    })
  )
})

layer(running({ world: playing }), LIVE)("a user who is taken out of the world", (it) => {
  it.effect("has their session closed with 4004", () =>
    Effect.gen(function* () {
      const { bot } = yield* signIn(TOKENS.carol)
      const { status, text } = yield* control("DELETE", `/users/${CAROL}`)
      assert.strictEqual(status, 204, text)
      assert.strictEqual((yield* bot.closed).code, 4004)
      const again = yield* connect()
      yield* again.next
      again.send(2, { token: TOKENS.carol, properties: {} })
      assert.strictEqual((yield* again.closed).code, 4004)
    })
  )
})
