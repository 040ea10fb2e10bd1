/** Messages of lobbies on each store. */
import { lobby as limits } from "@backlot/domain/base/Limits"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import * as Time from "../../src/event/Time.ts"
import * as LobbyMembers from "../../src/lobby/LobbyMembers.ts"
import * as LobbyMessages from "../../src/lobby/LobbyMessages.ts"
import * as ChannelMessages from "../../src/message/ChannelMessages.ts"
import * as UserMessages from "../../src/user/UserMessages.ts"
import * as Worlds from "../../src/world/Worlds.ts"
import {
  ALICE,
  applicationOf,
  BOB,
  CAROL,
  GENERAL,
  HARBOUR,
  PET_SHOP,
  settle,
  throughFile,
  WEATHER
} from "../fixture/Harbour.ts"
import { at, made, newEvents, newTypes, outcome, stored, UNKNOWN_LOBBY } from "../fixture/Lobbying.ts"
import { describeOnEachStore } from "../fixture/Stores.ts"
import { contents, history, join, link, linked, say, tell } from "./LobbyClients.ts"

const moderate = (lobbyId: string, messageId: string, body: unknown, application = PET_SHOP) =>
  Effect.flatMap(applicationOf(application), (found) => LobbyMessages.moderate(found, lobbyId, messageId, body))

describeOnEachStore("a message of a lobby", (test) => {
  test(
    "is answered as members read it; its channel is the lobby where none is linked",
    Effect.gen(function* () {
      yield* settle()
      const { id } = yield* join(ALICE, "tide")
      const message = yield* tell(ALICE, id, { content: "ahoy", metadata: { mood: "wet" } })
      const { author, ...rest } = message
      assert.deepStrictEqual(rest, {
        id: message.id,
        type: 0,
        content: "ahoy",
        lobby_id: id,
        channel_id: id,
        metadata: { mood: "wet" },
        flags: 0,
        application_id: PET_SHOP
      })
      assert.deepInclude(author, { id: ALICE, username: "alice" })
      assert.deepStrictEqual(yield* history(ALICE, id), [message])
    })
  )

  test(
    "is told of with its application and lobby, and in no channel",
    Effect.gen(function* () {
      yield* settle()
      const { id } = yield* join(ALICE, "tide")
      const events = yield* newEvents(tell(ALICE, id, "ahoy"))
      const [message] = yield* history(ALICE, id)
      assert.deepStrictEqual(events, [["lobby_message.created", { application_id: PET_SHOP, lobby_id: id, message }]])
    })
  )

  test(
    "only members send and read; the bot of the application need not be one",
    Effect.gen(function* () {
      yield* settle()
      const { id } = yield* join(ALICE, "tide")
      assert.strictEqual(yield* outcome(tell(BOB, id, "ahoy")), "MissingAccess")
      assert.strictEqual(yield* outcome(history(BOB, id)), "MissingAccess")
      assert.strictEqual((yield* tell(null, id, "from the bot")).author.id, PET_SHOP)
      assert.deepStrictEqual(yield* contents(null, id), ["from the bot"])
    })
  )

  test(
    "of another application's lobby is unknown with it",
    Effect.gen(function* () {
      yield* settle()
      const { id } = yield* join(ALICE, "tide")
      const { id: messageId } = yield* tell(ALICE, id, "ahoy")
      assert.strictEqual(yield* outcome(tell(ALICE, id, "ahoy", WEATHER)), "UnknownLobby")
      assert.strictEqual(yield* outcome(history(null, id, 50, WEATHER)), "UnknownLobby")
      assert.strictEqual(yield* outcome(moderate(id, messageId, {}, WEATHER)), "UnknownLobby")
      assert.strictEqual(yield* outcome(tell(ALICE, UNKNOWN_LOBBY, "ahoy")), "UnknownLobby")
    })
  )

  test(
    "names the additional name of its author",
    Effect.gen(function* () {
      yield* settle()
      const { id } = yield* made()
      yield* LobbyMembers.put({ ...at(id), user_id: ALICE }, { additional_name: "Captain" })
      const { lobby_member } = yield* tell(ALICE, id, "ahoy")
      assert.deepStrictEqual(lobby_member, { additional_name: "Captain" })
    })
  )

  const wrong: ReadonlyArray<readonly [string, object, string]> = [
    ["nothing", {}, "EmptyMessage"],
    ["2001 characters", { content: "x".repeat(2_001) }, "InvalidForm"],
    ["a sticker", { content: "a", sticker_ids: ["1"] }, "InvalidSticker"],
    ["metadata that is no text", { content: "a", metadata: { a: 1 } }, "InvalidForm"],
    ["a value of 1025 characters", { content: "a", metadata: { a: "x".repeat(1_025) } }, "InvalidForm"],
    ["a key of 1025 characters", { content: "a", metadata: { ["x".repeat(1_025)]: "" } }, "InvalidForm"],
    [
      "26 keys",
      { content: "a", metadata: Object.fromEntries(Array.from({ length: 26 }, (_, i) => [`k${i}`, ""])) },
      "InvalidForm"
    ]
  ]
  for (const [what, body, tag] of wrong) {
    test(
      `is refused with ${what}`,
      Effect.gen(function* () {
        yield* settle()
        const { id } = yield* join(ALICE, "tide")
        assert.strictEqual(yield* outcome(tell(ALICE, id, body)), tag)
      })
    )
  }

  test(
    "brings metadata of up to 25 keys, each and its value of 1024 characters",
    Effect.gen(function* () {
      yield* settle()
      const { id } = yield* join(ALICE, "tide")
      const texts = Array.from({ length: 25 }, (_, i) => [`${"k".repeat(1_022)}${10 + i}`, "x".repeat(1_024)])
      const metadata = Object.fromEntries(texts)
      assert.deepStrictEqual((yield* tell(ALICE, id, { content: "a", metadata })).metadata, metadata)
    })
  )

  test(
    "goes with its lobby",
    Effect.gen(function* () {
      yield* settle()
      const { id } = yield* join(ALICE, "tide", { idle_timeout_seconds: 5 })
      yield* tell(ALICE, id, "ahoy")
      yield* Time.change({ advance_ms: 5_000 })
      assert.deepStrictEqual((yield* Worlds.read).messages, [])
    })
  )

  test(
    "survives an export and an import as it is",
    Effect.gen(function* () {
      yield* settle()
      const { id } = yield* join(ALICE, "tide")
      const told = yield* tell(ALICE, id, { content: "ahoy", metadata: { a: "b" } })
      yield* moderate(id, told.id, { verdict: "fine" })
      const before = yield* history(ALICE, id)
      yield* Worlds.replace(yield* throughFile(yield* Worlds.read))
      assert.deepStrictEqual(yield* history(ALICE, id), before)
    })
  )
})

