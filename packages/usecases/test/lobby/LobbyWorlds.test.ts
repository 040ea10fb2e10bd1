/** Lobbies of worlds behave like those of requests, and an export contains all of them. */
import { store } from "@backlot/ports/Body"
import { Storage, type Watch } from "@backlot/ports/Storage"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import * as Time from "../../src/event/Time.ts"
import * as Lobbies from "../../src/lobby/Lobbies.ts"
import * as LobbyMembers from "../../src/lobby/LobbyMembers.ts"
import * as Layout from "../../src/world/Layout.ts"
import * as WorldEdits from "../../src/world/WorldEdits.ts"
import * as Worlds from "../../src/world/Worlds.ts"
import {
  ALICE,
  BOB,
  CAROL,
  GENERAL,
  HARBOUR,
  harbourFile,
  PET_SHOP,
  settle,
  still,
  throughFile,
  WEATHER
} from "../fixture/Harbour.ts"
import { at, crowd, dueOf, made, outcome, stored } from "../fixture/Lobbying.ts"
import { describeOnEachStore, rows, transact, WALL_MS, watched } from "../fixture/Stores.ts"

const LOBBY = "600000000000000001"
const given = {
  id: LOBBY,
  application_id: PET_SHOP,
  metadata: { map: "dock" },
  members: [{ id: ALICE }, { id: BOB, metadata: { team: "red" }, flags: 1, additional_name: "Rob" }],
  idle_timeout_seconds: 60
}

const twice = (name: string) => [name, name]

/** The rows that a call reads by their keys, reads in lists, and writes. */
const costOf = <A, E, R>(call: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const cost = { get: 0, listed: 0, write: 0 }
    const watch: Watch = {
      read: (kind, rows) => {
        cost[kind === "list" ? "listed" : "get"] += rows
      },
      wrote: () => {
        cost.write++
      }
    }
    yield* Effect.provideService(call, Storage, watched(yield* Storage, watch))
    return cost
  })

