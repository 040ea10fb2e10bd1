/** What the log says of edits of threads. */
import { thread as limits } from "@backlot/domain/base/ThreadLimits"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import * as WorldEdits from "../../src/world/WorldEdits.ts"
import * as Play from "../fixture/Harbour.ts"
import { describeOnEachStore, events } from "../fixture/Stores.ts"
import * as Sample from "../fixture/WorldEditSamples.ts"

const { ALICE, BOB, GENERAL, PET_SHOP, THREAD } = Play
const [NEW, SECRET] = ["200000000000000029", "200000000000000030"]

/** A public thread with as many members as there may be. */
const settle = Effect.gen(function* () {
  const { users, ...world } = Play.harbourFile()
  const many = Array.from({ length: limits.members }, (_, i) => ({
    id: `31${String(i).padStart(16, "0")}`,
    username: `u${i}`
  }))
  yield* Play.settle({ ...world, users: [...users, ...many] })
  return many.map(({ id }) => ({ user_id: id }))
})

const last = Effect.map(events, (all) => all.at(-1))

describeOnEachStore("the log of an edit of a thread", (test) => {
  test(
    "says who came and who left, and how many there are now, and not who was there and stays",
    Effect.gen(function* () {
      const members = yield* settle
      yield* WorldEdits.patch(Sample.channel(THREAD), { members })
      yield* WorldEdits.patch(Sample.channel(THREAD), { name: "fishes" })
      const renamed = yield* last
      assert.deepInclude(renamed, { type: "channel.updated" })
      assert.deepInclude(Object(renamed?.data).channel, { id: THREAD, name: "fishes" })
      assert.isBelow(JSON.stringify(renamed).length, 1_000)
      yield* WorldEdits.patch(Sample.channel(THREAD), { members: [...members.slice(1), { user_id: ALICE }] })
      const moved = yield* last
      assert.deepInclude(Object(moved?.data).members, { count: limits.members, removed: [members[0]?.user_id] })
      assert.deepStrictEqual(
        Object(moved?.data).members.added.map(({ user_id }: { readonly user_id: string }) => user_id),
        [ALICE]
      )
      assert.isBelow(JSON.stringify(moved).length, 1_500)
      yield* WorldEdits.remove(Sample.channel(THREAD))
      assert.isBelow(JSON.stringify(yield* last).length, 1_500)
    })
  )

  test(
    "of a new one says how many are in it",
    Effect.gen(function* () {
      const members = yield* settle
      yield* WorldEdits.put(Sample.channel(NEW), { name: "new", type: 11, parent_id: GENERAL, owner_id: BOB, members })
      const made = (yield* events).find(({ type }) => type === "channel.created")
      assert.deepInclude(made?.data, { channel_id: NEW, member_count: limits.members })
      assert.isBelow(JSON.stringify(made).length, 1_000)
      const secret = {
        name: "secret",
        type: 12,
        parent_id: GENERAL,
        members: [...members.slice(1), { user_id: PET_SHOP }]
      }
      yield* WorldEdits.put(Sample.channel(SECRET), secret)
      const hidden = (yield* events).findLast(({ type }) => type === "channel.created")
      assert.deepInclude(hidden?.data, { channel_id: SECRET, member_count: limits.members })
      assert.deepStrictEqual(
        Object(hidden?.data).channel.members.map(({ user_id }: { readonly user_id: string }) => user_id),
        [PET_SHOP],
        "the bots of a private thread, who are told of it"
      )
    })
  )
})