describeOnEachStore("the history of a lobby", (test) => {
  test(
    "is newest first, and as long as asked for",
    Effect.gen(function* () {
      yield* settle()
      const { id } = yield* join(ALICE, "tide")
      for (const content of ["1", "2", "3"]) yield* tell(ALICE, id, content)
      assert.deepStrictEqual(yield* contents(ALICE, id), ["3", "2", "1"])
      assert.deepStrictEqual(yield* contents(ALICE, id, 2), ["3", "2"])
    })
  )

  test(
    "goes back 72 hours on the service clock",
    Effect.gen(function* () {
      yield* settle()
      const { id } = yield* join(ALICE, "tide", { idle_timeout_seconds: limits.idleMaxSeconds })
      yield* Time.change({ mode: "frozen" })
      yield* tell(ALICE, id, "1")
      yield* Time.change({ advance_ms: 1 })
      yield* tell(ALICE, id, "2")
      yield* Time.change({ advance_ms: limits.historyMs - 1 })
      assert.deepStrictEqual(yield* contents(ALICE, id), ["2"])
    })
  )

  test(
    "of a linked lobby holds what was said in the channel, and the channel what was said in the lobby",
    Effect.gen(function* () {
      const id = yield* linked
      yield* say(ALICE, GENERAL, "from the channel")
      const told = yield* tell(BOB, id, { content: "from the lobby", metadata: { secret: "tide" } })
      assert.strictEqual(told.channel_id, GENERAL)
      assert.deepStrictEqual(yield* contents(CAROL, id), ["from the lobby", "from the channel"])
      const application = yield* applicationOf(PET_SHOP)
      const seen = yield* ChannelMessages.list({ application, channel_id: GENERAL }, { limit: 50 })
      assert.deepStrictEqual(
        seen.map(({ author }) => author.id),
        [BOB, ALICE]
      )
      assert.notInclude(JSON.stringify(seen), "tide", "metadata is for the members of the lobby alone")
    })
  )

  test(
    "keeps what was said before the link, and leaves what was said while it was linked in the channel",
    Effect.gen(function* () {
      yield* settle()
      const { id } = yield* made({ members: [{ id: ALICE }, { id: BOB, flags: 1 }] })
      yield* tell(ALICE, id, "before")
      yield* link(BOB, id, GENERAL)
      yield* tell(ALICE, id, "while")
      assert.deepStrictEqual(yield* contents(ALICE, id), ["while", "before"])
      assert.deepStrictEqual(yield* contents(ALICE, id, 1), ["while"])
      yield* link(BOB, id, null)
      yield* tell(ALICE, id, "after")
      assert.deepStrictEqual(yield* contents(ALICE, id), ["after", "before"])
    })
  )
})

