/** Lobby requests of clients over HTTP. The official document judges every answer as well. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { ALICE, APP, BOB, GENERAL, GUILD, STAFF_ROOM, ZOE } from "../Harbour.ts"
import { clients, codeOf, faultAt } from "./Clients.ts"

const LOBBY = { members: [{ id: ALICE, flags: 1 }, { id: BOB }, { id: ZOE }], idle_timeout_seconds: 604_800 }

describe("PUT /lobbies", () => {
  it.live("makes the lobby for the first and lets the others in", () =>
    Effect.gen(function* () {
      const { join, as } = yield* clients()
      const made = yield* join("alice", "tide", { lobby_metadata: { map: "dock" }, member_metadata: { team: "red" } })
      assert.strictEqual(made.status, 200)
      assert.deepInclude(made.body, { application_id: APP, metadata: { map: "dock" }, flags: 0 })
      assert.notInclude(JSON.stringify(made.body), "secret")
      const joined = yield* join("zoe", "tide")
      assert.strictEqual(joined.body.id, made.body.id)
      assert.deepStrictEqual(joined.body["members"], [
        { id: ALICE, metadata: { team: "red" }, flags: 0 },
        { id: ZOE, metadata: null, flags: 0 }
      ])
      assert.strictEqual((yield* as("alice", `/lobbies/${made.body.id}/members/@me`, { method: "DELETE" })).status, 204)
      assert.deepStrictEqual((yield* join("zoe", "tide")).body["members"], [{ id: ZOE, metadata: null, flags: 0 }])
    })
  )

  it.live("is allowed 10 times in 60 seconds per user, in every application anew", () =>
    Effect.gen(function* () {
      const { advance, atStranger, join } = yield* clients({ limits: "enforce" })
      for (let i = 0; i < 10; i++) {
        const { status, headers } = yield* join("alice", "tide")
        assert.strictEqual(status, 200)
        assert.strictEqual(headers.get("x-ratelimit-limit"), "10")
        assert.strictEqual(headers.get("x-ratelimit-remaining"), String(9 - i))
      }
      const refused = yield* join("alice", "tide")
      assert.strictEqual(refused.status, 429)
      assert.isAtMost(Number(refused.headers.get("retry-after")), 60)
      assert.strictEqual((yield* join("bob", "tide")).status, 200)
      assert.strictEqual((yield* atStranger("alice", "/lobbies", { method: "PUT", json: { secret: "t" } })).status, 200)
      yield* advance(60_000)
      assert.strictEqual((yield* join("alice", "tide")).status, 200)
    })
  )

  it.live("needs the scope lobbies.write; client credentials act for the owner", () =>
    Effect.gen(function* () {
      const { send } = yield* clients()
      const json = { secret: "tide" }
      assert.deepStrictEqual(
        codeOf(yield* send("Bearer alice-identify", "/lobbies", { method: "PUT", json })),
        [403, 50026]
      )
      assert.strictEqual((yield* send("Bearer nobody", "/lobbies", { method: "PUT", json })).status, 401)
      const { body } = yield* send("Bearer shop-itself", "/lobbies", { method: "PUT", json })
      assert.nestedPropertyVal(body, "members[0].id", ALICE)
    })
  )

  it.live("is refused with every fault at its place", () =>
    Effect.gen(function* () {
      const { as } = yield* clients()
      const json = { lobby_metadata: { a: 1 }, member_metadata: { a: "x".repeat(1_000) }, idle_timeout_seconds: 1 }
      const refused = yield* as("alice", "/lobbies", { method: "PUT", json })
      assert.deepStrictEqual(codeOf(refused), [400, 50035])
      assert.strictEqual(faultAt(refused, "secret"), "BASE_TYPE_REQUIRED")
      assert.strictEqual(faultAt(refused, "lobby_metadata", "a"), "STRING_TYPE_CONVERT")
      assert.strictEqual(faultAt(refused, "member_metadata"), "BASE_TYPE_MAX_LENGTH")
      assert.strictEqual(faultAt(refused, "idle_timeout_seconds"), "NUMBER_TYPE_MIN")
    })
  )
})

describe("a lobby that a server made", () => {
  it.live("can be neither joined nor left by a client", () =>
    Effect.gen(function* () {
      const { as, bot, join } = yield* clients()
      const { body } = yield* bot("/lobbies", { json: LOBBY })
      assert.notStrictEqual((yield* join("alice", body.id)).body.id, body.id)
      assert.deepStrictEqual(
        codeOf(yield* as("alice", `/lobbies/${body.id}/members/@me`, { method: "DELETE" })),
        [403, 50013]
      )
    })
  )

  it.live("is talked in by its members", () =>
    Effect.gen(function* () {
      const { as, bot } = yield* clients()
      const { body } = yield* bot("/lobbies", { json: LOBBY })
      const messages = `/lobbies/${body.id}/messages`
      const sent = yield* as("bob", messages, { json: { content: "ahoy", metadata: { mood: "wet" } } })
      assert.strictEqual(sent.status, 201)
      assert.strictEqual(sent.headers.get("x-ratelimit-limit"), "3000")
      const wrong = yield* as("bob", messages, { json: { content: "x".repeat(2_001), metadata: { mood: 1 } } })
      assert.strictEqual(faultAt(wrong, "content"), "BASE_TYPE_MAX_LENGTH")
      assert.strictEqual(faultAt(wrong, "metadata", "mood"), "STRING_TYPE_CONVERT")
      assert.deepInclude(sent.body, { content: "ahoy", channel_id: body.id, lobby_id: body.id, application_id: APP })
      assert.nestedPropertyVal(sent.body, "author.id", BOB)
      const moderation = `${messages}/${sent.body.id}/moderation-metadata`
      assert.strictEqual((yield* bot(moderation, { method: "PUT", json: { verdict: "fine" } })).status, 204)
      const read = yield* as("zoe", messages)
      assert.deepStrictEqual(read.body as unknown, [{ ...sent.body, moderation_metadata: { verdict: "fine" } }])
      assert.deepStrictEqual(codeOf(yield* as("lodger", messages)), [403, 50001])
      assert.deepStrictEqual(codeOf(yield* as("lodger", messages, { json: {} })), [403, 50001])
      assert.deepStrictEqual(codeOf(yield* as("zoe", moderation, { method: "PUT", json: {} })), [403, 20002])
    })
  )

  it.live("takes a file with a message, which its members fetch", () =>
    Effect.gen(function* () {
      const { bot, server } = yield* clients()
      const { body } = yield* bot("/lobbies", { json: LOBBY })
      const form = new FormData()
      form.set("payload_json", JSON.stringify({ content: "see" }))
      form.set("files[0]", new Blob(["a"]), "a.txt")
      const { status } = yield* Effect.promise(() =>
        fetch(`${server.addresses.url}/api/v10/lobbies/${body.id}/messages`, {
          method: "POST",
          body: form,
          headers: { authorization: "Bearer bob-shop-lobbies" }
        })
      )
      assert.strictEqual(status, 201)
    })
  )

  it.live("shows 50 messages unless told otherwise, and at most 200", () =>
    Effect.gen(function* () {
      const { as, bot } = yield* clients({ limits: "off" })
      const { body } = yield* bot("/lobbies", { json: LOBBY })
      const messages = `/lobbies/${body.id}/messages`
      yield* Effect.forEach(
        Array.from({ length: 201 }, (_, i) => i),
        (i) => as("bob", messages, { json: { content: String(i) } }),
        { concurrency: 16 }
      )
      const count = (query: string) =>
        Effect.map(as("bob", messages + query), ({ status, body }) => (status === 200 ? body["length"] : status))
      assert.strictEqual(yield* count(""), 50)
      assert.strictEqual(yield* count("?limit=200"), 200)
      assert.strictEqual(yield* count("?limit=1"), 1)
      for (const limit of ["0", "201", "x"]) assert.strictEqual(yield* count(`?limit=${limit}`), 400)
    })
  )

  it.live("is unknown to another application, whoever asks", () =>
    Effect.gen(function* () {
      const { atStranger, bot } = yield* clients()
      const { body } = yield* bot("/lobbies", { json: LOBBY })
      const lobby = `/lobbies/${body.id}`
      for (const [path, method] of [
        ["/members/@me", "DELETE"],
        ["/members/@me/invites", "POST"],
        ["/messages", "GET"],
        ["/messages", "POST"],
        ["/channel-linking", "PATCH"]
      ] as const) {
        const asked = method === "GET" ? { method } : { method, json: { content: "a" } }
        assert.deepStrictEqual(codeOf(yield* atStranger("alice", lobby + path, asked)), [404, 10031], path)
      }
    })
  )
})

describe("PATCH /lobbies/{lobby_id}/channel-linking", () => {
  it.live("links, invites and unlinks; an empty body unlinks too", () =>
    Effect.gen(function* () {
      const { as, bot } = yield* clients()
      const { body } = yield* bot("/lobbies", { json: LOBBY })
      const lobby = `/lobbies/${body.id}`
      const linking = `${lobby}/channel-linking`
      const invites = `${lobby}/members/@me/invites`
      assert.deepStrictEqual(codeOf(yield* as("zoe", invites, { method: "POST" })), [404, 10003])
      const linked = yield* as("alice", linking, { method: "PATCH", json: { channel_id: GENERAL } })
      assert.strictEqual(linked.status, 200)
      assert.nestedPropertyVal(linked.body, "linked_channel.id", GENERAL)
      assert.nestedPropertyVal(linked.body, "linked_channel.guild_id", GUILD)
      const invite = yield* as("zoe", invites, { method: "POST" })
      assert.strictEqual(invite.status, 200)
      assert.isString(invite.body.code)
      assert.strictEqual((yield* bot(`${lobby}/members/${ZOE}/invites`, { method: "POST" })).status, 200)
      assert.deepStrictEqual(
        codeOf(yield* as("alice", `${lobby}/members/${ZOE}/invites`, { method: "POST" })),
        [403, 20002]
      )
      assert.deepStrictEqual(codeOf(yield* bot(invites, { method: "POST" })), [403, 20001])
      for (const nothing of [{}, { headers: { "content-type": "text/plain" } }, { json: {} }]) {
        const { status, body } = yield* as("alice", linking, { ...nothing, method: "PATCH" })
        assert.strictEqual(status, 200)
        assert.notProperty(body, "linked_channel")
        yield* as("alice", linking, { method: "PATCH", json: { channel_id: GENERAL } })
      }
      yield* as("alice", linking, { method: "PATCH", json: { channel_id: STAFF_ROOM } })
      const unlinked = yield* as("alice", linking, { method: "PATCH", json: { channel_id: null } })
      assert.strictEqual(unlinked.status, 200)
      assert.notProperty(unlinked.body, "linked_channel")
    })
  )

  it.live("is judged before its body is", () =>
    Effect.gen(function* () {
      const { as, bot } = yield* clients()
      const { body } = yield* bot("/lobbies", { json: LOBBY })
      const linking = `/lobbies/${body.id}/channel-linking`
      const json = { channel_id: "x" }
      assert.deepStrictEqual(codeOf(yield* as("bob", linking, { method: "PATCH", json })), [403, 50013])
      assert.deepStrictEqual(codeOf(yield* as("alice", linking, { method: "PATCH", json })), [400, 50035])
    })
  )

  it.live("a message and a judgement of one are judged before their bodies are", () =>
    Effect.gen(function* () {
      const { as, bot } = yield* clients()
      const { body } = yield* bot("/lobbies", { json: { members: [{ id: BOB }] } })
      const text = { json: {}, headers: { "content-type": "text/plain" } }
      const messages = `/lobbies/${body.id}/messages`
      assert.deepStrictEqual(codeOf(yield* as("zoe", messages, text)), [403, 50001])
      assert.deepStrictEqual(codeOf(yield* as("bob", messages, text)), [400, 50035])
      const judgement = `${messages}/${body.id}/moderation-metadata`
      assert.deepStrictEqual(codeOf(yield* bot(judgement, { ...text, method: "PUT" })), [404, 10008])
    })
  )

  it.live("shows each side what is said in the other", () =>
    Effect.gen(function* () {
      const { as, bot, control, messages } = yield* clients()
      const { body } = yield* bot("/lobbies", { json: LOBBY })
      yield* as("alice", `/lobbies/${body.id}/channel-linking`, { method: "PATCH", json: { channel_id: GENERAL } })
      yield* control(`/users/${BOB}/channels/${GENERAL}/messages`, { json: { content: "from the channel" } })
      // zoe is not a member of the guild.
      const sent = yield* as("zoe", `/lobbies/${body.id}/messages`, { json: { content: "from the lobby" } })
      assert.strictEqual(sent.body["channel_id"], GENERAL)
      const said = (yield* messages(ALICE, GENERAL)).body.messages.map(({ content }) => content)
      assert.sameMembers(said, ["from the channel", "from the lobby"])
      const { body: read } = yield* as("zoe", `/lobbies/${body.id}/messages`)
      assert.nestedPropertyVal(read, "[0].content", "from the lobby")
      assert.nestedPropertyVal(read, "[1].content", "from the channel")
    })
  )
})
