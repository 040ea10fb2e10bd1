/** Connections to lobbies, and the end of lobbies without any (decision 41). */
import * as Body from "@backlot/ports/Body"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import * as Time from "../../src/event/Time.ts"
import * as Lobbies from "../../src/lobby/Lobbies.ts"
import * as LobbyMembers from "../../src/lobby/LobbyMembers.ts"
import { handlers } from "../../src/lobby/LobbyStore.ts"
import { Deadlines } from "../../src/store/Deadlines.ts"
import { ALICE, BOB, CAROL, NOBODY, PET_SHOP, settle } from "../fixture/Harbour.ts"
import { at, dueOf, made, newEvents, newTypes, outcome, stored, UNKNOWN_LOBBY } from "../fixture/Lobbying.ts"
import { describeOnEachStore, events, WALL_MS } from "../fixture/Stores.ts"
import { join, leave } from "./LobbyClients.ts"

const members = [{ id: ALICE }, { id: BOB }]
const connection = (lobby_id: string, user_id: string = BOB, source = "control") => ({ lobby_id, user_id, source })
const connect = (...given: Parameters<typeof connection>) => LobbyMembers.connect(connection(...given))
const disconnect = (...given: Parameters<typeof connection>) => LobbyMembers.disconnect(connection(...given))
const advance = (seconds: number) => Time.change({ advance_ms: seconds * 1_000 })

const deleted = Effect.map(events, (all) => all.filter(({ type }) => type === "lobby.deleted").map(({ data }) => data))
const isThere = (id: string) => Effect.map(stored(id), (record) => record !== undefined)

