/** The server's side of members of lobbies on each store, by the sentences of service.md. */

import { assert } from "@effect/vitest"
import { Effect } from "effect"
import * as Lobbies from "../../src/lobby/Lobbies.ts"
import * as LobbyMembers from "../../src/lobby/LobbyMembers.ts"
import { ALICE, BOB, CAROL, harbourFile, NOBODY, PET_SHOP, settle } from "../fixture/Harbour.ts"
import { at, crowd, made, newEvents, newTypes, outcome, stored, UNKNOWN_LOBBY, whole } from "../fixture/Lobbying.ts"
import { describeOnEachStore } from "../fixture/Stores.ts"

describeOnEachStore("members of lobbies", (test) => {
  test(
    "PUT member, user not a member: member; returns lobby member",
    Effect.gen(function* () {
      yield* settle()
      const { id } = yield* made()
      const body = { metadata: { team: "red" }, flags: 1, additional_name: "Rob" }
      const told = yield* newEvents(LobbyMembers.put({ ...at(id), user_id: BOB }, body))
      const member = { id: BOB, ...body }
      assert.deepStrictEqual((yield* Lobbies.get(at(id))).members, [member])
      assert.deepStrictEqual(told, [
        ["lobby_member.added", { application_id: PET_SHOP, lobby_id: id, user_id: BOB, member, connected: false }]
      ])
    })
  )

  test(
    "PUT member, user already a member: fields such as metadata updated, an omitted field reset",
    Effect.gen(function* () {
      yield* settle()
      const { id } = yield* made(whole)
      const put = (body: object) => LobbyMembers.put({ ...at(id), user_id: BOB }, body)
      assert.deepStrictEqual(yield* put({ metadata: { team: "blue" } }), {
        id: BOB,
        metadata: { team: "blue" },
        flags: 0
      })
      assert.deepStrictEqual(yield* newTypes(put({ metadata: { team: "blue" } })), [])
      assert.deepStrictEqual(yield* newTypes(put({})), ["lobby_member.updated"])
      assert.deepInclude(yield* stored(id), { member_count: 2 })
    })
  )

  test(
    "DELETE member: returns nothing; safe if the user is no longer a member",
    Effect.gen(function* () {
      yield* settle()
      const { id } = yield* made(whole)
      const gone = LobbyMembers.remove({ ...at(id), user_id: BOB })
      assert.deepStrictEqual(yield* newTypes(gone), ["lobby_member.removed"])
      assert.deepStrictEqual(yield* newTypes(gone), [])
      assert.isUndefined(yield* gone)
      assert.isUndefined(yield* LobbyMembers.remove({ ...at(id), user_id: NOBODY }))
      assert.deepInclude(yield* stored(id), { member_count: 1 })
    })
  )

  test(
    "removing a member from a lobby that does not exist fails",
    Effect.gen(function* () {
      yield* settle()
      const address = { ...at(UNKNOWN_LOBBY), user_id: BOB }
      assert.strictEqual(yield* outcome(LobbyMembers.remove(address)), "UnknownLobby")
      assert.strictEqual(yield* outcome(LobbyMembers.put(address, {})), "UnknownLobby")
    })
  )

  test(
    "a lobby has at most 1,000 members",
    Effect.gen(function* () {
      const users = crowd(1_000)
      yield* settle({
        users: [...harbourFile().users, ...users],
        lobbies: [{ id: UNKNOWN_LOBBY, application_id: PET_SHOP, members: users.map(({ id }) => ({ id })) }]
      })
      const put = (user_id: string, body = {}) => LobbyMembers.put({ ...at(UNKNOWN_LOBBY), user_id }, body)
      assert.strictEqual(yield* outcome(put(BOB)), "TooManyLobbyMembers")
      assert.deepInclude(yield* put(users[0]?.id ?? "", { flags: 1 }), { flags: 1 })
      yield* LobbyMembers.remove({ ...at(UNKNOWN_LOBBY), user_id: users[5]?.id ?? "" })
      assert.deepInclude(yield* put(BOB), { id: BOB })
    })
  )

  test(
    "bulk puts and removes members, and answers those that were put",
    Effect.gen(function* () {
      yield* settle()
      const { id } = yield* made(whole)
      const asked = [{ id: CAROL, metadata: { team: "blue" } }, { id: ALICE, remove_member: true }, { id: BOB }]
      const answer = yield* LobbyMembers.bulk(at(id), asked)
      assert.deepStrictEqual(answer, [
        { id: CAROL, metadata: { team: "blue" }, flags: 0 },
        { id: BOB, metadata: null, flags: 0 }
      ])
      assert.sameDeepMembers([...(yield* Lobbies.get(at(id))).members], [...answer])
      assert.deepInclude(yield* stored(id), { member_count: 2 })
      assert.deepStrictEqual(yield* LobbyMembers.bulk(at(id), [{ id: ALICE, remove_member: true }]), [])
    })
  )

  test(
    "bulk: an unknown user fails the whole call",
    Effect.gen(function* () {
      yield* settle()
      const { id } = yield* made()
      for (const item of [{ id: NOBODY }, { id: NOBODY, remove_member: true }]) {
        assert.strictEqual(yield* outcome(LobbyMembers.bulk(at(id), [{ id: BOB }, item])), "UnknownUser")
      }
      assert.deepStrictEqual((yield* Lobbies.get(at(id))).members, [])
    })
  )

  test(
    "bulk: users at their lobby cap are dropped silently",
    Effect.gen(function* () {
      const full = Array.from({ length: 100 }, (_, i) => ({
        id: String(600_000_000_000_001_000n + BigInt(i)),
        application_id: PET_SHOP,
        members: [{ id: BOB }]
      }))
      yield* settle({ lobbies: full })
      const { id } = yield* made()
      const answer = yield* LobbyMembers.bulk(at(id), [{ id: BOB }, { id: CAROL }])
      assert.deepStrictEqual(answer, [{ id: CAROL, metadata: null, flags: 0 }])
      const member = { ...at(id), user_id: BOB }
      assert.strictEqual(yield* outcome(LobbyMembers.put(member, {})), "TooManyLobbies")
    })
  )
})