describeOnEachStore("a linked channel", (test) => {
  test(
    "tells bots of what is said in the lobby, and the lobby of what is said in the channel",
    Effect.gen(function* () {
      const id = yield* linked
      const created = ["message.created", "lobby_message.created"]
      assert.deepStrictEqual(yield* newTypes(tell(BOB, id, "ahoy")), created)
      const events = yield* newEvents(say(ALICE, GENERAL, "ahoy"))
      assert.deepStrictEqual(
        events.map(([type]) => type),
        created
      )
      const [, [, data] = []] = events
      assert.nestedPropertyVal(data, "lobby_id", id)
      assert.nestedPropertyVal(data, "application_id", PET_SHOP)
      assert.nestedPropertyVal(data, "message.channel_id", GENERAL)
      assert.notNestedProperty(data, "message.application_id")
      const [[, said] = []] = events
      assert.nestedPropertyVal(said, "guild_id", HARBOUR)
    })
  )

  test(
    "is written to by members of the lobby without any permission there, who rule nothing in it",
    Effect.gen(function* () {
      const id = yield* linked
      const application = yield* applicationOf(PET_SHOP)
      // Carol is not in the guild.
      yield* tell(CAROL, id, "@everyone ahoy")
      const [seen] = yield* ChannelMessages.list({ application, channel_id: GENERAL }, { limit: 1 })
      assert.strictEqual(seen?.mention_everyone, false)
      const { id: theirs } = yield* say(ALICE, GENERAL, "mine")
      assert.strictEqual(
        yield* outcome(UserMessages.remove({ user_id: CAROL, channel_id: id }, theirs)),
        "MissingPermissions"
      )
    })
  )

  test(
    "keeps its messages when the lobby goes",
    Effect.gen(function* () {
      const id = yield* linked
      yield* tell(BOB, id, "ahoy")
      yield* Time.change({ advance_ms: limits.idleDefaultSeconds * 1_000 })
      assert.strictEqual(yield* stored(id), undefined)
      assert.strictEqual((yield* Worlds.read).messages.length, 1)
      assert.deepStrictEqual(yield* newTypes(say(ALICE, GENERAL, "alone")), ["message.created"])
    })
  )
})

describeOnEachStore("by the control plane a user", (test) => {
  test(
    "says, sees, changes and takes back a message of a lobby, and its members are told",
    Effect.gen(function* () {
      yield* settle()
      const { id } = yield* join(ALICE, "tide")
      const lobby = { user_id: ALICE, channel_id: id }
      const { id: messageId } = yield* say(ALICE, id, "ahoy")
      assert.deepStrictEqual(yield* newTypes(UserMessages.edit(lobby, messageId, "aye")), ["lobby_message.updated"])
      assert.deepStrictEqual(yield* contents(ALICE, id), ["aye"])
      const seen = yield* UserMessages.list(ALICE, id, { limit: 10 })
      assert.deepStrictEqual(
        seen.map(({ content }) => content),
        ["aye"]
      )
      assert.strictEqual(yield* outcome(UserMessages.list(BOB, id, { limit: 10 })), "MissingAccess")
      assert.deepStrictEqual(yield* newTypes(UserMessages.remove(lobby, messageId)), ["lobby_message.deleted"])
      assert.deepStrictEqual(yield* contents(ALICE, id), [])
      assert.strictEqual(yield* outcome(say(BOB, id, "ahoy")), "MissingAccess")
    })
  )

  test(
    "changes a message in the channel where it stands, from either side",
    Effect.gen(function* () {
      const id = yield* linked
      const { id: messageId } = yield* tell(BOB, id, { content: "1", metadata: { a: "b" } })
      const updated = ["message.updated", "lobby_message.updated"]
      assert.deepStrictEqual(
        yield* newTypes(UserMessages.edit({ user_id: BOB, channel_id: id }, messageId, "2")),
        updated
      )
      assert.deepStrictEqual(
        yield* newTypes(UserMessages.edit({ user_id: BOB, channel_id: GENERAL }, messageId, "3")),
        updated
      )
      const [message] = yield* history(BOB, id)
      assert.deepInclude(message, { content: "3", metadata: { a: "b" } })
    })
  )
})
