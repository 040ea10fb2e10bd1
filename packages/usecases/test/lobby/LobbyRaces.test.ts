/** Concurrent calls about lobbies, on each store. Sources: service.md "Limits"; wire-rest.md §6.3; decision 41. */
import { lobby as limits } from "@backlot/domain/base/Limits"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import * as Time from "../../src/event/Time.ts"
import * as Lobbies from "../../src/lobby/Lobbies.ts"
import * as LobbyMembers from "../../src/lobby/LobbyMembers.ts"
import * as LobbyStore from "../../src/lobby/LobbyStore.ts"
import * as Collections from "../../src/store/Collections.ts"
import { ALICE, BOB, CAROL, settle } from "../fixture/Harbour.ts"
import { at, crowd, made, outcome, stored } from "../fixture/Lobbying.ts"
import { describeOnEachStore, events, type Services, transact } from "../fixture/Stores.ts"
import { join, leave } from "./LobbyClients.ts"

type Call = Effect.Effect<unknown, { readonly _tag: string }, Services>

/** The outcomes of all, begun in this order. */
const atOnce = (...calls: ReadonlyArray<Call>) => Effect.forEach(calls, outcome, { concurrency: "unbounded" })

const typesSince = (before: number) => Effect.map(events, (all) => all.slice(before).map(({ type }) => type))

/** Its counts match its members, and a deleted lobby leaves nothing. */
const isSound = Effect.fnUntraced(function* (lobbyId: string) {
  const record = yield* stored(lobbyId)
  const members = yield* transact(() => LobbyStore.membersOf(lobbyId))
  const connected = members.filter((member) => member.connected === true)
  assert.strictEqual(record?.member_count ?? 0, members.length)
  assert.strictEqual(record?.connected_count ?? 0, connected.length)
  return record
})

const connection = (lobby_id: string, user_id: string = BOB) => ({
  lobby_id,
  user_id,
  source: LobbyMembers.CONTROL
})

