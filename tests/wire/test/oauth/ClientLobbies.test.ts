import { resultOf } from "@backlot/client/application/ClientResult"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { call } from "../Stage.ts"
import { ALICE, authorized, BOB, GENERAL, GUILD, playing } from "./Arcade.ts"

/** Two players of the game, each with a separate client. */
const players = Effect.fnUntraced(function* (...options: Parameters<typeof playing>) {
  const { open, server } = yield* playing(...options)
  const [alice, bob] = [(yield* authorized(open(), ALICE)).client, (yield* authorized(open(), BOB)).client]
  return { alice, bob, server }
})

describe("the lobby functions of the client object", () => {
  it.live("the same secret leads to the same lobby", () =>
    Effect.gen(function* () {
      const { alice, bob } = yield* players()
      const made = yield* alice.createOrJoinLobbyWithMetadata("sesame", { map: "sea" }, { seat: "1" })
      const joined = yield* bob.createOrJoinLobby("sesame")
      assert.strictEqual(joined.id, made.id)
      assert.deepStrictEqual(made.metadata, { map: "sea" })
      assert.sameMembers(
        joined.members.map(({ id }) => id),
        [ALICE, BOB]
      )
    })
  )

  it.live("what one says the other reads", () =>
    Effect.gen(function* () {
      const { alice, bob } = yield* players()
      const { id } = yield* alice.createOrJoinLobby("sesame")
      yield* bob.createOrJoinLobby("sesame")
      const said = yield* alice.sendLobbyMessage(id, "ahoy")
      assert.deepInclude(said, { content: "ahoy", lobby_id: id })
      const [read, ...more] = yield* bob.getLobbyMessagesWithLimit(id, 10)
      assert.deepStrictEqual([read?.id, read?.author["id"], more.length], [said.id, ALICE, 0])
    })
  )

  it.live("who left reads no more", () =>
    Effect.gen(function* () {
      const { alice, bob } = yield* players()
      const { id } = yield* alice.createOrJoinLobby("sesame")
      yield* bob.createOrJoinLobby("sesame")
      yield* bob.leaveLobby(id)
      const failure = yield* Effect.flip(bob.getLobbyMessagesWithLimit(id, 10))
      assert.deepInclude(failure, { _tag: "HTTPError", status: 403, code: 50001 })
    })
  )

  it.live("a user finds their guilds and the channels that can be linked", () =>
    Effect.gen(function* () {
      const { alice } = yield* players()
      assert.deepStrictEqual(
        (yield* alice.getUserGuilds()).map(({ id }) => id),
        [GUILD]
      )
      assert.deepStrictEqual(
        (yield* alice.getGuildChannels(GUILD)).map(({ id }) => id),
        [GENERAL]
      )
    })
  )

  it.live("a member with CanLinkLobby links a channel to a lobby of the server, and unlinks it", () =>
    Effect.gen(function* () {
      const { alice, bob, server } = yield* players()
      const id = yield* madeByServer(server.addresses.url)
      const linked = yield* alice.linkChannelToLobby(id, GENERAL)
      assert.deepInclude(linked.linked_channel, { id: GENERAL })
      assert.isNotEmpty((yield* bob.joinLinkedLobbyGuild(id)).code)
      assert.isUndefined((yield* alice.unlinkChannelFromLobby(id)).linked_channel)
      const failure = yield* Effect.flip(bob.linkChannelToLobby(id, GENERAL))
      assert.deepInclude(failure, { _tag: "HTTPError", status: 403 })
    })
  )

  it.live("lobbies created through the API cannot be left by client library functions", () =>
    Effect.gen(function* () {
      const { bob, server } = yield* players()
      const failure = yield* Effect.flip(bob.leaveLobby(yield* madeByServer(server.addresses.url)))
      assert.deepInclude(failure, { _tag: "HTTPError", status: 403 })
    })
  )

  it.live("create-or-join lobby: 10 per 60 s per user; the next says when to come back", () =>
    Effect.gen(function* () {
      const { alice, bob } = yield* players({ limits: "enforce" })
      yield* Effect.forEach(Array.from({ length: 10 }), () => alice.createOrJoinLobby("sesame"))
      const result = yield* resultOf(alice.createOrJoinLobby("sesame"))
      assert.deepInclude(result, { successful: false, status: 429, retryable: true })
      assert.isTrue(!result.successful && result.retryAfter > 0 && result.retryAfter <= 60)
      assert.isTrue((yield* resultOf(bob.createOrJoinLobby("sesame"))).successful)
    })
  )
})

/** A lobby that the game's server made for both players; alice can link it. */
const madeByServer = Effect.fnUntraced(function* (url: string) {
  const members = [{ id: ALICE, flags: 1 }, { id: BOB }]
  const headers = { authorization: "Bot game-bot-token" }
  const { text } = yield* call(`${url}/api/v10/lobbies`, { headers, json: { members } })
  return String(JSON.parse(text).id)
})
