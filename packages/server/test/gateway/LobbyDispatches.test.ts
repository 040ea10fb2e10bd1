import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { LIVE, running, SECRETS } from "../fixture/Running.ts"
import { fields, login } from "./Bot.ts"
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
  rest,
  signIn,
  TOKENS
} from "./Clients.ts"

const ALL_INTENTS = 0x7fff & ~((1 << 1) | (1 << 8))

/** A session that is connected to its first lobbies. */
const joined = Effect.fnUntraced(function* (token: string, lobbies: number) {
  const { bot } = yield* signIn(token)
  for (let i = 0; i < lobbies; i++) yield* hears(bot, "LOBBY_MEMBER_CONNECT")
  return bot
})

const userIn = (data: Readonly<Record<string, unknown>>): unknown => Object(data["member"]).user?.id

layer(running({ world: playing }), LIVE)("sessions of a lobby's members", (it) => {
  it.effect("are told when somebody is added, changed and removed; who is, of the lobby as a whole", () =>
    Effect.gen(function* () {
      const id = yield* lobbyOf([ALICE])
      const alice = yield* joined(TOKENS.alice, 1)
      const bob = yield* joined(TOKENS.bob, 0)

      yield* rest("PUT", `/lobbies/${id}/members/${BOB}`, { metadata: { side: "white" } })
      const created = yield* hears(bob, "LOBBY_CREATE")
      assert.deepInclude(created, { id, application_id: APP, voice_states: [], region: null })
      assert.lengthOf(Object(created["members"]), 2)
      const added = yield* hears(alice, "LOBBY_MEMBER_ADD")
      assert.deepInclude(added, { lobby_id: id, application_id: APP })
      assert.deepInclude(added["member"], { metadata: { side: "white" }, flags: 0, connected: false })
      for (const session of [alice, bob]) assert.strictEqual(userIn(yield* hears(session, "LOBBY_MEMBER_CONNECT")), BOB)

      yield* rest("PUT", `/lobbies/${id}/members/${BOB}`, { metadata: { side: "black" } })
      for (const session of [alice, bob]) {
        const { member } = yield* hears(session, "LOBBY_MEMBER_UPDATE")
        assert.deepInclude(member, { metadata: { side: "black" }, connected: true })
      }

      yield* rest("DELETE", `/lobbies/${id}/members/${BOB}`)
      assert.deepStrictEqual(yield* hears(bob, "LOBBY_DELETE"), { id, reason: "removed" })
      assert.strictEqual(userIn(yield* hears(alice, "LOBBY_MEMBER_REMOVE")), BOB)

      yield* rest("PATCH", `/lobbies/${id}`, { metadata: { after: "bob" } })
      assert.deepInclude(yield* hears(alice, "LOBBY_UPDATE"), { id, metadata: { after: "bob" } })
      yield* hearsNothing(bob)

      yield* rest("DELETE", `/lobbies/${id}`)
      assert.deepStrictEqual(yield* hears(alice, "LOBBY_DELETE"), { id, reason: "deleted" })
      yield* Effect.all([alice.close(), bob.close()])
    })
  )

  it.effect("are told of its messages", () =>
    Effect.gen(function* () {
      const id = yield* lobbyOf([ALICE, BOB])
      const alice = yield* joined(TOKENS.alice, 1)
      yield* rest("POST", `/lobbies/${id}/messages`, { content: "hello" })
      const message = yield* hears(alice, "LOBBY_MESSAGE_CREATE")
      assert.deepInclude(message, { lobby_id: id, content: "hello" })
      yield* rest("PUT", `/lobbies/${id}/messages/${message["id"]}/moderation-metadata`, { verdict: "fine" })
      assert.deepInclude(yield* hears(alice, "LOBBY_MESSAGE_UPDATE"), {
        id: message["id"],
        moderation_metadata: { verdict: "fine" }
      })
      yield* rest("DELETE", `/lobbies/${id}`)
      yield* hears(alice, "LOBBY_DELETE")
      yield* alice.close()
    })
  )

  it.effect("are told when a lobby begins with them", () =>
    Effect.gen(function* () {
      const alice = yield* joined(TOKENS.alice, 0)
      const bob = yield* joined(TOKENS.bob, 0)
      const id = yield* lobbyOf([ALICE, CAROL])
      assert.deepInclude(yield* hears(alice, "LOBBY_CREATE"), { id })
      yield* hears(alice, "LOBBY_MEMBER_CONNECT")
      yield* hearsNothing(bob)
      yield* rest("DELETE", `/lobbies/${id}`)
      yield* hears(alice, "LOBBY_DELETE")
      yield* Effect.all([alice.close(), bob.close()])
    })
  )
})

layer(running({ world: playing }), LIVE)("nobody else is told of a lobby:", (it) => {
  it.effect("no bot, whatever its intents, no other user, and no session of another application", () =>
    Effect.gen(function* () {
      const bot = yield* login({ intents: ALL_INTENTS })
      const guilds = fields(bot.ready)["guilds"]
      yield* bot.bot.take(Array.isArray(guilds) ? guilds.length : 0)
      const bob = yield* joined(TOKENS.bob, 0)
      const elsewhere = yield* joined(TOKENS.aliceElsewhere, 0)
      const alice = yield* joined(TOKENS.alice, 0)

      const id = yield* lobbyOf([ALICE])
      yield* hears(alice, "LOBBY_CREATE")
      yield* hears(alice, "LOBBY_MEMBER_CONNECT")
      yield* rest("PUT", `/lobbies/${id}/members/${CAROL}`, {})
      yield* hears(alice, "LOBBY_MEMBER_ADD")
      yield* rest("POST", `/lobbies/${id}/messages`, { content: "secret" })
      yield* hears(alice, "LOBBY_MESSAGE_CREATE")
      for (const other of [bot.bot, bob, elsewhere]) yield* hearsNothing(other)

      const other = yield* lobbyOf([ALICE, BOB], { bot: SECRETS.otherBot })
      assert.deepInclude(yield* hears(elsewhere, "LOBBY_CREATE"), { id: other, application_id: OTHER_APP })
      for (const session of [bot.bot, bob, alice]) yield* hearsNothing(session)
      yield* Effect.all([bot.bot.close(), bob.close(), alice.close(), elsewhere.close()])
    })
  )

  it.effect("a client session hears nothing of guilds", () =>
    Effect.gen(function* () {
      const { bot, ready } = yield* login({ intents: ALL_INTENTS })
      const guilds = fields(ready)["guilds"]
      yield* bot.take(Array.isArray(guilds) ? guilds.length : 0)
      const alice = yield* joined(TOKENS.alice, 1)
      yield* rest("POST", "/channels/200000000000000021/messages", { content: "in a guild" })
      yield* hears(bot, "MESSAGE_CREATE")
      yield* hearsNothing(alice)
      yield* Effect.all([alice.close(), bot.close()])
    })
  )
})