describeOnEachStore(
  "at once",
  (test) => {
    test(
      "the first who name one secret make one lobby, and all are in it",
      Effect.gen(function* () {
        yield* settle()
        yield* atOnce(join(ALICE, "tide"), join(BOB, "tide"), join(CAROL, "tide"), join(ALICE, "tide"))
        const lobbies = yield* transact(() => Collections.lobbies.list([]))
        assert.deepStrictEqual(
          lobbies.map(({ member_count }) => member_count),
          [3]
        )
        assert.deepStrictEqual(
          yield* typesSince(0).pipe(Effect.map((all) => all.filter((t) => t.startsWith("lobby")))),
          ["lobby.created", "lobby_member.added", "lobby_member.added"]
        )
      })
    )

    test(
      "those whose secret has ended make one new lobby",
      Effect.gen(function* () {
        yield* settle()
        const old = yield* join(ALICE, "tide", { idle_timeout_seconds: limits.idleMaxSeconds })
        yield* LobbyMembers.connect(connection(old.id, ALICE))
        yield* Time.change({ advance_ms: limits.secretMs })
        yield* atOnce(join(ALICE, "tide"), join(BOB, "tide"), join(CAROL, "tide"))
        const lobbies = yield* transact(() => Collections.lobbies.list([]))
        assert.sameMembers(
          lobbies.map(({ member_count }) => member_count),
          [1, 3]
        )
      })
    )

    test(
      "two users for the last place of a lobby: one gets it",
      Effect.gen(function* () {
        const members = crowd(limits.members - 1)
        yield* settle({
          users: [...members, { id: ALICE, username: "alice" }, { id: BOB, username: "bob" }],
          guilds: [],
          direct_channels: [],
          tokens: [],
          applications: [{ id: "100000000000000001", name: "Pet Shop", owner_id: ALICE }],
          lobbies: [
            {
              id: "600000000000000001",
              application_id: "100000000000000001",
              members: members.map(({ id }) => ({ id }))
            }
          ]
        })
        const put = (user_id: string) => LobbyMembers.put({ ...at("600000000000000001"), user_id }, {})
        const outcomes = yield* atOnce(put(ALICE), put(BOB))
        assert.strictEqual(outcomes.filter((one) => one === "TooManyLobbyMembers").length, 1)
        assert.strictEqual((yield* isSound("600000000000000001"))?.member_count, limits.members)
      })
    )

    test(
      "two lobbies for the last place of a user: they are in one of them",
      Effect.gen(function* () {
        yield* settle()
        for (let i = 1; i < limits.lobbiesPerUser; i++) yield* made({ members: [{ id: BOB }] })
        const { id } = yield* made()
        const outcomes = yield* atOnce(
          made({ members: [{ id: BOB }] }),
          LobbyMembers.put({ ...at(id), user_id: BOB }, {}),
          join(BOB, "tide"),
          Lobbies.edit(at(id), { members: [{ id: BOB }] })
        )
        assert.isAtLeast(outcomes.filter((one) => one === "TooManyLobbies").length, 2)
        const all = yield* transact(() => LobbyStore.ofUser(BOB))
        assert.strictEqual(all.length, limits.lobbiesPerUser)
      })
    )

    test(
      "a lobby that is deleted while users come, go and connect leaves nothing behind",
      Effect.gen(function* () {
        yield* settle()
        for (const place of [0, 1, 2, 3, 4, 5]) {
          const { id } = yield* join(ALICE, `tide${place}`)
          yield* join(BOB, `tide${place}`)
          const calls: Array<Call> = [
            LobbyMembers.put({ ...at(id), user_id: CAROL }, {}),
            LobbyMembers.connect(connection(id)),
            Lobbies.edit(at(id), { members: [{ id: CAROL }, { id: BOB }] }),
            LobbyMembers.bulk(at(id), [{ id: CAROL, flags: 1 }]),
            leave(ALICE, id)
          ]
          calls.splice(place, 0, Lobbies.remove(at(id)))
          yield* atOnce(...calls)
          assert.isUndefined(yield* isSound(id))
        }
        assert.deepStrictEqual(yield* transact(() => Collections.lobbyMembers.list([])), [])
        assert.strictEqual((yield* typesSince(0)).filter((type) => type === "lobby.deleted").length, 6)
      })
    )

    test(
      "the end of the idle time and a connection: the lobby is there and connected, or gone",
      Effect.gen(function* () {
        yield* settle()
        yield* Time.change({ mode: "frozen" })
        for (const turned of [false, true]) {
          const { id } = yield* made({ members: [{ id: BOB }], idle_timeout_seconds: 5 })
          const calls: Array<Call> = [Time.change({ advance_ms: 5_000 }), LobbyMembers.connect(connection(id))]
          const outcomes = yield* atOnce(...(turned ? calls.reverse() : calls))
          const record = yield* isSound(id)
          if (outcomes.includes("UnknownLobby")) assert.isUndefined(record)
          else assert.deepInclude(record, { connected_count: 1, idle_due_ms: null })
        }
      })
    )

    test(
      "the end of the idle time and a disconnection: the lobby has idle time left, or is gone",
      Effect.gen(function* () {
        yield* settle()
        yield* Time.change({ mode: "frozen" })
        const { id } = yield* made({ members: [{ id: BOB }], idle_timeout_seconds: 5 })
        yield* LobbyMembers.connect(connection(id))
        yield* atOnce(Time.change({ advance_ms: 5_000 }), LobbyMembers.disconnect(connection(id)))
        // A disconnection that began before the clock moved may be kept after it.
        const { now } = yield* Time.change({ advance_ms: 0 })
        const record = yield* isSound(id)
        if (record !== undefined) assert.isAbove(record.idle_due_ms ?? 0, now)
      })
    )

    test(
      "two sources that let go of a member end one connection",
      Effect.gen(function* () {
        yield* settle()
        const { id } = yield* made({ members: [{ id: BOB }] })
        const sources = ["control", "gateway"].map((source) => ({ ...connection(id), source }))
        yield* Effect.forEach(sources, LobbyMembers.connect, { concurrency: "unbounded" })
        assert.deepInclude(yield* isSound(id), { connected_count: 1 })
        yield* Effect.forEach(sources, LobbyMembers.disconnect, { concurrency: "unbounded" })
        assert.deepInclude(yield* isSound(id), { connected_count: 0 })
        assert.strictEqual((yield* typesSince(0)).filter((type) => type === "lobby_member.disconnected").length, 1)
      })
    )
  },
  { interleave: true }
)