describeOnEachStore("an idle lobby", (test) => {
  test(
    "is deleted when nobody was connected for its idle time, exactly once",
    Effect.gen(function* () {
      yield* settle()
      yield* Time.change({ mode: "frozen" })
      const { id } = yield* made({ members, idle_timeout_seconds: 5 })
      yield* advance(4.999)
      assert.isTrue(yield* isThere(id))
      yield* advance(0.001)
      assert.isFalse(yield* isThere(id))
      yield* advance(1_000)
      assert.deepStrictEqual(yield* deleted, [
        { application_id: PET_SHOP, lobby_id: id, reason: "idle", member_ids: [ALICE, BOB] }
      ])
    })
  )

  test(
    "is deleted too when the clock stands between two milliseconds",
    Effect.gen(function* () {
      yield* settle()
      yield* Time.change({ now: WALL_MS + 0.5 })
      yield* Time.change({ mode: "frozen" })
      const { id } = yield* made({ members, idle_timeout_seconds: 5 })
      yield* advance(5)
      assert.isTrue(yield* isThere(id))
      yield* advance(1)
      assert.isFalse(yield* isThere(id))
    })
  )

  test(
    "has 300 idle seconds unless it says otherwise",
    Effect.gen(function* () {
      yield* settle()
      const { id } = yield* made()
      yield* advance(299)
      assert.isTrue(yield* isThere(id))
      yield* advance(1)
      assert.isFalse(yield* isThere(id))
    })
  )

  test(
    "lives while a member is connected, and from the last disconnect on for its idle time",
    Effect.gen(function* () {
      yield* settle()
      yield* Time.change({ mode: "frozen" })
      const { id } = yield* made({ members, idle_timeout_seconds: 60 })
      yield* connect(id, ALICE)
      yield* connect(id, BOB)
      yield* advance(1_000)
      yield* disconnect(id, ALICE)
      yield* advance(1_000)
      assert.isNull(yield* dueOf(id))
      yield* disconnect(id, BOB)
      yield* advance(59)
      assert.isTrue(yield* isThere(id))
      yield* connect(id, ALICE)
      yield* disconnect(id, ALICE)
      yield* advance(59)
      assert.isTrue(yield* isThere(id))
      yield* advance(1)
      assert.isFalse(yield* isThere(id))
    })
  )

  test(
    "keeps its members who are disconnected",
    Effect.gen(function* () {
      yield* settle()
      const { id } = yield* made({ members })
      yield* connect(id)
      yield* disconnect(id)
      assert.deepStrictEqual((yield* Lobbies.get(at(id))).members.length, 2)
    })
  )

  test(
    "begins its idle time when the connected member is removed, however that is done",
    Effect.gen(function* () {
      yield* settle()
      const removals = [
        (id: string) => LobbyMembers.remove({ ...at(id), user_id: BOB }),
        (id: string) => LobbyMembers.bulk(at(id), [{ id: BOB, remove_member: true }]),
        (id: string) => Lobbies.edit(at(id), { members: [{ id: ALICE }] })
      ]
      for (const remove of removals) {
        const { id } = yield* made({ members })
        yield* connect(id)
        yield* advance(1_000)
        const { now } = yield* Time.read
        yield* remove(id)
        assert.deepInclude(yield* stored(id), { connected_count: 0, idle_due_ms: now + 300_000 })
        yield* Lobbies.remove(at(id))
      }
    })
  )

  test(
    "a member who is put anew or listed again stays connected",
    Effect.gen(function* () {
      yield* settle()
      const { id } = yield* made({ members })
      yield* connect(id)
      yield* LobbyMembers.put({ ...at(id), user_id: BOB }, { flags: 1 })
      yield* Lobbies.edit(at(id), { members: [{ id: BOB }, { id: CAROL }] })
      const [lobby] = yield* Lobbies.list()
      assert.deepStrictEqual(
        lobby?.members.map(({ id: user, connected }) => [user, connected]),
        [
          [BOB, true],
          [CAROL, false]
        ]
      )
      assert.isNull(yield* dueOf(id))
    })
  )

  test(
    "a change of the idle time-out moves its end, counted from when it became idle",
    Effect.gen(function* () {
      yield* settle()
      yield* Time.change({ mode: "frozen" })
      const { id } = yield* made({ members })
      yield* advance(100)
      yield* Lobbies.edit(at(id), { idle_timeout_seconds: 120 })
      assert.strictEqual(yield* dueOf(id), WALL_MS + 120_000)
      yield* advance(19)
      assert.isTrue(yield* isThere(id))
      yield* Lobbies.edit(at(id), { idle_timeout_seconds: 604_800 })
      yield* advance(1_000)
      assert.isTrue(yield* isThere(id))
      yield* Lobbies.edit(at(id), { idle_timeout_seconds: 5 })
      yield* Effect.flatMap(Deadlines, (deadlines) => deadlines.runDue)
      assert.isFalse(yield* isThere(id))
    })
  )

  test(
    "a change of the idle time-out while somebody is connected counts from the last disconnect",
    Effect.gen(function* () {
      yield* settle()
      yield* Time.change({ mode: "frozen" })
      const { id } = yield* made({ members })
      yield* connect(id)
      yield* Lobbies.edit(at(id), { idle_timeout_seconds: 10 })
      assert.isNull(yield* dueOf(id))
      yield* disconnect(id)
      assert.strictEqual(yield* dueOf(id), WALL_MS + 10_000)
    })
  )

  test(
    "a deadline that comes twice, or too late, deletes nothing",
    Effect.gen(function* () {
      yield* settle()
      const { id } = yield* made({ members })
      yield* handlers.lobby_idle(id, WALL_MS + 1, Body.succeed(true))
      yield* handlers.lobby_idle("x", WALL_MS + 1, Body.succeed(true))
      yield* connect(id)
      yield* handlers.lobby_idle(id, WALL_MS + 300_000, Body.succeed(true))
      assert.isTrue(yield* isThere(id))
      yield* disconnect(id)
      yield* handlers.lobby_idle(id, WALL_MS + 300_000, Body.succeed(true))
      yield* handlers.lobby_idle(id, WALL_MS + 300_000, Body.succeed(true))
      assert.strictEqual((yield* deleted).length, 1)
    })
  )
})

const BRIEF = { idle_timeout_seconds: 5 }
/** Connected until after the time at which it would have been deleted. */
const heldLong = (id: string) => Effect.as(Effect.andThen(connect(id), TestClock.adjust(6_000)), id)
const connected = Effect.flatMap(made({ ...BRIEF, members }), ({ id }) => heldLong(id))

/** Every way in which the idle time of a lobby begins or moves; each gives the lobby. */
const BEGINNINGS = {
  "it is made": Effect.map(made(BRIEF), ({ id }) => id),
  "it is made by a client": Effect.map(join(BOB, "tide", BRIEF), ({ id }) => id),
  "its idle time-out is cut short": Effect.gen(function* () {
    const { id } = yield* made({ idle_timeout_seconds: 6 })
    yield* Lobbies.edit(at(id), BRIEF)
    return id
  }),
  "its last connected member is removed": Effect.tap(connected, (id) =>
    LobbyMembers.remove({ ...at(id), user_id: BOB })
  ),
  "its members are replaced": Effect.tap(connected, (id) => Lobbies.edit(at(id), { members: [{ id: ALICE }] })),
  "its members are removed in bulk": Effect.tap(connected, (id) =>
    LobbyMembers.bulk(at(id), [{ id: BOB, remove_member: true }])
  ),
  "its last connected member disconnects": Effect.tap(connected, (id) => disconnect(id)),
  "its last connected member leaves": Effect.gen(function* () {
    const { id } = yield* join(BOB, "tide", BRIEF)
    yield* heldLong(id)
    yield* leave(BOB, id)
    return id
  })
}

