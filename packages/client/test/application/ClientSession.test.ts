import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { AuthorizationTokenType } from "../../src/application/AuthorizationTokenType.ts"
import type { Client } from "../../src/application/Client.ts"
import type { ClientFailure } from "../../src/application/ClientFailure.ts"
import { ALICE, type Reply, serving } from "./FakeService.ts"

const LOBBY = "500000000000000001"
const LOBBY_OBJECT = {
  id: LOBBY,
  application_id: "100000000000000001",
  metadata: null,
  members: [{ id: ALICE, metadata: { seat: "1" }, flags: 1 }],
  flags: 0
}
const MESSAGE = {
  id: "600000000000000001",
  type: 0,
  content: "hi",
  lobby_id: LOBBY,
  channel_id: LOBBY,
  author: { id: ALICE, username: "alice" },
  flags: 0
}
const GUILD = { id: "200000000000000001", name: "Harbour", icon: null, owner: true, permissions: "8" }
const CHANNEL = { id: "200000000000000021", type: 0, name: "general", nsfw: false }

/** A client with a token. */
const authorized = Effect.fnUntraced(function* (reply: Reply) {
  const serves = yield* serving(() => reply)
  serves.client.updateToken(AuthorizationTokenType.Bearer, "access")
  return serves
})

/** Call, method, path, what is sent, status, what is answered. */
const CALLS: ReadonlyArray<
  readonly [
    string,
    (client: Client) => Effect.Effect<unknown, ClientFailure>,
    string,
    string,
    unknown,
    number,
    object | undefined
  ]
> = [
  [
    "createOrJoinLobby",
    (client) => client.createOrJoinLobby("sesame"),
    "PUT",
    "/lobbies",
    { secret: "sesame" },
    200,
    LOBBY_OBJECT
  ],
  [
    "createOrJoinLobbyWithMetadata",
    (client) =>
      client.createOrJoinLobbyWithMetadata(
        "sesame",
        { map: "sea" },
        { seat: "1" },
        { idle_timeout_seconds: 60, flags: 1 }
      ),
    "PUT",
    "/lobbies",
    {
      secret: "sesame",
      lobby_metadata: { map: "sea" },
      member_metadata: { seat: "1" },
      idle_timeout_seconds: 60,
      flags: 1
    },
    200,
    LOBBY_OBJECT
  ],
  ["leaveLobby", (client) => client.leaveLobby(LOBBY), "DELETE", `/lobbies/${LOBBY}/members/@me`, null, 204, undefined],
  [
    "sendLobbyMessage",
    (client) => client.sendLobbyMessage(LOBBY, "hi"),
    "POST",
    `/lobbies/${LOBBY}/messages`,
    { content: "hi" },
    201,
    MESSAGE
  ],
  [
    "sendLobbyMessageWithMetadata",
    (client) => client.sendLobbyMessageWithMetadata(LOBBY, "hi", { turn: "1" }),
    "POST",
    `/lobbies/${LOBBY}/messages`,
    { content: "hi", metadata: { turn: "1" } },
    201,
    { ...MESSAGE, metadata: { turn: "1" } }
  ],
  [
    "getLobbyMessagesWithLimit",
    (client) => client.getLobbyMessagesWithLimit(LOBBY, 200),
    "GET",
    `/lobbies/${LOBBY}/messages`,
    null,
    200,
    [MESSAGE]
  ],
  [
    "linkChannelToLobby",
    (client) => client.linkChannelToLobby(LOBBY, CHANNEL.id),
    "PATCH",
    `/lobbies/${LOBBY}/channel-linking`,
    { channel_id: CHANNEL.id },
    200,
    { ...LOBBY_OBJECT, linked_channel: CHANNEL }
  ],
  [
    "unlinkChannelFromLobby",
    (client) => client.unlinkChannelFromLobby(LOBBY),
    "PATCH",
    `/lobbies/${LOBBY}/channel-linking`,
    { channel_id: null },
    200,
    LOBBY_OBJECT
  ],
  [
    "joinLinkedLobbyGuild",
    (client) => client.joinLinkedLobbyGuild(LOBBY),
    "POST",
    `/lobbies/${LOBBY}/members/@me/invites`,
    null,
    200,
    { code: "abc" }
  ],
  ["getUserGuilds", (client) => client.getUserGuilds(), "GET", "/users/@me/guilds", null, 200, [GUILD]],
  [
    "getGuildChannels",
    (client) => client.getGuildChannels(GUILD.id),
    "GET",
    `/guilds/${GUILD.id}/channels`,
    null,
    200,
    [CHANNEL]
  ]
]

describe("a client with a token calls as its user", () => {
  it.effect.each(CALLS)("%s", ([, call, method, path, sent, status, answer]) =>
    Effect.gen(function* () {
      const { client, received } = yield* authorized({ status, ...(answer === undefined ? {} : { body: answer }) })
      assert.deepStrictEqual(yield* call(client), answer)
      const [request] = received
      assert.deepStrictEqual([request?.method, request?.path], [method, `/api/v10${path}`])
      assert.strictEqual(request?.headers["authorization"], "Bearer access")
      assert.deepStrictEqual(request?.body === "" ? null : JSON.parse(request?.body ?? ""), sent)
    })
  )

  it.effect("a history has its limit in the query", () =>
    Effect.gen(function* () {
      const { client, received } = yield* authorized({ body: [] })
      yield* client.getLobbyMessagesWithLimit(LOBBY, 3)
      assert.deepStrictEqual(received[0]?.query, { limit: "3" })
    })
  )

  it.effect("an id never leads to another path", () =>
    Effect.gen(function* () {
      const { client, received } = yield* authorized({ status: 204 })
      yield* client.leaveLobby("../users/@me?")
      yield* Effect.exit(client.getGuildChannels("../users/@me?"))
      assert.deepStrictEqual(
        received.map(({ path }) => path),
        ["/api/v10/lobbies/..%2Fusers%2F%40me%3F/members/@me", "/api/v10/guilds/..%2Fusers%2F%40me%3F/channels"]
      )
    })
  )
})

describe("the token of a client", () => {
  it.effect("is needed: without one nothing is sent", () =>
    Effect.gen(function* () {
      const { client, received } = yield* serving(() => ({ status: 204 }))
      const failure = yield* Effect.flip(client.leaveLobby(LOBBY))
      assert.strictEqual(failure._tag, "ClientNotReady")
      assert.include(failure.message, "updateToken")
      assert.isEmpty(received)
    })
  )

  it.effect("is the one of the moment in which a call runs", () =>
    Effect.gen(function* () {
      const { client, received } = yield* authorized({ status: 204 })
      const leave = client.leaveLobby(LOBBY)
      yield* leave
      client.updateToken(AuthorizationTokenType.Bearer, "newer")
      yield* leave
      assert.deepStrictEqual(
        received.map(({ headers }) => headers["authorization"]),
        ["Bearer access", "Bearer newer"]
      )
    })
  )

  it.effect("is a bearer token, and no other", () =>
    Effect.gen(function* () {
      const { client } = yield* authorized({})
      assert.throws(() => client.updateToken(AuthorizationTokenType.User, "user"), /Bearer/)
    })
  )
})
