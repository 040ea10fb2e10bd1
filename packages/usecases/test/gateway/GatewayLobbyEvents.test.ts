import type { Dispatch } from "@backlot/domain/gateway/Dispatch"
import type { LoggedEvent } from "@backlot/ports/EventBus"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { dispatchesOf } from "../../src/gateway/GatewayDispatch.ts"
import * as Lobbies from "../../src/lobby/Lobbies.ts"
import * as LobbyMembers from "../../src/lobby/LobbyMembers.ts"
import { ALICE, BOB, CAROL, PET_SHOP, settle, WEATHER } from "../fixture/Harbour.ts"
import { at, crowd, made } from "../fixture/Lobbying.ts"
import { countTransactions, describeOnEachStore, events } from "../fixture/Stores.ts"

/** Users with client sessions of Pet Shop. */
const clients =
  (...users: ReadonlyArray<string>) =>
  (applicationId: string): ReadonlySet<string> =>
    new Set(applicationId === PET_SHOP ? users : [])

const everyone = () => true

/** What each event since `body` began says to sessions of these users. */
const told = Effect.fnUntraced(function* <A, E, R>(
  body: Effect.Effect<A, E, R>,
  users: ReadonlyArray<string> = [ALICE]
) {
  const before = (yield* events).at(-1)?.seq ?? 0
  yield* body
  const all: Array<Dispatch> = []
  for (const event of (yield* events).filter(({ seq }) => seq > before)) {
    all.push(...(yield* dispatchesOf(event, everyone, everyone, clients(...users))))
  }
  return all
})

const lineOf = ({ t, lobby, intents }: Dispatch) => `${t} to ${lobby?.users?.join() ?? "the lobby"} ${intents}`

/** Alice and Bob, in the order in which a lobby of theirs shows them. */
const withBoth = Effect.gen(function* () {
  yield* settle()
  return yield* made({ members: [{ id: ALICE }, { id: BOB }] })
})

describeOnEachStore("of a lobby, client sessions are told", (test) => {
  test(
    "that it is there, those of its members alone; that it changed and that it is gone, those who are in it",
    Effect.gen(function* () {
      yield* settle()
      const making = made({ members: [{ id: ALICE }, { id: BOB }] })
      const created = yield* told(making, [ALICE, CAROL])
      assert.deepStrictEqual(created.map(lineOf), [`LOBBY_CREATE to ${ALICE} 0`])
      const id = created[0]?.lobby?.id ?? ""
      const changed = yield* told(Lobbies.edit(at(id), { metadata: { a: "b" } }))
      assert.deepStrictEqual(changed.map(lineOf), ["LOBBY_UPDATE to the lobby 0"])
      const gone = yield* told(Lobbies.remove(at(id)))
      assert.deepStrictEqual(gone.map(lineOf), ["LOBBY_DELETE to the lobby 0"])
      assert.deepStrictEqual(gone[0]?.d, { id, reason: "deleted" })
    })
  )

  test(
    "nothing of it when they were removed before they were told that they are in it",
    Effect.gen(function* () {
      const { id } = yield* withBoth
      const member = { ...at(id), user_id: CAROL }
      const passing = Effect.andThen(LobbyMembers.put(member, {}), LobbyMembers.remove(member))
      const all = yield* told(passing, [ALICE, CAROL])
      const created = all.filter(({ t }) => t === "LOBBY_CREATE")
      assert.deepStrictEqual(
        created.flatMap(({ lobby }) => lobby?.users),
        []
      )
    })
  )

  test(
    "of its members: who they are, what the lobby keeps of them, and whether they are connected",
    Effect.gen(function* () {
      const { id } = yield* withBoth
      const added = yield* told(LobbyMembers.put({ ...at(id), user_id: CAROL }, { metadata: { side: "red" } }))
      assert.deepStrictEqual(added.map(lineOf), ["LOBBY_MEMBER_ADD to the lobby 0"])
      const connection = { lobby_id: id, user_id: CAROL, source: "test" }
      const [connected] = yield* told(LobbyMembers.connect(connection))
      const d = Object(connected?.d)
      assert.deepInclude(d, { lobby_id: id, application_id: PET_SHOP })
      assert.deepInclude(d.member, { metadata: { side: "red" }, flags: 0, connected: true })
      assert.deepInclude(d.member.user, { id: CAROL, username: "carol" })
      assert.notProperty(d.member, "id")
      const disconnected = yield* told(LobbyMembers.disconnect(connection))
      assert.deepStrictEqual(disconnected.map(lineOf), ["LOBBY_MEMBER_DISCONNECT to the lobby 0"])
    })
  )

  test(
    "that its user was removed, as the end of the lobby",
    Effect.gen(function* () {
      const { id } = yield* withBoth
      const removed = yield* told(LobbyMembers.remove({ ...at(id), user_id: BOB }))
      assert.deepStrictEqual(removed.map(lineOf), [`LOBBY_DELETE to ${BOB} 0`, "LOBBY_MEMBER_REMOVE to the lobby 0"])
      assert.deepStrictEqual(removed[0]?.d, { id, reason: "removed" })
    })
  )
})

describeOnEachStore("an application without client sessions", (test) => {
  test(
    "is told nothing of lobbies, without a look at the store",
    Effect.gen(function* () {
      const { id } = yield* withBoth
      yield* LobbyMembers.put({ ...at(id), user_id: CAROL }, {})
      yield* made({ members: [{ id: ALICE }] }, WEATHER)
      const all: ReadonlyArray<LoggedEvent> = yield* events
      const lobbies = all.filter(({ type }) => type.startsWith("lobby"))
      assert.isAtLeast(lobbies.length, 3)
      for (const event of lobbies) {
        const counted = yield* countTransactions(
          Effect.tap(dispatchesOf(event, everyone), (said) => Effect.sync(() => assert.deepStrictEqual(said, [])))
        )
        assert.deepStrictEqual(counted, { transactions: 0 }, event.type)
      }
    })
  )
})

describeOnEachStore("who is added to a lobby of many", (test) => {
  test(
    "and has no session costs no reading of its members",
    Effect.gen(function* () {
      const people = crowd(25)
      yield* settle({
        users: [
          { id: ALICE, username: "alice" },
          { id: BOB, username: "bob" },
          ...people,
          { id: CAROL, username: "carol" }
        ]
      })
      const { id } = yield* made({ members: people.map((user) => ({ id: user.id })) })
      const added = yield* told(LobbyMembers.put({ ...at(id), user_id: CAROL }, {}), [ALICE])
      assert.deepStrictEqual(added.map(lineOf), ["LOBBY_MEMBER_ADD to the lobby 0"])
      const again = yield* told(LobbyMembers.put({ ...at(id), user_id: BOB }, {}), [BOB])
      assert.deepStrictEqual(again.map(lineOf), ["LOBBY_MEMBER_ADD to the lobby 0", `LOBBY_CREATE to ${BOB} 0`])
      assert.lengthOf(Object(again[1]?.d).members, 27)
    })
  )
})
