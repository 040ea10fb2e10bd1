import { assert } from "@effect/vitest"
import { Effect } from "effect"
import * as WorldEdits from "../../src/world/WorldEdits.ts"
import * as Play from "../fixture/Harbour.ts"
import { describeOnEachStore } from "../fixture/Stores.ts"
import * as Sample from "../fixture/WorldEditSamples.ts"
import { headOf, post, told } from "./Telling.ts"

const { HARBOUR, HIDDEN, HIDDEN_THREAD, MODERATOR, PET_SHOP, WEATHER, WEATHER_BOT } = Play

const { patch } = WorldEdits
/** Only moderators may view it. */
const closed = {
  permission_overwrites: [
    { id: HARBOUR, type: 0, deny: ["VIEW_CHANNEL"] },
    { id: MODERATOR, type: 0, allow: ["VIEW_CHANNEL"] }
  ]
}
const both = (t: string) => [`Pet Shop ${t}`, `Weather ${t}`]
const heads = <A, E, R>(edit: Effect.Effect<A, E, R>) => Effect.map(told(edit), (dispatches) => dispatches.map(headOf))

describeOnEachStore("active threads of a channel", (test) => {
  test(
    "are told to the bots that come to see it by its overwrites",
    Effect.gen(function* () {
      yield* Play.settle()
      yield* post({ id: "700000000000000009", channel_id: HIDDEN_THREAD })
      const dispatches = yield* told(patch(Sample.channel(HIDDEN), { permission_overwrites: [] }))
      assert.deepStrictEqual(dispatches.map(headOf), [...both("CHANNEL_UPDATE"), ...both("THREAD_LIST_SYNC")])
      const sync = dispatches.at(-1)
      assert.deepInclude(sync, { application_id: WEATHER, guild_id: HARBOUR })
      assert.deepNestedInclude(sync?.d, {
        guild_id: HARBOUR,
        channel_ids: [HIDDEN],
        "threads.length": 1,
        "threads[0].id": HIDDEN_THREAD,
        "threads[0].last_message_id": "700000000000000009",
        "threads[0].message_count": 1,
        members: []
      })
    })
  )

  test(
    "are told with the membership of the bot in them",
    Effect.gen(function* () {
      yield* Play.settle()
      const joined_at = "2026-01-01T00:00:00Z"
      yield* patch(Sample.channel(HIDDEN_THREAD), { members: [{ user_id: WEATHER_BOT, joined_at }] })
      const dispatches = yield* told(patch(Sample.channel(HIDDEN), { permission_overwrites: [] }))
      const members = Object.fromEntries(dispatches.slice(-2).map((one) => [headOf(one), Object(one.d).members]))
      assert.deepStrictEqual(members, {
        "Pet Shop THREAD_LIST_SYNC": [],
        "Weather THREAD_LIST_SYNC": [
          { id: HIDDEN_THREAD, user_id: WEATHER_BOT, join_timestamp: "2026-01-01T00:00:00.000000+00:00", flags: 0 }
        ]
      })
    })
  )

  test(
    "are told to a bot that comes to see it by its roles, and by a role of it",
    Effect.gen(function* () {
      yield* Play.settle()
      assert.deepStrictEqual(yield* heads(patch(Sample.channel(HIDDEN), closed)), both("CHANNEL_UPDATE"))
      const member = yield* heads(patch(Sample.member(WEATHER_BOT), { roles: [MODERATOR] }))
      assert.deepStrictEqual(member, [...both("GUILD_MEMBER_UPDATE").toReversed(), "Weather THREAD_LIST_SYNC"])
      const role = yield* heads(patch(Sample.role(HARBOUR), { permissions: ["ADMINISTRATOR"] }))
      assert.deepStrictEqual(role, [...both("GUILD_ROLE_UPDATE"), "Pet Shop THREAD_LIST_SYNC"])
    })
  )

  test(
    "are not told again to who saw it before, nor when it goes out of sight",
    Effect.gen(function* () {
      yield* Play.settle()
      const overwrites = [{ id: PET_SHOP, type: 1, allow: ["SEND_MESSAGES"] }]
      const general = patch(Sample.channel(), { permission_overwrites: overwrites })
      assert.deepStrictEqual(yield* heads(general), both("CHANNEL_UPDATE"))
      const hiding = patch(Sample.channel(), closed)
      assert.deepStrictEqual(yield* heads(hiding), both("CHANNEL_UPDATE"))
      assert.deepStrictEqual(yield* heads(patch(Sample.channel(HIDDEN), { name: "crew" })), both("CHANNEL_UPDATE"))
    })
  )
})