describeOnEachStore("a change by which the idle time is over already", (test) => {
  test(
    "deletes the lobby before it is answered: no request can still meet it",
    Effect.gen(function* () {
      yield* settle()
      yield* Time.change({ mode: "frozen" })
      const { id } = yield* made({ idle_timeout_seconds: 3_600 })
      const joined = yield* join(BOB, "tide", { idle_timeout_seconds: 3_600 })
      yield* advance(60)
      yield* Lobbies.edit(at(id), BRIEF)
      yield* join(ALICE, "tide", BRIEF)
      assert.deepStrictEqual([yield* isThere(id), yield* isThere(joined.id)], [false, false])
    })
  )
})

// The runner is the same over every store.
describeOnEachStore(
  "an idle lobby goes by itself, also before a runner that sleeps would have looked",
  (test) => {
    for (const [what, begin] of Object.entries(BEGINNINGS)) {
      test(
        `when ${what}`,
        Effect.gen(function* () {
          yield* settle()
          yield* made({ idle_timeout_seconds: 604_800 })
          yield* Effect.forkScoped((yield* Deadlines).run)
          yield* TestClock.adjust(1_000)
          const id = yield* begin
          yield* TestClock.adjust(4_999)
          assert.isTrue(yield* isThere(id))
          yield* TestClock.adjust(1)
          assert.isFalse(yield* isThere(id))
        })
      )
    }
  },
  { on: ["memory"] }
)

describeOnEachStore("a connection to a lobby", (test) => {
  test(
    "happens once, and ends once, however often it is asked for",
    Effect.gen(function* () {
      yield* settle()
      const { id } = yield* made({ members })
      const member = { id: BOB, metadata: null, flags: 0 }
      const where = { application_id: PET_SHOP, lobby_id: id, user_id: BOB, member }
      const told = [["lobby_member.connected", { ...where, connected: true }]]
      assert.deepStrictEqual(yield* newEvents(Effect.andThen(connect(id), connect(id))), told as never)
      assert.deepInclude(yield* stored(id), { connected_count: 1 })
      const after = [["lobby_member.disconnected", { ...where, connected: false }]]
      assert.deepStrictEqual(yield* newEvents(Effect.andThen(disconnect(id), disconnect(id))), after as never)
      assert.deepInclude(yield* stored(id), { connected_count: 0 })
    })
  )

  test(
    "lasts while at least one source holds it",
    Effect.gen(function* () {
      yield* settle()
      const { id } = yield* made({ members })
      yield* connect(id, BOB, "control")
      assert.deepStrictEqual(yield* newTypes(connect(id, BOB, "gateway")), [])
      assert.deepStrictEqual(yield* newTypes(disconnect(id, BOB, "control")), [])
      assert.isNull(yield* dueOf(id))
      assert.deepStrictEqual(yield* newTypes(disconnect(id, BOB, "gateway")), ["lobby_member.disconnected"])
      assert.isNumber(yield* dueOf(id))
    })
  )

  test(
    "ends with its source, in every lobby",
    Effect.gen(function* () {
      yield* settle()
      const first = yield* made({ members })
      const second = yield* made({ members })
      yield* connect(first.id, BOB, "gateway")
      yield* connect(second.id, ALICE, "gateway")
      yield* connect(second.id, ALICE, "control")
      assert.deepStrictEqual(yield* newTypes(LobbyMembers.disconnectAll((source) => source === "gateway")), [
        "lobby_member.disconnected"
      ])
      assert.deepInclude(yield* stored(second.id), { connected_count: 1 })
    })
  )

  test(
    "is for members of lobbies that there are",
    Effect.gen(function* () {
      yield* settle()
      const { id } = yield* made({ members })
      for (const change of [connect, disconnect]) {
        assert.strictEqual(yield* outcome(change(id, NOBODY)), "UnknownUser")
        assert.strictEqual(yield* outcome(change(id, CAROL)), "UnknownMember")
        assert.strictEqual(yield* outcome(change(UNKNOWN_LOBBY)), "UnknownLobby")
      }
    })
  )
})