describeOnEachStore("a lobby of a world", (test) => {
  test(
    "acts as one that was made by a request",
    Effect.gen(function* () {
      yield* settle({ lobbies: [given] })
      const { idle_timeout_seconds: _, members, ...lobby } = given
      const whole = { ...lobby, flags: 0, members: [{ metadata: null, flags: 0, ...members[0] }, members[1]] }
      assert.deepStrictEqual(yield* Lobbies.get(at(LOBBY)), whole as never)
      yield* LobbyMembers.put({ ...at(LOBBY), user_id: CAROL }, {})
      assert.deepStrictEqual((yield* Lobbies.edit(at(LOBBY), { flags: 1 })).members.length, 3)
      yield* LobbyMembers.connect({ lobby_id: LOBBY, user_id: BOB, source: "control" })
      yield* Time.change({ advance_ms: 60_000 })
      yield* LobbyMembers.disconnect({ lobby_id: LOBBY, user_id: BOB, source: "control" })
      yield* Time.change({ advance_ms: 60_000 })
      assert.strictEqual(yield* outcome(Lobbies.get(at(LOBBY))), "UnknownLobby")
    })
  )

  test(
    "has its idle time from the moment that the world is put in place, or what is left of it",
    Effect.gen(function* () {
      const lobbies = [given, { ...given, id: "600000000000000002", idle_expires_at: "2026-01-01T00:00:07Z" }]
      yield* settle({ lobbies })
      assert.strictEqual(yield* dueOf(LOBBY), WALL_MS + 60_000)
      yield* Time.change({ advance_ms: 7_000 })
      assert.deepStrictEqual(
        (yield* Lobbies.list()).map(({ id }) => id),
        [LOBBY]
      )
    })
  )

  test(
    "comes back from an export as it was, but for who was connected",
    Effect.gen(function* () {
      yield* settle({ lobbies: [given] })
      yield* made({ members: [{ id: CAROL, flags: 1 }], override_event_webhooks_url: "http://127.0.0.1:1/", flags: 1 })
      yield* Time.change({ advance_ms: 10_000 })
      const before = yield* Worlds.read
      yield* Worlds.replace(yield* throughFile(before))
      assert.deepStrictEqual(still(yield* Worlds.read), still(before))
      yield* LobbyMembers.connect({ lobby_id: LOBBY, user_id: BOB, source: "control" })
      yield* Worlds.replace(yield* throughFile(yield* Worlds.read))
      assert.deepInclude(yield* stored(LOBBY), { connected_count: 0, member_count: 2 })
      assert.isNumber(yield* dueOf(LOBBY))
    })
  )

  test(
    "goes with its application, loses the members who go, and its link with the channel",
    Effect.gen(function* () {
      const theirs = { ...given, id: "600000000000000002", application_id: WEATHER }
      yield* settle({ lobbies: [{ ...given, linked_channel_id: GENERAL }, theirs] })
      yield* LobbyMembers.put({ ...at(LOBBY), user_id: CAROL }, {})
      yield* LobbyMembers.connect({ lobby_id: LOBBY, user_id: CAROL, source: "control" })
      yield* WorldEdits.remove({ kind: "application", application_id: WEATHER })
      assert.strictEqual((yield* Lobbies.list()).length, 1)
      yield* WorldEdits.remove({ kind: "user", user_id: CAROL })
      assert.deepInclude(yield* stored(LOBBY), { member_count: 2, connected_count: 0, idle_due_ms: WALL_MS + 60_000 })
      assert.property(yield* Lobbies.get(at(LOBBY)), "linked_channel")
      yield* WorldEdits.remove({ kind: "channel", guild_id: HARBOUR, channel_id: GENERAL })
      assert.notProperty(yield* Lobbies.get(at(LOBBY)), "linked_channel")
      const left = (yield* rows)
        .filter(([key]) => /^lobby|^deadline\/\d+\/lobby/.test(key))
        .map(([key]) => key.split("/")[0])
      const indexed = ["lobby", "lobby.application", ...twice("lobby_member"), ...twice("lobby_member.user")]
      assert.sameMembers(left, ["deadline", ...indexed])
    })
  )

  test(
    "of a store of the fourth layout, with its members inside, is parted at the start, and its idle time begins",
    Effect.gen(function* () {
      yield* settle()
      const { idle_timeout_seconds, ...rest } = given
      const old = {
        ...rest,
        members: [
          { id: ALICE, metadata: null, flags: 0 },
          { id: BOB, metadata: { team: "red" }, flags: 1 }
        ],
        flags: 0,
        idle_timeout_seconds
      }
      yield* transact(function* () {
        yield* store.put(`lobby/00${LOBBY}`, JSON.stringify(old))
        yield* store.put("meta/layout", "4")
      })
      yield* Layout.upgrade
      assert.deepStrictEqual((yield* Lobbies.get(at(LOBBY))).members, old.members)
      assert.deepInclude(yield* stored(LOBBY), { member_count: 2, connected_count: 0, idle_due_ms: WALL_MS + 60_000 })
      yield* LobbyMembers.put({ ...at(LOBBY), user_id: CAROL }, {})
      yield* Time.change({ advance_ms: 60_000 })
      assert.deepStrictEqual(yield* Lobbies.list(), [])
    })
  )

  test(
    "costs the same for one member, whatever its size",
    Effect.gen(function* () {
      const users = crowd(900)
      const big = { ...given, members: users.map(({ id }) => ({ id })) }
      const small = { ...given, id: "600000000000000002", members: [{ id: users[0]?.id }] }
      yield* settle({ users: [...harbourFile().users, ...users], lobbies: [big, small] })
      const member = { user_id: users[0]?.id ?? "" }
      const costs = (id: string) =>
        Effect.gen(function* () {
          const address = { ...at(id), ...member }
          const newcomer = { ...at(id), user_id: CAROL }
          const connection = { lobby_id: id, ...member, source: "control" }
          return [
            yield* costOf(LobbyMembers.put(newcomer, {})),
            yield* costOf(LobbyMembers.put(address, { metadata: { a: id } })),
            yield* costOf(LobbyMembers.connect(connection)),
            yield* costOf(LobbyMembers.bulk(at(id), [{ id: member.user_id, flags: 1 }])),
            yield* costOf(LobbyMembers.disconnect(connection)),
            yield* costOf(LobbyMembers.remove(newcomer))
          ]
        })
      const ofBig = yield* costs(LOBBY)
      assert.deepStrictEqual(ofBig, yield* costs(small.id))
      for (const { listed } of ofBig) assert.isAtMost(listed, 5)
    })
  )
})
