import { oauth } from "@backlot/domain/base/Limits"
import * as Body from "@backlot/ports/Body"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import * as Time from "../../src/event/Time.ts"
import * as SignIns from "../../src/oauth/SignIns.ts"
import * as Collections from "../../src/store/Collections.ts"
import * as WorldEdits from "../../src/world/WorldEdits.ts"
import { ALICE, BOB, NOBODY, settle } from "../fixture/Harbour.ts"
import { describeOnEachStore, rows, transact } from "../fixture/Stores.ts"

const nameOf = (cookie: string | undefined) => Effect.map(SignIns.find(cookie), (user) => user?.username)

describeOnEachStore("a sign-in", (test) => {
  test(
    "is as the user who was chosen, by id or by name",
    Effect.gen(function* () {
      yield* settle()
      assert.strictEqual(yield* nameOf(yield* SignIns.begin(ALICE, undefined)), "alice")
      assert.strictEqual(yield* nameOf(yield* SignIns.begin("bob", undefined)), "bob")
    })
  )

  test(
    "as nobody whom the world has is refused, and the one before it stays",
    Effect.gen(function* () {
      yield* settle()
      const cookie = yield* SignIns.begin(ALICE, undefined)
      for (const named of [NOBODY, "mallory", "", "Alice "]) {
        const refused = yield* Effect.flip(SignIns.begin(named, cookie))
        assert.strictEqual(refused._tag, "UnknownUser")
      }
      assert.strictEqual(yield* nameOf(cookie), "alice")
    })
  )

  test(
    "ends when another begins in its browser, or when it is ended",
    Effect.gen(function* () {
      yield* settle()
      const first = yield* SignIns.begin(ALICE, undefined)
      const second = yield* SignIns.begin(BOB, first)
      assert.deepStrictEqual([yield* nameOf(first), yield* nameOf(second)], [undefined, "bob"])
      yield* SignIns.end(second)
      yield* SignIns.end(second)
      yield* SignIns.end("never there")
      assert.strictEqual(yield* nameOf(second), undefined)
    })
  )

  test(
    "ends after seven days of the service clock",
    Effect.gen(function* () {
      yield* settle()
      const cookie = yield* SignIns.begin(ALICE, undefined)
      yield* Time.change({ advance_ms: oauth.signInMs - 1 })
      assert.strictEqual(yield* nameOf(cookie), "alice")
      yield* Time.change({ advance_ms: 1 })
      assert.strictEqual(yield* nameOf(cookie), undefined)
    })
  )

  test(
    "is nobody's once its user is no more",
    Effect.gen(function* () {
      yield* settle()
      const cookie = yield* SignIns.begin("carol", undefined)
      const { id } = (yield* SignIns.find(cookie)) ?? { id: NOBODY }
      yield* WorldEdits.remove({ kind: "user", user_id: id })
      assert.strictEqual(yield* nameOf(cookie), undefined)
    })
  )

  test(
    "is stored by the hash of its cookie alone",
    Effect.gen(function* () {
      yield* settle()
      const cookie = yield* SignIns.begin(ALICE, undefined)
      assert.notInclude(JSON.stringify(yield* rows), cookie)
    })
  )

  test(
    "of other text than a cookie's is nobody's",
    Effect.gen(function* () {
      yield* settle()
      const cookie = yield* SignIns.begin(ALICE, undefined)
      for (const text of [undefined, "", cookie.slice(1), `${cookie}0`, "é".repeat(30)]) {
        assert.strictEqual(yield* nameOf(text), undefined)
      }
    })
  )

  test(
    "of which many have expired leaves few rows behind",
    Effect.gen(function* () {
      yield* settle()
      for (let i = 0; i < 12; i++) yield* SignIns.begin(ALICE, undefined)
      yield* Time.change({ advance_ms: oauth.signInMs })
      for (let i = 0; i < 3; i++) yield* SignIns.begin(ALICE, undefined)
      assert.lengthOf(yield* transact(() => Collections.signIns.list([])), 3)
    })
  )

  test(
    "finds the last name of a large world, and none that is not there",
    Effect.gen(function* () {
      yield* settle()
      const alice = yield* SignIns.find(yield* SignIns.begin(ALICE, undefined))
      if (alice === undefined) return assert.fail("the world has alice")
      const crowd = Array.from({ length: 600 }, (_, i) => ({ ...alice, id: `${4000 + i}00`, username: `guest${i}` }))
      yield* transact(() => Body.forEach(crowd, (user) => Collections.users.put(user, null)))
      assert.strictEqual(yield* nameOf(yield* SignIns.begin("guest599", undefined)), "guest599")
      assert.strictEqual((yield* Effect.flip(SignIns.begin("guest600", undefined)))._tag, "UnknownUser")
    })
  )

  test(
    "may be as any of the first users, and says whether there are more",
    Effect.gen(function* () {
      yield* settle()
      const { users, more } = yield* SignIns.choices(2)
      assert.deepStrictEqual([users.map(({ username }) => username), more], [["alice", "bob"], true])
      assert.strictEqual((yield* SignIns.choices(3)).more, false)
    })
  )
})
