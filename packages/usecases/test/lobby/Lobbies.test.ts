/** The server's side of lobbies on each store, by the sentences of service.md. */

import { assert } from "@effect/vitest"
import { Effect } from "effect"
import * as Lobbies from "../../src/lobby/Lobbies.ts"
import * as LobbyMembers from "../../src/lobby/LobbyMembers.ts"
import { ALICE, BOB, CAROL, GENERAL, NOBODY, PET_SHOP, settle, WEATHER, WEATHER_BOT } from "../fixture/Harbour.ts"
import {
  at,
  bob,
  dueOf,
  made,
  newEvents,
  newTypes,
  outcome,
  stored,
  UNKNOWN_LOBBY,
  whole
} from "../fixture/Lobbying.ts"
import { describeOnEachStore, rows, WALL_MS } from "../fixture/Stores.ts"

describeOnEachStore("lobbies", (test) => {
  test(
    "POST /lobbies: returns lobby",
    Effect.gen(function* () {
      yield* settle()
      const { id, members, ...lobby } = yield* made(whole)
      assert.deepStrictEqual(lobby, {
        application_id: PET_SHOP,
        metadata: { map: "dock" },
        flags: 1,
        override_event_webhooks_url: "http://127.0.0.1:1/events"
      })
      assert.deepStrictEqual(members, [bob, { id: ALICE, metadata: null, flags: 0 }])
      assert.match(id, /^\d{17,19}$/)
      assert.deepStrictEqual(yield* dueOf(id), WALL_MS + 60_000)
    })
  )

  test(
    "an empty body makes an empty lobby, with the default idle time",
    Effect.gen(function* () {
      yield* settle()
      const lobby = yield* made()
      const { id } = lobby
      assert.deepStrictEqual(lobby, { id, application_id: PET_SHOP, metadata: null, members: [], flags: 0 })
      assert.deepStrictEqual(yield* dueOf(id), WALL_MS + 300_000)
    })
  )

  test(
    "not joinable or leavable via client library functions: it has no secret",
    Effect.gen(function* () {
      yield* settle()
      const { id } = yield* made(whole)
      assert.notProperty(yield* stored(id), "secret_hash")
    })
  )

  test(
    "GET: lobby object if it exists, with its members by their ids",
    Effect.gen(function* () {
      yield* settle()
      const lobby = yield* made(whole)
      const read = yield* Lobbies.get(at(lobby.id))
      assert.deepStrictEqual(read, { ...lobby, members: lobby.members.toReversed() })
      assert.strictEqual(yield* outcome(Lobbies.get(at(UNKNOWN_LOBBY))), "UnknownLobby")
    })
  )

  test(
    "a linked channel stands in the lobby as a channel object",
    Effect.gen(function* () {
      yield* settle({ lobbies: [{ id: UNKNOWN_LOBBY, application_id: PET_SHOP, linked_channel_id: GENERAL }] })
      const { linked_channel } = yield* Lobbies.get(at(UNKNOWN_LOBBY))
      assert.deepInclude(linked_channel, { id: GENERAL, type: 0, name: "general" } as object)
    })
  )

  test(
    "PATCH: metadata overwritten, an omitted field stays, null is the default",
    Effect.gen(function* () {
      yield* settle()
      const lobby = yield* made(whole)
      const members = lobby.members.toReversed()
      const edited = yield* Lobbies.edit(at(lobby.id), { metadata: { mode: "duel" } })
      assert.deepStrictEqual(edited, { ...lobby, members, metadata: { mode: "duel" } })
      const all = {
        metadata: null,
        members: null,
        idle_timeout_seconds: null,
        flags: null,
        override_event_webhooks_url: null
      }
      const reset = yield* Lobbies.edit(at(lobby.id), all)
      assert.deepStrictEqual(reset, { id: lobby.id, application_id: PET_SHOP, metadata: null, members, flags: 0 })
      assert.deepStrictEqual(yield* dueOf(lobby.id), WALL_MS + 300_000)
      assert.deepStrictEqual(yield* Lobbies.get(at(lobby.id)), reset)
    })
  )

  test(
    "PATCH: if members is given, members not listed are removed",
    Effect.gen(function* () {
      yield* settle()
      const { id } = yield* made(whole)
      const edited = yield* Lobbies.edit(at(id), { members: [{ id: CAROL }, { id: BOB }] })
      const expected = [BOB, CAROL].map((user) => ({ id: user, metadata: null, flags: 0 }))
      assert.deepStrictEqual(edited.members, expected)
      assert.deepStrictEqual((yield* Lobbies.edit(at(id), { members: [] })).members, [])
      assert.deepInclude(yield* stored(id), { member_count: 0 })
    })
  )

  test(
    "DELETE: returns nothing; safe when already deleted",
    Effect.gen(function* () {
      yield* settle()
      const { id } = yield* made(whole)
      const before = yield* rows
      assert.isUndefined(yield* Lobbies.remove(at(id)))
      assert.isUndefined(yield* Lobbies.remove(at(id)))
      assert.strictEqual(yield* outcome(Lobbies.get(at(id))), "UnknownLobby")
      const left = (yield* rows).filter(([key]) => key.startsWith("lobby") || /^deadline\/\d+\/lobby/.test(key))
      assert.deepStrictEqual(left, [])
      assert.isAbove(before.length, (yield* rows).length)
    })
  )

  test(
    "a lobby of another application is unknown, and stays as it is",
    Effect.gen(function* () {
      yield* settle()
      const { id } = yield* made(whole)
      const before = yield* Lobbies.list()
      const theirs = at(id, WEATHER)
      const member = { ...theirs, user_id: CAROL }
      const calls = [
        Lobbies.admit(theirs),
        Lobbies.get(theirs),
        Lobbies.edit(theirs, {}),
        LobbyMembers.put(member, {}),
        LobbyMembers.remove({ ...member, user_id: BOB }),
        LobbyMembers.bulk(theirs, [{ id: CAROL }])
      ]
      for (const call of calls) assert.strictEqual(yield* outcome(call), "UnknownLobby")
      assert.isUndefined(yield* Lobbies.remove(theirs))
      assert.deepStrictEqual(yield* Lobbies.list(), before)
      assert.deepStrictEqual(yield* Lobbies.list(WEATHER), [])
    })
  )

  test(
    "an unknown user fails the whole call, and so does a bot",
    Effect.gen(function* () {
      yield* settle()
      const { id } = yield* made(whole)
      for (const stranger of [NOBODY, WEATHER_BOT, PET_SHOP]) {
        const members = [{ id: CAROL }, { id: stranger }]
        assert.strictEqual(yield* outcome(made({ members })), "UnknownUser")
        assert.strictEqual(yield* outcome(Lobbies.edit(at(id), { members })), "UnknownUser")
      }
      assert.deepStrictEqual((yield* Lobbies.get(at(id))).members.length, 2)
      assert.strictEqual((yield* Lobbies.list()).length, 1)
    })
  )

  test(
    "a user is in at most 100 lobbies of an application",
    Effect.gen(function* () {
      yield* settle()
      const members = [{ id: BOB }]
      const first = yield* made({ members })
      for (let i = 1; i < 100; i++) yield* made({ members })
      assert.strictEqual(yield* outcome(made({ members })), "TooManyLobbies")
      const free = yield* made()
      assert.strictEqual(yield* outcome(Lobbies.edit(at(free.id), { members })), "TooManyLobbies")
      assert.deepStrictEqual((yield* Lobbies.edit(at(first.id), { members })).members.length, 1)
      assert.deepStrictEqual((yield* made({ members }, WEATHER)).members.length, 1)
      yield* Lobbies.remove(at(first.id))
      assert.deepStrictEqual((yield* made({ members })).members.length, 1)
    })
  )

  test(
    "what happens stands in the log, with application and lobby",
    Effect.gen(function* () {
      yield* settle()
      const { id } = yield* made(whole)
      const where = { application_id: PET_SHOP, lobby_id: id }
      const lobby = { id, application_id: PET_SHOP, metadata: null, flags: 0, idle_timeout_seconds: 300 }
      const [creation] = yield* newEvents(made({ members: [bob] }))
      assert.nestedPropertyVal(creation, "0", "lobby.created")
      assert.nestedPropertyVal(creation, "1.members[0].id", BOB)
      const swap = { members: [{ ...bob, flags: 0 }, { id: CAROL }], metadata: { map: "quay" } }
      assert.deepStrictEqual(yield* newTypes(Lobbies.edit(at(id), swap)), [
        "lobby.updated",
        "lobby_member.removed",
        "lobby_member.updated",
        "lobby_member.added"
      ])
      assert.deepStrictEqual(yield* newTypes(Lobbies.edit(at(id), swap)), [])
      const reset = { metadata: null, flags: 0, idle_timeout_seconds: 300, override_event_webhooks_url: null }
      assert.deepStrictEqual(yield* newEvents(Lobbies.edit(at(id), reset)), [["lobby.updated", { ...where, lobby }]])
      assert.deepStrictEqual(yield* newEvents(Lobbies.remove(at(id))), [
        ["lobby.deleted", { ...where, reason: "deleted", member_ids: [BOB, CAROL] }]
      ])
      assert.deepStrictEqual(yield* newTypes(Lobbies.remove(at(id))), [])
    })
  )

  test(
    "a change of any one field stands in the log",
    Effect.gen(function* () {
      yield* settle()
      const { id } = yield* made({ members: [bob] })
      const fields = [
        { metadata: { a: "b" } },
        { flags: 1 },
        { idle_timeout_seconds: 7 },
        { override_event_webhooks_url: "http://127.0.0.1:1/" }
      ]
      for (const field of fields) {
        assert.deepStrictEqual(yield* newTypes(Lobbies.edit(at(id), field)), ["lobby.updated"])
        assert.deepStrictEqual(yield* newTypes(Lobbies.edit(at(id), field)), [])
      }
      for (const members of [
        [{ ...bob, additional_name: "Rob" }],
        [{ ...bob, flags: 0, additional_name: "Rob" }],
        [{ ...bob, flags: 0, metadata: null, additional_name: "Rob" }]
      ]) {
        assert.deepStrictEqual(yield* newTypes(Lobbies.edit(at(id), { members })), ["lobby_member.updated"])
      }
    })
  )

  test(
    "no event of a lobby shows the hash of its secret",
    Effect.gen(function* () {
      const secret = { secret_hash: "ab".repeat(32), secret_expires_at: "2026-02-01T00:00:00Z" }
      yield* settle({ lobbies: [{ id: UNKNOWN_LOBBY, application_id: PET_SHOP, ...secret }] })
      const told = yield* newEvents(Lobbies.edit(at(UNKNOWN_LOBBY), { flags: 1 }))
      assert.strictEqual(told.length, 1)
      assert.notInclude(JSON.stringify(told), secret.secret_hash)
      assert.notInclude(JSON.stringify(yield* Lobbies.get(at(UNKNOWN_LOBBY))), secret.secret_hash)
    })
  )
})
