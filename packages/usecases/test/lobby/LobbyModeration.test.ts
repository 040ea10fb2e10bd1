/** Moderation metadata of lobby messages, on each store. Source: wire-rest.md §6.1, §6.2. */

import { assert } from "@effect/vitest"
import { Effect } from "effect"
import * as LobbyMessages from "../../src/lobby/LobbyMessages.ts"
import { ALICE, applicationOf, BOB, GENERAL, PET_SHOP, settle, WEATHER } from "../fixture/Harbour.ts"
import { made, newTypes, outcome } from "../fixture/Lobbying.ts"
import { describeOnEachStore } from "../fixture/Stores.ts"
import { history, join, link, linked, say, tell } from "./LobbyClients.ts"

const moderate = (lobbyId: string, messageId: string, body: unknown, application = PET_SHOP) =>
  Effect.flatMap(applicationOf(application), (found) => LobbyMessages.moderate(found, lobbyId, messageId, body))

describeOnEachStore("moderation metadata", (test) => {
  test(
    "stands beside the message, takes the place of what was there, and is told in the lobby alone",
    Effect.gen(function* () {
      const id = yield* linked
      const { id: messageId } = yield* tell(BOB, id, "ahoy")
      yield* moderate(id, messageId, { verdict: "fine", by: "robot" })
      assert.deepStrictEqual(yield* newTypes(moderate(id, messageId, { verdict: "rude" })), ["lobby_message.updated"])
      const [message] = yield* history(BOB, id)
      assert.deepStrictEqual(message?.moderation_metadata, { verdict: "rude" })
      assert.strictEqual(message?.content, "ahoy")
    })
  )

  test(
    "of a message of the channel is read in no lobby of another application",
    Effect.gen(function* () {
      const id = yield* linked
      const { id: messageId } = yield* say(ALICE, GENERAL, "ahoy")
      yield* moderate(id, messageId, { verdict: "rude" })
      yield* link(BOB, id, null)
      const other = yield* made({ members: [{ id: BOB, flags: 1 }] }, WEATHER)
      yield* link(BOB, other.id, GENERAL, WEATHER)
      const [message] = yield* history(BOB, other.id, 50, WEATHER)
      assert.strictEqual(message?.content, "ahoy")
      assert.notProperty(message, "moderation_metadata")
    })
  )

  test(
    "of one lobby takes the place of what another lobby said of the same message",
    Effect.gen(function* () {
      const id = yield* linked
      const { id: messageId } = yield* tell(BOB, id, "ahoy")
      yield* link(BOB, id, null)
      const { id: other } = yield* made({ members: [{ id: BOB, flags: 1 }] })
      yield* link(BOB, other, GENERAL)
      yield* moderate(other, messageId, { verdict: "rude" })
      const [message] = yield* history(BOB, other)
      assert.deepStrictEqual(message?.moderation_metadata, { verdict: "rude" })
    })
  )

  test(
    "has up to 5 keys of 1024 characters, with values of 2000",
    Effect.gen(function* () {
      yield* settle()
      const { id } = yield* join(ALICE, "tide")
      const { id: messageId } = yield* tell(ALICE, id, "ahoy")
      const most = { ["k".repeat(1_024)]: "x".repeat(2_000), b: "", c: "", d: "", e: "" }
      yield* moderate(id, messageId, most)
      assert.deepStrictEqual((yield* history(ALICE, id))[0]?.moderation_metadata, most)
    })
  )

  const wrong: ReadonlyArray<readonly [string, unknown]> = [
    ["6 keys", { a: "", b: "", c: "", d: "", e: "", f: "" }],
    ["a value of 2001 characters", { a: "x".repeat(2_001) }],
    ["a key of 1025 characters", { ["x".repeat(1_025)]: "" }],
    ["a value that is no text", { a: 1 }],
    ["a list", []]
  ]
  for (const [what, body] of wrong) {
    test(
      `is refused with ${what}`,
      Effect.gen(function* () {
        yield* settle()
        const { id } = yield* join(ALICE, "tide")
        const { id: messageId } = yield* tell(ALICE, id, "ahoy")
        assert.strictEqual(yield* outcome(moderate(id, messageId, body)), "InvalidForm")
      })
    )
  }

  test(
    "needs a message that is read in the lobby",
    Effect.gen(function* () {
      yield* settle()
      const { id } = yield* join(ALICE, "tide")
      const { id: elsewhere } = yield* say(ALICE, GENERAL, "ahoy")
      assert.strictEqual(yield* outcome(moderate(id, elsewhere, {})), "UnknownMessage")
    })
  )
})
